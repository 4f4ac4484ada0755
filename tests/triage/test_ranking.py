from __future__ import annotations

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from tests.triage.papers import SUBJECTS, library, paper

from readq.triage import PaperText, Ranker, Ranking
from readq.triage.ranking import _hardest
from readq.triage.words import seen_words

IDS = [text.id for text in library()]
RANKER = Ranker.build(library())
EXTREMES = {
    "empty": [],
    "one paper": [PaperText("a", "A title", "And an abstract about it.")],
    "one empty paper": [PaperText("a", "")],
    "duplicates only": [PaperText(str(n), "The same", "The very same text.") for n in range(5)],
    "titles only": [PaperText(str(n), f"Title number {n} of many") for n in range(5)],
    "no latin letter": [
        PaperText(str(n), t)
        for n, t in enumerate(("大语言模型的训练", "大语言模型", "Обучение", "학습"))
    ],
    "signs only": [PaperText(str(n), "…", "— ?") for n in range(3)],
}


def subjects_on_top(order: list[str], count: int) -> set[str]:
    return {i.rstrip("0123456789") for i in order[:count]}


@pytest.mark.parametrize("subject", SUBJECTS)
def test_papers_like_the_wanted_ones_come_first(subject: str) -> None:
    others = {f"{other}0": 1.0 for other in SUBJECTS if other != subject}
    ranking = RANKER.rank({f"{subject}0": 1.0, f"{subject}2": 1.0}, others)
    todo = [i for i in IDS if i not in (f"{subject}0", f"{subject}2", *others)]
    assert subjects_on_top(ranking.order(todo), 6) == {subject}


def test_one_wanted_paper_is_enough_to_begin() -> None:
    order = RANKER.rank({"protein1": 1.0}).order([i for i in IDS if i != "protein1"])
    assert subjects_on_top(order, 4) == {"protein"}


def test_typed_words_rank_before_the_first_decision() -> None:
    ranking = RANKER.rank({}, topic="speaker recognition from voices")
    assert ranking.has_learnt
    assert subjects_on_top(ranking.order(IDS), 4) == {"speech"}


def test_hints_from_elsewhere_count_like_typed_words() -> None:
    ranking = RANKER.rank({}, hints={"Auditing discrimination and bias": 0.5})
    assert subjects_on_top(ranking.order(IDS), 3) == {"fair"}


@pytest.mark.parametrize("topic", ["", "  ", "zyzzyva", "…"])
def test_without_anything_known_the_order_is_the_librarys(topic: str) -> None:
    ranking = RANKER.rank({}, {"robot0": 1.0, "fair1": 1.0}, topic=topic)
    assert not ranking.has_learnt
    assert ranking.order(IDS) == IDS


def test_a_heavier_wish_pulls_harder() -> None:
    light = RANKER.rank({"robot0": 1.0, "fair0": 1.0})
    heavy = RANKER.rank({"robot0": 1.0, "fair0": 3.0})
    assert heavy.score("fair2") > light.score("fair2")
    assert heavy.score("robot2") < light.score("robot2")


decisions = st.dictionaries(st.sampled_from(IDS), st.booleans(), max_size=10)


@given(decisions, decisions)
@settings(max_examples=30, deadline=None)
def test_the_order_depends_on_the_decisions_alone(
    first: dict[str, bool], second: dict[str, bool]
) -> None:
    """Whatever was decided and taken back in between leaves no trace, to the last digit."""

    def scores(ranker: Ranker, made: dict[str, bool]) -> list[float]:
        yes = {i: 1.0 for i, y in made.items() if y}
        ranking = ranker.rank(yes, {i: 1.0 for i, y in made.items() if not y})
        return [ranking.score(i) for i in IDS]

    fresh = scores(Ranker(RANKER.index), first)
    used = Ranker(RANKER.index)
    scores(used, first)
    scores(used, {**first, **second})
    assert scores(used, first) == fresh
    assert scores(used, dict(reversed(first.items()))) == fresh


MANY = Ranker.build(library(240))
"""As many papers as make the classifier see most decisions in their mean."""


