"""The last look at what is drawn in a plain terminal: no sign of readq's own but ASCII."""

from __future__ import annotations

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


class PlainSigns(LineFilter):
    """Puts ASCII in place of signs and lines; letters of other scripts stay."""

    def apply(self, segments: list[Segment], background: Color) -> list[Segment]:
        """Called by Textual for every line drawn."""
        return [
            Segment(text.translate(_PLAIN), style, control) if not text.isascii() else segment
            for segment in segments
            for text, style, control in (segment,)
        ]
