"""`i`: a list is taken in while the reader goes on."""

from __future__ import annotations

import asyncio
import re
import threading
from collections.abc import Callable, Iterator
from contextlib import suppress
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

import pytest
from tests.ui.conftest import MakeLibrary, MakePaper, OpenApp, Opened
from tests.waiting import LONGEST
from textual.events import Paste

from readq.domain import Status
from readq.errors import NotSavedError
from readq.library import ImportProgress, ImportReport, Library
from readq.ui.imports import ImportEnded
from readq.ui.screens.import_ import ImportScreen
from readq.ui.screens.import_source import ImportSource
from readq.ui.screens.triage import TriageScreen


@pytest.fixture
def titles(tmp_path: Path) -> Path:
    """A list of three titles."""
    file = tmp_path / "my list.txt"
    file.write_text("A First Unheard-of Title\n\nA Second Title [/b] of Papers\n\nThe Third One\n")
    return file


@dataclass
class Held:
    """An import that goes on when it is let go."""

    began: threading.Event = field(default_factory=threading.Event)
    go: threading.Event = field(default_factory=threading.Event)
    problem: Exception | None = None


@pytest.fixture
def held(monkeypatch: pytest.MonkeyPatch) -> Iterator[Held]:
    """Imports are held when they begin; a look at a file is not."""
    holding, add = Held(), ImportSource.add

    def slowly(self: ImportSource, library: Library, **options: Any) -> ImportReport:
        told: Callable[[ImportProgress], bool] = options["progress"]

        def progress(at: ImportProgress) -> bool:
            goes_on = told(at)
            holding.began.set()
            while goes_on and not holding.go.wait(0.005):
                goes_on = told(at)
            if holding.problem is not None:
                raise holding.problem
            return goes_on

        if not options.get("dry_run"):
            options["progress"] = progress
        return add(self, library, **options)

    monkeypatch.setattr(ImportSource, "add", slowly)
    yield holding
    holding.go.set()


async def until(it: Opened, holds: Callable[[], bool]) -> None:
    """Let the app work until something holds."""
    async with asyncio.timeout(LONGEST):
        while not holds():
            await it.pilot.pause(0.01)


def card(it: Opened) -> ImportScreen:
    """The card, which is in front."""
    assert isinstance(it.app.screen, ImportScreen)
    return it.app.screen


async def begin(it: Opened, titles: Path, held: Held) -> None:
    """Import a list as far as it is held."""
    it.app.open_import(str(titles))
    await it.settle()
    assert card(it).step == "ready"
    await it.pilot.press("enter")
    await until(it, held.began.is_set)


async def hide(it: Opened) -> None:
    """Go on with something else."""
    await it.pilot.press("escape")
    await until(it, lambda: it.screen.is_current)


async def finish(it: Opened, held: Held) -> None:
    """Let the import come to its end."""
    held.go.set()
    await until(it, lambda: not it.app.imports.running)
    await it.settle()


async def test_escape_hides_the_card_and_keys_work_while_the_import_goes_on(
    open_app: OpenApp, titles: Path, held: Held
) -> None:
    async with open_app() as it:
        await begin(it, titles, held)
        assert "x cancel (nothing is written)  esc go on in the background" in it.text()
        await hide(it)
        assert re.search(r"importing \d+ %", it.line(0))
        await it.pilot.press("j", "x")
        assert it.status(1) is Status.SKIPPED
        await it.pilot.press("u")
        assert it.status(1) is Status.NEW
        await it.pilot.press("x")
        await it.pilot.press("f", "7", "enter")
        await until(it, lambda: it.screen.papers.paper_ids == ["p00007"])
        await it.pilot.press("a", "escape")
        await it.pilot.press("T")
        await until(it, lambda: isinstance(it.app.screen, TriageScreen))
        await it.pilot.press("escape")
        await until(it, lambda: it.screen.is_current)
        assert len(it.library) == 12

        await finish(it, held)
        assert "Imported 3 papers   u undo" in it.toasts()
        assert "importing" not in it.line(0)
        assert "A Second Title [/b]" in it.text()
        await it.press("u")
        assert len(it.library) == 12
        assert "Unheard-of" not in it.text()
        assert it.status(1) is Status.SKIPPED
        assert it.status(7) is Status.QUEUED


