"""A reader who presses anything: keys, pastes, clicks, drags and resizes by the dice, at full size.

    python -m tests.benchmarks.random_session [EVENTS] [--seed N] [--papers N]

It ends at the first exception with what was done last, or where the app is stuck, and tells how the memory
grew. Nothing leaves
the machine: there is no network, no editor, no browser. The papers are those of
`icml2026.jsonl.gz` in $READQ_CORPUS (or in `../shared/corpus`), generated ones where that file is not.
"""

from __future__ import annotations

import argparse
import asyncio
import faulthandler
import gc
import gzip
import json
import os
import random
import shutil
import socket
import tempfile
import time
from collections import Counter, deque
from collections.abc import Iterator
from contextlib import suppress
from pathlib import Path
from typing import Any

from textual import events
from textual.events import MouseDown, MouseMove, MouseScrollDown, MouseScrollUp, MouseUp
from textual.geometry import Size
from textual.pilot import Pilot

from readq.config import Config
from readq.library import Library, open_library
from readq.ui.app import ReadqApp

CORPUS = Path(os.environ.get("READQ_CORPUS", "../shared/corpus")).absolute() / "icml2026.jsonl.gz"
SIZES = (
    *((80, 24),) * 6,
    *((120, 35),) * 6,
    (60, 20),
    (200, 50),
)
ODD_SIZES = (
    (40, 10),
    (39, 9),
    (1, 1),
    (1, 120),
    (400, 1),
    (400, 120),
)
_LETTERS = "abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789"
_SIGNS = {
    "slash": "/",
    "question_mark": "?",
    "plus": "+",
    "minus": "-",
    "equals_sign": "=",
    "less_than_sign": "<",
    "greater_than_sign": ">",
    "left_square_bracket": "[",
    "right_square_bracket": "]",
    "apostrophe": "'",
    "asterisk": "*",
    "comma": ",",
    "colon": ":",
    "quotation_mark": '"',
    "left_parenthesis": "(",
    "space": " ",
}
_NAMED = (
    *("up", "down", "left", "right", "pageup", "pagedown", "home", "end", "enter", "escape", "tab"),
    *("shift+tab", "backspace", "delete", "f1", "alt+up", "alt+down", "escape", "enter"),
    *(f"ctrl+{letter}" for letter in "dunpsxogrtezkwagvyl"),
)
_PASTES = (
    "Attention is all you need",
    "status:queued tag:rl",
    "one\ntwo\r\nthree\n",
    "\x1b[2J[@click=app.quit]press[/] \u202e\u200d大规模 👩‍👩‍👧 e\u0301",
    "/no/such/file.txt",
    "2401.00001\n10.1000/xyz\n",
    "x" * 3000,
    "",
)


_BACK = 0.1
"""How likely a size nobody works in is left again, with each event."""
_ALIVE_WITHIN = 500
"""So many events on end that never lead to another screen: the app takes no keys any more."""
_STUCK_AFTER = 120.0
"""Seconds after which an app that takes no more keys is told as stuck, with where it is."""


class Session:
    """What the dice press; the same for the same seed, as far as time does not come in."""

    def __init__(self, pilot: Pilot[int], seed: int) -> None:
        self._pilot = pilot
        self._app = pilot.app
        self._app.exit = self._leave  # type: ignore[method-assign]
        self.left = 0
        """How often the reader would have left."""
        self._dice = random.Random(seed)
        self._odd = False
        self.last: deque[str] = deque(maxlen=60)
        """What was done last, for people."""
        self.done = 0
        self.fronts: Counter[str] = Counter()
        """Which screens were in front, and how often; for the step that runs."""

    def _leave(self, *_: Any, **__: Any) -> None:
        self.left += 1

    async def run(self, many: int) -> None:
        """Do that many things; ends early when the app has failed."""
        while many > 0 and self._app._exception is None:
            at_once = min(self._dice.choice((1, 3, 10, 30, 100)), many)
            faulthandler.dump_traceback_later(_STUCK_AFTER, exit=True, file=2)
            for _ in range(at_once):
                self._act()
            many -= at_once
            self.done += at_once
            # Screens are taken apart while the dice fall: there may be nothing to wait for.
            with suppress(Exception):
                await self._pilot.pause()
            faulthandler.cancel_dump_traceback_later()
            self.fronts[type(self._app.screen_stack[-1]).__name__] += 1

    def _act(self) -> None:
        if (
            self._odd and self._dice.random() < _BACK
        ):  # drawing a huge screen takes most of the time
            self._resize(*self._dice.choice(SIZES))
        chance = self._dice.random()
        if chance < 0.80:
            self._press(self._key())
        elif chance < 0.84:
            for letter in self._dice.choice(("agents", "status:new", "tag:rl, x", "the 3rd")):
                self._press(letter)
        elif chance < 0.88:
            text = self._dice.choice(_PASTES)
            self._post(events.Paste(text), f"paste {text[:20]!r}")
        elif chance < 0.98:
            self._mouse()
        else:
            self._resize(*self._dice.choice(SIZES if self._odd else (*SIZES, *ODD_SIZES)))

    def _key(self) -> str:
        chance = self._dice.random()
        if chance < 0.5:
            return self._dice.choice(_LETTERS)
        return self._dice.choice(tuple(_SIGNS) if chance < 0.65 else _NAMED)

    def _press(self, key: str) -> None:
        character = _SIGNS.get(key, key if len(key) == 1 else None)
        name = {v: k for k, v in _SIGNS.items()}.get(key, key)
        self._post(events.Key(name, character), name)

    def _mouse(self) -> None:
        width, height = self._app.size
        x, y = self._dice.randrange(max(width, 1)), self._dice.randrange(max(height, 1))
        kinds: tuple[type[events.MouseEvent], ...] = self._dice.choice(
            (
                (MouseDown, MouseUp),
                (MouseDown, MouseUp),
                (MouseDown, MouseUp, MouseDown, MouseUp),
                (MouseMove,),
                (MouseScrollDown,),
                (MouseScrollUp,),
                (MouseDown,),
                (MouseUp,),
            )
        )
        with_shift, with_ctrl = self._dice.random() < 0.1, self._dice.random() < 0.1
        for kind in kinds:
            event = kind(None, x, y, 0, 0, 1, with_shift, False, with_ctrl, x, y)
            self._post(event, f"{kind.__name__} {x},{y}")

    def _resize(self, width: int, height: int) -> None:
        size = Size(width, height)
        self._odd = (width, height) in ODD_SIZES
        driver = self._app._driver
        if driver is not None:
            driver._size = size
        self._post(events.Resize(size, size), f"resize {width}x{height}")

    def _post(self, event: events.Event, told: str) -> None:
        self.last.append(told)
        event.set_sender(self._app)
        self._app.post_message(event)


