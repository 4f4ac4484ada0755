"""A library in memory with a fixed clock, and the app that shows it."""

from __future__ import annotations

import subprocess
import unicodedata
from asyncio import timeout
from collections.abc import Callable, Iterable, Iterator
from contextlib import AbstractAsyncContextManager, asynccontextmanager, suppress
from dataclasses import dataclass, replace
from datetime import UTC, datetime, timedelta
from typing import Any
from unittest.mock import Mock

import pytest
from tests.waiting import LONGEST
from textual import events
from textual._compositor import Compositor
from textual._context import visible_screen_stack
from textual.css.model import RuleSet
from textual.css.stylesheet import Stylesheet
from textual.keys import _character_to_key, _get_unicode_name_from_key
from textual.pilot import Pilot
from textual.screen import Screen
from textual.worker import WorkerCancelled

from readq.config import Config
from readq.domain import Change, Paper, Reading, Status, TitleOrigin
from readq.library import Library
from readq.store import MemoryFiles
from readq.ui import outside
from readq.ui.app import ReadqApp
from readq.ui.compositing import FrugalCompositor
from readq.ui.screens.main import MainScreen

NOW = datetime(2026, 11, 30, 9, 0, tzinfo=UTC)


class Clock:
    """Seconds that pass when a test says so."""

    def __init__(self) -> None:
        self.seconds = 1000.0

    def __call__(self) -> float:
        return self.seconds


def paper(number: int, title: str = "", **fields: Any) -> Paper:
    """A paper; the smaller the number the higher in the list."""
    values: dict[str, Any] = {
        "id": f"p{number:05}",
        "title": title or f"Title of paper {number}",
        "title_origin": TitleOrigin.SOURCE,
        "added": NOW - timedelta(seconds=number),
        "authors": ("Ada Lovelace", "Alan Turing"),
        "abstract": f"Abstract of paper {number}. " + "Some words of no weight. " * 20,
        "venue": "ICML",
        "year": 2026,
    }
    return Paper(**{**values, **fields})


def library_of(papers: Iterable[Paper], readings: Iterable[Reading] = ()) -> Library:
    """A library that holds just that, with nothing to undo yet."""
    files = MemoryFiles()
    stored = {p.id: p for p in papers}
    decided = {r.paper_id: r for r in readings}
    files.commit(Change(1, "began", NOW), papers=stored, readings=decided)
    files._changes.clear()
    return Library(files, now=lambda: NOW, name="ML 2026")


@dataclass
class Opened:
    """The running app with what a test asks of it."""

    app: ReadqApp
    pilot: Pilot[int]
    clock: Clock

    @property
    def screen(self) -> MainScreen:
        """The main screen."""
        screen = self.app.screen_stack[0]
        assert isinstance(screen, MainScreen)
        return screen

    @property
    def library(self) -> Library:
        """The library on show."""
        return self.app.library

    async def press(self, *keys: str) -> None:
        """Press keys, and let what they start come to its end."""
        for key in keys:
            self._send(key)
            await self.settle()

    async def press_at_once(self, *keys: str) -> None:
        """Press keys as fast as a terminal can send them."""
        for key in keys:
            self._send(key)
        for _ in keys:  # what a closing app or an external editor keeps waiting stays so
            if not (self.app.message_queue_size or self.app.screen.message_queue_size):
                break
            await self.pilot.pause()
        await self.settle()

    def _send(self, key: str) -> None:
        name = _character_to_key(key) if len(key) == 1 else key
        try:
            character: str | None = unicodedata.lookup(_get_unicode_name_from_key(name))
        except KeyError:
            character = key if len(key) == 1 else None
        event = events.Key(name, character)
        event.set_sender(self.app)
        self.app.post_message(event)

    async def settle(self) -> None:
        """Wait for messages, and for workers with what they say at their end."""
        await self.pilot.pause()
        if self.app.workers:
            with suppress(WorkerCancelled):
                await self.app.workers.wait_for_complete()
            await self.pilot.pause()

    async def resize(self, width: int, height: int) -> None:
        """Give the terminal another size."""
        await self.pilot.resize_terminal(width, height)
        await self.settle()
        await self.pilot.pause()

    async def detail(self) -> str:
        """What the detail pane says, once it has followed the highlight."""
        self.screen.refresh_detail()
        await self.pilot.pause()
        parts = (self.screen.detail.body_text, self.screen.detail.link_text)
        return "\n".join(str(part.content) for part in parts if part.display)

    def status(self, number: int) -> Status:
        """Where a paper stands."""
        return self.library.reading(f"p{number:05}").status

    @property
    def highlighted(self) -> str:
        """The highlighted paper of the list."""
        return self.screen.papers.paper_id

    def line(self, y: int) -> str:
        """One line of the terminal."""
        return self.lines()[y]

    def lines(self) -> list[str]:
        """What the terminal shows."""
        strips = self.app.screen._compositor.render_strips()
        return [strip.text for strip in strips]

    def text(self) -> str:
        """The same as one text."""
        return "\n".join(self.lines())

    def toasts(self) -> list[str]:
        """The messages on show, oldest first."""
        return [str(n.message) for n in self.app._notifications]


