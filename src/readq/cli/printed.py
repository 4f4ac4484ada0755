"""What triage in lines prints: the paper on the table, and how it went."""

from __future__ import annotations

import time
from collections.abc import Iterator
from typing import TYPE_CHECKING, TextIO

from readq.cli.answers import Answers
from readq.cli.cells import wrap
from readq.cli.listing import decisions, heading
from readq.cli.meanwhile import Meanwhile
from readq.cli.output import Look, clean, clean_block, counted
from readq.cli.ranking import why
from readq.domain import Status
from readq.library import Sitting, Triage, in_time

if TYPE_CHECKING:
    from readq.library import Library

_SHOWN_ALIKE = 3


class Printed:
    """A sitting of triage as lines on a stream."""

    def __init__(
        self,
        library: Library,
        way: Triage,
        meanwhile: Meanwhile,
        answers: Answers,
        look: Look,
        out: TextIO,
    ) -> None:
        """Prepare.

        Args:
            library: Where the papers are.
            way: The way through them.
            meanwhile: What is worked out about them.
            answers: What may be typed.
            look: How lines are drawn.
            out: Where lines go.
        """
        self.sitting = Sitting()
        self._library, self._way, self._meanwhile = library, way, meanwhile
        self._answers, self._look, self._out = answers, look, out
        self._alike: tuple[str, ...] = ()
        self._shown_at = 0.0
        self._told_stop = self._told_trouble = False

    def put(self, *lines: str) -> None:
        """Print lines that are safe to show."""
        self._out.writelines(f"{line}\n" for line in lines)
        self._out.flush()

    def ask(self, prompt: str) -> None:
        """Ask for a line."""
        self._out.write(prompt)
        self._out.flush()

    def begin(self) -> None:
        """Say where the reader is, what can be typed, and show the first paper."""
        way = self._way
        queued = way.count((Status.QUEUED, Status.READING))
        said = f"{counted(way.total, 'paper')}, {way.decided:,} decided, {queued:,} queued."
        if way.current and way.stopped_at:
            said += f" You were at {self._named(way.stopped_at)}."
        self._put_text(said)
        if way.current:
            self._put_text(self._answers.short)
        self.show()

    def show(self) -> None:
        """Print the paper on the table, or how it went."""
        self._take_order()
        self._shown_at = time.monotonic()
        paper_id = self._way.current
        self.put("", *(self._paper(paper_id) if paper_id else self._end()))

    def _paper(self, paper_id: str) -> Iterator[str]:
        library, look, way = self._library, self._look, self._way
        paper, reading = library.paper(paper_id), library.reading(paper_id)
        is_open = way.is_undecided(paper_id)
        self._alike = tuple(self._meanwhile.like(paper_id)) if is_open else ()
        yield self._progress()
        yield from heading(paper, look)
        if not reading.untouched:
            yield from wrap(", ".join(decisions(library, paper_id)), look.text_width)
        if reading.note:
            yield f"note: {counted(len(reading.note.split()), 'word')}"
        if paper_id in self._meanwhile.exploring:
            yield "exploring: shown to learn what you want"
        elif is_open and library.ranking_in_use and (reasons := why(library, paper_id, look)):
            yield from wrap(f"why: {reasons}", look.text_width)
        if self._alike:
            yield from self._stack()
        yield ""
        text = clean_block(library.shown(paper_id).plain) or "There is no abstract."
        yield from wrap(text, look.text_width)

    def _stack(self) -> Iterator[str]:
        many = counted(len(self._alike), "more paper")
        only = self._answers.letter("triage.alone")
        yield from wrap(
            f"{many} with nearly the same abstract, decided with it ({only}: only this one):",
            self._look.text_width,
        )
        for other in self._alike[:_SHOWN_ALIKE]:
            yield f"  {self._named(other)}"
        if len(self._alike) > _SHOWN_ALIKE:
            yield f"  and {len(self._alike) - _SHOWN_ALIKE:,} more"

    def _progress(self) -> str:
        way, pace = self._way, self.sitting.pace
        pieces = [f"{way.decided:,} of {way.total:,}", f"{way.decided * 100 // way.total} %"]
        if way.of_later:
            pieces.insert(0, "later")
        if pace is not None and way.left:
            pieces.append(f"about {in_time(pace * way.left)} left")
        return self._look.dot.join(pieces)

    def _end(self) -> Iterator[str]:
        way = self._way
        if not way.total:
            yield "There are no papers here."
            return
        yield "That was the last one." if self.sitting.papers else "Nothing is left to decide here."
        if way.passed:
            more = self._answers.letter("app.triage")
            yield f"{more} goes on with the {way.passed:,} left."

    def finish(self) -> None:
        """Say how it went, and where the next sitting begins."""
        sitting, way = self.sitting, self._way
        parts = [f"{number:,} {words}" for _, number, words in sitting.outcome()]
        said = f"{counted(sitting.papers, 'paper')} decided"
        if sitting.seconds >= 60:
            said += f" in {in_time(sitting.seconds)}"
        said += f": {', '.join(parts)}." if parts else "."
        if way.total:
            said += f" {way.decided:,} of {way.total:,} are decided"
            said += f", {way.left:,} wait." if way.left else "."
        if way.current:
            said += f" The next time begins at {self._named(way.current)}."
        self.put("")
        self._put_text(said)

    def _put_text(self, text: str) -> None:
        self.put(*wrap(text, self._look.text_width))

    def _named(self, paper_id: str) -> str:
        if paper_id not in self._library:
            return "a paper that is gone"
        return f'"{self._look.title(self._library.hot(paper_id))}"'

    def _take_order(self) -> None:
        """Papers come in the order learnt since; what kept it from being learnt is told once."""
        try:
            order = self._meanwhile.order()
        except Exception as error:  # the next paper must not wait for ever, whatever went wrong
            if not self._told_trouble:
                self._told_trouble = True
                self.put(f"The order could not be learnt: {clean(str(error))}")
            return
        if order is None:
            return
        if order.paper_ids is not None:
            self._way.put_in_order(order.paper_ids)
        if order.suggests_stop and not self._told_stop and order.expectation is not None:
            self._told_stop = True
            self._put_text(f"By estimate {order.expectation.sentence()}. It may be time to stop.")
