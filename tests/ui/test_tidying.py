"""Memory is looked through while the reader rests, and what other screens need is loaded ahead."""

from __future__ import annotations

import subprocess
import sys
from typing import TYPE_CHECKING
from unittest.mock import Mock, call

import pytest

from readq.ui import ahead
from readq.ui.tidying import Tidying

if TYPE_CHECKING:
    from tests.ui.conftest import OpenApp

LATER_THAN_A_REST, AWAY = 1.5, 31.0


class Memory:
    """What is done to it, and the time."""

    def __init__(self, monkeypatch: pytest.MonkeyPatch) -> None:
        self.calls = Mock()
        self.calls.get_freeze_count.return_value = 0
        self.now = 1000.0
        monkeypatch.setattr("readq.ui.tidying.gc", self.calls)
        monkeypatch.setattr("readq.ui.tidying.time.monotonic", lambda: self.now)

    def done(self) -> list[str]:
        """What was done since the last time."""
        names = [name for name, _, _ in self.calls.mock_calls if not name.startswith("get_")]
        self.calls.reset_mock()
        return names


def run_alone(script: str) -> subprocess.CompletedProcess[str]:
    """In a process of its own, where nothing is loaded yet."""
    words = [sys.executable, "-W", "error", "-c", script]
    return subprocess.run(words, capture_output=True, text=True, check=False)


def test_only_a_rest_after_a_key_is_used_and_only_once(monkeypatch: pytest.MonkeyPatch) -> None:
    memory, tidy = Memory(monkeypatch), Tidying()
    tidy.pressed()
    tidy.tidy()
    assert memory.done() == []
    memory.now += LATER_THAN_A_REST
    tidy.tidy()
    assert memory.done() == ["collect", "freeze"]
    memory.now += LATER_THAN_A_REST
    tidy.tidy()
    assert memory.done() == []


def test_what_is_in_use_is_set_aside_before_the_first_look(monkeypatch: pytest.MonkeyPatch) -> None:
    memory, tidy = Memory(monkeypatch), Tidying()
    tidy.set_aside()
    assert memory.done() == []  # it is left to Python
    tidy.begin()
    memory.done()
    tidy.set_aside()
    assert memory.done() == ["freeze"]


def test_a_large_library_is_not_looked_through_at_the_first_rest(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    memory, tidy = Memory(monkeypatch), Tidying()
    memory.calls.get_freeze_count.return_value = 900_000
    tidy.begin()
    memory.calls.get_freeze_count.return_value = 1_800_000
    tidy.set_aside()
    memory.done()
    tidy.pressed()
    memory.now += LATER_THAN_A_REST
    tidy.tidy()
    assert memory.done() == ["collect", "freeze"]


def test_what_was_set_aside_is_looked_through_once_the_reader_is_away(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    memory, tidy = Memory(monkeypatch), Tidying()
    tidy.pressed()
    memory.now += AWAY
    tidy.tidy()
    assert memory.done() == ["unfreeze", "collect", "freeze"]
    memory.now += AWAY
    tidy.tidy()
    assert memory.done() == []


def test_much_that_was_set_aside_is_looked_through_at_the_next_rest(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    memory, tidy = Memory(monkeypatch), Tidying()
    for much, looks in ((0, 2), (90_000, 2), (110_000, 3), (200_000, 2), (220_000, 3)):
        memory.calls.get_freeze_count.return_value = much
        memory.now += 0.1
        tidy.pressed()
        memory.now += LATER_THAN_A_REST
        tidy.tidy()
        assert len(memory.done()) == looks


def test_every_screen_is_loaded_ahead() -> None:
    script = (
        "import sys, readq.ui.app; from readq.ui.ahead import load_ahead;"
        "assert 'readq.ui.screens.triage' not in sys.modules; load_ahead(lambda: False);"
        "print('readq.ui.screens.triage' in sys.modules, 'readq.ui.screens.related' in sys.modules)"
    )
    done = run_alone(script)
    assert (done.stdout.strip(), done.stderr) == ("True True", "")


def test_the_first_picture_waits_for_nothing_it_does_without() -> None:
    script = (
        "import sys, textual.app, textual.drivers._writer_thread; before = set(sys.modules);"
        "import readq.cli.opening, readq.cli.session, readq.library, readq.ui.app;"
        "print(*sorted({name.partition('.')[0] for name in set(sys.modules) - before}))"
    )
    done = run_alone(script)
    assert done.stderr == ""
    assert set(done.stdout.split()) <= {
        "_json",
        "gc",
        "json",
        "orjson",
        "readq",
        "textual",
        "tinydb",
    }


def test_nothing_more_is_loaded_for_an_app_that_is_being_left(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    load = Mock()
    monkeypatch.setattr(ahead, "import_module", load)
    monkeypatch.setattr("readq.ui.ahead.time.sleep", Mock())
    ahead.load_ahead(Mock(side_effect=[False, True]))
    assert load.mock_calls == [call(ahead.MODULES[0])]


async def test_memory_is_set_to_keep_little_before_the_app_has_threads(
    open_app: OpenApp, monkeypatch: pytest.MonkeyPatch
) -> None:
    done = []
    monkeypatch.setattr("readq.ui.app.keep_little", lambda: done.append("keep little"))
    monkeypatch.setattr("readq.ui.app.load_ahead", lambda _: done.append("a thread"))
    async with open_app() as it:
        it.app._settle()
        await it.pilot.pause(0.1)
        await it.settle()
    assert done[:2] == ["keep little", "a thread"]
