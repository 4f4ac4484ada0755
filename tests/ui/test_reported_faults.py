"""Faults that users of other terminal apps reported, with inputs as they come."""

from __future__ import annotations

import json
import os
import random
from datetime import UTC, datetime
from pathlib import Path
from typing import TYPE_CHECKING

import pytest
from rich.cells import cell_len
from tests.ui.terminal import ESC, run
from textual._xterm_parser import XTermParser
from textual.events import Key, Paste

from readq.domain import Status
from readq.library import Library, open_library
from readq.store import LibraryFiles, MemoryFiles
from readq.text import clean
from readq.ui.app import ReadqApp
from readq.ui.bindings import contexts
from readq.ui.screens.jump import JumpScreen
from readq.ui.screens.main import MainScreen
from readq.ui.screens.note import NoteScreen

if TYPE_CHECKING:
    from tests.ui.conftest import OpenApp

pytestmark = pytest.mark.painted

CASES = Path(__file__).parents[1] / "cases"
NOW = datetime(2026, 11, 30, 9, tzinfo=UTC)
TYPED = "quit jk dd xr 123 ? ["


def library_of(case: str, folder: Path | None = None) -> Library:
    """A library with the papers of one file, the first on top."""
    files = MemoryFiles() if folder is None else LibraryFiles.open(folder)
    library = Library(files, now=lambda: NOW)
    library.add(CASES / case)
    return library


def titles(case: str) -> list[str]:
    return [record["title"] for record in json.loads((CASES / case).read_text("utf-8"))]


# x01: square brackets


async def test_x01_brackets_are_shown_letter_for_letter_and_act_nowhere(open_app: OpenApp) -> None:
    library = library_of("x01-markup.json")
    wanted = [clean(title) for title in titles("x01-markup.json")]
    async with open_app(library, size=(200, 50)) as it:
        for title in wanted:
            assert title in it.text()
        for title in wanted:
            assert title in await it.detail()
            it.clock.seconds += 5
            await it.press("d")
            assert any(title[:20] in toast for toast in it.toasts()), title
        y = next(n for n, line in enumerate(it.lines()) if "click me" in line)
        await it.pilot.click(offset=(it.line(y).index("click me"), y))
        await it.settle()
        assert it.app.is_running
        await it.press("s", "slash", "[", "/", "escape", "f", "[", "/", "enter", "escape")
        await it.press("w", "P", "q", "t", "escape", "y", "escape", "e", "escape", "?", "escape")
        assert isinstance(it.app.screen, MainScreen)
        assert it.app.is_running


# x02: small windows


@pytest.mark.parametrize(
    "size", [(120, 30), (80, 24), (70, 24), (40, 10), (30, 6), (20, 5), (10, 3), (1, 1)]
)
async def test_x02_every_size_takes_every_key(open_app: OpenApp, size: tuple[int, int]) -> None:
    async with open_app(library_of("x11-twenty.json"), size=size) as it:
        await it.press("j", "k")
        if size >= (40, 10):
            assert it.text().count("Paper number") >= 3
        await it.press("enter")
        if size >= (40, 10):
            assert "Author One" in it.text()
        await it.press("escape", "slash", "escape")
        assert it.app.is_running


@pytest.mark.parametrize("size", [(79, 24), (60, 20), (40, 10)])
async def test_x02_panes_that_have_no_room_are_a_key_away(
    open_app: OpenApp, size: tuple[int, int]
) -> None:
    library = library_of("x11-twenty.json")
    library.mark(library.ids()[:1], Status.QUEUED)
    async with open_app(library, size=size) as it:
        shown = [it.screen.papers, it.screen.detail, it.screen.queue]
        assert 1 <= sum(pane.display for pane in shown) <= 2
        for _ in range(3):
            await it.press("tab")
            assert it.app.focused in shown
            assert it.app.focused.display
            assert it.app.focused.size.width > 20


# x03: resizing again and again


@pytest.mark.parametrize("place", ["detail", "note"])
async def test_x03_resizing_keeps_the_paper_and_what_was_typed(
    open_app: OpenApp, place: str
) -> None:
    library = library_of("x11-twenty.json")
    wanted = library.ids()[14]
    sizes = random.Random(1)
    async with open_app(library) as it:
        it.screen.papers.highlight(wanted)
        await it.press("enter" if place == "detail" else "n")
        if place == "note":
            await it.press(*"unsaved")
        for _ in range(20):
            await it.pilot.resize_terminal(sizes.randint(5, 200), sizes.randint(3, 60))
        await it.resize(120, 35)
        if place == "note":
            assert isinstance(it.app.screen, NoteScreen)
            assert it.app.screen.area.text == "unsaved"
            await it.press("escape")
            assert library.reading(wanted).note == "unsaved"
        assert it.highlighted == wanted
        assert "▌" in next(line for line in it.lines() if "Paper number 15" in line[:44])


# x05: keys while text is typed


async def test_x05_letters_belong_to_the_field_that_is_typed_in(open_app: OpenApp) -> None:
    library = library_of("x11-twenty.json")
    keys = ["space" if letter == " " else letter for letter in TYPED]
    async with open_app(library) as it:
        await it.press("slash", *keys)
        jump = it.app.screen
        assert isinstance(jump, JumpScreen)
        assert jump.field.value == TYPED
        await it.press("escape", "f", *keys)
        assert it.screen.filter_bar.field.value == TYPED
        await it.press("escape", "escape", "n", *keys, "escape")
        assert library.reading(it.highlighted).note == TYPED
        assert [change.label.split()[0] for change in library.log()] == ["wrote", "imported"]
        assert it.app.is_running
        await it.press("q")
        assert not it.app.is_running


