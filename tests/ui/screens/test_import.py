"""Importing a list."""

from __future__ import annotations

import asyncio
import threading
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest
from tests.waiting import LONGEST
from textual.events import Paste
from textual.widgets import Input

from readq.errors import NotSavedError
from readq.library import ImportProgress, ImportReport, Library
from readq.ui.marks import UNICODE
from readq.ui.screens.import_ import ImportScreen
from readq.ui.screens.import_card import checked, imported, running
from readq.ui.screens.import_source import typed_source
from readq.ui.screens.paths import completed, dropped_path

Show = Callable[..., Any]


@pytest.fixture
def titles(tmp_path: Path) -> Path:
    """A list of three titles, one of them in the library."""
    file = tmp_path / "my list.txt"
    file.write_text(
        "A First Unheard-of Title\n\nMileBench: Benchmarking MLLMs in Long Context\n\n"
        "Another [/b] Title \x1b[2J of Papers\n"
    )
    return file


async def test_a_file_is_looked_at_before_anything_is_written(
    library: Library, show: Show, titles: Path
) -> None:
    before = len(library)
    screen = ImportScreen(library)
    async with show(screen) as shown:
        screen.field.value = str(titles)
        await shown.press("enter")
        text = shown.text()
        assert "my list.txt" in text
        assert "2 new" in text
        assert "1 already here" in text
        assert "A First Unheard-of Title" in text
        assert "Another [/b] Title" in text
        assert "\x1b" not in text
        assert len(library) == before
        await shown.press("enter")
        assert isinstance(shown.answer, ImportReport)
        assert shown.answer.added == 2
        assert len(library) == before + 2


async def test_a_path_given_is_looked_at_right_away(
    library: Library, show: Show, titles: Path
) -> None:
    async with show(ImportScreen(library, str(titles))) as shown:
        assert "2 new" in shown.text()


async def test_an_import_that_ends_behind_another_screen_is_told_when_that_closes(
    library: Library, show: Show, titles: Path
) -> None:
    screen = ImportScreen(library, str(titles))
    async with show(screen) as shown:
        assert "2 new" in shown.text()
        await shown.press("f1")
        assert shown.app.screen is not screen
        screen.action_go()  # as if help had been opened while it ran
        await shown.settle()
        await shown.press("escape")
        assert isinstance(shown.answer, ImportReport)
        assert shown.answer.added == 2


async def test_identifiers_are_typed_as_they_are(library: Library, show: Show) -> None:
    screen = ImportScreen(library)
    async with show(screen) as shown:
        screen.field.value = "2401.00001 https://doi.org/10.1000/x"
        await shown.press("enter")
        assert "2 new" in shown.text()
        await shown.press("enter")
        assert isinstance(shown.answer, ImportReport)
        added = [library.paper(i) for i in shown.answer.paper_ids]
        assert [(p.arxiv_id, p.doi) for p in added] == [("2401.00001", ""), ("", "10.1000/x")]


async def test_a_list_pasted_into_the_field_is_looked_at(library: Library, show: Show) -> None:
    screen = ImportScreen(library)
    async with show(screen) as shown:
        screen.field.post_message(Paste("@misc{a, title={One [/b] Title}}\n@misc{b, year=2020}\n"))
        await shown.settle()
        assert screen.field.value == ""
        text = shown.text()
        assert "pasted text" in text
        assert "One [/b] Title" in text
        assert "1 cannot be read" in text
        await shown.press("enter")
        assert shown.answer.change.label == "imported 1 paper from pasted text"


async def test_one_pasted_line_is_a_path_to_go_on_with(library: Library, show: Show) -> None:
    screen = ImportScreen(library)
    async with show(screen) as shown:
        screen.field.post_message(Paste("/tmp/some\x1b[2J file\n"))
        await shown.settle()
        assert screen.step == "ask"
        assert screen.field.value == "/tmp/some file"


