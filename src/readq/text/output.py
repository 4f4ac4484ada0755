"""The buffer that rendering writes into."""

from __future__ import annotations

from bisect import bisect_right

from readq.patterns import lazily
from readq.text.model import Rendered, Span, Style

_SPACE_RUN = lazily(r"\s{2,}|[^\S ]")


class Output:
    """Text written piece by piece, with the spans on it."""

    __slots__ = ("length", "pieces", "spans")

    def __init__(self) -> None:
        self.pieces: list[str] = []
        self.length = 0
        self.spans: list[Span] = []

    def write(self, text: str) -> None:
        """Append text."""
        if text:
            self.pieces.append(text)
            self.length += len(text)

    def mark(self, start: int, style: Style | None, target: str = "") -> None:
        """Give everything written since `start` a style."""
        if style and start < self.length:
            self.spans.append(Span(start, self.length, style, target))

    @property
    def last(self) -> str:
        """The character written last."""
        return self.pieces[-1][-1] if self.pieces else ""

    def text(self) -> str:
        """All that was written."""
        return "".join(self.pieces)

    def rendered(self) -> Rendered:
        """The text with white space folded and the spans moved along."""
        text, spans = self.text(), self.spans
        folded, moves = _fold(text)
        if moves or len(folded) < len(text):
            size = len(folded)
            spans = [
                Span(moves.to(s.start), min(moves.to(s.end), size), s.style, s.target)
                for s in spans
            ]
        links = dict.fromkeys(s.target for s in sorted(spans, key=_start) if s.target)
        return Rendered(folded, _merged(spans), tuple(links))


class _Moves:
    """Where the characters of a text are after folding."""

    def __init__(self) -> None:
        self._at: list[int] = []
        self._by: list[int] = []
        self._room: list[int] = []

    def __bool__(self) -> bool:
        return bool(self._at)

    def add(self, start: int, end: int, width: int) -> None:
        """The stretch from `start` to `end` is now `width` wide."""
        before = self._by[-1] if self._by else 0
        self._at.append(start)
        self._room.append(width)
        self._by.append(before + (end - start) - width)

    def to(self, position: int) -> int:
        """The new place of `position`."""
        i = bisect_right(self._at, position) - 1
        if i < 0:
            return position
        before = self._by[i - 1] if i else 0
        first = self._at[i] - before
        return max(position - self._by[i], min(first + self._room[i], position - before))


def folded(text: str) -> str:
    """Text with its white space folded: one space, or one blank line between paragraphs."""
    return text if _is_folded(text) else _fold(text)[0]


def _is_folded(text: str) -> bool:
    # All blanks but the space are no printable characters; to ask for that takes no time.
    return (
        text[:1] != " "
        and text[-1:] != " "
        and "  " not in text
        and (text.isprintable() or not _SPACE_RUN.search(text))
    )


def _fold(text: str) -> tuple[str, _Moves]:
    moves = _Moves()
    if _is_folded(text):
        return text, moves
    parts: list[str] = []
    done = len(text) - len(text.lstrip())
    if done:
        moves.add(0, done, 0)
    end = len(text.rstrip())
    for run in _SPACE_RUN.finditer(text, done, end):
        parts.append(text[done : run.start()])
        space = "\n\n" if run[0].count("\n") > 1 else " "
        parts.append(space)
        moves.add(run.start(), run.end(), len(space))
        done = run.end()
    parts.append(text[done:end])
    return "".join(parts), moves


def _start(span: Span) -> int:
    return span.start


def _merged(spans: list[Span]) -> tuple[Span, ...]:
    """Spans in order, those of one style that touch made one."""
    merged: list[Span] = []
    last: dict[tuple[Style, str], int] = {}
    for span in sorted(spans, key=lambda s: (s.start, s.end)):
        if span.start >= span.end:
            continue
        kind = span.style, span.target
        place = last.get(kind)
        if place is not None and merged[place].end >= span.start:
            earlier = merged[place]
            merged[place] = Span(earlier.start, max(earlier.end, span.end), span.style, span.target)
        else:
            last[kind] = len(merged)
            merged.append(span)
    return tuple(merged)
