"""Writing a note."""

from __future__ import annotations

from collections.abc import Callable
from contextlib import nullcontext
from pathlib import Path
from typing import TYPE_CHECKING, Any

import pytest
from rich.text import Text
from textual.strip import Strip
from textual.widgets.text_area import Selection

from readq.config import Config
from readq.errors import DamagedLibraryError, NotSavedError
from readq.library import Library
from readq.ui import late as late_module
from readq.ui.editor import Detached
from readq.ui.screens import note as note_module
from readq.ui.screens import note_area
from readq.ui.screens.note import NoteScreen
from readq.ui.screens.note_area import NoteArea

if TYPE_CHECKING:
    from tests.ui.conftest import OpenApp

Show = Callable[..., Any]


def note_of(library: Library) -> str:
    return library.reading("paper0").note


def copies(folder: Path) -> list[Path]:
    return list(folder.rglob("*.md"))


@pytest.fixture
def note(library: Library) -> NoteScreen:
    """The editor on a paper without a note."""
    return NoteScreen(library, "paper0", Config())


@pytest.fixture(autouse=True)
def no_waiting(monkeypatch: pytest.MonkeyPatch) -> None:
    """The pauses that make typing smooth are over at once, but for saving, which tests ask for."""
    monkeypatch.setattr(note_module, "PREVIEW_AFTER", 0.001)
    monkeypatch.setattr(note_module, "SAVE_AFTER", 3600.0)
    monkeypatch.setattr(note_module, "SAVE_WITHIN", 3600.0)


def refuse(library: Library, monkeypatch: pytest.MonkeyPatch) -> None:
    def full(*_: Any, **__: Any) -> None:
        raise NotSavedError("The disk is full.")

    monkeypatch.setattr(library, "note", full)


async def test_escape_saves_and_closes(note: NoteScreen, library: Library, show: Show) -> None:
    async with show(note) as shown:
        await shown.type("a [b] `c`")
        await shown.press("escape")
        assert note_of(library) == "a [b] `c`"
        assert shown.answer is None


async def test_ctrl_s_saves_and_stays(note: NoteScreen, library: Library, show: Show) -> None:
    async with show(note) as shown:
        await shown.type("text")
        assert "• editing · 1 word · 1:5" in shown.text()
        await shown.press("ctrl+s")
        assert note_of(library) == "text"
        assert "saved · 1 word · 1:5" in shown.text()
        assert shown.is_open