def test_a_file_is_preferred_to_an_identifier_of_its_name(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.chdir(tmp_path)
    assert typed_source("2401.00001").text == "2401.00001"
    (tmp_path / "2401.00001").write_text("A title\n")
    assert typed_source("2401.00001").path == tmp_path / "2401.00001"
    assert typed_source("-").path == tmp_path / "-"


async def test_escape_goes_back_to_the_path_and_then_closes(
    library: Library, show: Show, titles: Path
) -> None:
    screen = ImportScreen(library, str(titles))
    async with show(screen) as shown:
        await shown.press("escape")
        assert shown.is_open
        assert screen.step == "ask"
        await shown.press("escape")
        assert shown.answer is None


async def test_another_path_is_looked_at_anew(
    library: Library, show: Show, titles: Path, tmp_path: Path
) -> None:
    (tmp_path / "my list.txt2").write_text("Only One Title\n")
    screen = ImportScreen(library, str(titles))
    async with show(screen) as shown:
        await shown.type("2")
        assert screen.step == "ask"
        await shown.press("enter")
        assert "1 new" in shown.text()
        assert "Only One Title" in shown.text()


async def test_a_file_with_nothing_new_cannot_be_imported_again(
    library: Library, show: Show, titles: Path
) -> None:
    library.add(titles)
    async with show(ImportScreen(library, str(titles))) as shown:
        assert "There is nothing new in it." in shown.text()
        await shown.press("enter")
        assert shown.is_open


@pytest.mark.parametrize("name", ["missing.txt", "", "[/b].txt"])
async def test_a_file_that_cannot_be_read_is_said_in_the_card(
    library: Library, show: Show, tmp_path: Path, name: str
) -> None:
    screen = ImportScreen(library, f"{tmp_path}/{name}")
    async with show(screen) as shown:
        assert screen.step == "ask"
        assert "." in str(screen.report.content)
        assert tmp_path.name in str(screen.report.content)
        assert shown.app.is_running


async def test_a_dash_is_a_file_and_never_waits_for_standard_input(
    library: Library, show: Show, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.chdir(tmp_path)
    screen = ImportScreen(library, "-")
    async with show(screen) as shown:
        assert screen.step == "ask"
        assert shown.is_open


async def test_records_that_cannot_be_read_are_listed(
    library: Library, show: Show, titles: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    from readq.importers import ImportIssue

    issues = tuple(ImportIssue("x", n, f"key [/b]{n}", "has no title") for n in range(1, 8))
    report = ImportReport(seen=9, added=2, rejected=7, issues=issues)
    monkeypatch.setattr(library, "add", lambda *_, **__: report)
    async with show(ImportScreen(library, str(titles))) as shown:
        assert "7 cannot be read" in shown.text()
        assert "line 1: key [/b]1: has no title" in shown.text()
        assert "and 2 more" in shown.text()


async def test_a_library_that_cannot_be_written_is_said(
    library: Library, show: Show, titles: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    screen = ImportScreen(library, str(titles))
    async with show(screen) as shown:

        def full(*_: Any, **__: Any) -> None:
            raise NotSavedError("The disk is full.")

        monkeypatch.setattr(library, "add", full)
        await shown.press("enter")
        assert "The disk is full." in shown.text()
        assert screen.step == "ask"


async def test_a_fault_of_our_own_ends_in_a_sentence_too(
    library: Library, show: Show, titles: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    def broken(*_: Any, **__: Any) -> None:
        raise ZeroDivisionError

    monkeypatch.setattr(library, "add", broken)
    async with show(ImportScreen(library, str(titles))) as shown:
        assert "my list.txt could not be read" in shown.text()


async def test_a_running_import_can_be_cancelled(
    library: Library, show: Show, titles: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    screen = ImportScreen(library, str(titles))
    async with show(screen) as shown:
        running_now = threading.Event()

        def endless(*_: Any, progress: Callable[[ImportProgress], bool], **__: Any) -> ImportReport:
            running_now.set()
            for seen in range(10_000_000):
                if not progress(ImportProgress("my list.txt", 430, 1000, seen)):
                    return ImportReport(cancelled=True)
            raise AssertionError

        monkeypatch.setattr(library, "add", endless)
        await shown.pilot.press("enter")
        assert await asyncio.to_thread(running_now.wait, LONGEST)
        for _ in range(100):
            if "43%" in shown.text():
                break
            await shown.pilot.pause(0.02)
        assert "43%" in shown.text()
        assert "cancel (nothing is written)" in shown.text()
        await shown.press("x")
        assert "Cancelled; nothing was written." in shown.text()
        assert shown.is_open


async def test_tab_completes_paths(library: Library, show: Show, tmp_path: Path) -> None:
    (tmp_path / "lists [a]").mkdir()
    (tmp_path / "lists [a]" / "one.txt").write_text("x")
    (tmp_path / "later.txt").write_text("x")
    screen = ImportScreen(library)
    async with show(screen) as shown:
        screen.field.value = f"{tmp_path}/"
        screen.field.cursor_position = len(screen.field.value)
        await shown.type("l")
        assert [Path(o).name for o in screen.completions.options] == ["lists [a]", "later.txt"]
        await shown.press("down", "up", "tab")
        assert screen.field.value == f"{tmp_path}/lists [a]/"
        assert [Path(o).name for o in screen.completions.options] == ["one.txt"]


async def test_a_dropped_file_is_looked_at(library: Library, show: Show, titles: Path) -> None:
    """Terminals type the path of a dropped file, in quotes."""
    screen = ImportScreen(library)
    async with show(screen) as shown:
        screen.field.value = f"'{titles}'"
        await shown.settle()
        assert screen.field.value == str(titles)
        assert "2 new" in shown.text()


@pytest.mark.parametrize(
    ("dropped", "path"),
    [
        ("'/a/b c.txt'", "/a/b c.txt"),
        ('"/a/b.txt" ', "/a/b.txt"),
        ("file:///a/b%20c.txt", "/a/b c.txt"),
        (r"/a/b\ c\(1\).txt", "/a/b c(1).txt"),
        ("/a/b.txt", "/a/b.txt"),
        ("'", "'"),
        ("", ""),
    ],
)
def test_dropped_paths_are_unwrapped(dropped: str, path: str) -> None:
    assert dropped_path(dropped) == path


def test_a_name_with_a_backslash_that_exists_is_left_alone(tmp_path: Path) -> None:
    file = tmp_path / "a\\b"
    file.touch()
    assert dropped_path(str(file)) == str(file)


def test_hidden_and_unprintable_names_are_not_offered_unasked(tmp_path: Path) -> None:
    for name in (".hidden", "seen", "bad\x1b[2J"):
        (tmp_path / name).touch()
    assert completed(f"{tmp_path}/") == (f"{tmp_path}/seen",)
    assert completed(f"{tmp_path}/.h") == (f"{tmp_path}/.hidden",)


@pytest.mark.parametrize("text", ["", "/no/such/folder/x", "~nobody-here/x", "\0/x"])
def test_nothing_is_offered_where_nothing_is(text: str) -> None:
    assert completed(text) == ()


def test_the_bar_tells_count_share_rate_and_rest() -> None:
    from readq.ui.marks import UNICODE

    told = running(ImportProgress("a.txt", 500, 1000, 3000), 2.0, 40, UNICODE).plain
    assert "3,000 papers · 50% · 1,500 a second · 2 s left" in told


def test_an_unknown_size_makes_no_bar_of_nonsense() -> None:
    from readq.ui.marks import ASCII

    told = running(ImportProgress("-", 500, 0, 3000), 0.1, 40, ASCII).plain
    assert told.isascii()
    assert "0%" in told


@pytest.mark.parametrize(
    "text", ["'" + "x" * 5000 + "'", "file://[x", "~no-such-reader/list", "file://%00", "\\~nobody"]
)
async def test_text_that_can_be_no_path_is_just_text(
    show: Show, library: Library, text: str
) -> None:
    async with show(ImportScreen(library)) as shown:
        field = shown.screen.query_one("#import-input", Input)
        field.value = text
        await shown.settle()
        await shown.press("enter")
        assert shown.is_open


def test_what_an_import_brought_is_told_without_noughts() -> None:
    assert imported(ImportReport(seen=19, added=19)) == "19 new"
    mixed = ImportReport(seen=9, added=2, updated=1, unchanged=4, rejected=2)
    assert imported(mixed) == "2 new, 1 completed, 4 already here, 2 cannot be read"
    assert imported(ImportReport()) == "There was nothing in it."


def test_a_file_is_named_once() -> None:
    report = ImportReport(seen=1, added=1, understood=("a.txt: 1 title", "b.txt: 1 title"))
    source = typed_source("a.txt")
    assert source.name == "a.txt"
    said = str(checked(source, report, UNICODE))
    assert said.count("a.txt") == 1
    assert "b.txt: 1 title" in said
