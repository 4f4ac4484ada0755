"""Changes that could not be saved last time are offered when readq starts again."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path
from typing import TYPE_CHECKING

import pytest

from readq.domain import Status
from readq.errors import NotSavedError
from readq.library import Library, open_library
from readq.ui.left_aside import BRING_BACK
from readq.ui.rescue import keep_unsaved

if TYPE_CHECKING:
    from tests.ui.conftest import OpenApp


@pytest.fixture(params=["library", "home"])
def place(request: pytest.FixtureRequest, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """Where the file went."""
    home = tmp_path / "home"
    home.mkdir()
    monkeypatch.setenv("HOME", str(home))
    monkeypatch.setenv("USERPROFILE", str(home))
    return tmp_path / str(request.param)


@pytest.fixture
def library(tmp_path: Path, place: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[Library]:
    """A library that was left with two decisions not on disk."""
    (tmp_path / "list.txt").write_text("One title\n\nAnother title\n")
    folder = tmp_path / "library"
    with open_library(folder) as full:
        full.add(tmp_path / "list.txt")
        full.hold_unsaved()
        assert full._waiting is not None
        with monkeypatch.context() as patch:

            def fail(*_: object, **__: object) -> None:
                raise NotSavedError("The disk is full.")

            patch.setattr(full._waiting._files, "commit", fail)
            first, second = full.ids()
            full.mark(first, Status.SKIPPED)
            full.note(second, "mine")
            if place == folder:
                assert str(place) in keep_unsaved(full)
            else:
                assert full.keep_unsaved_aside(place) is not None
            full._waiting._steps.clear()
    with open_library(folder) as again:
        yield again


async def test_unsaved_changes_are_offered_and_brought_back(
    open_app: OpenApp, library: Library, place: Path
) -> None:
    first, second = library.ids()
    async with open_app(library) as it:
        it.app.left_aside.look()
        await it.settle()
        path = place / "unsaved-1.jsonl"
        assert it.toasts() == [
            f'Not saved last time\n2 changes wait in {path}. ^p has "{BRING_BACK}".'
        ]
        assert library.reading(first).status is Status.NEW
        await it.press("ctrl+p", *BRING_BACK.casefold(), "enter")
        await it.settle()
        assert library.reading(first).status is Status.SKIPPED
        assert library.reading(second).note == "mine"
        assert "✗" in it.text()
        assert it.toasts()[-1] == "Brought back 2 unsaved changes   u undo"
        assert not path.exists()
        await it.press("u")
        assert library.reading(second).note == ""
        assert it.app.left_aside.paths == ()


async def test_what_is_there_already_or_about_other_papers_is_not_offered(
    open_app: OpenApp, library: Library, place: Path, tmp_path: Path
) -> None:
    (place / "unsaved-9.jsonl").write_text("{}\n")
    with open_library(tmp_path / "other") as other:
        (tmp_path / "others.txt").write_text("A third title\n\nA fourth title\n")
        other.add(tmp_path / "others.txt")
        assert other.aside(place) == []
    library.bring_back(place / "unsaved-1.jsonl")
    async with open_app(library) as it:
        it.app.left_aside.look()
        await it.settle()
        assert it.toasts() == []


async def test_changes_that_still_cannot_be_saved_stay_in_their_file(
    open_app: OpenApp, library: Library, place: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    async with open_app(library) as it:
        it.app.left_aside.look()
        await it.settle()
        assert library._waiting is not None

        def fail(*_: object, **__: object) -> None:
            raise NotSavedError("The disk is full.")

        with monkeypatch.context() as patch:
            patch.setattr(library._waiting._files, "commit", fail)
            it.app.left_aside.bring_back()
            assert library.unsaved == 1
            assert (place / "unsaved-1.jsonl").exists()