async def test_it_saves_by_itself_after_the_last_key(
    note: NoteScreen, library: Library, show: Show, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(note_module, "SAVE_AFTER", 0.01)
    async with show(note) as shown:
        await shown.type("text")
        for _ in range(100):
            if note_of(library):
                break
            await shown.pilot.pause(0.02)
        assert note_of(library) == "text"


async def test_it_saves_while_the_keys_do_not_rest(
    note: NoteScreen, library: Library, show: Show, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(note_module, "SAVE_WITHIN", 0.01)
    async with show(note) as shown:
        for typed in ("one", "one two"):
            await shown.type(typed.removeprefix(note_of(library)))
            for _ in range(100):
                if note_of(library) == typed:
                    break
                await shown.pilot.pause(0.02)
            assert note_of(library) == typed


async def test_losing_the_focus_saves(note: NoteScreen, library: Library, show: Show) -> None:
    async with show(note) as shown:
        await shown.type("text")
        shown.app.app_focus = False
        await shown.settle()
        assert note_of(library) == "text"


async def test_quitting_saves(note: NoteScreen, library: Library, show: Show) -> None:
    async with show(note) as shown:
        await shown.type("text")
        await shown.pilot.press("ctrl+q")
    assert note_of(library) == "text"


async def test_all_saves_of_one_visit_are_one_undo(library: Library, show: Show) -> None:
    library.note("paper0", "before")
    note = NoteScreen(library, "paper0", Config())
    async with show(note) as shown:
        for word in (" one", " two", " three"):
            await shown.type(word)
            await shown.press("ctrl+s")
        await shown.press("escape")
    assert note_of(library) == "before one two three"
    library.undo()
    assert note_of(library) == "before"


async def test_an_untouched_note_is_not_saved_again(library: Library, show: Show) -> None:
    library.note("paper0", "one\r\ntwo\u2028three\n")
    stored, changes = note_of(library), len(library.log())
    note = NoteScreen(library, "paper0", Config())
    async with show(note) as shown:
        await shown.press("ctrl+s", "escape")
    assert note_of(library) == stored
    assert len(library.log()) == changes


async def test_emptying_a_note_removes_it(library: Library, show: Show) -> None:
    library.note("paper0", "ab")
    async with show(NoteScreen(library, "paper0", Config())) as shown:
        await shown.press("backspace", "backspace", "space", "escape")
    assert note_of(library) == ""
    assert library.reading("paper0").untouched


async def test_a_note_that_cannot_be_saved_is_kept_beside_the_library(
    library: Library, show: Show, monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    """The text stays on the screen, a copy is made, and the next save that works clears it."""
    library.folder = tmp_path
    real = library.note
    note = NoteScreen(library, "paper0", Config())
    async with show(note) as shown:
        refuse(library, monkeypatch)
        await shown.type("precious")
        await shown.press("ctrl+s")
        (copy,) = copies(tmp_path)
        assert copy.read_text() == "precious"
        assert copy.stat().st_mode & 0o777 == 0o600
        assert any("The disk is full." in t and copy.name in t for t in shown.toasts())
        assert "not saved" in shown.text()
        assert "precious" in shown.text()
        await shown.type(" more")
        await shown.press("ctrl+s")
        assert copy.read_text() == "precious more"
        monkeypatch.setattr(library, "note", real)
        await shown.press("ctrl+s")
        assert note_of(library) == "precious more"
        assert not copy.exists()


async def test_escape_on_a_failing_save_stays_once_then_closes_with_the_copy_kept(
    library: Library, show: Show, monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    library.folder = tmp_path
    async with show(NoteScreen(library, "paper0", Config())) as shown:
        refuse(library, monkeypatch)
        await shown.type("precious")
        await shown.press("escape")
        assert shown.is_open
        await shown.press("escape")
        assert not shown.is_open
    (copy,) = copies(tmp_path)
    assert copy.read_text() == "precious"


async def test_a_note_changed_elsewhere_meanwhile_is_kept_below_a_line(
    note: NoteScreen, library: Library, show: Show
) -> None:
    async with show(note) as shown:
        await shown.type("mine")
        library.note("paper0", "theirs")
        await shown.press("ctrl+s")
        assert note_of(library) == "mine\n\n---\n\ntheirs"
        assert any("changed elsewhere" in toast for toast in shown.toasts())
        assert note.area.cursor_location == (0, 4)
        await shown.type("!")
        await shown.press("escape")
    assert note_of(library) == "mine!\n\n---\n\ntheirs"
    library.undo()
    assert note_of(library) == "theirs"


async def test_quitting_keeps_what_was_changed_elsewhere_too(
    note: NoteScreen, library: Library, show: Show
) -> None:
    async with show(note) as shown:
        await shown.type("mine")
        library.note("paper0", "theirs")
        await shown.pilot.press("ctrl+q")
    assert note_of(library) == "mine\n\n---\n\ntheirs"


async def test_a_library_that_cannot_be_read_any_more_costs_no_text(
    library: Library, show: Show, monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    def damaged() -> None:
        raise DamagedLibraryError("readings.json is damaged.")

    library.folder = tmp_path
    async with show(NoteScreen(library, "paper0", Config())) as shown:
        monkeypatch.setattr(library, "refresh", damaged)
        await shown.type("precious")
        await shown.press("escape")
        assert shown.is_open
        (copy,) = copies(tmp_path)
        assert copy.read_text() == "precious"


async def test_an_unedited_note_changed_elsewhere_is_shown_anew(
    note: NoteScreen, library: Library, show: Show
) -> None:
    async with show(note) as shown:
        library.note("paper0", "theirs")
        await shown.press("ctrl+s")
        assert note.area.text == "theirs"
        await shown.press("escape")
    assert note_of(library) == "theirs"


@pytest.mark.parametrize(
    ("size", "there"), [((72, 24), True), ((71, 24), False), ((60, 20), False)]
)
async def test_the_preview_is_where_there_is_room(
    library: Library, show: Show, size: tuple[int, int], there: bool
) -> None:
    library.note("paper0", "some **bold** words")
    note = NoteScreen(library, "paper0", Config())
    async with show(note, size=size) as shown:
        assert note.preview.display is there
        await shown.press("ctrl+t")
        assert note.preview.display is not there
        assert ("some bold words" in shown.text()) is not there


async def test_the_preview_follows_what_is_typed(note: NoteScreen, show: Show) -> None:
    async with show(note) as shown:
        await shown.type("# Title")
        await shown.press("enter")
        await shown.type("**strong**")
        await shown.pilot.pause(0.05)
        await shown.settle()
        lines = shown.lines()
        assert any(line.rstrip(" │").endswith("Title") and "#" not in line[60:] for line in lines)
        assert any(style.bold for style in shown.styles_of("strong"))


async def test_ctrl_z_takes_back_what_was_typed(note: NoteScreen, show: Show) -> None:
    async with show(note) as shown:
        await shown.type("word")
        await shown.press("ctrl+z")
        assert note.area.text == ""


@pytest.mark.parametrize(
    "text",
    [
        "[@click=app.quit]Read me[/] [/b] [red]",
        "![p](https://tracker.invalid/p.png) [open](javascript:alert(1))",
        ">" * 3000,
        "*a_ " * 3000,
        "| a | b |\n| --- | --- |\n| x | ([sys:LOCK=SAFE]) y |",
        "- " * 500 + "x",
        "[" * 3000,
    ],
)
async def test_hostile_notes_are_shown_harmlessly(library: Library, show: Show, text: str) -> None:
    library.note("paper0", text)
    async with show(NoteScreen(library, "paper0", Config())) as shown:
        await shown.pilot.click("#note-preview", offset=(3, 0))
        await shown.settle()
        assert shown.is_open
        assert shown.app.is_running


async def test_pasted_escape_sequences_are_pictures_on_the_screen(
    note: NoteScreen, show: Show
) -> None:
    async with show(note) as shown:
        note.area.insert("a\x1b[2Jb\u202ec\x9b1m")
        await shown.settle()
        await shown.pilot.pause(0.05)
        text = shown.text()
        assert "␛" in text
        assert not {"\x1b", "\x9b", "\u202e"} & set(text)


async def test_a_title_with_markup_is_shown_as_it_is(library: Library, show: Show) -> None:
    async with show(NoteScreen(library, "paper6", Config())) as shown:
        assert "[@click=app.quit]Read me[/] [/b]" in shown.lines()[1]
        assert "\x1b" not in shown.text()


async def test_f1_lists_the_keys_of_the_editor(note: NoteScreen, show: Show) -> None:
    async with show(note) as shown:
        await shown.press("f1")
        assert "show or hide the preview" in shown.text()
        await shown.press("escape")
        assert shown.app.screen is note


# The reader's own editor


@pytest.fixture
def editor(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Callable[[str], Config]:
    """Makes a shell script the editor; it gets the file as `$1`."""
    monkeypatch.setattr("tempfile.tempdir", str(tmp_path))

    def make(script: str) -> Config:
        program = tmp_path / "ed"
        program.write_text(f"#!/bin/sh\n{script}\n")
        program.chmod(0o700)
        return Config(editor=str(program))

    return make


async def test_ctrl_e_brings_the_text_from_the_editor_and_saves_it(
    library: Library, show: Show, editor: Callable[[str], Config], monkeypatch: pytest.MonkeyPatch
) -> None:
    config = editor('cp "$1" "$1.n"; echo "and more" >> "$1.n"; mv "$1.n" "$1"')
    note = NoteScreen(library, "paper0", config)
    async with show(note) as shown:
        monkeypatch.setattr(shown.app, "suspend", nullcontext)
        await shown.type("typed")
        await shown.press("ctrl+e")
        assert note.area.text == "typed\nand more"
        assert note_of(library) == "typed\nand more"


async def test_where_no_editor_can_be_started_it_says_so(
    library: Library, show: Show, editor: Callable[[str], Config]
) -> None:
    note = NoteScreen(library, "paper0", editor("true"))
    async with show(note) as shown:
        await shown.type("typed")
        await shown.press("ctrl+e")
        assert any("cannot be started from here" in toast for toast in shown.toasts())
        assert note.area.text == "typed"


async def test_an_editor_is_offered_only_once_one_is_named(
    library: Library, show: Show, monkeypatch: pytest.MonkeyPatch
) -> None:
    for name in ("VISUAL", "EDITOR"):
        monkeypatch.delenv(name, raising=False)
    note = NoteScreen(library, "paper0", Config())
    async with show(note) as shown:
        assert "$EDITOR" not in shown.text()
        await shown.press("ctrl+e")
        assert any("Name your editor in $VISUAL or $EDITOR" in toast for toast in shown.toasts())
        assert note.area.text == ""
    monkeypatch.setenv("EDITOR", "true")
    async with show(NoteScreen(library, "paper0", Config())) as shown:
        assert "^e $EDITOR" in shown.text()


async def test_an_unknown_editor_is_said(library: Library, show: Show) -> None:
    note = NoteScreen(library, "paper0", Config(editor="no-such-editor-xyz"))
    async with show(note) as shown:
        await shown.press("ctrl+e")
        assert any("no-such-editor-xyz" in toast for toast in shown.toasts())


async def test_a_failing_editor_leaves_the_note_and_a_copy(
    library: Library,
    show: Show,
    editor: Callable[[str], Config],
    monkeypatch: pytest.MonkeyPatch,
    tmp_path: Path,
) -> None:
    note = NoteScreen(library, "paper0", editor('echo other > "$1"; exit 3'))
    async with show(note) as shown:
        monkeypatch.setattr(shown.app, "suspend", nullcontext)
        await shown.type("typed")
        await shown.press("ctrl+e")
        assert note.area.text == "typed"
        (toast,) = shown.toasts()
        assert "status 3" in toast
    (copy,) = copies(tmp_path)
    assert str(copy) in toast
    assert copy.read_text() == "other\n"


async def test_text_saved_late_by_an_editor_in_the_background_arrives(
    note: NoteScreen, library: Library, show: Show, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    file = tmp_path / "readq-1" / "late.md"
    file.parent.mkdir()
    file.write_text("typed\n")
    detached = Detached("The editor came back at once.", file, "typed")
    monkeypatch.setenv("EDITOR", "true")
    monkeypatch.setattr(note, "_edited_outside", lambda text: detached)
    monkeypatch.setattr(note_module, "NEWS_EVERY", 0.01)
    monkeypatch.setattr(late_module, "LOOK_EVERY", 0.01)
    async with show(note) as shown:
        await shown.type("typed")
        await shown.press("ctrl+e")
        file.write_text("typed, then more\n")
        for _ in range(100):
            if note.area.text == "typed, then more":
                break
            await shown.pilot.pause(0.02)
        assert note.area.text == "typed, then more"
        await shown.type("!")
        file.write_text("another\n")
        for _ in range(100):
            if "another" in note.area.text:
                break
            await shown.pilot.pause(0.02)
        assert note.area.text == "typed, then more!\n\n---\n\nanother"
    assert shown.app.late.leave() == []
    assert not file.parent.exists()


async def test_two_edits_of_one_note_do_not_repeat_what_they_share(
    library: Library, show: Show
) -> None:
    library.note("paper0", "# Claim\nold\n\n# Open\nnone")
    note = NoteScreen(library, "paper0", Config())
    async with show(note) as shown:
        await shown.type("!")
        library.note("paper0", "# Claim\nnew\n\n# Open\nnone")
        await shown.press("ctrl+s")
        assert note_of(library) == "# Claim\nnew\n\n# Open\nnone!"
        assert note.area.cursor_location == (4, 5)


# Links between notes


async def test_two_brackets_offer_papers_and_enter_links_one(
    note: NoteScreen, library: Library, show: Show
) -> None:
    async with show(note) as shown:
        await shown.type("see [[mile")
        assert "MileBench: Benchmarking MLLMs" in shown.text()
        await shown.press("enter")
        assert note.area.text == "see [[MileBench: Benchmarking MLLMs in Long Context]]"
        await shown.press("enter")
        assert note.area.text.endswith("]]\n")
        await shown.press("escape")
    assert library.linked("paper0") == ["paper2"]


@pytest.mark.parametrize("lines", [0, 2, 4, 7, 20])
async def test_offered_links_stay_within_the_frame_of_the_note(
    library: Library, show: Show, lines: int
) -> None:
    library.note("paper0", "a line\n" * lines)
    for size in ((60, 20), (80, 24), (40, 10)):
        note = NoteScreen(library, "paper0", Config())
        async with show(note, size=size) as shown:
            await shown.press("ctrl+end")
            await shown.type("words before it [[context")
            offers = note.completions
            assert offers.display
            assert note.area.content_region.contains_region(offers.region), size
            for _ in range(len(offers.options)):
                assert offers.current[:9] in shown.text()
                await shown.press("down")


async def test_another_paper_is_chosen_with_the_arrow_and_a_title_with_brackets_by_its_key(
    note: NoteScreen, show: Show
) -> None:
    async with show(note) as shown:
        await shown.type("[[context")
        first = note.completions.current
        await shown.press("down")
        assert note.completions.current != first
        await shown.press("up", "escape")
        assert shown.is_open
        await shown.type("x")
        assert not note.completions.options
        await shown.press("enter")
        await shown.type("[[hostile")
        await shown.press("tab")
        assert note.area.text.split("\n")[1].startswith("[[paper6|")


async def test_ctrl_o_saves_and_goes_to_the_linked_paper(library: Library, show: Show) -> None:
    library.note("paper0", "see [[MileBench: Benchmarking MLLMs in Long Context]]")
    note = NoteScreen(library, "paper0", Config())
    async with show(note) as shown:
        await shown.type("!")
        await shown.press("ctrl+o")
        assert shown.answer == "paper2"
    assert note_of(library).endswith("!")


async def test_a_link_that_leads_nowhere_is_said(note: NoteScreen, show: Show) -> None:
    async with show(note) as shown:
        await shown.press("ctrl+o")
        assert "Put the cursor on a [[link]]" in shown.toasts()[-1]
        await shown.type("[[zzz]]")
        await shown.press("ctrl+o")
        assert shown.is_open
        assert "No paper answers" in shown.toasts()[-1]


async def test_notes_that_link_here_are_listed(library: Library, show: Show) -> None:
    library.note("paper2", "see [[paper0]]")
    async with show(NoteScreen(library, "paper0", Config())) as shown:
        assert "LINKED FROM" in shown.text()
        assert "MileBench" in shown.text()


async def test_ctrl_g_adds_a_template(
    library: Library, show: Show, monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    monkeypatch.setenv("READQ_CONFIG", str(tmp_path / "config.toml"))
    (tmp_path / "templates").mkdir()
    (tmp_path / "templates" / "mine.md").write_text("# {title} {date}\n")
    note = NoteScreen(library, "paper3", Config())
    async with show(note) as shown:
        await shown.press("ctrl+g", "1")
        assert (
            note.area.text == "# RWKV-7 Goose with Expressive Dynamic State Evolution 2026-11-30\n"
        )
    note = NoteScreen(library, "paper3", Config(template="review"))
    async with show(note) as shown:
        await shown.press("ctrl+g")
        assert "## Strengths" in note.area.text


@pytest.mark.parametrize("size", [(1, 120), (1, 1), (2, 2), (400, 1), (400, 120)])
async def test_an_empty_note_can_be_written_on_any_terminal(
    show: Show, library: Library, size: tuple[int, int]
) -> None:
    async with show(NoteScreen(library, "paper0", Config()), size=size) as shown:
        await shown.type("x")
        await shown.press("escape")
    assert library.reading("paper0").note == "x"


async def test_undoing_a_paste_that_had_made_the_text_longer_than_the_screen(
    note: NoteScreen, show: Show
) -> None:
    async with show(note, size=(80, 24)) as shown:
        note.area.insert("\n".join(map(str, range(60))))
        await shown.pilot.pause(0.1)
        assert note.area.show_vertical_scrollbar
        note.area.action_undo()
        await shown.pilot.pause()
        assert note.area.text == ""
        assert not note.area.show_vertical_scrollbar


@pytest.mark.parametrize("size", [(60, 20), (80, 24), (120, 35)])
async def test_a_title_that_is_too_long_ends_with_an_ellipsis(
    library: Library, show: Show, size: tuple[int, int]
) -> None:
    library.set_title("paper0", "A Long Title of So Many Words That No Screen Has Room " * 4)
    async with show(NoteScreen(library, "paper0", Config()), size=size) as shown:
        (line,) = (line for line in shown.text().splitlines() if "A Long Title of" in line)
        assert line.rstrip().endswith("…")


@pytest.mark.parametrize(
    "text",
    [
        "word " * 400,
        "x" * 2000,
        "深層学習 e\u0301 👨‍👩‍👧 \x1b[31m " * 90,
        "# head " * 300 + "\nshort",
    ],
)
async def test_a_line_that_is_very_long_looks_as_any_other(
    note: NoteScreen, show: Show, monkeypatch: pytest.MonkeyPatch, text: str
) -> None:
    async with show(note, size=(80, 24)) as shown:
        area = note.area
        area.load_text(text)
        await shown.settle()
        for selection in (
            Selection.cursor((0, 0)),
            Selection.cursor((0, len(text.split("\n")[0]))),
            Selection((0, 30), (0, 300)),
            Selection((0, 500), area.document.end),
        ):
            area.selection = selection
            rows = range(len(area.wrapped_document._offset_to_line_info) - area.scroll_offset.y)
            monkeypatch.setattr(note_area, "_LONG_LINE", 100_000)
            plain = [area._render_line(row) for row in rows]
            monkeypatch.setattr(note_area, "_LONG_LINE", 100)
            parts = [area._render_line(row) for row in rows]
            signs = text.startswith("#")
            assert [cells(row, signs) for row in parts] == [cells(row, signs) for row in plain]


def cells(strip: Strip, has_signs: bool) -> list[tuple[str, object]]:
    """Each letter of a row with its look; of Markdown's signs, which are tinted in short lines, only the ground."""
    found: list[tuple[str, object]] = []
    for text, look, _ in strip:
        ground = look and (look.bgcolor, look.reverse)
        whole = look and (look.color, look.bold, look.italic, look.underline)
        found += [(letter, ground if has_signs else (ground, whole)) for letter in text]
    return found


async def test_of_a_note_of_a_megabyte_no_more_is_looked_at_than_is_shown(
    note: NoteScreen, show: Show, monkeypatch: pytest.MonkeyPatch
) -> None:
    letters = 0
    whole = NoteArea.get_line

    def counting(self: NoteArea, line_index: int) -> Text:
        nonlocal letters
        line = whole(self, line_index)
        letters += len(line)
        return line

    monkeypatch.setattr(NoteArea, "get_line", counting)
    async with show(note) as shown:
        note.area.insert("word " * 20_000)
        await shown.press("x", "ctrl+s")
        assert letters < 10_000
        assert note_of(note._library).endswith("word x")


async def test_typing_is_taken_back_and_done_again_with_keys_of_choice(open_app: OpenApp) -> None:
    async with open_app(keys={"note.again": "f6"}) as it:
        await it.press("n", "a", "ctrl+z", "f6", "escape")
        assert it.library.reading("p00000").note == "a"
    async with open_app() as it:
        await it.press("n", "a", "ctrl+z", "ctrl+y", "f1")
        assert "ctrl+y" in it.text()
        await it.press("escape", "escape")
        assert it.library.reading("p00000").note == "a"
