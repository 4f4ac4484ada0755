"""Columns that stand where they belong, however wide a terminal draws the pictures in them.

Terminals do not agree on how many cells flags, families and the like take. Behind each of them the cursor is put
where the next letter belongs, so that nothing else of the row moves. Letters are left alone: of a word that is
drawn wider, the end would be lost.
"""

from __future__ import annotations

from rich.cells import cell_len

from readq.patterns import lazily

_JOINED = "\u200d\ufe0e\ufe0f\U0001f3fb-\U0001f3ff\U000e0020-\U000e007f"
_FLAG = "\U0001f1e6-\U0001f1ff"
_YOUNG = "\U0001f6dc-\U0001f6df\U0001fa70-\U0001faff"
_FILLERS = "\u115f\u1160\u3164\uffa0"
_ANY = lazily(f"[\u20e3{_JOINED}{_FLAG}{_YOUNG}{_FILLERS}]")
_PART = lazily(
    "\x1b\\[(\\d+);(\\d+)H"  # a place
    "|\x1b\\][^\x07\x1b]*(?:\x07|\x1b\\\\)|\x1b\\[[^@-~]*[@-~]|\x1b.|\\n"  # what draws nothing
    f"|([#*0-9]\ufe0f?\u20e3|[{_FLAG}]+|[{_FILLERS}]"
    f"|(?:[\u200d{_YOUNG}]|[^\x00-\u2000{_JOINED}](?=[{_JOINED}]))"
    f"(?:\u200d[^\x00-\u2000]|[{_JOINED}])*|[{_JOINED}]+)"  # a picture
    f"|[^\x1b\n#*0-9\u2000-\U0010ffff]+|[^\x1b\n]"
)


def placed(data: str) -> str:
    """What is sent to draw, with pictures put in their cells; these are blank before, if fewer are drawn on."""
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
            width = cell_len(text)
            if part[3] and row:
                text = f"{' ' * width}{_at(row, column)}{text}{_at(row, column + width)}"
            column += width
        parts.append(text)
    return "".join(parts)


def _at(row: int, column: int) -> str:
    return f"\x1b[{row};{column}H"