async def test_i_brings_the_running_import_back_and_x_cancels_it(
    open_app: OpenApp, titles: Path, held: Held
) -> None:
    async with open_app() as it:
        await begin(it, titles, held)
        await hide(it)
        await it.pilot.press("i")
        await until(it, lambda: "x cancel (nothing is written)" in it.text())
        assert card(it).field.value == str(titles)
        assert "my list.txt" in str(card(it).report.content)
        await it.pilot.press("enter")
        assert card(it).step == "run"
        await it.pilot.press("x")
        await until(it, lambda: "Cancelled; nothing was written." in it.text())
        assert not it.app.imports.running
        assert len(it.library) == 12
        assert it.library.can_undo is None
        held.go.set()
        await it.press("enter")  # the same list once more
        assert card(it).step == "ready"
        await it.press("enter")
        assert it.screen.is_current
        assert "Imported 3 papers   u undo" in it.toasts()


async def test_a_card_brought_back_closes_when_the_import_ends(
    open_app: OpenApp, titles: Path, held: Held
) -> None:
    async with open_app() as it:
        await begin(it, titles, held)
        await hide(it)
        await it.pilot.press("i")
        await until(it, lambda: isinstance(it.app.screen, ImportScreen))
        await finish(it, held)
        assert it.screen.is_current
        assert it.toasts() == ["Imported 3 papers   u undo"]


async def test_an_import_cancelled_out_of_sight_is_told(
    open_app: OpenApp, titles: Path, held: Held
) -> None:
    async with open_app() as it:
        await begin(it, titles, held)
        await hide(it)
        it.app.imports.stop()
        await until(it, lambda: not it.app.imports.running)
        await it.settle()
        assert it.toasts() == ["Import cancelled; nothing was written."]
        assert len(it.library) == 12


@pytest.mark.parametrize("ascii_only", [False, True])
async def test_a_narrow_bar_tells_how_far_it_is(
    open_app: OpenApp, titles: Path, held: Held, ascii_only: bool
) -> None:
    async with open_app(size=(60, 20), ascii=ascii_only) as it:
        await begin(it, titles, held)
        await hide(it)
        assert re.search(r"importing \d+ %", it.line(0))
        assert not ascii_only or it.line(0).isascii()


async def test_the_bar_tells_how_much_is_written(open_app: OpenApp) -> None:
    async with open_app() as it:
        it.app.imports.running = True
        for at, told in (
            (None, "importing"),
            (ImportProgress("a", 42, 100, 9), "importing 42 %"),
            (ImportProgress("a", 3, 0, 9), "importing 0 %"),
            (ImportProgress("a", 5, 10, 9, "writing"), "writing 50 %"),
        ):
            it.app.imports.progress = at
            it.screen.show_work()
            await it.pilot.pause()
            assert f" {told} " in it.line(0)


@pytest.mark.parametrize("is_hidden", [True, False])
@pytest.mark.parametrize("problem", [NotSavedError("The disk is full."), ZeroDivisionError()])
async def test_a_failure_is_told_in_one_sentence(
    open_app: OpenApp, titles: Path, held: Held, is_hidden: bool, problem: Exception
) -> None:
    said = str(problem) or "my list.txt could not be read: ZeroDivisionError()"
    async with open_app() as it:
        await begin(it, titles, held)
        if is_hidden:
            await hide(it)
        held.problem = problem
        await finish(it, held)
        if is_hidden:
            assert it.toasts() == [f"Not imported\n{said}"]
        else:
            assert said in str(card(it).report.content)
            assert card(it).step == "ask"
        assert len(it.library) == 12


