"""A note is on disk a moment after each key, and in its paper again after readq was killed."""

from __future__ import annotations

import asyncio
import os
import pty
import signal
import subprocess
import sys
import time
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import TYPE_CHECKING

import pytest
from tests.ui import terminal

from readq.domain import Status
from readq.errors import NotSavedError
from readq.library import Library, open_library
from readq.store import read_aside
from readq.ui.screens import note as note_module

if TYPE_CHECKING:
    from tests.ui.conftest import OpenApp


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    """A library of two papers."""
    (tmp_path / "list.txt").write_text("One title of a paper\n\nAnother title of a paper\n")
    with open_library(tmp_path / "library") as library:
        library.add(tmp_path / "list.txt")
    return tmp_path / "library"


@pytest.fixture
def library(folder: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[Library]:
    """The same, open; it saves no note by itself."""
    monkeypatch.setattr(note_module, "SAVE_AFTER", 3600.0)
    monkeypatch.setattr(note_module, "SAVE_WITHIN", 3600.0)
    with open_library(folder) as opened:
        yield opened


def drafts(folder: Path) -> list[Path]:
    return list(folder.glob("unsaved-*"))


def kept(folder: Path) -> list[str]:
    """The texts in drafts."""
    found = (step for path in drafts(folder) for step in read_aside(path))
    return [edit.after.note for step in found for edit in step.readings if edit.after]


async def until(is_so: Callable[[], bool]) -> None:
    for _ in range(2_000):
        if is_so():
            return
        await asyncio.sleep(0.01)
    raise TimeoutError


def left_behind(library: Library, paper_id: str, text: str) -> Path:
    """What a process that was killed while it wrote `text` left."""
    draft = library.draft()
    assert draft is not None
    draft.keep(library.reading(paper_id), text)
    draft.close(keep=True)
    assert library.folder is not None
    return drafts(library.folder)[0]


async def test_what_is_typed_is_on_disk_before_it_is_saved(
    open_app: OpenApp, library: Library, folder: Path
) -> None:
    async with open_app(library) as it:
        await it.press("n", *"words")
        await until(lambda: kept(folder) == ["words"])
        await it.press(*" more")
        await until(lambda: kept(folder) == ["words more"])
        assert library.reading(library.ids()[0]).note == ""
        await it.press("ctrl+s")
        await until(lambda: kept(folder) == [])
        await it.press("x")
        await until(lambda: kept(folder) == ["words morex"])
        await it.press("backspace")
        await until(lambda: kept(folder) == [])
        await it.press("y", "escape")
        assert library.reading(library.ids()[0]).note == "words morey"
        assert drafts(folder) == []


async def test_a_note_that_cannot_be_saved_keeps_its_draft_while_it_is_open(
    open_app: OpenApp, library: Library, folder: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    def fail(*_: object, **__: object) -> None:
        raise NotSavedError("The disk is full.")

    async with open_app(library) as it:
        await it.press("n", *"words")
        with monkeypatch.context() as patch:
            patch.setattr(library, "note", fail)
            await it.press("ctrl+s")
            await until(lambda: kept(folder) == ["words"])
        await it.press("escape")
        assert library.reading(library.ids()[0]).note == "words"
        assert drafts(folder) == []


async def test_the_next_start_puts_it_into_its_note(
    open_app: OpenApp, library: Library, folder: Path
) -> None:
    second = library.ids()[1]
    library.note(second, "before")
    left_behind(library, second, "before\nand [b]more[/b] $(words)")
    library.mark(second, Status.SKIPPED)
    async with open_app(library) as it:
        it.app.left_aside.look()
        await it.settle()
        assert library.reading(second).note == "before\nand [b]more[/b] $(words)"
        assert library.reading(second).status is Status.SKIPPED
        assert it.toasts() == ['Brought back what was typed on "Another title of a paper"   u undo']
        assert drafts(folder) == []
        await it.press("u")
        assert library.reading(second).note == "before"


async def test_what_was_written_meanwhile_stays(
    open_app: OpenApp, library: Library, folder: Path
) -> None:
    first = library.ids()[0]
    library.note(first, "one\ntwo")
    left_behind(library, first, "one, longer\ntwo")
    library.note(first, "one\ntwo\nthree")
    async with open_app(library) as it:
        it.app.left_aside.look()
        await it.settle()
        assert library.reading(first).note == "one, longer\ntwo\nthree"


async def test_a_draft_of_a_paper_that_became_part_of_another_goes_to_that_one(
    open_app: OpenApp, library: Library
) -> None:
    first, second = library.ids()
    left_behind(library, second, "words")
    library.unite(first, second)
    (whole,) = library.ids()
    async with open_app(library) as it:
        it.app.left_aside.look()
        await it.settle()
        assert library.reading(whole).note == "words"


async def test_a_draft_the_library_has_already_is_removed_without_a_word(
    open_app: OpenApp, library: Library, folder: Path
) -> None:
    first = library.ids()[0]
    left_behind(library, first, "words")
    library.note(first, "words")
    (folder / "unsaved-note-1-1.jsonl").write_text("")
    (folder / "unsaved-note-1-2.jsonl").write_text('{"note": [}\n')
    async with open_app(library) as it:
        it.app.left_aside.look()
        await it.settle()
        assert it.toasts() == []
    assert [path.name for path in drafts(folder)] == ["unsaved-note-1-2.jsonl"]


async def test_a_draft_that_cannot_be_saved_at_the_next_start_stays(
    open_app: OpenApp, library: Library, folder: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    first = library.ids()[0]
    left_behind(library, first, "words")

    def fail(*_: object, **__: object) -> None:
        raise NotSavedError("The disk is full.")

    async with open_app(library) as it:
        assert library._waiting is not None
        with monkeypatch.context() as patch:
            patch.setattr(library._waiting._files, "commit", fail)
            it.app.left_aside.look()
            await it.settle()
            assert library.reading(first).note == "words"
            assert kept(folder) == ["words"]


_SAVES_LATE = """
from readq.ui.screens import note
note.SAVE_AFTER = note.SAVE_WITHIN = 3600.0
from readq.__main__ import main
main()
"""


def test_a_process_killed_while_its_reader_types_loses_no_word(
    folder: Path, tmp_path: Path
) -> None:
    ours, theirs = pty.openpty()
    process = subprocess.Popen(
        [sys.executable, "-c", _SAVES_LATE, "--library", str(folder)],
        stdin=theirs,
        stdout=theirs,
        stderr=theirs,
        env={**os.environ, "TERM": "xterm-256color", "READQ_CONFIG": str(tmp_path / "c.toml")},
        start_new_session=True,
    )
    os.close(theirs)
    try:
        output = bytearray()
        terminal.read(ours, output, until=b"Another title")
        for key in ("n", *"words of mine"):
            os.write(ours, key.encode())
            terminal.read(ours, output)
        end = time.monotonic() + 20
        while kept(folder) != ["words of mine"] and time.monotonic() < end:
            time.sleep(0.01)
        process.send_signal(signal.SIGKILL)
        process.wait()
    finally:
        process.kill()
        process.wait()
        os.close(ours)
    with open_library(folder) as library:
        assert [library.reading(i).note for i in library.ids()] == ["", ""]
    seen = terminal.run(folder, [terminal.WAIT])
    assert "Brought back what was typed on" in seen.text
    with open_library(folder) as library:
        assert library.reading(library.ids()[0]).note == "words of mine"
    assert drafts(folder) == []
