"""The list in the order of what seems wanted: rows in sight stay where they are while readq learns."""

from __future__ import annotations

from abc import abstractmethod
from collections.abc import Sequence
from typing import ClassVar

from textual import getters, on, work
from textual.binding import Binding, BindingType
from textual.message import Message
from textual.reactive import reactive

from readq.errors import ReadqError
from readq.library import RANK
from readq.records import dataclass
from readq.ui.learning import IndexProgress, Learnt
from readq.ui.screens.queue_keys import QueueKeys
from readq.ui.widgets.paper_list import PaperList

_TOPIC_HINT = "A few words. Empty: the order follows from what you queue, read and skip."


class RankedList(QueueKeys):
    """The part of the main screen that follows what is learnt."""

    BINDINGS: ClassVar[list[BindingType]] = [
        Binding("W", "topic", "look for", id="rank.topic", tooltip="say what you are looking for"),
    ]

    sort: reactive[str] = reactive("added")

    papers = getters.query_one(PaperList)

    index_progress: float | None = None
    """How far the index is, 0 to 1, while it is being made."""
    _ranked_text: str | None = None
    """The filter of the list on show, if that is in the order learnt."""
    _renew = True
    """Whether the next list may move what is in sight."""
    _renew_when_learnt = False
    wanted = ""
    """A paper to highlight as soon as the list has it."""
    _to_top = False
    """Whether the next list learnt is to be looked at from the top."""
    _asked_topic = False

    @dataclass
    class TopicKept(Message):
        """What the reader looks for is written down, or could not be."""

        topic: str
        error: ReadqError | None = None

    @abstractmethod
    def show_papers(self) -> None:
        """Ask the library which papers to show."""

    # The order

    def begin_ranking(self, *, from_top: bool = False) -> None:
        """Have the order learnt; the list follows as soon as it is.

        Args:
            from_top: Whether to go to what comes first then, also from elsewhere than the first row.
        """
        self._to_top = from_top or self.papers.cursor == 0
        self._renew = self._renew_when_learnt = True
        self.owner.learn()

    def kept_in_sight(self, paper_ids: Sequence[str], text: str, *, learnt: bool) -> Sequence[str]:
        """The papers to show: of a list that is only learnt further, the rows in sight and above stay.

        Args:
            paper_ids: The papers in order.
            text: The filter.
            learnt: Whether the order is learnt.
        """
        stays = learnt and text == self._ranked_text and not self._renew
        self._ranked_text = text if learnt else None
        self._renew = False
        self.papers.scored = learnt
        if learnt and self._to_top and not stays:
            self._to_top, self.wanted = False, paper_ids[0] if paper_ids else ""
        if not stays:
            return paper_ids
        still = set(paper_ids)
        above = [i for i in self.papers.paper_ids[: self.papers.row_below_sight] if i in still]
        placed = set(above)
        return [*above, *(i for i in paper_ids if i not in placed)]

    @on(Learnt)
    def follow_learning(self, event: Learnt) -> None:
        """Show the new order below what is in sight, and the new scores."""
        if self.index_progress is not None:
            self.index_progress = None
            self.show_bar()
        if event.error:
            self.owner.say(event.error, "error", heading="The order could not be learnt")
            return
        self._renew |= self._renew_when_learnt
        self._renew_when_learnt = False
        if self.sort.removesuffix("-") == RANK or self._ranked_text is not None:
            self.show_papers()
            self.papers.version += 1
            if self.library.ranking.asks_topic and len(self.library) and not self._asked_topic:
                self._asked_topic = True
                self.action_topic()

    @on(IndexProgress)
    def show_progress(self, event: IndexProgress) -> None:
        """Tell in the top bar how far the index is."""
        self.index_progress = event.share
        self.show_bar()

    # What the reader looks for

    def action_topic(self) -> None:
        """Ask what the reader is looking for."""
        from readq.ui.screens.prompt import TextPrompt

        topic = self.library.habits.now().topic

        def keep(words: str | None) -> None:
            if words is not None and words != topic:
                self._keep_topic(words)

        prompt = TextPrompt("What are you looking for?", topic, _TOPIC_HINT)
        self.owner.push_screen(prompt, keep)

    @work(thread=True, group="topic", exit_on_error=False)
    def _keep_topic(self, topic: str) -> None:
        try:
            self.library.habits.look_for(topic)
        except ReadqError as error:
            self.post_message(self.TopicKept(topic, error))
        else:
            self.post_message(self.TopicKept(topic))

    @on(TopicKept)
    def rank_by_topic(self, event: TopicKept) -> None:
        """Sort by rank from now on, what comes nearest to the words first."""
        if event.error is not None:
            self.owner.say(str(event.error), "error", heading="Not kept")
            return
        self.sort = RANK
        what = (
            f"Sorted by rank: {event.topic}" if event.topic else "Looking for nothing in particular"
        )
        self.owner.say(what)
        self.begin_ranking(from_top=bool(event.topic))