async def test_papers_go_to_the_library_that_was_on_show_when_it_began(
    open_app: OpenApp,
    make_library: MakeLibrary,
    make_paper: MakePaper,
    titles: Path,
    held: Held,
) -> None:
    other = make_library([make_paper(0, "Elsewhere")])
    async with open_app() as it:
        first = it.library
        await begin(it, titles, held)
        await hide(it)
        it.app.show_library(other)
        await finish(it, held)
        assert (len(first), len(other)) == (15, 1)
        assert it.toasts() == ["Imported 3 papers into ML 2026"]


async def test_undo_is_offered_only_when_it_takes_the_import_back(
    open_app: OpenApp, titles: Path, held: Held, monkeypatch: pytest.MonkeyPatch
) -> None:
    async with open_app() as it:
        await begin(it, titles, held)
        await hide(it)
        finish_import = it.app.imports.finish

        def late(event: ImportEnded) -> None:
            it.library.mark("p00003", Status.READ)  # before the app had heard of the end
            finish_import(event)

        monkeypatch.setattr(it.app.imports, "finish", late)
        await finish(it, held)
        assert it.toasts() == ["Imported 3 papers"]


async def test_leaving_the_app_stops_the_import_and_writes_nothing(
    open_app: OpenApp, titles: Path, held: Held
) -> None:
    with suppress(asyncio.CancelledError):
        async with open_app() as it:
            library = it.library
            await begin(it, titles, held)
            await hide(it)
            await it.pilot.press("ctrl+q")
    assert not held.go.is_set()
    assert len(library) == 12
    assert library.can_undo is None


async def test_one_list_is_imported_at_a_time(
    open_app: OpenApp, titles: Path, tmp_path: Path, held: Held
) -> None:
    (tmp_path / "other.txt").write_text("Another title of some other paper\n")
    async with open_app() as it:
        await begin(it, titles, held)
        await hide(it)
        it.screen.post_message(Paste(str(tmp_path / "other.txt")))
        told = "A list is being imported; name the next one when it is in."
        await until(it, lambda: told in it.toasts())
        await until(it, lambda: "x cancel" in it.text())
        assert card(it).step == "run"
        assert card(it).field.value == str(titles)


async def test_hints_and_help_name_the_keys_of_each_step(
    open_app: OpenApp, titles: Path, held: Held
) -> None:
    async with open_app() as it:
        await it.press("i")
        assert "enter look at it  tab complete  esc close" in it.text()
        it.app.open_import(str(titles))
        await it.settle()
        assert "enter import  esc another file" in it.text()
        await it.press("f1")
        assert "x  cancel" not in re.sub(" {2,}", "  ", it.text())
        await it.press("escape")
        await it.pilot.press("enter")
        await until(it, held.began.is_set)
        assert "x cancel (nothing is written)  esc go on in the background" in it.text()
        await it.pilot.press("f1")
        await until(it, lambda: not isinstance(it.app.screen, ImportScreen))
        await until(it, lambda: "x  cancel" in re.sub(" {2,}", "  ", it.text()))
        assert "look" not in it.text()


async def test_escape_stops_looking_at_a_file(
    open_app: OpenApp, titles: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    looking = threading.Event()

    def endless(*_: Any, progress: Callable[[ImportProgress], bool], **__: Any) -> ImportReport:
        looking.set()
        while progress(ImportProgress("my list.txt", 1, 10, 1)):
            threading.Event().wait(0.005)
        return ImportReport(cancelled=True)

    monkeypatch.setattr(ImportSource, "add", endless)
    async with open_app() as it:
        it.app.open_import(str(titles))
        await until(it, lambda: looking.is_set() and "esc stop" in it.text())
        await it.press("escape")
        assert "Stopped; nothing was written." in it.text()
        assert card(it).step == "ask"
