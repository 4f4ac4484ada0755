"""Words the reader watches for."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from readq.search import Watch, watch_groups


def seen(groups: list[str], text: str) -> list[tuple[str, int]]:
    return [(text[s.start : s.end], s.group) for s in Watch(groups).sightings(text)]


@pytest.mark.parametrize(
    ("groups", "text", "found"),
    [
        (["rl"], "RL, not the world of early girls", [("RL", 0)]),
        (["benchmark"], "a benchmark of Benchmarks", [("benchmark", 0), ("Benchmarks", 0)]),
        (["process"], "processes, not processing", [("processes", 0)]),
        (["process*"], "processes and processing", [("processes", 0), ("processing", 0)]),
        (["policy gradient"], "Policy-gradient methods", [("Policy-gradient", 0)]),
        (["a b c", "a b"], "a b c, a b", [("a b c", 0), ("a b", 1)]),
        (["rl | ppo", "naive"], "PPO is naïve RL", [("PPO", 0), ("naïve", 1), ("RL", 0)]),
        (["模型"], "大规模语言模型中的真值", [("模型", 0)]),
        (["β-VAE"], "the β-VAE", [("β-VAE", 0)]),
        ([" , ", "*", "|"], "nothing * | to see", []),
    ],
)
def test_a_word_is_found_whole_whatever_its_case_accents_and_plural(
    groups: list[str], text: str, found: list[tuple[str, int]]
) -> None:
    assert seen(groups, text) == found


def test_a_comma_parts_groups_and_a_bar_parts_words_of_one_colour() -> None:
    assert watch_groups(" rl |ppo, safety ,, a  b,|") == ["rl | ppo", "safety", "a b"]


def test_the_seventh_group_has_the_first_colour_again() -> None:
    watch = Watch(list("abcdefg"))
    assert [s.colour for s in watch.sightings("a b g")] == [0, 1, 0]
    assert watch.counts("a b", "a g") == {0: 2, 1: 1, 6: 1}


@given(st.lists(st.text(max_size=8), max_size=8), st.text(max_size=60))
def test_sightings_lie_in_the_text_in_order_and_never_overlap(groups: list[str], text: str) -> None:
    watch = Watch(groups)
    end = 0
    for sighting in watch.sightings(text):
        assert end <= sighting.start < sighting.end <= len(text)
        assert 0 <= sighting.group < len(watch.groups)
        end = sighting.end


def test_the_filter_of_a_group_finds_its_words_whole() -> None:
    watch = Watch(["rl | policy gradient", "agent*"])
    assert watch.filter_of(0) == (
        '"rl" or "rls" or "rles" or "policy gradient" or "policy gradients" or "policy gradientes"'
    )
    assert watch.filter_of(1) == "agent"
