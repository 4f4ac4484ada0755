"""Draw every screen of the running app, in every size and look: `make screenshots`.

python -m tests.pictures.make [FOLDER] [--only NAME]... [--size 80x24]... [--look dark]...
python -m tests.pictures.make --readme       the few pictures that README shows
"""

from __future__ import annotations

import argparse
import asyncio
import os
import re
import tempfile
from collections.abc import Callable, Mapping, Sequence
from concurrent.futures import ProcessPoolExecutor
from contextlib import suppress
from dataclasses import dataclass, field, replace
from datetime import datetime
from itertools import repeat
from multiprocessing import get_context
from pathlib import Path
from typing import Any

from tests.pictures.library import doubled_library, new_library, used_library
from textual.pilot import Pilot
from textual.widgets import Input, TextArea
from textual.worker import WorkerCancelled

from readq.config import Config
from readq.domain import DailyCap
from readq.library import Library
from readq.ui.app import ReadqApp
from readq.ui.screens.main import MainScreen

ROOT = Path(__file__).parents[2]
SIZES = ("60x20", "80x24", "120x35", "200x50")
LOOKS: Mapping[str, Mapping[str, str | bool]] = {
    "dark": {"theme": "readq-ink"},
    "light": {"theme": "readq-paper"},
    "nocolour": {"theme": "readq-ink"},
    "ascii": {"theme": "readq-ink", "ascii": True},
}
SCENES: Mapping[str, Sequence[str]] = {
    "main": (),
    "cosy": ("v",),
    "detail": ("enter",),
    "zoom": ("enter", "z"),
    "source": ("enter", "equals_sign"),
    "queue": ("w", "j"),
    "reorder": ("w", "j", "M", "j", "j"),
    "select": ("space", "space", "j", "space"),
    "filter": ("f", *"=status:queued priority>=3"),
    "filter-offers": ("f", *"=status:"),
    "filter-error": ("f", *"=auther:lee"),
    "trash": ("j", "D", "j", "D", "f", *"=in:trash", "enter", "j"),
    "no-match": ("f", *"=nothing like this", "enter"),
    "saved-filters": ("F",),
    "jump": ("/", *"=attention"),
    "jump-places": ("/",),
    "jump-nothing": ("/", *"=qqqzzz"),
    "related": ("R",),
    "note": ("n",),
    "note-link": ("n", "end", *"=[[wor"),
    "note-preview": ("n", "ctrl+t"),
    "note-templates": ("n", "ctrl+g"),
    "linked-notes": ("L",),
    "copy": ("y",),
    "copy-several": ("space", "space", "y"),
    "links": ("O",),
    "tags": ("t", *"=re"),
    "watch-words": ("b",),
    "topic": ("W",),
    "defer": ("Z",),
    "add": ("A",),
    "import": ("i",),
    "import-path": ("i", *"=data/"),
    "import-refused": ("i", *"=nothing.bib", "enter"),
    "statistics": ("S",),
    "statistics-next": ("S", "tab"),
    "plan": ("P",),
    "triage": ("T",),
    "duplicates": ("U",),
    "completing": ("e",),
    "help": ("?",),
    "help-found": ("?", "/", *"=queue"),
    "palette": ("ctrl+p",),
    "palette-found": ("ctrl+p", *"=theme"),
    "message": ("x", "u"),
}
"""Keys from the main screen to what is drawn; nothing is decided for good."""


@dataclass(frozen=True)
class Alone:
    """A scene in a run of the app of its own, since it decides something or begins elsewhere."""

    keys: Sequence[str]
    settings: Mapping[str, Any] = field(default_factory=dict)
    library: Callable[[Path], tuple[Library, Callable[[], datetime]]] = used_library


NEW = "data/icml2026/003_4f7e29165884cdde.txt"
ALONE: Mapping[str, Alone] = {
    "first-run": Alone((), library=new_library),
    "empty": Alone(("escape",), library=new_library),
    "import-ready": Alone(("i", f"={NEW}", "enter"), library=new_library),
    "imported": Alone(("i", f"={NEW}", "enter", "enter"), library=new_library),
    "triage-resumed": Alone(("T", "x", "a", "3", "q", "T")),
    "triage-going": Alone(("T", "x", "a", "3", "m", "d", "x")),
    "triage-end": Alone(("f", "=status:later", "enter", "T", "x", "a", "j")),
    "full-day": Alone(("k", "k", "k", "a"), {"daily": DailyCap(minutes=60)}),
    "full-plan": Alone(("P",), {"daily": DailyCap(papers=3)}),
    "keys-in-conflict": Alone((), {"keys": {"paper.skip": "a", "paper.dance": "z"}}),
    "messages": Alone(("x", "1", "a", "D", "o")),
    "two-works": Alone(("U",), library=doubled_library),
    "saved-filters-some": Alone(
        ("f", "=status:queued priority>=3", "ctrl+s", "1", "escape", "escape", "F")
    ),
}
README = (
    ("main", "120x35", "dark"),
    ("triage", "120x35", "dark"),
    ("note", "120x35", "light"),
    ("jump", "80x24", "dark"),
)
START = ("g", *"jjjjj")
"""To the paper that is being read."""
WATCHED = ("world model", "reasoning")
Save = Callable[[ReadqApp, Path], None]