def many_decisions() -> tuple[dict[str, float], dict[str, float]]:
    """More wanted and unwanted papers than are looked at one by one."""
    ids = [i for i in MANY.index.ids if int(i.lstrip("abcdefghijklmnopqrstuvwxyz")) < 180]
    wanted = {i: 1.0 + (n % 3) / 4 for n, i in enumerate(ids) if i.startswith(("protein", "robot"))}
    return wanted, {i: 1.0 for i in ids if i not in wanted}


def test_many_decisions_are_told_apart_and_taken_back_without_a_trace() -> None:
    wanted, unwanted = many_decisions()
    before = MANY.rank(wanted, unwanted)
    todo = [i for i in MANY.index.ids if i not in wanted and i not in unwanted]
    assert subjects_on_top(before.order(todo), 120) == {"protein", "robot"}
    MANY.rank({**wanted, "fair200": 1.0}, {**unwanted, "robot200": 1.0})
    assert MANY.rank(wanted, unwanted).scores.tolist() == before.scores.tolist()
    assert Ranker(MANY.index).rank(wanted, unwanted).scores.tolist() == before.scores.tolist()


def test_what_is_not_looked_at_one_by_one_counts_in_its_mean() -> None:
    index = MANY.index
    examples = [(n, 1.0 + n % 3) for n in range(120)]
    rows = [index.rows.picked([n]) for n in range(120)]
    width = index.rows.width
    dense = [np.bincount(row.columns, row.values, width) for row in rows]
    words = np.sum([w * row for (_, w), row in zip(examples, dense, strict=True)], axis=0)
    ease = np.arange(len(index), dtype=np.float64)
    hard, rest = _hardest(index, examples, ease, 100, (examples, words))
    assert [n for n, _ in hard] == list(range(100))
    ((mean, mass),) = rest
    assert mass == sum(w for _, w in examples[100:])
    told = np.sum([w * row for (_, w), row in zip(hard, dense, strict=False)], axis=0)
    told[mean.columns] += mass * mean.values
    assert np.allclose(told, words, atol=1e-4)


def test_of_many_skipped_papers_those_least_like_the_wanted_ones_count_too() -> None:
    near = {f"robot{n}": 1.0 for n in range(10, 130)}
    far = {f"speech{n}": 1.0 for n in range(10, 60)}
    without = MANY.rank({"robot0": 1.0, "robot1": 1.0}, near)
    both = MANY.rank({"robot0": 1.0, "robot1": 1.0}, {**near, **far})
    speech, fair = ([f"{s}{n}" for n in range(100, 140)] for s in ("speech", "fair"))

    def lead(ranking: Ranking) -> float:
        return sum(map(ranking.score, fair)) - sum(map(ranking.score, speech))

    assert lead(both) > lead(without)


@given(st.lists(st.floats(-9, 9) | st.sampled_from((0.0, -1.5, 1e-6, 1e15)), max_size=len(IDS)))
def test_the_best_come_first_and_equal_ones_keep_their_order(scores: list[float]) -> None:
    ids = IDS[: len(scores)]
    all_scores = np.zeros(len(IDS))
    all_scores[: len(scores)] = np.round(scores, 6)
    ranking = Ranking(RANKER.index, all_scores, np.zeros(0, np.float32), ())
    expected = sorted(ids, key=ranking.score, reverse=True)
    assert ranking.order(ids) == expected


def test_reasons_name_words_of_the_paper_and_the_nearest_wanted_one() -> None:
    ranking = RANKER.rank({"protein0": 1.0, "robot0": 1.0}, {"fair0": 1.0})
    reason = ranking.reasons("protein3")
    assert reason.like == "protein0"
    assert 1 <= len(reason.words) <= 3
    text = paper("protein", 3)
    for name in reason.words:
        assert all(word in f"{text.title} {text.abstract}".lower() for word in name.split())


def test_there_is_no_reason_where_nothing_is_known() -> None:
    assert RANKER.rank({}).reasons("robot0").words == ()
    ranking = RANKER.rank({"robot0": 1.0})
    assert ranking.reasons("no such paper").like is None
    assert ranking.score("no such paper") == 0


def test_related_papers_share_the_subject() -> None:
    related = RANKER.related("speech4", limit=5)
    assert {found.paper_id.rstrip("0123456789") for found in related} == {"speech"}
    assert "speech4" not in {found.paper_id for found in related}
    likeness = [found.likeness for found in related]
    assert likeness == sorted(likeness, reverse=True)
    assert related[0].words


