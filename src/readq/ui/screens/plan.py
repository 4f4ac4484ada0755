"""What to read today: as much of the queue as a day has room for."""

from __future__ import annotations

from collections.abc import Sequence
from typing import ClassVar

from textual import getters, on
from textual.app import ComposeResult
from textual.binding import Binding, BindingType
from textual.content import Content
from textual.widgets import Static

from readq.domain import Status
from readq.errors import UnknownPaperError
from readq.library import Library, Plan, in_hours
from readq.ui.facts import row_facts
from readq.ui.marks import KEY, MUTED
from readq.ui.screens import sizes
from readq.ui.screens.app_of import use_plain_signs
from readq.ui.screens.queue_keys import QueueKeys
from readq.ui.show import content, shortened
from readq.ui.widgets.hint_bar import Hint, HintBar
from readq.ui.widgets.queue_list import QueueList
from readq.ui.widgets.resized_text import ResizedText
from readq.ui.widgets.rows import RowFacts

_GAUGE = 20
_HINTS = (
    Hint(("queue.read",), "read now"),
    Hint(("paper.done",), "done"),
    Hint(("queue.down", "queue.up"), "move"),
    Hint(("paper.defer",), "defer"),
    Hint(("plan.leave",), "back"),
    Hint(("paper.open",), "open"),
    Hint(("paper.note",), "note"),
    Hint(("app.undo",), "undo"),
    Hint(("app.help",), "help"),
)
_IN_HAND = (
    Hint(("move.down", "move.up"), "move"),
    Hint(("queue.grab",), "drop"),
    Hint(("plan.leave",), "put back"),
    Hint(("app.help",), "help"),
)


class PlanScreen(QueueKeys):
    """The papers of today in order, what was read, and what there is room for besides."""

    HORIZONTAL_BREAKPOINTS = sizes.HORIZONTAL
    VERTICAL_BREAKPOINTS = sizes.VERTICAL
    BINDING_GROUP_TITLE = "Plan"
    HELP = (
        "The beginning of the queue, as far as a day has room for it: daily in the settings. "
        "What you read today takes room too. Keys do what they do in the queue."
    )
    BINDINGS: ClassVar[list[BindingType]] = [
        Binding("slash", "app.jump", "jump", id="find.jump", tooltip="jump to a title"),
        Binding("escape,q", "leave", "back", id="plan.leave", tooltip="back, or put back"),
    ]

    rows = getters.query_one(QueueList)

    def __init__(self, library: Library) -> None:
        super().__init__()
        self.library = library
        self._plan: Plan | None = None

    def compose(self) -> ComposeResult:
        """The day, its papers, what else there is, keys."""
        yield Static(id="plan-title", markup=False)
        yield QueueList(self._facts, id="plan-rows")
        yield ResizedText(id="plan-more", markup=False)
        yield HintBar()

    def on_mount(self) -> None:
        """Show the day."""
        use_plain_signs(self)
        self.query_one(HintBar).hints = _HINTS
        self.rows.signs = self.owner.signs
        self.rows.border_title = "Today"
        self.rows.focus()
        self.reload()

    def _facts(self, paper_id: str) -> RowFacts:
        try:
            return row_facts(self.library, paper_id, minutes=self.library.minutes(paper_id))
        except UnknownPaperError:
            return RowFacts(title="")

    # What keys are about

    def targets(self) -> list[str]:
        """The highlighted paper."""
        return [self.rows.paper_id] if self.rows.paper_id else []

    def decided(self, *, go_on: bool) -> None:
        """Show the outcome."""
        self.reload()

    def reload(self) -> None:
        """Show what the library says now."""
        if not self.query(QueueList):
            return  # closed since
        plan = self._plan = self.library.plan(self.owner.config.daily)
        done = plan.done and not plan.papers
        queues = self.owner.key_of("paper.queue")
        self.rows.notice = (
            "Done for today." if done else f"Nothing in the queue.  {queues} queues a paper"
        )
        self.rows.take(plan.papers)
        self.rows.version += 1
        total = f"{len(plan.papers):,} to read {self.owner.signs.dot} {in_hours(plan.minutes)}"
        self.rows.border_subtitle = total if plan.papers else ""
        self.show_bar()
        self._show_more()

    def _show_more(self) -> None:
        """What was read and what else there is, in the room there is now."""
        if self._plan is not None:
            text = self._more(self._plan)
            for more in self.query("#plan-more").results(Static):
                more.update(text)
                more.display = bool(text.plain)

    def show_bar(self) -> None:
        """What of the day is read, and whether all is saved."""
        if self._plan is not None:
            for title in self.query("#plan-title").results(Static):
                title.update(self._head(self._plan))

    def on_resize(self) -> None:
        """The day and the titles below are cut to the room there is."""
        self.show_bar()
        if self._plan is not None:
            self.call_after_refresh(self._show_more)

    def _head(self, plan: Plan) -> Content:
        cap, signs = plan.cap, self.owner.signs
        if cap.papers is not None:
            share, words = len(plan.done) / cap.papers, f"{len(plan.done)} of {cap} read"
        else:
            share = plan.done_minutes / (cap.minutes or 1)
            words = f"{in_hours(plan.done_minutes)} of {in_hours(cap.minutes or 0)} read"
        full = min(int(share * _GAUGE), _GAUGE)
        day = f"{plan.day:%A}, {plan.day.day} {plan.day:%B}"
        if self.library.save_error:
            words += f"   {signs.failed} not saved"
        gauge = ((signs.gauge * full, "$primary"), (signs.track * (_GAUGE - full), "$rq-frame"))
        if self.size.width < 72:
            return Content.assemble((day, "bold"), (f"   {words}", MUTED))
        return Content.assemble(
            ("Plan", "bold"), (f"   {day}", MUTED), "   ", *gauge, (f" {words}", MUTED)
        )

    def _more(self, plan: Plan) -> Content:
        lines: list[Content] = []
        signs, room = self.owner.signs, max(self.size.width - 16, 10)
        for heading, mark, ids in (
            ("READ TODAY", signs.status[Status.READ], plan.done),
            ("IF THERE IS TIME", signs.status[Status.NEW], plan.suggested),
        ):
            if ids:
                lines.append(Content.styled(heading, KEY))
            for paper_id in ids[:3]:
                title = shortened(self.library.hot(paper_id).title, room, signs.ellipsis)
                minutes = f"  {self.library.minutes(paper_id)} min"
                lines.append(content(f"{mark} {title}{minutes}", MUTED))
        if plan.waiting:
            papers = f"{plan.waiting:,} paper{'s' * (plan.waiting != 1)}"
            lines.append(content(f"{papers} of the queue for other days", MUTED))
        return Content("\n").join(lines)

    # Keys

    @on(QueueList.GrabChanged)
    def follow_grab(self) -> None:
        """Other keys while a paper is in the hand."""
        self.query_one(HintBar).hints = _IN_HAND if self.rows.grabbed else _HINTS

    def go_to_changed(self, paper_ids: Sequence[str]) -> None:
        """Show the day as it is now."""
        self.reload()

    def action_leave(self) -> None:
        """Put a paper in the hand back, else leave."""
        if self.rows.grabbed:
            self.rows.put_back()
        else:
            self.dismiss(None)
