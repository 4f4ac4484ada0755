"""What the store costs, as ratios to the bare operation on the same machine.

    make bench, or: python -m pytest -s tests/benchmarks/test_store.py

The papers are those of `papers-95k.jsonl.gz` in $READQ_CORPUS (or in `../shared/corpus`), generated
ones where that file is not. Figures are CPU time unless wall time is said; the limits are the
promises, or twice that where a busy machine blurs them.
"""

from __future__ import annotations

import gc
import gzip
import json
import os
import random
import shutil
import subprocess
import sys
from collections.abc import Callable, Iterator
from datetime import UTC, datetime
from pathlib import Path
from statistics import median
from time import perf_counter, process_time
from typing import Any

import orjson
import pytest

from readq.domain import Change, Paper, PaperEdit, Reading, ReadingEdit, Source, Status, TitleOrigin
from readq.store import LibraryFiles

NOW = datetime(2026, 7, 1, tzinfo=UTC)
CORPUS = Path(os.environ.get("READQ_CORPUS", "../shared/corpus")) / "papers-95k.jsonl.gz"
Report = Callable[[str, str], None]
SIZES = [5_863, 95_562]


def records() -> Iterator[dict[str, Any]]:
    if CORPUS.is_file():
        with gzip.open(CORPUS, "rt", encoding="utf-8") as lines:
            yield from map(json.loads, lines)
        return
    words = [f"word{n}" for n in range(4000)]
    rng = random.Random(1)
    while True:
        yield {
            "title": " ".join(rng.choices(words, k=10)),
            "abstract": " ".join(rng.choices(words, k=170)),
            "authors": [" ".join(rng.choices(words, k=2)) for _ in range(5)],
            "venue": "Venue",
        }


def papers(count: int, start: int = 0) -> dict[str, Paper]:
    found = {}
    for number, record in zip(range(start, start + count), records(), strict=False):
        paper_id = f"{number:010d}"
        found[paper_id] = Paper(
            id=paper_id,
            title=record["title"],
            title_origin=TitleOrigin.SOURCE,
            added=NOW,
            authors=tuple(record["authors"]),
            abstract=record.get("abstract", ""),
            abstract_hash=f"{number:016x}",
            venue=record.get("venue", ""),
            year=2025,
            citekey=f"key{number}",
            sources=(Source("papers.jsonl", number + 1, number + 1),),
        )
    return found


def add(files: LibraryFiles, new: dict[str, Paper]) -> None:
    edits = tuple(PaperEdit(i, None, None) for i in new)
    files.commit(Change(files.next_change_id(), "added", NOW, papers=edits), papers=new)


def decide(files: LibraryFiles, ids: list[str], status: Status) -> None:
    decided(files, ids, status)()


def decided(files: LibraryFiles, ids: list[str], status: Status) -> Callable[[], object]:
    """What stores a decision that is made already."""
    view = files.readings()
    new = {i: Reading(i, status, rank=1.5, moved=((status, NOW),)) for i in ids}
    edits = tuple(ReadingEdit(i, view.get(i), reading) for i, reading in new.items())
    change = Change(files.next_change_id(), "decided", NOW, readings=edits)
    return lambda: files.commit(change, readings=new)


def cpu(work: Callable[[], object], rounds: int) -> float:
    """The best CPU time of several rounds, in milliseconds."""
    best = float("inf")
    for _ in range(rounds):
        gc.collect()
        start = process_time()
        work()
        best = min(best, process_time() - start)
    return best * 1000


def wall(work: Callable[[], object]) -> float:
    """The wall time of a call, in milliseconds."""
    start = perf_counter()
    work()
    return (perf_counter() - start) * 1000


@pytest.fixture(scope="module", params=SIZES)
def folder(request: pytest.FixtureRequest, tmp_path_factory: pytest.TempPathFactory) -> Path:
    place = tmp_path_factory.mktemp(f"papers-{request.param}-") / "library"
    files = LibraryFiles.open(place)
    add(files, papers(request.param))
    files.compact()
    files.close()
    return place


@pytest.fixture
def report(capsys: pytest.CaptureFixture[str], folder: Path) -> Callable[[str, str], None]:
    def show(name: str, text: str) -> None:
        with capsys.disabled():
            print(f"\n{folder.parent.name}: {name}: {text}", end="", flush=True)

    return show


def test_open(folder: Path, report: Report) -> None:
    data = (folder / "papers.json").read_bytes()
    gc.disable()
    bare = cpu(lambda: orjson.loads(data), 3)
    gc.enable()

    def start() -> None:
        files = LibraryFiles.open(folder)
        assert len(files.paper_ids)
        files.close()

    ours = cpu(start, 5)
    report("open", f"{ours:.1f} ms, {ours / bare:.3f} of orjson.loads ({bare:.0f} ms)")
    assert ours <= 0.15 * bare + 3


