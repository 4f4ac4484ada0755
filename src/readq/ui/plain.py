"""The last look at what is drawn in a plain terminal: no sign of readq's own but ASCII."""

from __future__ import annotations

import sys
import unicodedata
from functools import cache

from rich.cells import cell_len
from rich.segment import Segment
from textual.color import Color
from textual.filter import LineFilter

from readq.domain import Status
from readq.ui.marks import ASCII, UNICODE

_CORNERS = dict.fromkeys(range(9484, 9584), "+")
_LINES = {
    **_CORNERS,
    **dict.fromkeys((0x2500, 0x2501, 0x2504, 0x2505, 0x2508, 0x2509, 0x254C, 0x254D, 0x2550), "-"),
    **dict.fromkeys((0x2502, 0x2503, 0x2506, 0x2507, 0x250A, 0x250B, 0x254E, 0x254F, 0x2551), "|"),
    **dict.fromkeys((*range(0x256D, 0x2574), 0x253C, 0x256C), "+"),
    **dict.fromkeys((0x2574, 0x2576, 0x2578, 0x257A, 0x257C, 0x257E), "-"),
    **dict.fromkeys((0x2575, 0x2577, 0x2579, 0x257B, 0x257D, 0x257F), "|"),
    **dict.fromkeys(range(0x2580, 0x2596), "#"),
    **dict.fromkeys(range(0x2596, 0x25A0), "#"),
}
_SIGNS = {
    "…": "~",
    "·": "-",
    "•": "*",
    "\u2013": "-",
    "\u2014": "-",
    "“": '"',
    "”": '"',
    "\u2018": "'",
    "\u2019": "'",
    "→": ">",
    "←": "<",
    "↑": "^",
    "↓": "v",
    "\xd7": "x",
    "⟳": "@",
    "▔": "-",
    "█": "#",
    "░": ".",
    "▌": "|",
    "▐": "|",
    "\xa0": " ",
    **{UNICODE.status[status]: ASCII.status[status] for status in Status},
    UNICODE.note: ASCII.note,
    UNICODE.selected: ASCII.selected,
    UNICODE.grabbed: ASCII.grabbed,
}
_PLAIN = {**_LINES, **{ord(sign): plain for sign, plain in _SIGNS.items()}}


def terminal_encoding() -> str:
    """The character set of the terminal that readq draws on, such as `utf-8` or `iso8859-1`."""
    return (getattr(sys.__stderr__, "encoding", "") or "utf-8").lower()


class PlainSigns(LineFilter):
    r"""Puts ASCII in place of signs and lines; letters of other scripts stay where the terminal has them.

    Python would write `\u4e2d` for a letter that the terminal's character set lacks, and all to the right of it
    would be moved.
    """

    def __init__(self, encoding: str = "utf-8") -> None:
        """Draw for a terminal of a character set."""
        super().__init__()
        self._encoding = encoding

    def apply(self, segments: list[Segment], background: Color) -> list[Segment]:
        """Called by Textual for every line drawn."""
        return [
            Segment(self._drawn(text), style, control) if not text.isascii() else segment
            for segment in segments
            for text, style, control in (segment,)
        ]

    def _drawn(self, text: str) -> str:
        text = text.translate(_PLAIN)
        if text.isascii() or self._encoding.startswith("utf"):
            return text
        return "".join(_encodable(letter, self._encoding) for letter in text)


@cache
def _encodable(letter: str, encoding: str) -> str:
    """A letter, its base letter, or question marks in as many cells."""
    for shown in (letter, unicodedata.normalize("NFKD", letter)[:1]):
        try:
            shown.encode(encoding)
        except UnicodeEncodeError:
            continue
        if cell_len(shown) == cell_len(letter):
            return shown
    return "?" * cell_len(letter)
