"""What opening, a key press and the slowest handler of the app cost, beside the least Textual costs.

    make bench, or: python -m pytest -s tests/benchmarks/test_app.py

Opening and keys are measured through a terminal of their own, in CPU time of the whole process, in one
run in which the contenders take turns. The goals are 1.25 times the empty app for opening (1.5 at 95,562
papers) and 1.2 times the bare list for a key; the limits below only notice when it gets worse than it is.
"""

from __future__ import annotations

import gc
import sys
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from random import Random
from statistics import median
from time import thread_time
from typing import Any

import pytest
from tests.benchmarks.bare_apps import READY
from tests.benchmarks.in_a_terminal import Terminal
from tests.benchmarks.test_store import SIZES, add, papers
from textual.message_pump import MessagePump

from readq.config import Config
from readq.library import open_library
from readq.store import LibraryFiles
from readq.ui.app import ReadqApp

pytestmark = pytest.mark.skipif(
    not sys.platform.startswith("linux"), reason="reads CPU time from /proc"
)
ROUNDS, KEYS = 9, 60
BARE = ("-m", "tests.benchmarks.bare_apps")
SESSION = 200
"""Keys of the random session."""


@pytest.fixture(scope="module", params=SIZES)
def folder(request: pytest.FixtureRequest, tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A library of so many papers that has been open before, so that nothing is left to prepare."""
    place = tmp_path_factory.mktemp("app") / "library"
    files = LibraryFiles.open(place)
    add(files, papers(request.param))
    files.compact()
    files.close()
    with open_library(place) as library:
        library.ids()
        library.build_jump_index()
        library.prepare_search()
    return place


def opening(words: tuple[str, ...], text: str, settings: Path) -> float:
    terminal = Terminal(words, settings)
    try:
        terminal.wait_for(text.encode())
        return terminal.cpu
    finally:
        terminal.end()


def a_key(words: tuple[str, ...], text: str, settings: Path) -> float:
    terminal = Terminal(words, settings)
    try:
        terminal.wait_for(text.encode())
        terminal.settle()
        before = terminal.cpu
        for _ in range(KEYS):
            terminal.press(b"j")
        return (terminal.cpu - before) / KEYS
    finally:
        terminal.end()


def first_words(folder: Path) -> str:
    """What the list shows first, as far as a row is sure to have it."""
    with open_library(folder) as library:
        return library.hot(library.ids()[0]).title[:12]


def test_open_to_first_paint(folder: Path, tmp_path: Path, capsys: Any) -> None:
    with open_library(folder) as library:
        count = len(library)
    ours, empty = [], []
    text = first_words(folder)
    opening(("-m", "readq", "--library", str(folder)), text, tmp_path / "config.toml")
    for _ in range(ROUNDS):
        empty.append(opening((*BARE, "empty"), READY, tmp_path / "config.toml"))
        ours.append(
            opening(("-m", "readq", "--library", str(folder)), text, tmp_path / "config.toml")
        )
    ratio = median(own / bare for own, bare in zip(ours, empty, strict=True))
    with capsys.disabled():
        print(
            f"\n{count:,} papers: open to first paint {median(ours):.0f} ms, "
            f"empty app {median(empty):.0f} ms, ratio {ratio:.2f}"
        )
    assert ratio < 3


def test_key_to_paint(folder: Path, tmp_path: Path, capsys: Any) -> None:
    with open_library(folder) as library:
        count = len(library)
    ours, bare = [], []
    text = first_words(folder)
    for _ in range(3):
        bare.append(a_key((*BARE, "list", str(count)), READY, tmp_path / "config.toml"))
        ours.append(
            a_key(("-m", "readq", "--library", str(folder)), text, tmp_path / "config.toml")
        )
    ratio = median(ours) / median(bare)
    with capsys.disabled():
        print(
            f"\n{count:,} papers: a key to paint {median(ours):.1f} ms, "
            f"bare list {median(bare):.1f} ms, ratio {ratio:.2f}"
        )
    assert ratio < 1.5


@contextmanager
def handlers_timed(monkeypatch: pytest.MonkeyPatch) -> Iterator[dict[str, float]]:
    """The longest time each kind of handler took, in milliseconds of the thread's CPU."""
    longest: dict[str, float] = {}
    dispatch = MessagePump._dispatch_message

    async def timed(self: MessagePump, message: Any) -> None:
        start = thread_time()
        await dispatch(self, message)
        took = (thread_time() - start) * 1000
        name = f"{type(self).__name__} {type(message).__name__}"
        longest[name] = max(took, longest.get(name, 0.0))

    with monkeypatch.context() as patch:
        patch.setattr(MessagePump, "_dispatch_message", timed)
        yield longest


async def test_the_longest_handler_of_a_random_session(
    folder: Path, monkeypatch: pytest.MonkeyPatch, capsys: Any
) -> None:
    random = Random(6)
    usual = [
        *"jjjjjkkaxmdru123",
        "down",
        "up",
        "pagedown",
        "pageup",
        "tab",
        "escape",
        "g",
        "G",
        "w",
    ]
    with open_library(folder) as library:
        app = ReadqApp(library, Config())
        app.animation_level = "none"
        gc.disable()  # as the command does, so that the app decides when memory is looked through
        async with app.run_test(size=(120, 35)) as pilot:
            await pilot.pause(3.0)
            with handlers_timed(monkeypatch) as longest:
                for _ in range(SESSION):
                    await pilot.press(random.choice(usual))
                await pilot.pause(0.5)
        worst = sorted(longest.items(), key=lambda pair: -pair[1])[:5]
        with capsys.disabled():
            told = ", ".join(f"{name} {took:.0f} ms" for name, took in worst)
            print(f"\n{len(library):,} papers, {SESSION} keys: longest handlers {told}")
    assert worst[0][1] < 1000
