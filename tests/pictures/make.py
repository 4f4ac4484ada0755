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
from contextlib import suppress
from dataclasses import dataclass
from pathlib import Path

from tests.pictures.library import used_library
from textual.pilot import Pilot
from textual.widgets import Input, TextArea
from textual.worker import WorkerCancelled

from readq.config import Config
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
    "queue": ("w", "j"),
    "reorder": ("w", "j", "M", "j", "j"),
    "select": ("space", "space", "j", "space"),
    "filter": ("f", *"=status:queued priority>=3"),
    "filter-error": ("f", *"=auther:lee"),
    "no-match": ("f", *"=nothing like this", "enter"),
    "saved-filters": ("F",),
    "jump": ("/", *"=attention"),
    "related": ("R",),
    "note": ("n",),
    "note-link": ("n", "end", *"=[[wor"),
    "copy": ("y",),
    "tags": ("t", *"=re"),
    "import": ("i",),
    "statistics": ("S",),
    "plan": ("P",),
    "triage": ("T",),
    "duplicates": ("U",),
    "completing": ("e",),
    "help": ("?",),
    "palette": ("ctrl+p",),
    "message": ("x", "u"),
}
README = (
    ("main", "120x35", "dark"),
    ("triage", "120x35", "dark"),
    ("note", "120x35", "light"),
    ("jump", "80x24", "dark"),
)
START = ("g", *"jjjjj")
"""To the paper that is being read."""
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
        text = text and len(key) == 1
        await pilot.press("space" if key == " " else key)
        for field in pilot.app.screen.query("Input, TextArea"):
            if isinstance(field, Input | TextArea):
                field.cursor_blink = False
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
    with tempfile.TemporaryDirectory() as place:
        os.environ["READQ_CONFIG"] = str(Path(place, "config.toml"))
        library, now = used_library(Path(place, "library"))
        watch = ("world model", "reasoning")
        theme, plain = str(LOOKS[look]["theme"]), bool(LOOKS[look].get("ascii"))
        config = Config(theme=theme, ascii=plain, watch=watch)
        app = ReadqApp(library, config, now=now, clock=lambda: 0.0)
        app.animation_level = "none"
        with library:
            async with app.run_test(size=(width, height), notifications=True) as pilot:
                await press(pilot, START)
                for picture in pictures:
                    await press(pilot, SCENES[picture.scene])
                    save(app, folder / picture.name)
                    await leave(pilot)


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
    return [
        [Picture(scene, size, look) for scene in options.only or SCENES]
        for size in options.size or SIZES
        for look in options.look or LOOKS
    ]


def main(save: Save = save_svg) -> None:
    """Draw what is asked for."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("folder", nargs="?", type=Path)
    parser.add_argument("--only", action="append", choices=SCENES)
    parser.add_argument("--size", action="append")
    parser.add_argument("--look", action="append", choices=LOOKS)
    parser.add_argument("--readme", action="store_true")
    options = parser.parse_args()
    folder = options.folder or ROOT / ("data/pictures" if options.readme else "screenshots")
    folder.mkdir(parents=True, exist_ok=True)
    for pictures in wanted(options):
        asyncio.run(draw(pictures, folder, save))
        print(f"{len(pictures)} pictures of {pictures[0].size} {pictures[0].look} in {folder}")


if __name__ == "__main__":
    main()
