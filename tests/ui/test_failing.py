"""An error that nobody foresaw ends readq in one line; the rest is in a file."""

from __future__ import annotations

from collections.abc import Callable
from functools import partialmethod
from pathlib import Path
from typing import TYPE_CHECKING

import pytest

from readq.config import Config
from readq.ui import failing
from readq.ui.app import ReadqApp, run_app
from readq.ui.screens.main import MainScreen

if TYPE_CHECKING:
    from tests.ui.conftest import MakeLibrary


class UnforeseenError(Exception):
    """What a fault in readq raises."""


def fails(*_: object) -> None:
    raise UnforeseenError("an \x1b[31mawkward title")


def fails_in_a_thread(screen: MainScreen) -> None:
    screen.run_worker(fails, thread=True)


@pytest.fixture
def log(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """Where details go."""
    path = tmp_path / "logs" / "readq.log"
    monkeypatch.setenv("READQ_LOG", str(path))
    monkeypatch.setattr(ReadqApp, "run", partialmethod(ReadqApp.run, headless=True))
    return path


@pytest.mark.parametrize("fault", [fails, fails_in_a_thread])
def test_an_unforeseen_error_is_one_line_and_a_file(
    make_library: MakeLibrary,
    monkeypatch: pytest.MonkeyPatch,
    capsys: pytest.CaptureFixture[str],
    log: Path,
    fault: Callable[[MainScreen], None],
) -> None:
    monkeypatch.setattr(MainScreen, "on_mount", fault)
    assert run_app(make_library([]), Config()) == 1
    told = capsys.readouterr().err
    assert told.count("\n") == 1
    assert "UnforeseenError: an awkward title" in told
    assert str(log) in told
    kept = log.read_text()
    assert "in fails" in kept
    assert "UnforeseenError: an awkward title" in kept


def test_an_error_outside_of_the_screens_is_told_in_the_same_way(
    make_library: MakeLibrary,
    monkeypatch: pytest.MonkeyPatch,
    capsys: pytest.CaptureFixture[str],
    log: Path,
) -> None:
    monkeypatch.setattr(ReadqApp, "run", fails)
    assert run_app(make_library([]), Config()) == 1
    assert str(log) in capsys.readouterr().err
    assert "UnforeseenError" in log.read_text()


def test_without_a_place_for_a_log_the_error_is_printed(
    make_library: MakeLibrary,
    monkeypatch: pytest.MonkeyPatch,
    capsys: pytest.CaptureFixture[str],
    log: Path,
) -> None:
    log.parent.write_text("no folder")
    monkeypatch.setattr(ReadqApp, "run", fails)
    assert run_app(make_library([]), Config()) == 1
    told = capsys.readouterr().err
    assert "in fails" in told
    assert "\x1b" not in told


def test_a_log_tells_the_last_errors_and_does_not_grow_for_ever(
    make_library: MakeLibrary, monkeypatch: pytest.MonkeyPatch, log: Path
) -> None:
    monkeypatch.setattr(ReadqApp, "run", fails)
    for errors in (1, 2):
        run_app(make_library([]), Config())
        assert log.read_text().count("UnforeseenError:") == errors
    monkeypatch.setattr(failing, "MOST_BYTES", 10)
    run_app(make_library([]), Config())
    assert log.read_text().count("UnforeseenError:") == 1