@dataclass(frozen=True)
class Picture:
    """One thing to draw."""

    scene: str
    size: str
    look: str

    @property
    def name(self) -> str:
        """The file's name without ending."""
        return f"{self.scene}_{self.size}_{self.look}"


def save_svg(app: ReadqApp, path: Path) -> None:
    """As a drawing that asks nobody for fonts."""
    svg = app.export_screenshot(title="readq")
    svg = re.sub(r"@font-face \{.*?\}", "", svg, flags=re.DOTALL)
    svg = re.sub(r"<!--.*?-->", "", svg, flags=re.DOTALL)
    svg = svg.replace("Fira Code, monospace", "ui-monospace, Menlo, Consolas, monospace")
    path.with_suffix(".svg").write_text(svg, encoding="utf-8")


async def settle(pilot: Pilot[int]) -> None:
    """Let what keys started come to its end."""
    with suppress(WorkerCancelled):
        await pilot.app.workers.wait_for_complete()
    await pilot.pause()


async def press(pilot: Pilot[int], keys: Sequence[str]) -> None:
    """Press keys; from a `=` on they are typed as text."""
    text = False
    for key in keys:
        if key == "=" and not text:
            text = True
            continue
        if key.startswith("=") and not text:
            await press(pilot, key)
            continue
        text = text and len(key) == 1
        await pilot.press("space" if key == " " else key)
        for typed in pilot.app.screen.query("Input, TextArea"):
            if isinstance(typed, Input | TextArea):
                typed.cursor_blink = False
    await settle(pilot)
    await pilot.pause(0.3)
    await settle(pilot)


async def draw(pictures: Sequence[Picture], folder: Path, save: Save) -> None:
    """Draw pictures of one size and look in one run of the app."""
    size, look = pictures[0].size, pictures[0].look
    os.environ.pop("NO_COLOR", None)
    if look == "nocolour":
        os.environ["NO_COLOR"] = "1"
    width, height = map(int, size.split("x"))
    alone = ALONE.get(pictures[0].scene, Alone(()))
    with tempfile.TemporaryDirectory() as place:
        os.environ["READQ_CONFIG"] = str(Path(place, "config.toml"))
        library, now = alone.library(Path(place, "library"))
        theme, plain = str(LOOKS[look]["theme"]), bool(LOOKS[look].get("ascii"))
        config = Config(theme=theme, ascii=plain, watch=WATCHED)
        config = replace(config, **alone.settings)
        app = ReadqApp(library, config, now=now, clock=lambda: 0.0)
        app.animation_level = "none"
        with library:
            async with app.run_test(size=(width, height), notifications=True) as pilot:
                await press(pilot, START if len(library) else ())
                for picture in pictures:
                    await press(pilot, SCENES.get(picture.scene, alone.keys))
                    save(app, folder / picture.name)
                    if len(pictures) > 1:
                        await leave(pilot)


def draw_all(pictures: Sequence[Picture], folder: Path, save: Save) -> Sequence[Picture]:
    """Draw them in a process of their own, and return them."""
    asyncio.run(draw(pictures, folder, save))
    return pictures


async def leave(pilot: Pilot[int]) -> None:
    """Go back to the main screen as it was at first."""
    app = pilot.app
    while len(app.screen_stack) > 1:
        app.pop_screen()
        await pilot.pause()
    assert isinstance(app, ReadqApp)
    for _ in range(4):
        await pilot.press("escape")
    main = app.screen_stack[0]
    if main.query(".-filtered"):
        await pilot.press("f", "escape")
    if isinstance(main, MainScreen) and main.density == "cosy":
        await pilot.press("v")
    await press(pilot, START)


def wanted(options: argparse.Namespace) -> list[list[Picture]]:
    """What to draw, by run of the app."""
    if options.readme:
        return [[Picture(*names)] for names in README]
    scenes = options.only or [*SCENES, *ALONE]
    together = [scene for scene in scenes if scene in SCENES]
    runs = [together] * bool(together) + [[scene] for scene in scenes if scene in ALONE]
    return [
        [Picture(scene, size, look) for scene in run]
        for size in options.size or SIZES
        for look in options.look or LOOKS
        for run in runs
    ]


def main(save: Save = save_svg) -> None:
    """Draw what is asked for."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("folder", nargs="?", type=Path)
    parser.add_argument("--only", action="append", choices=[*SCENES, *ALONE])
    parser.add_argument("--size", action="append")
    parser.add_argument("--look", action="append", choices=LOOKS)
    parser.add_argument("--readme", action="store_true")
    options = parser.parse_args()
    folder = options.folder or ROOT / ("data/pictures" if options.readme else "screenshots")
    folder.mkdir(parents=True, exist_ok=True)
    runs = wanted(options)
    with ProcessPoolExecutor(mp_context=get_context("spawn")) as processes:
        for pictures in processes.map(draw_all, runs, repeat(folder), repeat(save)):
            print(f"{len(pictures)} pictures of {pictures[0].size} {pictures[0].look} in {folder}")


if __name__ == "__main__":
    main()
