"""ASReview's ELAS u4 on the same simulations; run by a Python that has `asreview` (version 3).

Prints a JSON line a simulation: name, seed, hits, wanted, size, milliseconds.
"""

from __future__ import annotations

import json
import sys
from collections.abc import Sequence

import numpy as np
import pandas as pd
from asreview.learner import ActiveLearningCycle
from asreview.models.models import get_ai_config
from tests.benchmarks import triage_sets
from tests.benchmarks.triage_simulation import priors, simulate


def run(screening: triage_sets.Screening, seeds: Sequence[int]) -> None:
    """Simulate one screening with ELAS u4."""
    cycle = ActiveLearningCycle.from_meta(get_ai_config("elas_u4")["value"])
    texts = pd.DataFrame({"title": screening.titles, "abstract": screening.abstracts})
    features = cycle.transform(texts).tocsr()
    everyone = np.arange(len(screening))

    def rank(seen: Sequence[int], answers: Sequence[bool]) -> Sequence[int]:
        cycle.fit(features[seen], np.array(answers, dtype=int))
        todo = np.delete(everyone, seen)
        return [int(i) for i in todo[cycle.rank(features[todo])]]

    for seed in seeds:
        start = priors(screening.decided, seed)
        done = simulate(rank, screening.wanted, screening.decided, start)
        row = {"name": screening.name, "seed": seed, **done._asdict()}
        row["hits"] = [int(hit) for hit in done.hits]
        row["milliseconds"] = [round(ms, 3) for ms in done.milliseconds]
        print(json.dumps(row), flush=True)


def main() -> None:
    """Simulate the sets named on the command line, or all: `-m tests.benchmarks.triage_peer SEEDS [SET...]`."""
    seeds = [int(seed) for seed in sys.argv[1].split(",")]
    names = set(sys.argv[2:])
    for make in (triage_sets.reviews, triage_sets.conference_readers, triage_sets.icml_readers):
        for screening in make():
            if screening.name in names or (not names and screening.group != "icml"):
                run(screening, seeds)


if __name__ == "__main__":
    main()