def test_open_with_a_long_journal(folder: Path, report: Report, tmp_path: Path) -> None:
    place = tmp_path / "library"
    shutil.copytree(folder, place)
    files = LibraryFiles.open(place)
    add(files, papers(10_000, 300_000))
    for paper_id in files.paper_ids[:5_000]:
        decide(files, [paper_id], Status.QUEUED)
    files._vault.close()  # without folding the journal in
    data = (place / "papers.json").read_bytes()
    gc.disable()
    bare = cpu(lambda: orjson.loads(data), 3)
    gc.enable()

    def start() -> None:
        files = LibraryFiles.open(place)
        assert len(files.readings()) >= 5_000
        files._vault.close()

    ours = cpu(start, 5)
    report(
        "open with 10,000 inserts and 5,000 updates in the journal",
        f"{ours:.1f} ms, {ours / bare:.3f} of orjson.loads ({bare:.0f} ms)",
    )


@pytest.mark.skipif(not Path("/proc/self/status").exists(), reason="needs /proc")
def test_resident_memory(folder: Path, report: Report) -> None:
    code = (
        "import sys; from pathlib import Path; from readq.store import LibraryFiles\n"
        "files = LibraryFiles.open(Path(sys.argv[1])); ids = files.paper_ids\n"
        "[files.paper(i) for i in ids[::200]]; sum(1 for _ in files.hot_papers())\n"
        "status = dict(line.split(':', 1) for line in open('/proc/self/status'))\n"
        "print(*(int(status[name].split()[0]) // 1024 for name in ('VmRSS', 'VmHWM')))"
    )
    found = subprocess.run(
        [sys.executable, "-c", code, str(folder)], capture_output=True, text=True, check=True
    )
    now, peak = map(int, found.stdout.split())
    report("resident", f"{now} MB, {peak} MB at most")
    assert now <= 100


def test_one_durable_update(folder: Path, report: Report) -> None:
    files = LibraryFiles.open(folder)
    ids = files.paper_ids
    decide(files, [ids[0]], Status.QUEUED)
    size = files._vault.state.offset
    decide(files, [ids[1]], Status.QUEUED)
    line = b"x" * (files._vault.state.offset - size)
    fd = os.open(folder / "bare", os.O_WRONLY | os.O_CREAT | os.O_APPEND)

    def bare() -> None:
        os.write(fd, line)
        os.fsync(fd)

    def ours(number: int) -> Callable[[], object]:
        return decided(files, [ids[number]], Status.LATER if number % 2 else Status.READ)

    def many() -> None:
        for number in range(200):
            ours(number)()

    def bares() -> None:
        for _ in range(200):
            bare()

    # One by one in turn, as decisions come: neither finds the caches, or the disk, as it left them.
    times = [(wall(bare), wall(ours(number))) for number in range(1, 1_401)]
    plain, full = (median(values) for values in zip(*times, strict=True))
    # And each many times on end, the making of the decision included: the stricter figure, and the one that counts.
    ends = [(wall(bares) / 200, wall(many) / 200) for _ in range(7)]
    end, end_full = (median(values) for values in zip(*ends, strict=True))
    ratio = median(ours / bare for bare, ours in ends)
    busy = cpu(many, 3) / 200
    os.close(fd)
    (folder / "bare").unlink()
    files.close()
    report(
        "one update",
        f"{end_full:.3f} ms, {ratio:.2f} of a bare append + fsync ({end:.3f}); stored alone, in turn, "
        f"{full:.3f} ms, {full / plain:.2f} of it ({plain:.3f}); {busy:.3f} ms CPU",
    )
    assert ratio <= 1.5 * 2


def test_bulk_of_a_thousand(folder: Path, report: Report) -> None:
    files = LibraryFiles.open(folder)
    ids = list(files.paper_ids[:1000])
    statuses = iter([Status.QUEUED, Status.LATER, Status.READ, Status.SKIPPED, Status.NEW])
    took = cpu(lambda: decide(files, ids, next(statuses)), 5)
    files.close()
    report("bulk of 1,000 readings", f"{took:.1f} ms")
    assert took <= 25 * 2


def test_insert_of_ten_thousand(folder: Path, report: Report) -> None:
    files = LibraryFiles.open(folder)
    batches = iter([papers(10_000, 200_000 + 10_000 * n) for n in range(3)])
    took = cpu(lambda: add(files, next(batches)), 3)
    files._vault.close()
    report("insert of 10,000 papers", f"{took:.0f} ms")
    assert took <= 400 * 2


def test_compaction(folder: Path, report: Report) -> None:
    files = LibraryFiles.open(folder)
    decide(files, [files.paper_ids[0]], Status.READ)
    start = process_time()
    files.compact()
    took = (process_time() - start) * 1000
    files.close()
    report("compaction", f"{took:.0f} ms")


def test_reading(folder: Path, report: Report) -> None:
    files = LibraryFiles.open(folder)
    ids = files.paper_ids[::50]
    one = cpu(lambda: [files.paper(i) for i in ids], 1) / len(ids)
    walk = cpu(lambda: sum(1 for _ in files.hot_papers()), 1)
    look = cpu(lambda: [files.refresh() for _ in range(100)], 1) / 100
    files.close()
    report("one paper / all hot / refresh", f"{one:.3f} / {walk:.0f} / {look:.3f} ms")
