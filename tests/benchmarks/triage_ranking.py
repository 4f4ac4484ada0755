"""How soon ranking finds what simulated readers want, beside ASReview's ELAS u4 where that is installed.

    make bench-triage, or: python -m tests.benchmarks.triage_ranking [--sets tuned|held-out|all|icml]
        [--seeds 0,1,2] [--peer PYTHON]

Half of the sets (`tuned`) served to choose settings; `held-out` are the others. `--peer` (or
READQ_ASREVIEW) names a Python that has asreview 3; it is run on the same simulations.
"""

from __future__ import annotations

import argparse
import json
import multiprocessing
import os
import subprocess
import sys
from collections import defaultdict
from collections.abc import Callable, Iterator, Mapping, Sequence
from pathlib import Path
from statistics import fmean, quantiles
from time import process_time

for _name in ("OPENBLAS_NUM_THREADS", "OMP_NUM_THREADS"):
    os.environ.setdefault(_name, "1")  # before numpy reads it: two processes share two cores

from tests.benchmarks import triage_sets as sets  # noqa: E402
from tests.benchmarks.triage_simulation import (  # noqa: E402
    Figures,
    Run,
    figures,
    priors,
    simulate,
)

from readq.triage import PaperText, Ranker  # noqa: E402

Results = dict[tuple[str, int], Run]


def chosen(which: str) -> list[sets.Screening]:
    """The screenings of a name."""
    if which == "icml":
        return list(sets.icml_readers())
    every = [*sets.reviews(), *sets.conference_readers()]
    if which == "all":
        return every
    return [s for s in every if s.is_tuned_on is (which == "tuned")]


def texts_of(screening: sets.Screening) -> Iterator[PaperText]:
    """The papers as ranking reads them, with their numbers as ids."""
    both = zip(screening.titles, screening.abstracts, strict=True)
    for number, (title, abstract) in enumerate(both):
        yield PaperText(str(number), title, abstract)


def order_by(ranker: Ranker) -> Callable[[Sequence[int], Sequence[bool]], Sequence[int]]:
    """The ranking under test, as the simulation asks for it."""
    import numpy as np

    def rank(seen: Sequence[int], answers: Sequence[bool]) -> Sequence[int]:
        yes = {str(n): 1.0 for n, y in zip(seen, answers, strict=True) if y}
        no = {str(n): 1.0 for n, y in zip(seen, answers, strict=True) if not y}
        scores = ranker.rank(yes, no).scores
        order = np.argsort(-scores, kind="stable")
        return [int(n) for n in order[~np.isin(order, seen)]]

    return rank


def run_corpus(screenings: Sequence[sets.Screening], seeds: Sequence[int]) -> Results:
    """All simulations on one list of papers."""
    began = process_time()
    index = Ranker.build(texts_of(screenings[0])).index
    spent = process_time() - began
    results = {}
    for screening in screenings:
        for seed in seeds:
            start = priors(screening.decided, seed)
            rank = order_by(Ranker(index))
            done = simulate(rank, screening.wanted, screening.decided, start)
            results[screening.name, seed] = done
    print(f"{screenings[0].corpus}: index {spent:.1f} s CPU", file=sys.stderr, flush=True)
    return results


def run_all(screenings: Sequence[sets.Screening], seeds: Sequence[int]) -> Results:
    """All simulations, on two cores."""
    by_corpus = defaultdict(list)
    for screening in screenings:
        by_corpus[screening.corpus].append(screening)
    with multiprocessing.get_context("fork").Pool(2) as pool:
        jobs = [(group, seeds) for group in by_corpus.values()]
        return dict(
            pair for part in pool.starmap(run_corpus, jobs, chunksize=1) for pair in part.items()
        )


def run_peer(python: str, names: Sequence[str], seeds: Sequence[int]) -> Results:
    """The same simulations with ELAS u4."""
    command = [python, "-m", "tests.benchmarks.triage_peer", ",".join(map(str, seeds)), *names]
    root = Path(__file__).parents[2]
    ran = subprocess.run(command, stdout=subprocess.PIPE, text=True, check=True, cwd=root)
    return read_results(ran.stdout)


def read_results(lines: str) -> Results:
    """Simulations as `triage_peer.py` prints them."""
    rows = [json.loads(line) for line in lines.splitlines()]
    return {
        (row["name"], row["seed"]): Run(
            list(map(bool, row["hits"])), row["wanted"], row["size"], row["milliseconds"]
        )
        for row in rows
    }


def report(label: str, results: Mapping[tuple[str, int], Run]) -> None:
    """Means by group of sets."""
    groups = defaultdict(list)
    for (name, _), run in results.items():
        groups[name.split("_")[0]].append(run)
        groups["all"].append(run)
    for group, runs in sorted(groups.items()):
        mean = Figures(*map(fmean, zip(*map(figures, runs), strict=True)))
        times = [ms for run in runs for ms in run.milliseconds]
        shares = "  ".join(f"{name} {value:.3f}" for name, value in mean._asdict().items())
        late = quantiles(times, n=20)[-1]
        print(
            f"{label:8} {group:5} {len(runs):4} runs  {shares}  ms {fmean(times):.1f} p95 {late:.1f}"
        )


def main() -> None:
    """Run what was asked for and print the figures."""
    options = argparse.ArgumentParser(description=(__doc__ or "").splitlines()[0])
    options.add_argument("--sets", default="all", choices=("tuned", "held-out", "all", "icml"))
    options.add_argument("--seeds", default="0,1,2")
    options.add_argument("--peer", default=os.environ.get("READQ_ASREVIEW", ""))
    options.add_argument(
        "--peer-results", type=Path, help="lines that triage_peer.py printed before"
    )
    options.add_argument("--keep", type=Path, help="write the simulations there, a JSON line each")
    asked = options.parse_args()
    if not (sets.shared_folder() / "triage").is_dir():
        print("The labelled lists are not there; set READQ_SHARED.")
        return
    seeds = [int(seed) for seed in asked.seeds.split(",")]
    screenings = chosen(asked.sets)
    names = [screening.name for screening in screenings]
    ours = run_all(screenings, seeds)
    if asked.keep:
        lines = [json.dumps({"name": n, "seed": s, **r._asdict()}) for (n, s), r in ours.items()]
        asked.keep.write_text("\n".join(lines) + "\n", encoding="utf-8")
    report("readq", ours)
    theirs: Results = {}
    if asked.peer_results:
        theirs = read_results(asked.peer_results.read_text(encoding="utf-8"))
    elif asked.peer:
        theirs = run_peer(asked.peer, names, seeds)
    else:
        print("asreview: give --peer PYTHON, one that has asreview 3, to compare")
    report("ELAS u4", {key: run for key, run in theirs.items() if key in ours})


if __name__ == "__main__":
    main()