def test_new_papers_are_ranked_with_the_others() -> None:
    ranker = Ranker.build(library(6)).extended([paper("protein", 6), paper("robot", 7)])
    ranking = ranker.rank({"protein1": 1.0}, {"robot1": 1.0})
    assert ranking.score("protein6") > 0 > ranking.score("robot7")
    assert not ranker.index.is_outgrown
    assert Ranker.build(library(2)).extended(library(8)).index.is_outgrown


@pytest.mark.parametrize("subject", SUBJECTS)
def test_a_paper_that_comes_later_weighs_as_if_it_had_been_there(subject: str) -> None:
    text = paper(subject, 3)
    copy = PaperText("copy", text.title, text.abstract)
    index = RANKER.extended([copy]).index
    columns, weights = index.rows.row(index.number["copy"])
    there, as_built = index.rows.row(index.number[text.id])
    assert columns.tolist() == there.tolist()
    assert weights == pytest.approx(as_built, abs=2**-11)


def test_knowing_a_paper_twice_changes_nothing() -> None:
    assert RANKER.extended(library()).index.ids == IDS


@pytest.mark.parametrize("texts", EXTREMES.values(), ids=EXTREMES)
@pytest.mark.parametrize("wanted", ["none", "one", "all"])
def test_any_library_gets_an_order(texts: list[PaperText], wanted: str) -> None:
    ranker = Ranker.build(texts)
    ids = [text.id for text in texts]
    yes = {"none": [], "one": ids[:1], "all": ids}[wanted]
    no = [i for i in ids if i not in yes]
    for ranking in (
        ranker.rank(dict.fromkeys(yes, 1.0), dict.fromkeys(no, 1.0), topic="title"),
        ranker.rank(dict.fromkeys(yes, 1.0)),
        ranker.rank({}, dict.fromkeys(ids, 1.0)),
    ):
        assert sorted(ranking.order(ids)) == sorted(ids)
        for i in ids:
            ranking.reasons(i)
            ranker.related(i)
    assert ranker.extended([PaperText("new", "Another title")]).index.ids == [*ids, "new"]


def test_texts_without_blanks_between_words_are_compared_too() -> None:
    titles = {"a": "大语言模型的训练", "b": "图像生成方法", "c": "训练大语言模型", "d": "图像编辑"}
    ranker = Ranker.build(PaperText(i, t) for i, t in titles.items())
    assert ranker.rank({"a": 1.0}).order(["b", "c", "d"])[0] == "c"


@pytest.mark.parametrize(
    ("wanted", "like_it", "others"),
    [
        ("मशीन लर्निंग की विधियाँ", "नई मशीन लर्निंग", ("बाज़ार का इतिहास", "नदी और पहाड़")),
        ("การเรียนรู้ของเครื่อง", "วิธีการเรียนรู้ของเครื่อง", ("ประวัติศาสตร์ตลาด", "แม่น้ำและภูเขา")),
        ("ভাষা মডেল শিক্ষা", "বড় ভাষা মডেল", ("বাজারের ইতিহাস", "নদী ও পাহাড়")),
        ("இயந்திர கற்றல்", "புதிய இயந்திர கற்றல்", ("சந்தை வரலாறு", "ஆறும் மலையும்")),
    ],
)
def test_marks_on_letters_part_no_word(wanted: str, like_it: str, others: tuple[str, ...]) -> None:
    titles = {"w": wanted, **{str(n): t for n, t in enumerate(others)}, "like": like_it}
    titles |= {f"x{n}": f"Title {n} of another kind" for n in range(8)}
    ranking = Ranker.build(PaperText(i, t) for i, t in titles.items()).rank({"w": 1.0})
    assert ranking.order(["0", "1", "like"])[0] == "like"
    assert ranking.reasons("like").words


def test_the_form_of_a_word_is_the_texts_own_but_never_half_a_sentence() -> None:
    assert seen_words("Große Netzwerke") == [("große", "Große"), ("netzwerke", "Netzwerke")]
    assert seen_words("लर्निंग") == [("लरनिंग", "लर्निंग")]
    assert seen_words("机器学习")[0] == ("机器", "机器")
