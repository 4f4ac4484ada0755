"""What triage works out ahead: the order, stacks, watched words, where it stopped."""

from __future__ import annotations

from functools import partial
from typing import TYPE_CHECKING

import pytest

from readq.config import RankSettings
from readq.domain import Reading, Status
from readq.library import open_library
from readq.ui.screens.triage import TriageScreen

if TYPE_CHECKING:
    from pathlib import Path

    from tests.ui.conftest import MakeLibrary, MakePaper, OpenApp, Opened

OFF = RankSettings(learn=False)


@pytest.fixture
def unranked(open_app: OpenApp) -> OpenApp:
    """The app, with papers in the order of the list."""
    return partial(open_app, rank=OFF)


def card(it: Opened) -> TriageScreen:
    screen = it.app.screen
    assert isinstance(screen, TriageScreen)
    return screen


def wording(topic: str, change: str = "") -> str:
    """An abstract about a topic, of which a copy may say a few words otherwise."""
    words = [f"{topic}{n} holds" for n in range(60)]
    words[30:33] = [change] if change else words[30:33]
    return " ".join(words) + "."


# Stacks


async def test_papers_with_nearly_the_same_abstract_are_decided_as_one_change(
    unranked: OpenApp, make_library: MakeLibrary, make_paper: MakePaper
) -> None:
    papers = [
        make_paper(0, abstract=wording("other")),
        make_paper(1, abstract=wording("model")),
        make_paper(2, abstract=wording("thing")),
        make_paper(3, "The journal version", abstract=wording("model", "and more")),
        make_paper(4, "The poster", abstract=wording("model", "in short")),
    ]
    async with unranked(make_library(papers)) as it:
        await it.press("T", "x")
        text = it.text()
        assert "Stack 2 more papers" in text
        assert "· The journal version" in text
        assert "· The poster" in text
        await it.press("3")
        assert [it.status(n) for n in (1, 3, 4)] == ["queued"] * 3
        assert it.library.reading("p00004").priority == 3
        assert len(it.library.log()) == 2
        assert card(it).current == "p00002"
        assert "Title of paper 1 +2" in it.text()
        assert "4 decided   3 kept" in it.text()
        await it.press("u")
        assert [it.status(n) for n in (1, 3, 4)] == ["new"] * 3
        assert card(it).current == "p00001"
        assert "1 of 5" in it.text()


async def test_one_paper_of_a_stack_can_be_decided_alone(
    unranked: OpenApp, make_library: MakeLibrary, make_paper: MakePaper
) -> None:
    papers = [make_paper(n, abstract=wording("model")) for n in range(3)]
    async with unranked(make_library(papers)) as it:
        await it.press("T")
        assert "Stack 2 more papers" in it.text()
        await it.press("s")
        assert "Stack" not in it.text()
        await it.press("x")
        assert [it.status(n) for n in range(3)] == ["skipped", "new", "new"]
        assert "Stack 1 more paper " in it.text()


async def test_a_stack_is_deferred_as_one(
    unranked: OpenApp, make_library: MakeLibrary, make_paper: MakePaper
) -> None:
    papers = [make_paper(n, abstract=wording("model")) for n in range(3)]
    papers.append(make_paper(3, abstract=wording("other")))
    async with unranked(make_library(papers)) as it:
        await it.press("T", "Z")
        assert "Defer 3 papers" in it.text()
        await it.press("t")
        assert [bool(it.library.reading(p.id).deferred_until) for p in papers] == [True] * 3 + [
            False
        ]
        assert len(it.library.log()) == 1
        assert card(it).current == "p00003"
        await it.press("k", "Z", "x")
        assert card(it).current == "p00000"


async def test_decided_papers_are_in_no_stack(
    unranked: OpenApp, make_library: MakeLibrary, make_paper: MakePaper
) -> None:
    papers = [make_paper(n, abstract=wording("model")) for n in range(2)]
    library = make_library(papers, [Reading("p00001", Status.READ)])
    async with unranked(library) as it:
        await it.press("T")
        assert "Stack" not in it.text()
        await it.press("x")
        assert it.status(1) == "read"


# Watched words


