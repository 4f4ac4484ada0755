"""What is painted piece by piece, where something changed, is the whole picture."""

from __future__ import annotations

import random
from collections.abc import Iterator
from typing import TYPE_CHECKING, Any

import pytest
from rich.segment import Segment
from textual._compositor import ChopsUpdate, Compositor, LayoutUpdate
from textual._context import visible_screen_stack
from textual.geometry import Region
from textual.screen import Screen
from textual.strip import Strip
from textual.widget import Widget

from readq.domain import Status
from readq.ui import painting
from readq.ui.compositing import FrugalCompositor

if TYPE_CHECKING:
    from tests.ui.conftest import MakeLibrary, MakePaper, OpenApp, Opened

pytestmark = pytest.mark.painted

KEYS = (*"jjjkkxamdr5wwvzugG", "space", "tab", "tab", "escape", "down", "pagedown", "pageup", "J")
OPENING = ("question_mark", "slash", "t", "n", "i", "S", "T", "P", "F", "R", "ctrl+p")
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
        self.painted = 0

    def take_in(self, update: LayoutUpdate | ChopsUpdate | None) -> None:
        """Paint what the app gives out."""
        if isinstance(update, LayoutUpdate):
            self.painted += 1
            self.lines = [cells(Strip.join(line)) for line in update.strips]
        elif isinstance(update, ChopsUpdate):
            for y, start, end in update.spans:
                for x, strip in update.chops[y].items():
                    for place, cell in enumerate(cells(strip) if strip else (), x):
                        if start <= place < end:
                            self.lines[y][place] = cell


@pytest.fixture
def terminal(monkeypatch: pytest.MonkeyPatch) -> Terminal:
    """Shows what the app paints."""
    terminal = Terminal()
    whole, part = Compositor.render_full_update, FrugalCompositor.render_partial_update

    def full(self: Compositor, simplify: bool = False) -> LayoutUpdate:
        update = whole(self, simplify)
        terminal.take_in(update)
        return update

    def partial(self: FrugalCompositor) -> ChopsUpdate | None:
        update = part(self)
        terminal.take_in(update)
        return update

    monkeypatch.setattr(Compositor, "render_full_update", full)
    monkeypatch.setattr(FrugalCompositor, "render_partial_update", partial)
    return terminal


def unlike(terminal: Terminal, screen: Screen[Any]) -> list[int]:
    """The lines that the terminal shows otherwise than they would be painted anew."""
    drawn = [cells(line) for line in screen._compositor.render_strips()]
    return [y for y, line in enumerate(drawn) if terminal.lines[y] != line]


async def assert_shows(terminal: Terminal, it: Opened, why: object) -> None:
    """The terminal shows the screen in front, once it has been painted."""
    for _ in range(5):
        if not unlike(terminal, it.app.screen):
            break
        await it.pilot.pause()
    assert not unlike(terminal, it.app.screen), (why, it.text())


@pytest.mark.parametrize("size", [(60, 20), (80, 24), (120, 35)])
async def test_what_is_painted_in_pieces_is_the_whole_picture(
    open_app: OpenApp, terminal: Terminal, size: tuple[int, int]
) -> None:
    dice = random.Random(size[0])
    async with open_app(size=size) as it:
        for number in range(40):
            key = dice.choice(KEYS)
            await it.press(key)
            await assert_shows(terminal, it, (number, key))


async def test_what_is_drawn_in_portions_is_painted_at_once_and_whole(
    open_app: OpenApp, terminal: Terminal, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(painting, "_PORTION", 0)
    draw, portions = FrugalCompositor.draw, []

    def counted(self: FrugalCompositor) -> Iterator[None]:
        for portion in draw(self):
            portions.append(terminal.painted)
            yield portion

    monkeypatch.setattr(FrugalCompositor, "draw", counted)
    async with open_app() as it:
        for key in OPENING:
            terminal.painted = 0
            portions.clear()
            await it.press(key)
            assert portions.count(0) > 3, key
            assert terminal.painted <= 3, key
            await assert_shows(terminal, it, key)
            while it.app.screen is not it.screen:
                await it.press("escape")
            await assert_shows(terminal, it, key)


@pytest.mark.parametrize("theme", ["readq-ink", "readq-paper", "textual-ansi"])
async def test_what_shows_through_looks_as_textual_shows_it(open_app: OpenApp, theme: str) -> None:
    async with open_app(theme=theme) as it:
        for keys in (["question_mark"], ["escape", "T", "question_mark"]):
            await it.press(*keys)
            screen = it.app.screen
            own = [cells(screen.render_line(y)) for y in range(screen.size.height)]
            visible_screen_stack.set(it.app._background_screens)
            screen._render_content()
            assert own == [cells(line) for line in screen._render_cache.lines]


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


async def test_what_changes_while_painting_is_put_off_is_painted_then_and_stops_no_key(
    open_app: OpenApp, terminal: Terminal
) -> None:
    """The palette puts it off when a command has been chosen."""
    async with open_app() as it:
        it.app.delay_update(0.2)
        it.screen._compositor._dirty_regions.add(it.screen.region)
        it.screen._compositor_refresh()
        assert it.screen._being_drawn is not None
        await it.press("j", "x")
        assert it.library.reading("p00001").status is Status.SKIPPED
        await it.pilot.pause(0.3)
        await assert_shows(terminal, it, "put off")


async def test_the_detail_waits_until_the_list_is_painted(open_app: OpenApp) -> None:
    async with open_app() as it:
        await it.settle()
        it.app.delay_update(0.3)
        it.screen._compositor._dirty_regions.add(it.screen.region)
        it.screen._compositor_refresh()
        it.screen.papers.cursor += 1
        it.screen._moved_at = 0.0
        it.screen._detail_if_rested()
        assert it.screen.is_being_drawn
        before = it.screen.detail.details
        assert before is not None
        assert before.paper_id == "p00000"
        await it.pilot.pause(0.6)
        await it.settle()
        after = it.screen.detail.details
        assert after is not None
        assert after.paper_id == "p00001"
