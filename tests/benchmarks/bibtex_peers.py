"""The same BibTeX file taken in by readq, papis and coBib.

Reads `conferences-10k.bib.gz` from the folder in READQ_CORPUS or beside the project. papis and coBib are asked
where they are installed: READQ_PEERS names the `bin` folder of an environment that has them. One that takes
too long is stopped, and what it has done until then is counted. Run:

    python -m tests.benchmarks.bibtex_peers [--papers N]
"""

from __future__ import annotations

import argparse
import gzip
import os
import resource
import shutil
import subprocess
import sys
import tempfile
import time
from collections.abc import Callable
from pathlib import Path

from tests.benchmarks.text_names import corpus_folder

FILE = "conferences-10k.bib.gz"
LONGEST = 300
"""Seconds after which a peer is given up."""
FEWER = (1000, 200)
"""How many entries a peer gets that fails on all of them."""


def spent(command: list[str], **environment: str) -> tuple[float, str]:
    """CPU seconds of a command and its children, and the end of what it said."""
    before = resource.getrusage(resource.RUSAGE_CHILDREN)
    try:
        ran = subprocess.run(
            command,
            capture_output=True,
            text=True,
            check=False,
            timeout=LONGEST,
            env={**os.environ, **environment},
            stdin=subprocess.DEVNULL,
        )
        said = (ran.stderr or ran.stdout).strip()[-120:] if ran.returncode else "done"
    except subprocess.TimeoutExpired:
        said = f"stopped after {LONGEST} s"
    after = resource.getrusage(resource.RUSAGE_CHILDREN)
    return after.ru_utime + after.ru_stime - before.ru_utime - before.ru_stime, said


def by_readq(file: Path, folder: Path) -> tuple[float, str]:
    """`readq add`."""
    return spent(
        [sys.executable, "-m", "readq", "--library", str(folder / "readq"), "add", str(file)]
    )


def by_papis(program: str, file: Path, folder: Path) -> tuple[float, str, int]:
    """`papis bibtex read … import`, into a library of its own."""
    config, library = folder / "config" / "papis", folder / "papers"
    config.mkdir(parents=True)
    library.mkdir()
    (config / "config").write_text(f"[papers]\ndir = {library}\n", encoding="utf-8")
    took, said = spent(
        [program, "-l", "papers", "bibtex", "read", str(file), "import", "--all"],
        XDG_CONFIG_HOME=str(folder / "config"),
        XDG_CACHE_HOME=str(folder / "cache"),
    )
    return took, said, sum(1 for _ in library.rglob("info.yaml"))


def by_cobib(program: str, file: Path, folder: Path) -> tuple[float, str, int]:
    """`cobib add -b`, into a database of its own."""
    config, database = folder / "config.py", folder / "database.yaml"
    config.write_text(
        f"from cobib.config import config\nconfig.database.file = {str(database)!r}\n"
        "config.database.git = False\n",
        encoding="utf-8",
    )
    database.touch()
    took, said = spent([program, "-c", str(config), "add", "-b", str(file)])
    with database.open(encoding="utf-8") as lines:
        return took, said, sum(line.startswith("---") for line in lines)


def main() -> None:
    """Print CPU seconds and what came of it."""
    options = argparse.ArgumentParser(description=(__doc__ or "").splitlines()[0])
    options.add_argument("--papers", type=int, default=0, help="take so many entries only")
    chosen = options.parse_args()
    source = corpus_folder() / FILE
    if not source.is_file():
        print(f"{FILE}: not there, skipped")
        return
    folder = Path(tempfile.mkdtemp())
    try:
        file = folder / "papers.bib"
        file.write_bytes(gzip.decompress(source.read_bytes()))
        compare(_beginning(file, chosen.papers), folder)
    finally:
        shutil.rmtree(folder)


def _beginning(file: Path, papers: int) -> Path:
    """A file with so many of the entries; the file itself for all."""
    if not papers:
        return file
    short = file.with_name(f"{papers}.bib")
    parts = file.read_text(encoding="utf-8").split("\n@")
    short.write_text("\n@".join(parts[:papers]) + "\n", encoding="utf-8")
    return short


def compare(file: Path, folder: Path) -> None:
    """Run each program once; one that brings nothing of all entries in gets fewer of them."""
    took, said = by_readq(file, folder)
    print(f"readq {took:7.1f} s CPU  {said}", flush=True)
    peers: dict[str, Callable[[str, Path, Path], tuple[float, str, int]]] = {
        "papis": by_papis,
        "cobib": by_cobib,
    }
    for name, run in peers.items():
        program = shutil.which(name, path=os.environ.get("READQ_PEERS"))
        if program is None:
            print(f"{name}: not there, skipped")
            continue
        for papers in (0, *FEWER):
            place = folder / f"{name}-{papers}"
            place.mkdir()
            start = time.monotonic()
            took, said, entries = run(program, _beginning(file, papers), place)
            each = f"{1000 * took / entries:.1f} ms CPU each" if entries else "none of them there"
            print(
                f"{name} {took:7.1f} s CPU  {f'{papers:,}' if papers else 'all'} entries: {said} "
                f"({time.monotonic() - start:.0f} s); {entries:,} there, {each}",
                flush=True,
            )
            if entries:
                break


if __name__ == "__main__":
    main()
