"""A stage for one screen at a time: the real application without its main screen."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from contextlib import AbstractAsyncContextManager
from datetime import UTC, datetime
from pathlib import Path
from typing import Any, ClassVar

import pytest
from textual.pilot import Pilot
from textual.screen import Screen

from readq import ui
from readq.config import Config
from readq.domain import Change, Paper, PaperEdit, TitleOrigin
from readq.library import Library
from readq.store import MemoryFiles
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

    CSS_PATH: ClassVar[Any] = [Path(ui.__file__).with_name(n) for n in ("app.tcss", "screens.tcss")]

    def get_default_screen(self) -> Screen[None]:
        return Screen()


SetUp = Callable[..., AbstractAsyncContextManager[Pilot[int]]]


@pytest.fixture
def stage(library: Library) -> Callable[..., Stage]:
    """Makes an application around the library."""

    def make(config: Config | None = None, keys: dict[str, str] | None = None) -> Stage:
        return Stage(library, config or Config(keys=keys or {}), now=lambda: NOW)

    return make
