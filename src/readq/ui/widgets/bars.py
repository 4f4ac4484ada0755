"""Scroll bars for terminals that can show ASCII only."""

from __future__ import annotations

from typing import ClassVar

from textual.scrollbar import ScrollBarRender


class PlainBars(ScrollBarRender):
    """A thumb made of coloured blanks, without block characters."""

    VERTICAL_BARS: ClassVar[list[str]] = [" "] * 8
    HORIZONTAL_BARS: ClassVar[list[str]] = [" "] * 8