OpenApp = Callable[..., AbstractAsyncContextManager[Opened]]
MakePaper = Callable[..., Paper]
MakeLibrary = Callable[..., Library]
MakeApp = Callable[..., ReadqApp]


@pytest.fixture
def make_paper() -> MakePaper:
    """Makes papers; see `paper`."""
    return paper


@pytest.fixture
def make_library() -> MakeLibrary:
    """Makes libraries; see `library_of`."""
    return library_of


_parse_rules = Stylesheet._parse_rules
_parsed: dict[tuple[Any, ...], list[RuleSet]] = {}


def _parse_once(
    self: Stylesheet,
    css: str,
    read_from: tuple[str, str],
    is_default_rules: bool = False,
    tie_breaker: int = 0,
    scope: str = "",
) -> list[RuleSet]:
    rest = (css, read_from, is_default_rules, tie_breaker, scope)
    key = (tuple(self._variables.items()), *rest)
    if key not in _parsed:
        _parsed[key] = _parse_rules(self, *rest)
    return _parsed[key]


@pytest.fixture(autouse=True, scope="session")
def style_sheets_are_parsed_once() -> Iterator[None]:
    """A third of opening the app; Textual keeps the rules too, but for one app and one theme only."""
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(Stylesheet, "_parse_rules", _parse_once)
        yield


_render_update, _pause = Compositor.render_update, Pilot.pause


def _paint_later(
    self: Compositor,
    full: bool = False,
    screen_stack: list[Screen[Any]] | None = None,
    simplify: bool = False,
) -> Any:
    if full:
        return _render_update(self, full, screen_stack, simplify)
    visible_screen_stack.set(screen_stack or [])
    return None  # what changed is still noted down


async def _pause_and_paint(self: Pilot[Any], delay: float | None = None) -> None:
    await _pause(self, delay)
    app = self.app
    if app.is_running and app.screen_stack:
        _render_update(app.screen._compositor, screen_stack=app._background_screens)


@pytest.fixture(autouse=True)
def the_app_is_painted_when_it_has_come_to_rest(
    request: pytest.FixtureRequest, monkeypatch: pytest.MonkeyPatch
) -> None:
    """After each key, that is, all that changed at once: what is painted in between is a third of what tests cost.

    Tests about painting, or where anything may happen, have the mark `painted`.
    """
    if request.node.get_closest_marker("painted") is None:
        monkeypatch.setattr(Compositor, "render_update", _paint_later)
        monkeypatch.setattr(FrugalCompositor, "much_changed", lambda self: False)
        monkeypatch.setattr(Pilot, "pause", _pause_and_paint)


@pytest.fixture(autouse=True)
def own_surroundings(monkeypatch: pytest.MonkeyPatch) -> None:
    """Nothing of the developer's terminal reaches a test."""
    for name in ("NO_COLOR", "EDITOR", "VISUAL", "DISPLAY", "WAYLAND_DISPLAY"):
        monkeypatch.delenv(name, raising=False)
    monkeypatch.delenv("SSH_CONNECTION", raising=False)


@pytest.fixture
def started(monkeypatch: pytest.MonkeyPatch) -> list[list[str]]:
    """The words of every program that was started; `/bin/browser` shows pages."""
    begun: list[list[str]] = []

    def start(words: list[str], **_: object) -> Mock:
        begun.append(words)
        return Mock()

    monkeypatch.setattr(outside, "browser_command", lambda: ("/bin/browser",))
    monkeypatch.setattr(subprocess, "Popen", start)
    return begun


@pytest.fixture
def clock() -> Clock:
    """Seconds that pass when a test says so."""
    return Clock()


@pytest.fixture
def make_app(clock: Clock) -> MakeApp:
    """An app that is not running yet."""

    def make(library: Library, **settings: Any) -> ReadqApp:
        app = ReadqApp(library, Config(**settings), now=lambda: NOW, clock=clock)
        app.animation_level = "none"
        return app

    return make


@pytest.fixture
def open_app(make_app: MakeApp, clock: Clock) -> OpenApp:
    """Run the app on a library, or on twelve papers."""

    @asynccontextmanager
    async def opened(
        library: Library | None = None, size: tuple[int, int] = (120, 35), **settings: Any
    ) -> Any:
        if library is None:
            library = library_of(map(paper, range(12)))
        app = make_app(library, **settings)
        async with timeout(LONGEST), app.run_test(size=size, notifications=True) as pilot:
            it = Opened(app, pilot, clock)
            await it.settle()
            await it.screen.until_begun(LONGEST)
            await it.settle()
            yield it

    return opened


