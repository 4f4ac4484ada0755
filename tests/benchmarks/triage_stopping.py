"""How good what readq tells beside the order is: what is left, when to stop, related papers, a careless start.

make bench-triage, or: python -m tests.benchmarks.triage_stopping [--sets tuned|held-out|all|icml]
    [--seeds 0] [--parts left,noise,cold,related]
"""

from __future__ import annotations

import argparse
import multiprocessing
import os
import random
from collections import defaultdict
from collections.abc import Callable, Iterable, Sequence
from statistics import fmean, quantiles
from typing import Any, NamedTuple

for _name in ("OPENBLAS_NUM_THREADS", "OMP_NUM_THREADS"):
    os.environ.setdefault(_name, "1")

from tests.benchmarks import triage_sets as sets  # noqa: E402
from tests.benchmarks.triage_ranking import chosen, order_by, texts_of  # noqa: E402
from tests.benchmarks.triage_simulation import EVERY_UNTIL, Rank, priors  # noqa: E402

from readq.triage import PaperText, Ranker, TextIndex  # noqa: E402
from readq.triage.stop import estimate  # noqa: E402

PARTS = ("left", "noise", "cold", "related")
_IJCAI = ("ijcai2021", "ijcai2022", "ijcai2023")
_CARELESS = 10
_WRONG = 0.3
_LOOK_FROM = 0.2
_MOMENT_FROM = 50
_EVERY = 5


class Passage(NamedTuple):
    """A list gone through to its end."""

    answers: list[bool]
    """What the reader said, in the order of the cards."""
    hits: list[bool]
    """What the reader truly wants."""


