"""Which papers the list shows, and getting to one of them."""

from __future__ import annotations

import asyncio
from collections.abc import Sequence
from contextlib import suppress
from functools import partial
from typing import TYPE_CHECKING, ClassVar

from textual import on, work
from textual.binding import Binding, BindingType
from textual.message import Message
from textual.reactive import reactive
from textual.worker import Worker, WorkerState, get_current_worker

from readq.domain import local_day
from readq.errors import FilterError, LibraryError, ReadqError
from readq.library import RANK, SORTS
from readq.records import dataclass
from readq.search import parse, quoted
from readq.ui.screens.visiting import IN_TRASH, Visiting
from readq.ui.widgets.detail import Detail
from readq.ui.widgets.filter_bar import FilterBar
from readq.ui.widgets.paper_list import PaperList
from readq.ui.widgets.top_bar import TopBar

if TYPE_CHECKING:
    from readq.ui.screens.hits_screen import JumpResult

ORDERS = ("added", "priority", "title", "author", "venue", "year", "status", "changed", RANK)


class Finding(Visiting):
    """The part of the main screen that filters, sorts and jumps."""

    BINDINGS: ClassVar[list[BindingType]] = [
        Binding("/", "jump", "jump", id="find.jump", tooltip="jump to a title"),
        Binding("f", "filter", "filter", id="find.filter", tooltip="filter the list"),
        Binding("F", "saved_filters", "saved filters", id="find.views", tooltip="saved filters"),
        Binding("'", "back", "back", id="find.back", tooltip="back where you were before the jump"),
    ]

    marked: reactive[frozenset[str]] = reactive[frozenset[str]](frozenset())
    """Papers picked for the next decision."""

    words: tuple[str, ...] = ()
    """Words of the filter, to highlight."""
    begun: asyncio.Event
    _asked = 0

    @dataclass
    class Listed(Message):
        """The library's answer to what to show."""

        asked: int
        text: str
        paper_ids: Sequence[str] = ()
        words: tuple[str, ...] = ()
        learnt: bool = False
        """Whether the order is learnt from decisions."""
        sort: str = "added"
        """The order, with `-` behind it for the other way round."""
        error: ReadqError | None = None
        of_trash: bool = False
        """Whether the filter says which papers of the trash it means."""
        shows: bool = True
        """Whether there is a list to show."""

    def __init__(self) -> None:
        super().__init__()
        self.begun = asyncio.Event()

    # The list

    def show_papers(self) -> None:
        """Ask the library, away from the keys, which papers to show."""
        self._asked += 1
        typing, text = self.filter_bar.has_class("-filtering"), self.filter_bar.text
        if not self.begun.is_set() and not text and self.sort == ORDERS[0]:
            ids = self.library.ids_at_once()
            if ids is not None:  # the first picture has papers on it
                self.show_listed(self.Listed(self._asked, text, ids))
                return
        self._ask(self._asked, text, self.sort, typing)

    @work(thread=True, exclusive=True, group="filter", exit_on_error=False)
    def _ask(self, asked: int, text: str, sort: str, typing: bool) -> None:
        from readq.search import SearchStoppedError

        worker, wrong, good = get_current_worker(), None, text
        parsed = partial(parse, today=local_day(self.owner.now()), lenient=typing)
        try:
            # A filter that is being typed is taken as far as it goes, so that the list never blinks.
            try:
                query = parsed(text)
            except FilterError as error:
                if not typing:
                    raise
                wrong, good = error, text[: error.column]
                query = parsed(good)
            ids, learnt = self._listed_ids(good, query.sort, sort, typing=typing)
            order, of_trash = query.sort or sort, query.is_of_trash
            answer = self.Listed(asked, text, ids, query.words, learnt, order, wrong, of_trash)
        except SearchStoppedError:
            return
        except ReadqError as error:
            answer = self.Listed(asked, text, error=wrong or error, shows=False)
        if not worker.is_cancelled:
            self.post_message(answer)

    def _listed_ids(
        self, text: str, own_sort: str | None, sort: str, *, typing: bool
    ) -> tuple[Sequence[str], bool]:
        """The papers in order, and whether that is learnt; nobody waits for an index to be made."""
        worker = get_current_worker()
        ids = partial(self.library.ids, text, lenient=typing, stop=lambda: worker.is_cancelled)
        if (own_sort or sort).removesuffix("-") != RANK:
            return ids(sort), False
        shown = ids() if own_sort is not None else self.library.ranked(ids("added"))
        return shown, self.library.ranking.has_learnt

    @on(Worker.StateChanged)
    def report_failure(self, event: Worker.StateChanged) -> None:
        """A failure the library does not know of must not leave an old list without a word."""
        if event.worker.group == "filter" and event.state is WorkerState.ERROR:
            self.owner.say(f"{event.worker.error!r}", "error", heading="The list could not be made")
            self.begun.set()

    @on(Listed)
    def show_listed(self, event: Listed) -> None:
        """Show the answer, unless a newer question is on its way; a wrong filter in use keeps the list."""
        if event.asked != self._asked:
            return
        self.begun.set()
        bar = self.filter_bar
        bar.error = event.error if isinstance(event.error, FilterError) else None
        if event.error is not None and bar.error is None:
            self.owner.say(str(event.error), "error")
        if not event.shows:
            return
        narrowed = bool(event.text.strip())
        bar.status = self._status_text(event)
        bar.set_class(narrowed, "-filtered")
        is_other = event.words != self.words
        self.words = event.words
        self.papers.notice = self._why_none(event.text.strip())
        shown = self.kept_in_sight(event.paper_ids, event.text, learnt=event.learnt)
        self.papers.paper_ids = shown
        if not bar.has_class("-filtering"):
            self.papers.give_up_place()
        self.marked = self.marked & frozenset(event.paper_ids) if self.marked else self.marked
        if self.wanted and self.papers.highlight(self.wanted):
            self.wanted = ""
        if is_other:
            self.words_changed()

    def _why_none(self, text: str) -> str:
        """What to say when the list is empty."""
        key_of = self.owner.key_of
        if text:
            why = "The trash is empty." if text == IN_TRASH else "Nothing matches."
            return f"{why}  {key_of('pane.out')} clears the filter"
        if self.library.is_empty:
            return f"No papers yet.  {key_of('app.import')} imports a list"
        return f"All papers are in the trash.  {key_of('find.filter')} {IN_TRASH} shows them"

    def words_changed(self) -> None:
        """Called when other words are to be highlighted."""

    def _status_text(self, event: Listed) -> str:
        """How many papers there are and in which order, as far as that is not as always."""
        name, signs = event.sort.removesuffix("-"), self.owner.signs
        largest_first = name == RANK or SORTS[name][1]
        arrow = signs.down if largest_first is not event.sort.endswith("-") else signs.up
        if not event.text.strip():
            return f"sort: {name} {arrow}"
        total = len(self.library) + len(self.library.trash_ids) * event.of_trash
        count = f"{len(event.paper_ids):,} of {total:,}"
        return count if event.sort == ORDERS[0] else f"{count} {signs.dot} {name} {arrow}"

    @on(PaperList.SortRequested)
    @on(FilterBar.SortRequested)
    def sort_next(self) -> None:
        """Use the next order; the highlight stays on its paper."""
        self.sort = ORDERS[(ORDERS.index(self.sort) + 1) % len(ORDERS)]
        self.owner.say(f"Sorted by {self.sort}")
        if self.sort == RANK:
            self.begin_ranking()
        else:
            self.show_papers()

    # Filter

    def action_filter(self) -> None:
        """Type a filter."""
        self.begin_filter()
        self.filter_bar.field.focus()

    @on(FilterBar.Entered)
    def begin_filter(self) -> None:
        """Until the filter is done, the highlight is as near as can be to where it was."""
        if not self.filter_bar.has_class("-filtering"):
            self.papers.keep_place()
            self.filter_bar.add_class("-filtering")
            self._prepare_search()

    @work(thread=True, exclusive=True, group="signs", exit_on_error=False)
    def _prepare_search(self) -> None:
        worker = get_current_worker()
        with suppress(LibraryError):  # what is wrong is told by the search itself
            self.library.prepare_search(lambda: worker.is_cancelled)

    @on(FilterBar.Changed)
    def follow_filter(self) -> None:
        """The list follows what is typed."""
        self.show_papers()

    @on(FilterBar.Applied)
    def leave_filter(self) -> None:
        """Go to the list."""
        self.papers.focus()
        self.filter_bar.remove_class("-filtering")
        self.show_papers()

    @on(FilterBar.Left)
    def end_filter(self) -> None:
        """Who clicks elsewhere is done with the filter, too."""
        bar = self.filter_bar
        if bar.has_class("-filtering") and not bar.has_focus_within:
            bar.remove_class("-filtering")
            bar.remember()
            self.show_papers()

    @on(FilterBar.Used)
    def remember_filter(self, event: FilterBar.Used) -> None:
        """The last filters are there again after a restart."""
        self.remember(partial(self.library.habits.used_filter, event.text))

    @on(FilterBar.SaveRequested)
    def save_filter(self, event: FilterBar.SaveRequested) -> None:
        """Keep a filter on a digit."""
        self._show_saved(event.text, saving=True)

    def action_saved_filters(self) -> None:
        """Use a filter that is kept, or keep the one in use."""
        self._show_saved(self.filter_bar.text.strip(), saving=False)

    def _show_saved(self, text: str, *, saving: bool) -> None:
        from readq.ui.screens.saved_filters import SavedFiltersScreen

        def use(text: str | None) -> None:
            self.filter_bar.history = self.library.habits.now().filters
            if text:
                self.filter_bar.use(text)

        self.owner.push_screen(SavedFiltersScreen(self.library, text, saving=saving), use)

    @on(Detail.TagClicked)
    def filter_by_tag(self, event: Detail.TagClicked) -> None:
        """A click on a chip shows the papers with that tag."""
        self.filter_bar.put(f"tag:{quoted(event.tag)}")

    @on(TopBar.StatusClicked)
    def filter_by_status(self, event: TopBar.StatusClicked) -> None:
        """A click on a count shows those papers."""
        self.filter_bar.put(f"status:{event.status}")

    # Jump

    def action_jump(self) -> None:
        """Look for a title."""
        from readq.ui.screens.jump import JumpScreen

        recent = self.library.habits.now().jumps
        jump = JumpScreen(self.library, self.papers.paper_ids, recent=recent)
        self.owner.push_screen(jump, self._arrive)

    def _arrive(self, result: JumpResult | None) -> None:
        if result is None:
            self.reload()
            return
        self.owner.leave_pages()
        if result.action == "filter":
            self.filter_bar.put(result.text)
        else:
            self.visit(result.paper_id or "")
