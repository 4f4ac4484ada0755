"""Columns that stand where they belong, however wide a terminal draws the pictures in them.

Terminals do not agree on how many cells flags, families and the like take. Behind each of them the cursor is put
where the next letter belongs, so that nothing else of the row moves. Nor do they agree on the letters of many
scripts, whose parts are written around each other. Such words are left whole, since of a word that is drawn wider the
end would be lost; the cursor is put behind them and the blanks that follow.
"""

from __future__ import annotations

from rich.cells import cell_len

from readq.patterns import lazily

_JOINED = "\u200d\ufe0e\ufe0f\U0001f3fb-\U0001f3ff\U000e0020-\U000e007f"
_FLAG = "\U0001f1e6-\U0001f1ff"
_YOUNG = "\U0001f6dc-\U0001f6df\U0001fa70-\U0001faff"
_FILLERS = "\u115f\u1160\u3164\uffa0"
_WRITTEN_AROUND = (
    "\xad\u0483-\u0489\u0591-\u05c7\u0600-\u0605\u0610-\u061a\u064b-\u065f\u0670\u06d6-\u06ed\u0711\u0730-\u074a"
    "\u07a6-\u07b0\u07eb-\u07f3\u0816-\u085b\u0890-\u109f\u1100-\u115e\u1161-\u11ff\u135d-\u135f\u1700-\u17ff"
    "\u180b-\u180f\u1885-\u18a9\u1900-\u1c4f\u1cd0-\u1cff\u200b\u2060-\u2064\ua66f-\ua67f\ua6f0\ua6f1\ua800-\ua82c"
    "\ua880-\uaaff\uabe0-\uabff\ua960-\ua97f\ud7b0-\ud7ff\ufb1e\ufe00-\ufe0d\ufe20-\ufe2f\ufeff"
    "\U00010a00-\U00010aff\U00010f00-\U00011fff\U00016b00-\U00016bff\U0001e000-\U0001efff"
)
"""Letters and marks of which a terminal may make one cell, two, or none."""
_ANY = lazily("[\xad\u0483-\u1fff\u200b-\u200f\u2060-\u2064\u20e3\u3164\ua000-\U0010ffff]")
"""Quickly told: there may be something of the kind."""
_STYLE = lazily(r"\x1b\[[\d;]*m")
_PART = lazily(
    "\x1b\\[(\\d+);(\\d+)H"  # a place
    "|\x1b\\][^\x07\x1b]*(?:\x07|\x1b\\\\)|\x1b\\[[^@-~]*[@-~]|\x1b.|\\n"  # what draws nothing
    f"|([\u0370-\u1fff]*[{_WRITTEN_AROUND}](?:(?!  )[^\x1b\n|\u2500-\u257f])*(?:\x1b\\[[\\d;]*m| )*)"  # words, blanks
    f"|([#*0-9]\ufe0f?\u20e3|[{_FLAG}]+|[{_FILLERS}]"
    f"|(?:[\u200d{_YOUNG}]|[^\x00-\u2000{_JOINED}](?=[{_JOINED}]))"
    f"(?:\u200d[^\x00-\u2000]|[{_JOINED}])*|[{_JOINED}]+)"  # a picture
    f"|[^\x1b\n#*0-9\xad\u0370-\U0010ffff]+|[^\x1b\n]"
)

_NO_WRAP, _WRAP = "\x1b[?7l", "\x1b[?7h"
"""What is drawn too wide at the right edge stays in its row."""


def placed(data: str) -> str:
    """What is sent to draw, each piece put in its cells; these are blank before, if fewer are drawn on."""
    if not _ANY.search(data):
        return data
    row = column = 0
    parts = []
    for part in _PART.finditer(data):
        text = part[0]
        if part[1]:
            row, column = int(part[1]), int(part[2])
        elif text == "\n":
            row = 0  # the next place is told
        elif text[0] != "\x1b":
            width = cell_len(_STYLE.sub("", text) if part[3] else text)
            start, end = _at(row, column), _at(row, column + width)
            if part[4] and row:
                text = f"{' ' * width}{start}{text}{end}"
            elif part[3] and row and part.end() < len(data):
                text = f"{' ' * width}{start}{_NO_WRAP}{text}{end}{_WRAP}"
            column += width
        parts.append(text)
    return "".join(parts)


def _at(row: int, column: int) -> str:
    return f"\x1b[{row};{column}H"