def pass_through(rank: Rank, screening: sets.Screening, start: Sequence[int]) -> Passage:
    """Show all papers, ranked anew as in the other simulations; those at the start do not count."""
    seen, told = list(start), [screening.decided[i] for i in start]
    passage, size = Passage([], []), len(screening)
    while len(seen) < size:
        step = 1 if len(passage.hits) < EVERY_UNTIL else max(1, size // 50)
        for paper in rank(seen, told)[:step]:
            seen.append(paper)
            told.append(screening.decided[paper])
            passage.answers.append(screening.decided[paper])
            passage.hits.append(screening.wanted[paper])
    return passage


# How many are left


class Told(NamedTuple):
    """How the estimates on one passage compare with the truth."""

    stops: list[tuple[float, float]]
    """Recall and share shown where stopping was suggested: usual, sure."""
    errors: list[float]
    """Of the recall on show, from a fifth of the list on."""
    inside: list[bool]
    """Whether the truth was between the ends, after fifty decisions."""


def judge(answers: Sequence[bool], hits: Sequence[bool]) -> Told:
    """Ask for the estimate all along a list."""
    size, total = len(hits), sum(hits)
    stops: dict[bool, tuple[float, float]] = {}
    told = Told([], [], [])
    for seen in range(1, size + 1):
        found = estimate(answers[:seen], size)
        if found is None:
            continue
        recall = sum(hits[:seen]) / total
        for sure in (False, True):
            if sure not in stops and found.suggests_stopping(sure=sure):
                stops[sure] = recall, seen / size
        if seen % _EVERY == 0 and seen < size:
            if seen >= _LOOK_FROM * size:
                told.errors.append(abs(found.recall - recall))
            if seen >= _MOMENT_FROM:
                told.inside.append(found.low <= sum(answers[seen:]) <= found.high)
    told.stops.extend(stops.get(sure, (1.0, 1.0)) for sure in (False, True))
    return told


def left_in(screenings: Sequence[sets.Screening], seeds: Sequence[int]) -> list[list[Told]]:
    """Estimates from the reader's answers, and from answers without slips."""
    index = Ranker.build(texts_of(screenings[0])).index
    found = []
    for screening in screenings:
        for seed in seeds:
            rank = order_by(Ranker(index))
            passage = pass_through(rank, screening, priors(screening.decided, seed))
            found.append([judge(passage.answers, passage.hits), judge(passage.hits, passage.hits)])
    return found


def report_left(found: Iterable[Sequence[Told]]) -> None:
    """Print how well what is left was told."""
    for label, runs in zip(("answers", "no slips"), zip(*found, strict=True), strict=True):
        for rule, name in enumerate(("stop", "sure")):
            recalls = [run.stops[rule][0] for run in runs]
            shown = fmean(run.stops[rule][1] for run in runs)
            low = quantiles(recalls, n=10)[0]
            print(
                f"{label:9}{name:5}recall {fmean(recalls):.3f} (tenth {low:.2f})  shown {shown:.3f}"
            )
        errors = [fmean(run.errors) for run in runs if run.errors]
        inside = [kept for run in runs for kept in run.inside]
        print(
            f"{label:9}told recall off by {fmean(errors):.3f}  truth within ends {fmean(inside):.3f}"
        )


# A careless start


def careless(
    screenings: Sequence[sets.Screening], seeds: Sequence[int]
) -> list[tuple[float, float]]:
    """Recall after a fifth of the list, never wrong and wrong at first."""
    index = Ranker.build(texts_of(screenings[0])).index
    return [
        (_recall(index, screening, seed, 0), _recall(index, screening, seed, _CARELESS))
        for screening in screenings
        for seed in seeds
    ]


def _recall(index: TextIndex, screening: sets.Screening, seed: int, wrong: int) -> float:
    dice, wanted = random.Random(seed), screening.wanted
    seen = priors(wanted, seed)
    answers, hits, total = [wanted[i] for i in seen], 0, sum(wanted) - sum(wanted[i] for i in seen)
    rank = order_by(Ranker(index))
    for card in range(len(wanted) // 5):
        paper = rank(seen, answers)[0]
        slips = card < wrong and dice.random() < _WRONG
        seen.append(paper)
        answers.append(wanted[paper] ^ slips)
        hits += wanted[paper]
    return hits / max(total, 1)


def report_careless(found: Sequence[tuple[float, float]]) -> None:
    """Print what wrong answers at first cost."""
    right, wrong = map(fmean, zip(*found, strict=True))
    print(
        f"recall at 20 %: never wrong {right:.3f}, first {_CARELESS} wrong by {_WRONG:.0%} {wrong:.3f}"
    )


# Before the first decision


def cold(screenings: Sequence[sets.Screening], seeds: Sequence[int]) -> list[tuple[float, ...]]:
    """Recall after a tenth of the list: from nothing, from words, from words and two queued papers."""
    index = Ranker.build(texts_of(screenings[0])).index
    found = []
    for screening in screenings:
        if not screening.topic:
            continue
        for seed in seeds:
            wanted = [i for i, y in enumerate(screening.decided) if y]
            queued = random.Random(seed).sample(wanted, 2)
            ways: tuple[tuple[str, list[int]], ...] = (
                ("", []),
                (screening.topic, []),
                (screening.topic, queued),
            )
            found.append(tuple(_cold(index, screening, *way) for way in ways))
    return found


def _cold(index: TextIndex, screening: sets.Screening, topic: str, queued: list[int]) -> float:
    ranker, wanted = Ranker(index), screening.wanted
    yes, no = {str(i): 1.0 for i in queued}, dict[str, float]()
    size, hits = len(wanted) - len(queued), 0
    todo = [str(i) for i in range(len(wanted)) if i not in queued]
    for _ in range(round(size / 10)):
        paper = ranker.rank(yes, no, topic).order(todo)[0]
        todo.remove(paper)
        (yes if screening.decided[int(paper)] else no)[paper] = 1.0
        hits += wanted[int(paper)]
    return hits / max(sum(wanted) - sum(wanted[i] for i in queued), 1)


def report_cold(found: Sequence[tuple[float, ...]]) -> None:
    """Print what a few words are worth."""
    nothing, words, both = map(fmean, zip(*found, strict=True))
    print(
        f"recall at 10 %: from nothing {nothing:.3f}, words {words:.3f}, and two queued {both:.3f}"
    )


# Related papers


def related() -> None:
    """Print how many of the nearest papers share a topic code."""
    for count in (5, 10):
        shares = []
        for corpus in _IJCAI:
            rows = sets._conference(corpus)
            codes = [set(filter(None, map(str.strip, row["keywords"].split(";")))) for row in rows]
            texts = (PaperText(str(n), r["title"], r["abstract"] or "") for n, r in enumerate(rows))
            ranker = Ranker.build(texts)
            for number, own in enumerate(codes):
                near = ranker.related(str(number), count) if own else ()
                shares += [bool(own & codes[int(other.paper_id)]) for other in near]
        print(f"related: {fmean(shares):.3f} of the {count} nearest share a topic code")


_WORK: dict[str, tuple[Callable[..., list[Any]], Callable[[list[Any]], None]]] = {
    "left": (left_in, report_left),
    "noise": (careless, report_careless),
    "cold": (cold, report_cold),
}


def main() -> None:
    """Run what was asked for and print the figures."""
    options = argparse.ArgumentParser(description=(__doc__ or "").splitlines()[0])
    options.add_argument("--sets", default="all", choices=("tuned", "held-out", "all", "icml"))
    options.add_argument("--seeds", default="0")
    options.add_argument("--parts", default=",".join(PARTS))
    asked = options.parse_args()
    if not (sets.shared_folder() / "triage").is_dir():
        print("The labelled lists are not there; set READQ_SHARED.")
        return
    by_corpus = defaultdict(list)
    for screening in chosen(asked.sets):
        by_corpus[screening.corpus].append(screening)
    jobs = [(group, list(map(int, asked.seeds.split(",")))) for group in by_corpus.values()]
    jobs.sort(key=lambda job: -len(job[0]) * len(job[0][0]))
    with multiprocessing.get_context("fork").Pool(2) as pool:
        for part in asked.parts.split(","):
            if part == "related":
                related()
            else:
                work, report = _WORK[part]
                found = pool.starmap(work, jobs, chunksize=1)
                report([one for some in found for one in some])


if __name__ == "__main__":
    main()
