"""The many wanted papers of one subject are one wish; what nobody has decided on is not forgotten."""

from __future__ import annotations

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from tests.triage.papers import SUBJECTS, library

import readq.triage.ranking as ranking_module
from readq.triage import Ranker, TextIndex
from readq.triage.crowding import Crowds

INDEX = TextIndex.build(library(40))
COUNT = len(INDEX)


def numbers_of(subject: str, count: int) -> list[int]:
    return [INDEX.number[f"{subject}{n}"] for n in range(count)]


def test_alone_a_paper_counts_in_full_and_in_a_crowd_in_part() -> None:
    crowd, alone = numbers_of("robot", 30), INDEX.number["protein0"]
    examples = sorted([(n, 1.0) for n in crowd] + [(alone, 2.0)])
    shared = dict(Crowds(INDEX).shared_out(examples))
    assert shared[alone] == 2.0
    assert all(shared[n] == 0.25 for n in crowd)


answers = st.dictionaries(st.integers(0, COUNT - 1), st.sampled_from((0.25, 1.0, 1.5)), max_size=40)


@given(st.lists(answers, min_size=1, max_size=6))
@settings(max_examples=40, deadline=None)
def test_crowds_depend_on_what_is_wanted_now_alone(steps: list[dict[int, float]]) -> None:
    used = Crowds(INDEX)
    for step in steps:
        shared = used.shared_out(sorted(step.items()))
        assert shared == Crowds(INDEX).shared_out(sorted(step.items()))
        assert all(
            0 < part <= whole for (_, part), whole in zip(shared, _weights(step), strict=True)
        )


def _weights(step: dict[int, float]) -> list[float]:
    return [weight for _, weight in sorted(step.items())]


def test_a_second_wish_is_not_drowned_by_the_first(monkeypatch: pytest.MonkeyPatch) -> None:
    wanted = {f"robot{n}": 1.0 for n in range(20)} | {"protein0": 1.0, "protein3": 1.0}
    unwanted = {f"{subject}{n}": 1.0 for subject in ("fair", "speech") for n in range(5)}

    def lead() -> float:
        ranking = Ranker(INDEX).rank(wanted, unwanted)
        score = {s: sum(ranking.score(f"{s}{n}") for n in range(20, 40)) for s in SUBJECTS}
        return score["protein"] - max(score["fair"], score["speech"])

    shared = lead()
    monkeypatch.setattr(Crowds, "shared_out", lambda _self, examples: list(examples))
    assert shared > lead()


def test_what_nobody_has_decided_on_comes_before_what_is_known(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    wanted = {f"robot{n}": 1.0 for n in range(3)}
    unwanted = {f"fair{n}": 1.0 for n in range(12)}

    def unknown() -> float:
        ranking = Ranker(INDEX).rank(wanted, unwanted)
        return sum(ranking.score(f"{s}{n}") for s in ("speech", "protein") for n in range(40))

    raised = unknown()
    monkeypatch.setattr(ranking_module, "_NEW", 0.0)
    assert raised > unknown()