@pytest.fixture
def queue_library() -> Library:
    """Twelve papers, of which 0 is being read and 1 to 5 are queued in this order."""
    readings = [Reading("p00000", Status.READING, rank=1.0)]
    readings += [Reading(f"p{n:05}", Status.QUEUED, rank=float(n + 1)) for n in range(1, 6)]
    return library_of(map(paper, range(12)), readings)


@pytest.fixture
def showcase() -> Library:
    """A library that looks like one in use."""
    return _showcase()


@pytest.fixture
def diary() -> Library:
    """A library in which somebody decided on papers day by day, now more and now fewer."""
    kinds = (Status.SKIPPED,) * 8 + (Status.QUEUED, Status.LATER, Status.SKIPPED, Status.READ)
    tags = ("reasoning", "reinforcement learning", "evaluation", "长上下文")
    readings: list[Reading] = []
    for back in range(60, -1, -1):
        for _ in range((back * 37 % 41) * (back % 5 != 0)):
            number = len(readings)
            status = kinds[number % len(kinds)]
            readings.append(
                Reading(
                    f"p{number:05}",
                    status,
                    rank=float(number) if status is Status.QUEUED else None,
                    tags=tags[: number % 5] if status is not Status.SKIPPED else (),
                    moved=((status, NOW - timedelta(days=back)),),
                )
            )
    return library_of(map(paper, range(2000)), readings)


@pytest.fixture
def desk() -> Library:
    """The same, with an abstract of its own for each paper."""
    library = _showcase()
    papers = [library.paper(paper_id) for paper_id in library.ids()]
    short = [replace(p, abstract=f"All about {p.id}.") if p.id != "p00011" else p for p in papers]
    return library_of(short, [library.reading(p.id) for p in papers])


_TITLES = """
A  5 reading n L1: Controlling How Long A Reasoning Model Thinks With Reinforcement Learning
B  4 queued  n Understanding R1-Zero-Like Training: A Critical Perspective
C  0 new     - A Sober Look at Progress in Language Model Reasoning
D  4 queued  - RWKV-7 "Goose" with Expressive Dynamic State Evolution
E  3 queued  - KVSink: Understanding and Enhancing the Preservation of Attention Sinks
F  0 new     - Gating is Weighting: Understanding Gated Linear Attention
G  2 queued  n An Illusion of Progress? Assessing the Current State of Web Agents
H  0 new     - One ruler to measure them all: Benchmarking multilingual long-context models
I  0 skipped - Spike No More: Stabilizing the Pre-training of Large Language Models
J  3 queued  - Speculative Thinking: Enhancing Small-Model Reasoning
K  0 new     - UTF-8 Plumbing: Byte-level Tokenizers Unavoidably Enable Ill-formed Text
L  0 new     - 2 OLMo 2 Furious (COLM's Version)
M  3 read    - R2E-Gym: Procedural Environment Generation and Hybrid Verifiers
N  1 queued  - Single-Pass Document Scanning for Question Answering
O  0 later   - 大规模语言模型中的真值判断与方向
P  0 skipped - Truth-value judgment in language models
""".strip().splitlines()


def _showcase() -> Library:
    papers, readings = [], []
    for number in range(64):
        row = _TITLES[number % len(_TITLES)]
        _, priority, status, note, title = row.split(None, 4)
        derived = number % 7 == 5
        papers.append(
            paper(
                number,
                title,
                title_origin=TitleOrigin.DERIVED if derived else TitleOrigin.SOURCE,
                authors=("Pranjal Aggarwal", "Sean Welleck", "Bo Peng")[: number % 3 + 1],
                abstract=_ABSTRACT,
                venue="COLM",
                year=2025,
                pdf_url=f"https://example.org/{number}.pdf",
            )
        )
        reading = Reading(
            f"p{number:05}",
            Status(status),
            int(priority),
            rank=float(number + 1) if status in ("queued", "reading") else None,
            tags=("reasoning llms", "controllability", "test-time compute") if number == 0 else (),
            note=_NOTE if note == "n" else "",
        )
        if not reading.untouched and number < 32:
            readings.append(reading)
    return library_of(papers, readings)


_ABSTRACT = (
    "Reasoning language models have shown an *uncanny ability* to improve performance at test-time by "
    "“thinking longer”: generating longer chain-of-thought sequences and using more compute. However, the "
    "length of their reasoning is not controllable, making it impossible to allocate compute for a desired "
    r"level of performance. We gain $2.5\times$ over \texttt{S1}. Code: https://example.org/l1."
)
_NOTE = """## Claim

LCPO trains a model to **respect a token budget** given in the prompt.

- reward = correctness - a * length
- `budget` in 512, 1k, 2k
"""