async def test_watched_words_are_lit_counted_kept_and_lit_in_the_detail_pane(
    unranked: OpenApp, make_library: MakeLibrary, make_paper: MakePaper
) -> None:
    papers = [
        make_paper(0, "Agents that plan", abstract="A planner for agents.", abstract_hash="0"),
        make_paper(1, abstract="Nothing of that in other words.", abstract_hash="1"),
        make_paper(2, abstract="One agent alone.", abstract_hash="2"),
    ]
    library = make_library(papers)
    async with unranked(library, watch=("words",)) as it:
        await it.press("T", "b")
        await it.press(*["backspace"] * 5, *"plan*, agent", "enter")
        assert library.habits.now().watch == ("plan*", "agent")
        rows = it.text().partition("WATCH WORDS")[2].splitlines()[2:4]
        assert [row.split()[-3:] for row in rows] == [["plan*", "2", "1"], ["agent", "2", "2"]]
        assert {"plan", "planner"} <= lit(it, 1)
        assert {"Agents", "agents"} <= lit(it, 2)
        await it.press("escape")
        await it.detail()
        spans = it.screen.detail.body_text.content.spans  # type: ignore[union-attr]
        assert "bold $rq-watch-2" in {span.style for span in spans}
    async with unranked(library, watch=("words",)) as it:
        assert it.app.watched.groups == ("plan*", "agent")


def lit(it: Opened, colour: int) -> set[str]:
    """The words on the card in one of the six colours."""
    shown = card(it).card.body_text.content
    style = f"bold $rq-watch-{colour}"
    return {shown.plain[s.start : s.end] for s in shown.spans if s.style == style}  # type: ignore[union-attr]


async def test_words_for_the_watch_can_be_given_from_the_list_too(unranked: OpenApp) -> None:
    async with unranked() as it:
        await it.press("b", *"weight", "enter")
        await it.detail()
        spans = it.screen.detail.body_text.content.spans  # type: ignore[union-attr]
        assert "bold $rq-watch-1" in {span.style for span in spans}


# Where it stopped


async def test_tomorrow_triage_goes_on_where_it_stopped(
    unranked: OpenApp, make_paper: MakePaper, tmp_path: Path
) -> None:
    (tmp_path / "list.txt").write_text("\n\n".join(wording(f"w{n}x") for n in range(6)) + "\n")
    with open_library(tmp_path / "library") as library:
        library.add(tmp_path / "list.txt")
        first = library.ids()
        async with unranked(library) as it:
            await it.press("T", "j", "x", "a", "escape")
    with open_library(tmp_path / "library") as library:
        async with unranked(library) as it:
            await it.press("T")
            assert card(it).current == first[3]
            assert "6 papers, 2 decided, 1 queued; you were at “" in " ".join(it.text().split())
            await it.press("x", "x", "x")
            assert card(it).current == first[0]  # passed over yesterday
            await it.press("u")
            assert card(it).current == first[5]


# Order


async def test_once_something_is_wanted_the_like_of_it_comes_first_and_the_card_says_why(
    open_app: OpenApp, make_library: MakeLibrary, make_paper: MakePaper
) -> None:
    def about(number: int) -> str:
        topic = "diffusion sampling images" if number % 2 else "theorem proving logic"
        return f"We study {topic} number{number}. " * 8

    papers = [make_paper(n, f"Work {n}", abstract=about(n)) for n in range(40)]
    async with open_app(make_library(papers)) as it:
        await it.press("T", "x", "a", "x", "a", "x", "x")
        shown = []
        for _ in range(6):
            shown.append(card(it).current)
            await it.press("j")
        assert sum(int(paper_id[1:]) % 2 for paper_id in shown) >= 5
        assert "why  like “Work " in it.text()


async def test_what_one_looks_for_comes_first(
    open_app: OpenApp, make_library: MakeLibrary, make_paper: MakePaper
) -> None:
    papers = [
        make_paper(n, abstract=("We grow tomatoes. " if n == 7 else "We sort numbers. ") * 9)
        for n in range(9)
    ]
    async with open_app(make_library(papers)) as it:
        await it.press("T", "w", *"tomatoes", "enter", "x")
        assert card(it).current == "p00007"


async def test_a_paper_on_the_card_is_never_replaced_by_a_new_order(
    open_app: OpenApp, make_library: MakeLibrary, make_paper: MakePaper
) -> None:
    async with open_app(make_library(map(make_paper, range(30)))) as it:
        await it.press("T", "a", "x")
        before = card(it).current
        it.library.mark("p00020", Status.QUEUED)
        it.app.learn()
        await it.settle()
        await it.settle()
        assert card(it).current == before
