"""The one way data reaches a widget: as `Content` without a control character and without markup."""

from __future__ import annotations

import itertools
from collections.abc import Iterable, Sequence
from typing import TYPE_CHECKING

from rich.cells import cell_len, set_cell_size
from textual.content import Content, Span

from readq.search.fold import fold, words_at
from readq.text import Rendered
from readq.text import Span as TextSpan
from readq.text import clean as clean_line
from readq.text import clean_block as clean_lines
from readq.ui.plain_text import in_ascii

if TYPE_CHECKING:
    from readq.search import Watch


HIGHLIGHT = "bold $rq-key"
"""Words the reader looks for."""

_SPAN_STYLE = {
    "bold": "bold",
    "italic": "italic",
    "code": "$rq-later",
    "underline": "underline",
    "link": "underline",
}

_plain_terminal = False


def use_ascii(plain: bool) -> None:
    """Say whether the one terminal of this program shows ASCII only, so that formulas are spelled in it."""
    global _plain_terminal
    _plain_terminal = plain


def clean(text: str) -> str:
    """One line of data as the terminal may get it."""
    return in_ascii(clean_line(text)) if _plain_terminal else clean_line(text)


def clean_block(text: str) -> str:
    """Data of several lines as the terminal may get it."""
    return in_ascii(clean_lines(text)) if _plain_terminal else clean_lines(text)


def content(text: str, style: str = "") -> Content:
    """One line of data. `style` is ours, never data."""
    return Content.styled(clean(text), style) if style else Content(clean(text))


def block(text: str, style: str = "") -> Content:
    """Data of several lines."""
    return Content.styled(clean_block(text), style) if style else Content(clean_block(text))


def highlighted(text: str, words: Sequence[str], style: str = "") -> Content:
    """One line of data with the words in it that the reader looks for."""
    shown = content(text, style)
    return shown.add_spans(word_spans(shown.plain, words)) if words else shown


def abstract_content(shown: Rendered, words: Sequence[str] = ()) -> Content:
    """A rendered abstract with its styles, and the words the reader looks for.

    A link is underlined and nothing more: what a click does is never up to the text.
    """
    plain, spans = _cleaned(shown)
    styled = [Span(s.start, s.end, _SPAN_STYLE[s.style]) for s in spans]
    return Content(plain, spans=[*styled, *word_spans(plain, words)])


def watched(shown: Content, watch: Watch) -> Content:
    """The same with the words in it that the reader watches for, each group in its colour."""
    spans = [Span(s.start, s.end, watch_style(s.colour)) for s in watch.sightings(shown.plain)]
    return shown.add_spans(spans) if spans else shown


def watch_style(colour: int) -> str:
    """How a watched word of a colour, counted from 0, is shown."""
    return f"bold $rq-watch-{colour + 1}"


def word_spans(plain: str, words: Iterable[str]) -> list[Span]:
    """Where the words and phrases occur, whatever their case and accents."""
    wanted = [parts for word in words if (parts := fold(word).split())]
    if not wanted:
        return []
    text = words_at(plain)
    spans = [_span_at(text, at, parts) for at in range(len(text)) for parts in wanted]
    return [Span(*span, HIGHLIGHT) for span in spans if span is not None]


def _span_at(
    text: Sequence[tuple[str, int, int]], at: int, parts: Sequence[str]
) -> tuple[int, int] | None:
    """What of the text to highlight if the parts are found from its word `at` on."""
    word, start, end = text[at]
    if len(parts) == 1:
        inside = word.find(parts[0])
        if inside < 0:
            return None
        if len(word) != end - start:  # letters that fold to several: no telling which
            return start, end
        return start + inside, start + inside + len(parts[0])
    found = [word for word, _, _ in text[at : at + len(parts)]]
    whole = found[:-1] == list(parts[:-1]) and found[-1].startswith(parts[-1])
    return (start, text[at + len(parts) - 1][2]) if whole and len(found) == len(parts) else None


def _cleaned(shown: Rendered) -> tuple[str, Sequence[TextSpan]]:
    """The text made safe, with the spans moved along when that shortened it."""
    plain = clean_block(shown.plain)
    if plain == shown.plain:
        return plain, shown.spans
    cuts = sorted({0, len(shown.plain), *(c for s in shown.spans for c in (s.start, s.end))})
    places = {0: 0}
    pieces: list[str] = []
    for start, end in itertools.pairwise(cuts):
        pieces.append(clean_block(shown.plain[start:end]))
        places[end] = places[start] + len(pieces[-1])
    return "".join(pieces), [
        TextSpan(places[s.start], places[s.end], s.style, s.target) for s in shown.spans
    ]


def fitted(text: str, width: int, ellipsis: str = "…") -> str:
    """One line of data in exactly `width` cells: cut with an ellipsis, or filled up with blanks."""
    return set_cell_size(shortened(text, width, ellipsis), max(width, 0))


def shortened(text: str, width: int, ellipsis: str = "…") -> str:
    """One line of data in at most `width` cells."""
    shown = clean(text)
    if cell_len(shown) <= width:
        return shown
    room = max(width - cell_len(ellipsis), 0)
    return set_cell_size(shown, room).rstrip() + (ellipsis if width > 0 else "")


def two_lines(text: str, width: int, ellipsis: str = "…") -> tuple[str, str]:
    """Data on two lines broken between words, each at most `width` cells and without padding."""
    lines = [line.plain.rstrip() for line in content(text).wrap(max(width, 1))] or [""]
    rest = " ".join(lines[1:])
    return lines[0], shortened(rest, width, ellipsis)
