"""How many wanted papers are left, and when stopping is suggested."""

from __future__ import annotations

import math
import random
from statistics import fmean

import pytest
from hypothesis import given
from hypothesis import strategies as st

from readq.triage.stop import Estimate, estimate


def fading(size: int, wanted: int, rate: float, seed: int) -> list[bool]:
    """Answers to a ranked list whose wanted papers grow rarer, `rate` e-folds over its length."""
    dice = random.Random(seed)
    weights = [math.exp(-rate * place / size) for place in range(size)]
    share = wanted / sum(weights)
    return [dice.random() < share * weight for weight in weights]


@pytest.mark.parametrize(
    ("answers", "size"),
    [
        ([], 0),
        ([], 100),
        ([False] * 50, 100),
        ([True] * 4 + [False] * 40, 100),
        ([True] * 9, 100),
    ],
    ids=["nothing", "no answer", "none wanted", "four wanted", "too little seen"],
)
def test_nothing_is_told_before_enough_was_decided(answers: list[bool], size: int) -> None:
    assert estimate(answers, size) is None


def test_five_wanted_and_a_tenth_seen_are_enough() -> None:
    assert estimate([True] * 5 + [False] * 5, 100) is not None


def test_once_all_is_decided_nothing_is_left() -> None:
    told = estimate([True] * 5 + [False] * 25, 30)
    assert told == Estimate(5, 0.0, 0, 0, 25)
    assert told.recall == told.surely == 1.0
    assert told.suggests_stopping(sure=True)


answers_and_size = st.tuples(
    st.lists(st.booleans(), min_size=10, max_size=120), st.integers(0, 500)
).map(lambda pair: (pair[0], len(pair[0]) + pair[1]))


@given(answers_and_size)
def test_what_is_told_is_possible(given: tuple[list[bool], int]) -> None:
    answers, size = given
    told = estimate(answers, size)
    if told is None:
        assert sum(answers) < 5 or len(answers) < 0.1 * size
        return
    assert told.found == sum(answers)
    assert 0 <= told.low <= told.high <= size - len(answers)
    assert 0 <= told.left <= size - len(answers)
    assert 0 < told.surely <= 1
    assert 0 < told.recall <= 1
    assert not told.suggests_stopping(sure=True) or told.surely >= 0.95


@pytest.mark.parametrize("more", [20, 60, 200])
def test_a_long_row_of_skips_says_that_less_is_left(more: int) -> None:
    begun = fading(300, 30, 12, 1)[:60]
    told, later = estimate(begun, 400), estimate([*begun, *[False] * more], 400)
    assert told is not None
    assert later is not None
    assert later.left < told.left
    assert later.skips_in_a_row >= more


def test_stopping_needs_twenty_skips_however_little_is_left() -> None:
    answers = [True] * 30 + [False] * 19
    told = estimate(answers, 50)
    assert told is not None
    assert told.recall >= 0.95
    assert not told.suggests_stopping()
    again = estimate([*answers, False], 50)
    assert again is not None
    assert again.suggests_stopping()


def test_being_sure_takes_longer() -> None:
    """On the way through a list the sure answer comes after the usual one."""
    answers = fading(600, 40, 14, 3)
    seen = range(60, 600, 5)
    told = {n: estimate(answers[:n], 600) for n in seen}
    usual = [n for n, one in told.items() if one and one.suggests_stopping()]
    sure = [n for n, one in told.items() if one and one.suggests_stopping(sure=True)]
    assert usual
    assert sure
    assert usual[0] < sure[0]
    assert usual[0] < 600


def test_the_truth_lies_between_the_ends_most_of_the_time() -> None:
    inside, errors = [], []
    for seed in range(40):
        answers = fading(500, 40, random.Random(seed).uniform(5, 20), seed)
        for seen in (100, 150, 250):
            told = estimate(answers[:seen], 500)
            if told is not None:
                left = sum(answers[seen:])
                inside.append(told.low <= left <= told.high)
                errors.append(abs(told.recall - told.found / sum(answers)))
    assert len(inside) > 100
    assert fmean(inside) >= 0.9
    assert fmean(errors) < 0.1