def refused(*_: Any, **__: Any) -> None:
    """In place of what reaches another machine."""
    raise OSError("no network in a random session")


def no_network() -> None:
    """From now on nothing in this process reaches another machine."""
    socket.socket.connect = refused  # type: ignore[method-assign]
    socket.create_connection = refused  # type: ignore[assignment]


def own_surroundings(folder: Path) -> None:
    """No editor, no browser, and nothing of the reader's own; what is exported stays in `folder`."""
    os.chdir(folder)
    for name in ("EDITOR", "VISUAL", "DISPLAY", "WAYLAND_DISPLAY", "NO_COLOR"):
        os.environ.pop(name, None)
    os.environ["SSH_CONNECTION"] = "none"
    for name in ("LIBRARY", "DEMO", "CONFIG"):
        os.environ[f"READQ_{name}"] = str(folder / name.lower())


def _papers(folder: Path, many: int) -> Path:
    path = folder / "papers.jsonl"
    with path.open("w", encoding="utf-8") as out:
        for _, line in zip(range(many), _lines(), strict=False):
            out.write(line)
    return path


def _lines() -> Iterator[str]:
    if CORPUS.is_file():
        with gzip.open(CORPUS, "rt", encoding="utf-8") as lines:
            yield from lines
        return
    dice = random.Random(1)
    words = [f"word{n}" for n in range(4000)]
    while True:
        yield (
            json.dumps(
                {
                    "title": " ".join(dice.choices(words, k=9)),
                    "abstract": " ".join(dice.choices(words, k=170)),
                }
            )
            + "\n"
        )


def resident() -> float:
    """Megabytes of memory in use, as far as the system tells."""
    gc.collect()
    try:
        pages = int(Path("/proc/self/statm").read_text().split()[1])
    except OSError:
        return 0.0
    return pages * os.sysconf("SC_PAGE_SIZE") / 2**20


def state(app: ReadqApp) -> str:
    """What is on the screen, and what of it may not be running."""
    told = []
    for screen in app.screen_stack:
        begun = getattr(screen, "begun", None)
        told.append(
            f"{screen!r} active={screen.is_active} running={screen.is_running}"
            f" mounted={screen.is_mounted} focus={screen.focused!r}"
            f" begun={begun is None or begun.is_set()} waiting={screen.message_queue_size}"
        )
    return "\n  ".join((f"{app!r} waiting={app.message_queue_size}", *told))


async def _session(library: Library, many: int, seed: int, steps: int = 50) -> bool:
    app = ReadqApp(library, Config())
    app.animation_level = "none"
    async with app.run_test(size=(120, 35), notifications=True) as pilot:
        session = Session(pilot, seed)
        for step in range(steps):
            began = time.process_time()
            await session.run(many // steps)
            if app._exception is not None:
                print(f"failed after {session.done:,}: {app._exception!r}")
                print("last: " + " | ".join(session.last))
                return False
            seen, session.fronts = session.fronts, Counter()
            if len(seen) < 2 <= steps and many // steps >= _ALIVE_WITHIN:
                print(f"deaf after {session.done:,}: {state(app)}")
                return False
            each = (time.process_time() - began) / (many / steps) * 1000
            print(
                f"{session.done:>8,} events  {resident():7.1f} MB  {each:5.1f} ms CPU each"
                f"  {session.left} times left  {len(seen)} screens, most {seen.most_common(1)[0][0]}"
                f"  step {step + 1}",
                flush=True,
            )
    return True


def main() -> int:
    """Press anything for a while."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("events", nargs="?", type=int, default=100_000)
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--papers", type=int, default=5_863)
    asked = parser.parse_args()
    folder = Path(tempfile.mkdtemp(prefix="readq-random-"))
    try:
        no_network()
        own_surroundings(folder)
        with open_library(folder / "library") as library:
            library.add(_papers(folder, asked.papers))
            print(f"seed {asked.seed}, {len(library):,} papers")
            done = asyncio.run(_session(library, asked.events, asked.seed))
    finally:
        shutil.rmtree(folder, ignore_errors=True)
    return 0 if done else 1


if __name__ == "__main__":
    raise SystemExit(main())
