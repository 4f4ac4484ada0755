"""The list sorted by what seems wanted."""

from __future__ import annotations

import asyncio
import threading

import pytest
from tests.triage.papers import SUBJECTS
from tests.triage.papers import paper as text_of
from tests.ui.conftest import MakePaper, OpenApp, Opened, library_of, paper

from readq.config import RankSettings
from readq.domain import Reading, Status
from readq.library import Library
from readq.triage import TextIndex
from readq.ui.screens.prompt import TextPrompt

EACH = 20


def subject(paper_id: str) -> str:
    return list(SUBJECTS)[int(paper_id[1:]) % len(SUBJECTS)]


def subjects_library(*readings: Reading) -> Library:
    """Papers 0, 4, 8, … are about robots, 1, 5, … about proteins, then fairness and speech."""
    papers = []
    for number in range(EACH * len(SUBJECTS)):
        text = text_of(list(SUBJECTS)[number % len(SUBJECTS)], number // len(SUBJECTS))
        papers.append(paper(number, text.title, abstract=text.abstract))
    return library_of(papers, readings)


def queued(number: int) -> Reading:
    return Reading(f"p{number:05}", Status.QUEUED, rank=float(number))


async def by_rank(it: Opened) -> None:
    """Press `s` where that leads to the order by rank."""
    it.screen.sort = "changed"
    await it.press("s")
    await it.settle()
    await it.settle()


def shown(it: Opened, count: int) -> list[str]:
    return [subject(i) for i in it.screen.papers.paper_ids[:count]]


async def test_sorted_by_rank_the_likely_ones_come_first(open_app: OpenApp) -> None:
    async with open_app(subjects_library(queued(1))) as it:
        assert "numpy" not in it.text()
        await by_rank(it)
        assert shown(it, 10) == ["protein"] * 10
        assert it.highlighted == it.screen.papers.paper_ids[0]
        assert it.screen.papers.paper_ids[-1] == "p00001"
        assert "sort: rank" in it.text()
        await it.press("s")
        assert it.screen.sort == "added"
        assert not it.screen.papers.scored


async def test_the_highlight_stays_on_a_paper_gone_to(open_app: OpenApp) -> None:
    async with open_app(subjects_library(queued(1))) as it:
        await it.press("j", "j")
        paper_id = it.highlighted
        await by_rank(it)
        assert it.highlighted == paper_id


async def test_bars_show_how_much_papers_seem_wanted(open_app: OpenApp) -> None:
    async with open_app(subjects_library(queued(1), queued(5))) as it:
        first = it.line(3)
        await by_rank(it)
        await it.press("g")
        bars = [line.count("━") for line in it.lines()[3:30]]
        assert bars[0] > bars[-1]
        assert "━" not in first


@pytest.mark.parametrize("keys", [["x"], ["a"], ["j", "j", "a", "x"]])
async def test_rows_in_sight_stay_while_decisions_are_learnt(
    open_app: OpenApp, keys: list[str]
) -> None:
    async with open_app(subjects_library(queued(1)), size=(80, 24)) as it:
        await by_rank(it)
        await it.press("g")
        papers = it.screen.papers
        before, sight = list(papers.paper_ids), papers.row_below_sight
        assert sight < len(before)
        version = it.library.ranking.version
        await it.press(*keys)
        await it.settle()
        assert it.library.ranking.version > version
        assert list(papers.paper_ids[:sight]) == before[:sight]
        assert sorted(papers.paper_ids) == sorted(before)


async def test_what_is_below_follows_the_decisions(open_app: OpenApp) -> None:
    async with open_app(subjects_library(queued(1)), size=(80, 24)) as it:
        await by_rank(it)
        await it.press("g")
        papers = it.screen.papers
        sight = papers.row_below_sight
        robots = [i for i in it.library.ids() if subject(i) == "robot"]
        it.app.decide(lambda: it.library.mark(robots[:6], Status.QUEUED))
        it.screen.reload()
        await it.settle()
        await it.settle()
        below = papers.paper_ids[sight : sight + 6]
        assert {subject(i) for i in below} <= {"robot", "protein"}
        assert "robot" in {subject(i) for i in below}


async def test_another_filter_is_sorted_from_the_top(open_app: OpenApp) -> None:
    async with open_app(subjects_library(queued(1))) as it:
        await by_rank(it)
        it.screen.filter_bar.put("status:new")
        await it.settle()
        assert shown(it, 8) == ["protein"] * 8
        assert "p00001" not in it.screen.papers.paper_ids


async def test_the_detail_pane_says_why(open_app: OpenApp) -> None:
    async with open_app(subjects_library(queued(1))) as it:
        assert "like “" not in await it.detail()
        await by_rank(it)
        await it.press("g")
        reason = it.library.ranking.reasons(it.highlighted)
        said = await it.detail()
        assert f"{', '.join(reason.words)} · like “Protein and folding 0”" in said
        it.screen.papers.highlight("p00001")
        assert "like “" not in await it.detail()


async def test_undo_brings_the_order_back(open_app: OpenApp) -> None:
    async with open_app(subjects_library(queued(1))) as it:
        await by_rank(it)
        scores = [it.library.ranking.score(i) for i in it.library.ids()]
        await it.press("a")
        await it.settle()
        assert [it.library.ranking.score(i) for i in it.library.ids()] != scores
        await it.press("u")
        await it.settle()
        assert [it.library.ranking.score(i) for i in it.library.ids()] == scores


async def test_without_a_decision_the_reader_is_asked_what_to_look_for(open_app: OpenApp) -> None:
    async with open_app(subjects_library()) as it:
        plain = list(it.screen.papers.paper_ids)
        await by_rank(it)
        assert isinstance(it.app.screen, TextPrompt)
        assert "What are you looking for?" in it.text()
        await it.press("escape")
        await it.settle()
        assert list(it.screen.papers.paper_ids) == plain
        await by_rank(it)
        assert not isinstance(it.app.screen, TextPrompt)
        await it.press("W", *"phoneme acoustic", "enter")
        await it.settle()
        await it.settle()
        assert it.library.ranking.topic == "phoneme acoustic"
        assert shown(it, 6) == ["speech"] * 6
        await it.press("W")
        assert "phoneme acoustic" in it.text()
        await it.press("ctrl+u", "enter")
        await it.settle()
        assert it.library.ranking.topic == ""


async def test_a_topic_can_be_typed_before_anything_else(open_app: OpenApp) -> None:
    async with open_app(subjects_library()) as it:
        await it.press("W", *"gripper", "enter")
        await it.settle()
        await it.settle()
        assert it.screen.sort == "rank"
        assert shown(it, 4) == ["robot"] * 4
        assert it.highlighted == it.screen.papers.paper_ids[0]


async def test_turned_off_nothing_is_asked_and_the_order_stays(open_app: OpenApp) -> None:
    async with open_app(subjects_library(queued(1)), rank=RankSettings(learn=False)) as it:
        plain = list(it.screen.papers.paper_ids)
        await by_rank(it)
        assert list(it.screen.papers.paper_ids) == plain
        assert not isinstance(it.app.screen, TextPrompt)
        await it.press("a")
        assert list(it.screen.papers.paper_ids) == plain


async def test_keys_work_while_the_index_is_being_made(
    open_app: OpenApp, monkeypatch: pytest.MonkeyPatch
) -> None:
    go_on = threading.Event()
    build = TextIndex.build

    def slow(texts: object, progress: object = None) -> TextIndex:
        read = list(texts)  # type: ignore[call-overload]
        assert go_on.wait(20)
        return build(read)

    monkeypatch.setattr(TextIndex, "build", slow)
    async with open_app(subjects_library(queued(1))) as it:
        it.clock.seconds += 1
        it.screen.sort = "changed"
        for key in ("s", "j", "x", "a"):
            await it.pilot.press(key)
        await it.pilot.pause()
        assert (it.status(1), it.status(2)) == (Status.SKIPPED, Status.QUEUED)
        go_on.set()
        for _ in range(100):
            await asyncio.sleep(0.02)
            if it.screen.papers.scored:
                break
        await it.settle()
        assert it.screen.papers.scored


async def test_a_library_without_papers_can_be_sorted(
    open_app: OpenApp, make_paper: MakePaper
) -> None:
    async with open_app(library_of([])) as it:
        await it.press("escape")
        it.screen.begin_ranking()
        it.screen.sort = "rank"
        await it.settle()
        assert list(it.screen.papers.paper_ids) == []
        assert not isinstance(it.app.screen, TextPrompt)
