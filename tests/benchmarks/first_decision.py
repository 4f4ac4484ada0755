"""From nothing installed to the first decision on 5,863 abstracts: seconds on the clock, and key presses.

python -m tests.benchmarks.first_decision [LIST]

The list is `icml2026-abstracts.txt` in $READQ_CORPUS (or in `../shared/corpus`). What is installed is this
project with all it needs, as `pip install` does it; the time for downloads counts.
"""

from __future__ import annotations

import gzip
import json
import os
import subprocess
import sys
import tempfile
import time
from pathlib import Path

from tests.benchmarks.in_a_terminal import Terminal

PROJECT = Path(__file__).parents[2]
CORPUS = Path(os.environ.get("READQ_CORPUS", "../shared/corpus")) / "icml2026-abstracts.txt.gz"
CARD = b"Queue at priority"
"""Stands under a paper that can be decided on."""
_LONGEST = 30.0


def run(*words: str | Path) -> None:
    """Run a program to its end."""
    subprocess.run(words, check=True, stdout=subprocess.DEVNULL)


def skipped(readq: Path, library: Path) -> int:
    """How many papers are decided on, as the command line tells it."""
    words = (readq, "--library", library, "list", "status:skipped", "--json")
    told = subprocess.run(words, check=True, capture_output=True).stdout
    return len(json.loads(told))


def main() -> int:
    """Install, import, open, decide."""
    with tempfile.TemporaryDirectory() as name:
        folder = Path(name)
        papers, library = folder / "papers.txt", folder / "library"
        source = Path(sys.argv[1]) if len(sys.argv) > 1 else CORPUS
        data = source.read_bytes()
        papers.write_bytes(gzip.decompress(data) if source.suffix == ".gz" else data)
        readq = folder / "venv" / "bin" / "readq"
        began = time.monotonic()

        def tell(what: str) -> None:
            print(f"{time.monotonic() - began:6.1f} s  {what}", flush=True)

        run(sys.executable, "-m", "venv", folder / "venv")
        run(readq.with_name("pip"), "install", "-q", "--disable-pip-version-check", PROJECT)
        tell("installed")
        run(readq, "--library", library, "add", papers)
        tell("imported")
        start = f"import os; os.execv({str(readq)!r}, ['readq', '--library', {str(library)!r}])"
        terminal = Terminal(("-c", start), folder / "config.toml")
        try:
            terminal.wait_for(b"triaged")
            tell("on the screen")
            terminal.send(b"T")
            terminal.wait_for(CARD)
            tell("the first paper is there")
            terminal.send(b"x")
            terminal.rest(0.2)
            until = time.monotonic() + _LONGEST
            while skipped(readq, library) != 1:
                assert time.monotonic() < until, "the decision did not reach the library"
            tell("decided, with 2 key presses")
        finally:
            terminal.end()
    return 0


if __name__ == "__main__":
    raise SystemExit(main())
