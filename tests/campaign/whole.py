"""The whole campaign: `make campaign`, or READQ_CAMPAIGN=short for a taste.

    python -m tests.campaign.whole [PART...]

Two processes work through jobs that depend on nothing but a fixed seed; the table at the end tells
how much was looked at and what went wrong.
"""

from __future__ import annotations

import multiprocessing
import os
import sys
import tempfile
import time
import traceback
from collections import Counter
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path
from random import Random

from hypothesis import HealthCheck, seed, settings
from hypothesis.stateful import run_state_machine_as_test
from tests.campaign import damage, killed, terminal
from tests.campaign.failing import error_points, survive
from tests.campaign.histories import STORY, random_history
from tests.campaign.machine import Reader
from tests.campaign.model import Step
from tests.campaign.plants import PLANTS, THRIFT, noticed
from tests.campaign.trials import crash_everywhere, trials
from tests.campaign.world import Count, Depth, WrongError

SEED = 20_260_701
Figures = Counter[str]


@dataclass(frozen=True)
class Amounts:
    """How much is done."""

    histories: int
    error_histories: int
    damaged: int
    machine: tuple[int, int]
    kills: int
    locks: int
    signals: int
    decisions: int
    plants: int


FULL = Amounts(100, 6, 6, (1_500, 60), 1_200, 100, 200, 12_000, len(PLANTS))
SHORT = Amounts(2, 0, 0, (40, 30), 30, 5, 2, 300, 4)


@dataclass(frozen=True)
class Job:
    """A share of one part."""

    part: str
    number: int
    amount: int = 0