# x07: escape that comes late, or with the next key


def test_x07_escape_and_a_letter_at_once_decide_nothing_anywhere() -> None:
    parser = XTermParser()
    (event,) = (e for e in (*parser.feed("\x1bj"), *parser.feed("")) if isinstance(e, Key))
    assert event.key == "alt+j"
    harmless = {"jump.undo"}  # takes back the last decision, which redo brings again
    for context in contexts(ReadqApp):
        for node in context:
            for key, bindings in node._merge_bindings().key_to_bindings.items():
                if key.startswith("alt+") and len(key) == len("alt+x"):
                    assert {binding.id for binding in bindings} <= harmless, (key, bindings)


@pytest.mark.skipif(os.name == "nt", reason="no pseudo-terminals")
def test_x07_in_a_terminal_escape_alone_closes_and_with_a_letter_changes_nothing(
    tmp_path: Path,
) -> None:
    library_of("x11-twenty.json", tmp_path / "library").close()
    ran = run(tmp_path / "library", ["/", "\x1bj", "\x1bd", "\x1by", ESC, "x"])
    assert ran.code == 0
    with open_library(tmp_path / "library") as library:
        assert [change.label.split('"')[0] for change in library.log(1)] == ["skipped "]
        assert len(library) == 20
        assert library.counts()[Status.READ] == 0


# x09: without colours


@pytest.mark.skipif(os.name == "nt", reason="no pseudo-terminals")
def test_x09_without_colours_no_colour_is_sent_and_signs_tell_states(tmp_path: Path) -> None:
    with library_of("x11-twenty.json", tmp_path / "library") as library:
        ids = library.ids()
        library.mark(ids[:3], Status.READ)
        library.mark(ids[3], Status.READING)
    ran = run(tmp_path / "library", ["j"], environ={"NO_COLOR": "1"})
    colours = {s for s in ran.sgr() if 30 <= int(s.split(";")[0]) <= 48}
    assert colours <= {"39"}  # the terminal's own
    assert "7" in ran.sgr()
    for sign in ("✓", "◒", "◦"):
        assert sign in ran.text


# x04: wide letters, emoji, accents


@pytest.mark.parametrize("size", [(120, 35), (60, 20)])
async def test_x04_wide_letters_push_nothing_out_of_its_column(
    open_app: OpenApp, size: tuple[int, int]
) -> None:
    library = library_of("x04-widths.json")
    library.set_priority(library.ids(), 5)
    library.mark(library.ids(), Status.QUEUED)
    async with open_app(library, size=size) as it:
        for keys in ((), ("v",), ("w",), ("P",)):
            await it.press(*keys)
            assert {cell_len(line) for line in it.lines()} == {size[0]}
        bordered = [line for line in it.lines() if line.startswith("│")]
        assert len({cell_len(line[: line.index("│", 1)]) for line in bordered}) <= 1


# x11: the highlight after a refresh


async def test_x11_the_highlight_stays_on_its_paper_whatever_comes(
    open_app: OpenApp, tmp_path: Path
) -> None:
    library = library_of("x11-twenty.json", tmp_path / "library")
    ids = library.ids()
    async with open_app(library) as it:
        await it.press("f", *"status:new", "enter")
        it.screen.papers.highlight(ids[14])
        await it.press("d")
        assert it.highlighted == ids[15]
        for _ in range(3):
            await it.press("s")
            assert it.highlighted == ids[15]
        with open_library(tmp_path / "library") as other:
            other.add(CASES / "n05a-before.bib")
        it.screen._take_news()
        await it.settle()
        assert len(it.screen.papers.paper_ids) == 21
        assert it.highlighted == ids[15]
        row = it.screen.papers.cursor - it.screen.papers.scroll_offset.y
        assert 0 <= row < it.screen.papers.size.height
    library.close()


# Others of the kind


async def test_a_paste_with_line_breaks_is_text_and_no_keys(open_app: OpenApp) -> None:
    library = library_of("x11-twenty.json")
    async with open_app(library) as it:
        for key, pasted in (("slash", "x\nd\nq\n"), ("t", "a\nq")):
            await it.press(key)
            it.app.post_message(Paste(pasted))
            await it.settle()
            await it.press("escape")
        await it.press("n")
        assert isinstance(it.app.screen, NoteScreen)
        it.app.post_message(Paste("one\r\ntwo\x1b[2J\nq"))
        await it.settle()
        await it.press("escape")
        assert library.reading(it.highlighted).note == "one\ntwo\nq"
        assert len(library.log()) == 2
        assert it.app.is_running


async def test_a_click_hits_the_row_that_is_there_now(open_app: OpenApp) -> None:
    library = library_of("x11-twenty.json")
    ids = library.ids()
    async with open_app(library, size=(120, 12)) as it:
        await it.press("f", *"status:new", "enter")
        await it.press("d", "d", "d")  # rows move up by three
        await it.pilot.click("#list", offset=(6, 3))
        await it.settle()
        shown = it.screen.papers.paper_ids[it.screen.papers.scroll_offset.y + 2]
        assert it.highlighted == shown
        assert shown in ids[3:]
        await it.press("G")
        await it.pilot.click("#list", offset=(6, 1))
        await it.settle()
        assert it.highlighted == it.screen.papers.paper_ids[it.screen.papers.scroll_offset.y]
