"""Import every file of a folder and show what came of it in a real terminal.

    python -m tests.campaign.attack FOLDER [KIND...]

Each folder in FOLDER is a kind. A file may be refused, with one sentence; then all papers of a kind are
brought to every place of the app, and each byte that comes out must be one of those that draw.
"""

from __future__ import annotations

import os
import subprocess
import sys
import tempfile
import time
from pathlib import Path

from tests.ui.hostile import DRAWING, OWN_CLIPBOARD, furnish, walk
from tests.ui.terminal import ESC

from readq.library import open_library

_LONGEST = 60.0
_STEERING = {chr(c) for c in (*range(32), *range(0x7F, 0xA0))} - {"\n", "\t"}
_PER_RUN = 12


def take_in(file: Path, folder: Path) -> str:
    """Import a file by the command; what is wrong with how that went."""
    started = time.monotonic()
    try:
        ran = subprocess.run(
            [sys.executable, "-m", "readq", "--library", str(folder), "add", str(file)],
            stdin=subprocess.DEVNULL,
            capture_output=True,
            timeout=_LONGEST,
            check=False,
            env={**os.environ, "PYTHONUTF8": "1"},
        )
    except subprocess.TimeoutExpired:
        return f"took more than {_LONGEST:.0f} s"
    said = (ran.stdout + ran.stderr).decode("utf-8", "surrogateescape")
    if "Traceback" in said:
        return said.strip().splitlines()[-1]
    if ran.returncode not in (0, 1, 2):
        return f"ended with {ran.returncode}"
    if found := sorted(hex(ord(c)) for c in set(said) & _STEERING):
        return f"printed {found}"
    return "" if time.monotonic() - started < _LONGEST / 2 else "took long"


def show(folder: Path, work: Path) -> str:
    """Bring the papers of a library to every place of the app; what is wrong with what came out."""
    with open_library(folder) as library:
        count = len(library)
    if not count:
        return ""
    keys = [key for _ in range(min(count, _PER_RUN)) for key in ("j", "\r", ESC)]
    ran, _ = walk(folder, work, keys)  # a list leads to no note, so to no link of one
    if ran.code != 0 or "Traceback" in ran.text:
        return f"ended with {ran.code}"
    foreign = sorted(ran.kinds() - DRAWING - {OWN_CLIPBOARD})
    return f"sent {foreign}" if foreign else ""


def unreached() -> list[str]:
    """Places of the app to which the keys do not lead, in a library that has something for each."""
    with tempfile.TemporaryDirectory() as scratch:
        work = Path(scratch) / "home"
        work.mkdir()
        furnish(Path(scratch) / "library", work, ["[b]one[/b]", "two", "three"] * 4)
        return walk(Path(scratch) / "library", work)[1]


def campaign(root: Path, kinds: list[str]) -> int:
    """All kinds; the number of files and screens with which something is wrong."""
    if missed := unreached():
        print(f"not reached: {', '.join(missed)}", flush=True)
    wrong, files = len(missed), 0
    for place in sorted(p for p in root.iterdir() if p.is_dir() and (not kinds or p.name in kinds)):
        with tempfile.TemporaryDirectory() as scratch:
            work = Path(scratch) / "home"
            work.mkdir()
            for number, file in enumerate(sorted(p for p in place.rglob("*") if p.is_file())):
                files += 1
                problem = take_in(file, Path(scratch) / f"library{number // _PER_RUN}")
                if problem:
                    wrong += 1
                    print(f"{file.relative_to(root)}: {problem}")
            for library in sorted(Path(scratch).glob("library*")):
                problem = show(library, work)
                if problem:
                    wrong += 1
                    print(f"{place.name}/{library.name} on the screen: {problem}")
        print(f"{place.name}: looked at", flush=True)
    print(f"{files} files, {wrong} problems")
    return wrong


if __name__ == "__main__":
    sys.exit(min(campaign(Path(sys.argv[1]), sys.argv[2:]), 1))
