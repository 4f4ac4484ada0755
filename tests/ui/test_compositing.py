"""What is painted piece by piece, where something changed, is the whole picture."""

from __future__ import annotations

import random
from typing import TYPE_CHECKING, Any

import pytest
from rich.segment import Segment
from textual._compositor import ChopsUpdate, Compositor, LayoutUpdate
from textual.geometry import Region
from textual.strip import Strip
from textual.widget import Widget

from readq.ui.compositing import FrugalCompositor

if TYPE_CHECKING:
    from tests.ui.conftest import MakeLibrary, MakePaper, OpenApp

pytestmark = pytest.mark.painted

KEYS = (*"jjjkkxamdr5wwvzugG", "space", "tab", "tab", "escape", "down", "pagedown", "pageup", "J")
Cell = tuple[str, Any]


def cells(strip: Strip) -> list[Cell]:
    """A strip cell by cell; the second cell of a wide letter is an empty one."""
    found: list[Cell] = []
    for text, style, control in strip:
        for letter in "" if control else text:
            found.append((letter, style))
            found += [("", style)] * (Segment(letter).cell_length - 1)
    return found


class Terminal:
    """What a terminal shows that takes in what the app paints."""

    def __init__(self) -> None:
        self.lines: list[list[Cell]] = []

    def take_in(self, update: LayoutUpdate | ChopsUpdate | None) -> None:
        """Paint what the app gives out."""
        if isinstance(update, LayoutUpdate):
            self.lines = [cells(Strip.join(line)) for line in update.strips]
        elif isinstance(update, ChopsUpdate):
            for y, start, end in update.spans:
                for x, strip in update.chops[y].items():
                    for place, cell in enumerate(cells(strip) if strip else (), x):
                        if start <= place < end:
                            self.lines[y][place] = cell


@pytest.mark.parametrize("size", [(60, 20), (80, 24), (120, 35)])
async def test_what_is_painted_in_pieces_is_the_whole_picture(
    open_app: OpenApp,
    monkeypatch: pytest.MonkeyPatch,
    size: tuple[int, int],
) -> None:
    terminal, dice = Terminal(), random.Random(size[0])
    whole, part = Compositor.render_full_update, FrugalCompositor.render_partial_update

    def full(self: Compositor, simplify: bool = False) -> LayoutUpdate:
        update = whole(self, simplify)
        terminal.take_in(update)
        return update

    def partial(self: FrugalCompositor) -> ChopsUpdate | None:
        update = part(self)
        terminal.take_in(update)
        return update

    async with open_app(size=size) as it:
        monkeypatch.setattr(Compositor, "render_full_update", full)
        monkeypatch.setattr(FrugalCompositor, "render_partial_update", partial)
        it.screen.refresh(layout=True)
        await it.settle()
        for number in range(40):
            key = dice.choice(KEYS)
            await it.press(key)
            shown = [cells(line) for line in it.app.screen._compositor.render_strips()]
            for y, line in enumerate(shown):
                told = "".join(letter for letter, _ in terminal.lines[y])
                assert told == "".join(letter for letter, _ in line), (number, key, y)
                assert terminal.lines[y] == line, (number, key, y, told)


@pytest.mark.parametrize("many", [0, 1, 3, 12])
async def test_lines_that_look_the_same_are_drawn_once_and_shown_as_often(
    open_app: OpenApp, make_library: MakeLibrary, make_paper: MakePaper, many: int
) -> None:
    async with open_app(make_library(map(make_paper, range(many)))) as it:
        if not many:
            await it.press("escape")
        await it.press("a", "v", "a")
        panes: list[Widget] = [it.screen.papers, it.screen.detail, it.screen.queue]
        for pane in panes:
            width, height = pane.outer_size
            for top, bottom in ((0, height), (0, 5), (2, height), (6, 20), (height - 2, height)):
                crop = Region(0, top, width, bottom - top)
                drawn = [cells(strip) for strip in pane.render_lines(crop)]
                assert drawn == [cells(strip) for strip in Widget.render_lines(pane, crop)]
