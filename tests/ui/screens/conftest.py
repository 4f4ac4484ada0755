"""A stage for one screen at a time: the real application without its main screen."""

from __future__ import annotations

from asyncio import timeout
from collections.abc import AsyncIterator, Callable, Sequence
from contextlib import AbstractAsyncContextManager, asynccontextmanager
from datetime import UTC, datetime
from typing import Any, ClassVar

import pytest
from rich.style import Style
from tests.waiting import LONGEST
from textual.pilot import Pilot
from textual.screen import Screen

from readq.config import Config
from readq.domain import Change, Paper, PaperEdit, TitleOrigin
from readq.library import Library
from readq.store import MemoryFiles
from readq.ui import sheets
from readq.ui.app import ReadqApp

NOW = datetime(2026, 11, 30, 9, 0, tzinfo=UTC)

TITLES = (
    "LV-Eval: A Balanced Long-Context Benchmark with 5 Length Levels Up to 256K",
    "ELITR-Bench: A Meeting Assistant Benchmark for Long-Context Language Models",
    "MileBench: Benchmarking MLLMs in Long Context",
    "RWKV-7 Goose with Expressive Dynamic State Evolution",
    "Masks Can Be Distracting: On Context Comprehension in Diffusion Language Models",
    "SmolLM2: When Smol Goes Big",
    "[@click=app.quit]Read me[/] [/b] \x1b[2J\u202e hostile",
)
ABSTRACT = "State-of-the-art models now claim a **remarkable** context of $2\\times$ 128k. " * 6


def paper(number: int, title: str) -> Paper:
    """The paper of a number, with the id `paper<number>`."""
    return Paper(
        id=f"paper{number}",
        title=title,
        title_origin=TitleOrigin.SOURCE,
        added=NOW,
        authors=("Ann Yuan", "Bo Peng", "Cy Lee"),
        abstract=ABSTRACT,
        venue="COLM",
        year=2025,
        url="https://example.org/paper",
    )


def filled(files: Any, titles: Sequence[str] = TITLES) -> Any:
    """A store with papers of these titles."""
    papers = {p.id: p for p in (paper(n, title) for n, title in enumerate(titles))}
    change = Change(
        id=files.next_change_id(),
        label="imported papers",
        when=NOW,
        papers=tuple(PaperEdit(i, None, None) for i in papers),
    )
    files.commit(change, papers=papers)
    return files


@pytest.fixture
def library() -> Library:
    """Seven papers in memory."""
    return Library(filled(MemoryFiles()), now=lambda: NOW, name="papers")


class Stage(ReadqApp):
    """The application with an empty page in place of the main screen."""

    CSS_PATH: ClassVar[Any] = sheets.FIRST

    def get_default_screen(self) -> Screen[None]:
        return Screen()


_NOTHING = object()


class Shown:
    """A screen on the stage, and what a test asks about it."""

    def __init__(self, app: Stage, pilot: Pilot[int], screen: Screen[Any]) -> None:
        self.app = app
        self.pilot = pilot
        self.screen = screen
        self.answer: Any = _NOTHING

    @property
    def is_open(self) -> bool:
        """Whether the screen has not answered yet."""
        return self.answer is _NOTHING

    async def type(self, text: str) -> None:
        """Type letters, then let what they start come to its end."""
        for letter in text:
            await self.pilot.press("space" if letter == " " else letter)
        await self.settle()

    async def press(self, *keys: str) -> None:
        """Press keys one by one, each to its end."""
        for key in keys:
            await self.pilot.press(key)
            await self.settle()

    async def settle(self) -> None:
        """Wait for workers and messages, not for a time."""
        await self.pilot.pause()  # what was set may only now begin
        await self.app.workers.wait_for_complete()
        await self.pilot.pause()
        await self.pilot.pause()

    def lines(self) -> list[str]:
        """What the terminal shows."""
        return [strip.text for strip in self.app.screen._compositor.render_strips()]

    def text(self) -> str:
        """The same as one text."""
        return "\n".join(self.lines())

    def toasts(self) -> list[str]:
        """The messages on show, oldest first."""
        return [str(n.message) for n in self.app._notifications]

    def styles_of(self, word: str) -> list[Style]:
        """The styles in which pieces that hold `word` are drawn."""
        strips = self.app.screen._compositor.render_strips()
        segments = [segment for strip in strips for segment in strip]
        return [s.style for s in segments if word in s.text and s.style is not None]


Show = Callable[..., AbstractAsyncContextManager[Shown]]


@pytest.fixture
def show(library: Library) -> Show:
    """Open a screen on the stage."""

    @asynccontextmanager
    async def opened(
        screen: Screen[Any], size: tuple[int, int] = (120, 35), settle: bool = True, **settings: Any
    ) -> AsyncIterator[Shown]:
        app = Stage(library, Config(**settings), now=lambda: NOW)
        app.animation_level = "none"
        async with timeout(LONGEST), app.run_test(size=size, notifications=True) as pilot:
            shown = Shown(app, pilot, screen)

            def answered(answer: Any) -> None:
                shown.answer = answer

            app.push_screen(screen, answered)
            await (shown.settle() if settle else pilot.pause())
            yield shown

    return opened