def jobs(amounts: Amounts) -> Iterator[Job]:
    """All of it, the long ones first."""
    shares = 8
    yield Job("two processes at once", 0, amounts.decisions)
    for name in ("TERM", "HUP"):
        for number in range(shares):
            yield Job(f"SIG{name} of the app", number, -(-amounts.signals // shares))
    for number in range(shares):
        yield Job("kill -9", number, -(-amounts.kills // shares))
    yield Job("stale locks", 0, amounts.locks)
    for number in range(shares):
        yield Job("reader by lot", number, -(-amounts.machine[0] // shares))
    for number in range(amounts.plants + 1):
        yield Job("planted faults", number)
    for number in range(amounts.error_histories + 1):
        for quarter in range(4):
            yield Job("failing calls", number * 4 + quarter)
    for number in range(4 + amounts.damaged):
        for part in ("torn tails", "flipped bits", "files gone or replaced"):
            yield Job(part, number, amounts.damaged)
    for number in range(amounts.histories + 1):
        yield Job("power cuts", number)


def run(job: Job) -> tuple[Job, Figures, str]:
    """Do a job; what was looked at, and what went wrong."""
    figures: Figures = Counter()
    try:
        with tempfile.TemporaryDirectory(prefix="readq-campaign-") as place:
            _PARTS[job.part.partition(" ")[0]](job, Path(place), figures)
    except (WrongError, AssertionError) as error:
        return job, figures, str(error) or traceback.format_exc()
    except Exception:
        return job, figures, traceback.format_exc()
    return job, figures, ""


def _history(number: int) -> list[Step]:
    return random_history(SEED + number) if number else list(STORY)


def _add(figures: Figures, count: Count) -> None:
    figures["crash points"] += count.points
    figures["crash images"] += count.images
    figures["images of a second crash"] += count.second
    figures["worked on after"] += count.lives
    if count.refused:
        figures["refused changes"] += count.refused


def _power(job: Job, place: Path, figures: Figures) -> None:
    depth = Depth() if job.number == 0 else Depth(images=30)
    _add(figures, crash_everywhere(_history(job.number), depth, SEED + job.number).count)


def _failing(job: Job, place: Path, figures: Figures) -> None:
    number, quarter = divmod(job.number, 4)
    history = _history(number)
    for point in list(error_points(history))[quarter::4]:
        _add(figures, survive(history, point, Depth(images=4, second=0.01)))
        figures["error points"] += 1


def _damaged(job: Job) -> damage.Library:
    return damage.libraries(job.amount)[job.number]


def _torn(job: Job, place: Path, figures: Figures) -> None:
    figures["tails"] += damage.torn(_damaged(job))


def _flipped(job: Job, place: Path, figures: Figures) -> None:
    outcomes = damage.flipped(_damaged(job))
    figures.update({"flips": sum(outcomes.values()), **outcomes})


def _gone(job: Job, place: Path, figures: Figures) -> None:
    outcomes = damage.harmed(_damaged(job))
    figures.update({"harms": sum(outcomes.values()), **outcomes})


def _reader(job: Job, place: Path, figures: Figures) -> None:
    steps = AMOUNTS.machine[1]

    @seed(SEED + job.number)
    class Seeded(Reader):
        def all_is_as_it_must_be(self) -> None:
            figures["steps"] += 1
            super().all_is_as_it_must_be()

        def teardown(self) -> None:
            figures["runs"] += 1

    chosen = settings(
        max_examples=job.amount,
        stateful_step_count=steps,
        deadline=None,
        suppress_health_check=list(HealthCheck),
        database=None,
    )
    run_state_machine_as_test(Seeded, settings=chosen)


def _planted(job: Job, place: Path, figures: Figures) -> None:
    plant = [THRIFT, *PLANTS][job.number]
    took, told = noticed(plant, trials(plant.by))
    if plant is THRIFT:
        if took:
            raise WrongError(f"thrift alone is taken for a fault: {told}")
        return
    if not took:
        raise WrongError(f"not noticed: {plant.name}")
    figures["faults"] += 1
    figures["noticed"] += 1


def _kill(job: Job, place: Path, figures: Figures) -> None:
    random = Random(SEED + job.number)
    result = killed.kill_again_and_again(place / "library", job.amount, random)
    figures["kills"] += result.kills
    figures["inside compaction"] += result.in_compaction
    figures["acknowledged edits"] += result.edits
    figures["undone and redone after"] += result.undone


def _stale(job: Job, place: Path, figures: Figures) -> None:
    longest = killed.stale_locks(place / "library", job.amount)
    if longest > 1:
        raise WrongError(f"a killed holder's lock kept another waiting for {longest:.1f} s")
    figures["holders killed"] += job.amount


def _two(job: Job, place: Path, figures: Figures) -> None:
    found, turns = killed.two_at_once(place / "library", job.amount // 2)
    figures["decisions"] += found
    figures["turns taken"] += turns


def _signal(job: Job, place: Path, figures: Figures) -> None:
    name = job.part[3:].split()[0]
    random = Random(f"{SEED} {job}")
    for number in range(job.amount):
        folder = place / str(number) / "library"
        folder.parent.mkdir()
        terminal.make_library(folder)
        ending = terminal.run_until(terminal.SIGNALS[name], folder, random)
        if ending.code != 128 + terminal.SIGNALS[name]:
            raise WrongError(f"exit code {ending.code}")
        ending.check_terminal()
        figures["runs"] += 1
        figures["decisions found"] += terminal.check_decisions(folder, ending, 1)


_PARTS = {
    "power": _power,
    "failing": _failing,
    "torn": _torn,
    "flipped": _flipped,
    "files": _gone,
    "reader": _reader,
    "planted": _planted,
    "kill": _kill,
    "stale": _stale,
    "two": _two,
    "SIGTERM": _signal,
    "SIGHUP": _signal,
}
AMOUNTS = FULL if os.environ.get("READQ_CAMPAIGN", "full") == "full" else SHORT


def main(wanted: list[str]) -> int:
    """Do all jobs, or those of the parts named, and print the table; 1 when something went wrong."""
    start = time.monotonic()
    figures: dict[str, Figures] = {}
    wrong: dict[str, list[str]] = {}
    chosen = [j for j in jobs(AMOUNTS) if not wanted or j.part.split()[0] in wanted]
    context = multiprocessing.get_context("spawn")
    with context.Pool(min(2, os.cpu_count() or 1)) as pool:
        for number, (job, found, error) in enumerate(pool.imap_unordered(run, chosen), 1):
            figures.setdefault(job.part, Counter()).update(found)
            wrong.setdefault(job.part, [])
            if error:
                wrong[job.part].append(f"{job}: {error}")
            if sys.stderr.isatty():
                print(f"\r{number} of {len(chosen)} jobs", end="", file=sys.stderr)
    width = max(map(len, figures))
    print()
    for part, found in sorted(figures.items()):
        amounts = ", ".join(f"{amount:,} {what}" for what, amount in found.items() if amount)
        print(f"{part:<{width}}  {len(wrong[part])} wrong  {amounts}")
    images = sum(f["crash images"] + f["images of a second crash"] for f in figures.values())
    print(f"{'all':<{width}}  {sum(map(len, wrong.values()))} wrong  {images:,} images of crashes")
    print(f"{(time.monotonic() - start) / 60:.1f} minutes")
    for errors in wrong.values():
        for error in errors:
            print(f"\n{error}")
    return int(any(wrong.values()))


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
