"""Undecided papers by how much they seem wanted."""

from __future__ import annotations

import json
from collections.abc import Iterator
from datetime import timedelta
from itertools import count
from pathlib import Path

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from tests.library.conftest import NOW
from tests.library.sources import add_text
from tests.triage.papers import SUBJECTS
from tests.triage.papers import paper as text_of

from readq.config import RankSettings
from readq.domain import Status
from readq.library import Library, open_library
from readq.library.rank_decisions import Decisions
from readq.library.ranking import Ranking
from readq.store import LibraryFiles, MemoryFiles

EACH = 8


def listed(each: int = EACH, first: int = 0) -> str:
    """A list with papers of all subjects in turn."""
    texts = [text_of(subject, n) for n in range(first, each) for subject in SUBJECTS]
    return json.dumps([{"title": text.title, "abstract": text.abstract} for text in texts])


def library_of(text: str) -> Library:
    seconds = count()
    library = Library(MemoryFiles(), now=lambda: NOW + timedelta(seconds=next(seconds)))
    add_text(library, text)
    return library


def named(library: Library, subject: str, number: int) -> str:
    title = text_of(subject, number).title
    return next(i for i in library.ids() if library.hot(i).title == title)


def subjects(library: Library, ids: list[str]) -> set[str]:
    """The subjects whose words the titles begin with."""
    of = {text_of(s, n).title: s for s in SUBJECTS for n in range(150)}
    return {of[library.hot(i).title] for i in ids}


def scores(library: Library, ranking: Ranking | None = None) -> list[float]:
    ranking = ranking or library.ranking
    return [ranking.score(i) for i in library.ids()]


@pytest.fixture
def library() -> Library:
    return library_of(listed())


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    with open_library(tmp_path / "library") as opened:
        add_text(opened, listed(140))
        opened.mark(named(opened, "speech", 1), Status.QUEUED)
    return tmp_path / "library"


def test_what_was_queued_brings_its_like_to_the_top(library: Library) -> None:
    library.ranking.get_ready()
    assert not library.ranking.has_learnt
    library.mark(named(library, "robot", 0), Status.QUEUED)
    library.mark(named(library, "fair", 0), Status.SKIPPED)
    assert library.ranking.learn()
    assert not library.ranking.learn()
    new = library.ids("status:new", "rank")
    assert subjects(library, new[:5]) == {"robot"}
    assert library.ranking.score(new[0]) > 0.5 > library.ranking.score(new[-1])


def test_sorted_by_rank_decided_papers_come_last(library: Library) -> None:
    queued, later = named(library, "robot", 0), named(library, "robot", 1)
    library.mark(queued, Status.QUEUED)
    library.mark(later, Status.LATER)
    order = library.ids(sort="rank")
    assert order[-2:] == [later, queued]
    assert library.ids(sort="rank-") == order[::-1]
    assert library.ids("sort:rank tactile") == [i for i in order if i in library.ids("tactile")]
    assert sorted(order) == sorted(library.ids())


def test_a_paper_left_for_later_does_not_start_the_ranking_by_itself(library: Library) -> None:
    library.mark(library.ids()[3], Status.LATER)
    assert library.ids(sort="rank") == library.ids()
    library.mark(named(library, "robot", 0), Status.QUEUED)
    library.ranking.learn()
    assert library.ranking.has_learnt


@pytest.mark.parametrize("how", ["skip only", "nothing"])
def test_before_the_first_queued_paper_the_order_is_the_lists(library: Library, how: str) -> None:
    if how == "skip only":
        library.mark(library.ids()[:5], Status.SKIPPED)
    assert library.ids(sort="rank") == library.ids()
    assert library.ranking.asks_topic
    assert library.ranking.reasons(library.ids()[0]).words == ()
    assert scores(library) == [0.0] * len(library)


def test_undo_takes_a_decision_out_without_a_trace(library: Library) -> None:
    library.ranking.get_ready()
    library.mark(named(library, "robot", 0), Status.QUEUED)
    library.ranking.learn()
    before = scores(library)
    library.mark(named(library, "robot", 1), Status.SKIPPED)
    library.rate(named(library, "robot", 0), 5)
    library.ranking.learn()
    assert scores(library) != before
    library.undo()
    library.undo()
    library.ranking.learn()
    assert scores(library) == before
    library.undo()
    library.ranking.learn()
    assert not library.ranking.has_learnt


commands = st.lists(
    st.tuples(
        st.sampled_from(["mark", "rate", "priority", "tag", "note", "undo", "redo", "import"]),
        st.integers(0, 4 * EACH - 1),
        st.integers(0, 5),
    ),
    max_size=12,
)


def command(library: Library, name: str, place: int, number: int) -> None:
    ids = library.ids()
    if not ids and name not in ("redo", "import"):
        return
    paper = ids[place % len(ids)] if ids else ""
    match name:
        case "mark":
            library.mark(paper, list(Status)[number])
        case "rate":
            library.rate(paper, number or None)
        case "priority":
            library.set_priority(paper, number)
        case "tag":
            library.tag(paper, [list(SUBJECTS)[number % 4]])
        case "note":
            library.note(paper, "about tactile grippers" * (number % 2))
        case "undo":
            library.undo()
        case "redo":
            library.redo()
        case "import":
            add_text(library, listed(EACH + 1, EACH))


@given(commands, st.data())
@settings(max_examples=25)
def test_the_order_tells_of_the_decisions_and_not_of_how_they_came_about(
    made: list[tuple[str, int, int]], data: st.DataObject
) -> None:
    """Whatever was done, undone, imported and learnt in between: a ranking that comes later agrees."""
    library = library_of(listed())
    library.ranking.get_ready()
    for name, place, number in made:
        command(library, name, place, number)
        if data.draw(st.booleans()):
            library.ranking.learn()
    library.ranking.learn()
    fresh = Ranking(library, lambda: library._files)
    fresh._ranker = (
        library.ranking._ranker
    )  # imports extend an index; how, is another test's affair
    fresh.learn()
    assert scores(library, fresh) == scores(library)
    assert fresh.order(library.ids()) == library.ranking.order(library.ids())


def test_papers_imported_later_are_ranked_and_change_no_other_score(folder: Path) -> None:
    with open_library(folder) as library:
        library.ranking.get_ready()
        before = dict(zip(library.ids(), scores(library), strict=True))
        add_text(library, listed(141, 140))
        library.ranking.learn()
        after = dict(zip(library.ids(), scores(library), strict=True))
        assert {i: after[i] for i in before} == before
        assert named(library, "speech", 140) in library.ids("status:new", "rank")[:140]
        library.undo()
        library.ranking.learn()
        assert dict(zip(library.ids(), scores(library), strict=True)) == before


def test_a_small_library_has_the_same_order_after_a_restart_however_it_grew(tmp_path: Path) -> None:
    with open_library(tmp_path) as library:
        add_text(library, listed())
        library.mark(named(library, "robot", 0), Status.QUEUED)
        library.ranking.get_ready()
        before = dict(zip(library.ids(), scores(library), strict=True))
        add_text(library, listed(EACH + 1, EACH))
        library.ranking.learn()
        order, known = library.ids(sort="rank"), scores(library)
        assert subjects(library, library.ids("status:new", "rank")[:EACH]) == {"robot"}
    with open_library(tmp_path) as library:
        library.ranking.get_ready()
        assert (library.ids(sort="rank"), scores(library)) == (order, known)
        library.undo()
        library.ranking.learn()
        assert dict(zip(library.ids(), scores(library), strict=True)) == before


def test_a_library_that_grows_much_is_read_anew(library: Library) -> None:
    library.mark(named(library, "robot", 0), Status.QUEUED)
    library.ranking.get_ready()
    add_text(library, listed(3 * EACH, EACH))
    told: list[float] = []
    library.ranking.learn(told.append)
    assert told
    assert subjects(library, library.ids("status:new", "rank")[:20]) == {"robot"}


def test_a_changed_text_is_ranked_as_it_is_now(library: Library) -> None:
    library.mark(named(library, "robot", 0), Status.QUEUED)
    library.ranking.get_ready()
    paper = named(library, "fair", 3)
    before = library.ranking.score(paper)
    library.set_title(paper, "Robot arm grasping with tactile grippers")
    library.ranking.learn()
    assert library.ranking.score(paper) > before


def test_other_windows_decisions_count(tmp_path: Path) -> None:
    with (
        Library(LibraryFiles.open(tmp_path), now=lambda: NOW) as one,
        Library(LibraryFiles.open(tmp_path), now=lambda: NOW) as other,
    ):
        add_text(one, listed())
        one.ranking.get_ready()
        other.refresh()
        other.mark(named(one, "protein", 2), Status.QUEUED)
        one.refresh()
        assert one.ranking.learn()
        assert subjects(one, one.ids("status:new", "rank")[:5]) == {"protein"}


# Before the first decision


def test_a_few_words_rank_at_once_and_are_remembered(folder: Path) -> None:
    with open_library(folder) as library:
        library.undo()
        library.ranking.look_for(" demographic  bias audit ")
        assert subjects(library, library.ids(sort="rank")[:10]) == {"fair"}
        assert not library.ranking.asks_topic
    with open_library(folder) as library:
        assert library.ranking.topic == "demographic bias audit"
        assert subjects(library, library.ids(sort="rank")[:10]) == {"fair"}
        library.ranking.look_for("")
        assert library.ids(sort="rank") == library.ids()


def test_watch_words_tags_and_notes_are_hints(library: Library) -> None:
    library.rank_settings = RankSettings(watch=("phoneme",))
    assert subjects(library, library.ids(sort="rank")[:4]) == {"speech"}
    library.rank_settings = RankSettings()
    library.tag(library.ids()[-1], ["tactile gripper"])
    assert subjects(library, library.ids(sort="rank")[:4]) == {"robot"}
    library.undo()
    library.note(library.ids()[-1], "look for docking of residues")
    assert subjects(library, library.ids(sort="rank")[:4]) == {"protein"}


def test_a_tag_that_nearly_all_papers_have_says_nothing(library: Library) -> None:
    library.tag(library.ids(), ["phoneme"])
    assert library.ids(sort="rank") == library.ids()


def test_what_is_queued_in_another_library_is_a_hint(library: Library, folder: Path) -> None:
    library.rank_settings = RankSettings(libraries=(folder / "missing", folder))
    assert subjects(library, library.ids(sort="rank")[:4]) == {"speech"}


# Reasons, cards, what is left


def test_reasons_name_words_and_the_paper_it_is_like(library: Library) -> None:
    wanted = named(library, "protein", 0)
    library.mark(wanted, Status.QUEUED)
    library.mark(named(library, "fair", 0), Status.SKIPPED)
    library.ranking.get_ready()
    reasons = library.ranking.reasons(named(library, "protein", 3))
    assert reasons.most_like == wanted
    assert 1 <= len(reasons.words) <= 3


def test_no_card_explores_unless_asked_to(library: Library) -> None:
    library.mark(named(library, "protein", 0), Status.QUEUED)
    new = library.ids("status:new", "rank")
    deck = library.ranking.deck(library.ids("status:new"))
    assert (list(deck.paper_ids), deck.exploring) == (new, frozenset())


def test_one_card_in_so_many_explores(library: Library) -> None:
    library.rank_settings = RankSettings(explore=0.25)
    library.mark(named(library, "protein", 0), Status.QUEUED)
    library.ranking.get_ready()
    shown = []
    for _ in range(16):
        deck = library.ranking.deck(library.ids("status:new"))
        assert sorted(deck.paper_ids) == sorted(library.ids("status:new"))
        shown.append(deck.paper_ids[0] in deck.exploring)
        library.mark(deck.paper_ids[0], Status.SKIPPED)
        library.ranking.learn()
    assert shown == [n % 4 == 2 for n in range(16)]


def test_what_is_left_is_told_once_enough_was_decided(library: Library) -> None:
    library.ranking.get_ready()
    for n in range(5):
        assert library.ranking.expectation() is None
        library.mark(named(library, "robot", n), Status.QUEUED)
        library.ranking.learn()
    told = library.ranking.expectation()
    assert told is not None
    assert (told.found, told.seen, told.size) == (5, 5, len(library))
    assert 0 < told.share_found < 1
    assert told.low <= told.left <= told.high
    undecided = library.ids("status:new")
    assert library.ranking.expectation(undecided) == told
    assert library.ranking.expectation([]) is not None
    assert library.ranking.expectation(undecided[:5]) != told
    assert not library.ranking.suggests_stop()


def test_what_is_left_can_be_told_while_another_thread_reads_all_decisions_anew(
    library: Library,
) -> None:
    robots = [named(library, "robot", n) for n in range(3)]
    for paper in robots:
        library.mark(paper, Status.QUEUED)
    decisions = Decisions(lambda: library._files)
    decisions.take_in()

    def meanwhile() -> Iterator[str]:
        yield from library.ids()
        for _ in robots:
            library.undo()
        decisions.forget(None)
        decisions.take_in()

    assert decisions.answers(meanwhile()) == ([True] * 3, len(library))
    assert decisions.answers(library.ids()) == ([], len(library))


def test_stopping_is_suggested_after_many_skips(library: Library) -> None:
    library.ranking.get_ready()
    wanted = [named(library, "robot", n) for n in range(5)]
    for paper in wanted:
        library.mark(paper, Status.QUEUED)
    others = [i for i in library.ids() if i not in wanted]
    for paper in others[:-1]:
        library.mark(paper, Status.SKIPPED)
    library.ranking.learn()
    told = library.ranking.expectation()
    assert told is not None
    assert library.ranking.suggests_stop() is (
        told.share_found >= 0.95 and told.skips_in_a_row >= 20
    )
    library.mark(others[-1], Status.SKIPPED)
    library.ranking.learn()
    assert library.ranking.suggests_stop()
    assert told.sentence().startswith("about ")


# Off, and kept


def test_learning_turned_off_gives_the_plain_order(library: Library) -> None:
    library.mark(named(library, "robot", 0), Status.QUEUED)
    assert library.ids(sort="rank") != library.ids()
    library.rank_settings = RankSettings(learn=False, explore=0.5, watch=("phoneme",))
    assert library.ids(sort="rank") == library.ids()
    assert list(library.ranking.deck(library.ids()).paper_ids) == library.ids()
    assert not library.ranking.asks_topic
    library.rank_settings = RankSettings()
    assert library.ids(sort="rank") != library.ids()


def test_the_index_is_kept_and_gives_the_same_order(folder: Path) -> None:
    with open_library(folder) as library:
        order = library.ids(sort="rank")
        library.jump("x")
    kept = folder / "ranking.idx"
    data = kept.read_bytes()
    with open_library(folder) as library:
        told: list[float] = []
        library.ranking.get_ready(told.append)
        assert not told
        assert library.ids(sort="rank") == order
    kept.unlink()
    with open_library(folder) as library:
        assert library.ids(sort="rank") == order
    assert kept.read_bytes() == data


@pytest.mark.parametrize("at", [0, 3, 40, 3000, -1])
def test_a_damaged_index_is_made_anew(folder: Path, at: int) -> None:
    with open_library(folder) as library:
        order = library.ids(sort="rank")
    kept = folder / "ranking.idx"
    data = bytearray(kept.read_bytes())
    data[at] ^= 1
    kept.write_bytes(data)
    with open_library(folder) as library:
        assert library.ids(sort="rank") == order


def test_what_changed_while_the_index_lay_there_is_taken_in(folder: Path) -> None:
    with open_library(folder) as library:
        library.ranking.get_ready()
    with open_library(folder) as library:  # nobody ranks here
        add_text(library, listed(142, 140))
        library.set_title(named(library, "fair", 5), "Speaker recognition from acoustic voices")
    with open_library(folder) as library:
        told: list[float] = []
        library.ranking.get_ready(told.append)
        assert not told
        first = library.ranking.order(library.ids("status:new"))[:200]
        titles = {library.hot(i).title for i in first}
        assert "Speaker recognition from acoustic voices" in titles
        assert text_of("speech", 141).title in titles
        order = library.ids(sort="rank")
    with open_library(folder) as library:
        assert library.ids(sort="rank") == order


@pytest.mark.parametrize(
    ("abstract", "word"),
    [
        (r"We \emph{study} \textbf{phonemes} of $\mathcal{O}(n)$ speakers", "phoneme"),
        (r"A bound by Erd\H{o}s and others", "Erdős"),
        ("<p>Phonemes</p> &amp; speakers", "phonemes"),
        (r"Die Gr{\"o}{\ss}e", "größe"),
        ("*phonemes* and `speakers`, 5\\% fewer", "phonemes"),
    ],
)
def test_words_are_found_whatever_markup_they_stand_in(abstract: str, word: str) -> None:
    records = [
        {"title": f"Title {n}", "abstract": "Other things are studied here."} for n in range(6)
    ]
    library = library_of(json.dumps([*records, {"title": "That", "abstract": abstract}]))
    library.ranking.look_for(word)
    assert library.hot(library.ids(sort="rank")[0]).title == "That"


def test_related_papers_are_of_the_same_subject(library: Library) -> None:
    near = library.ranking.related(named(library, "speech", 2), 4)
    assert subjects(library, [found.paper_id for found in near]) == {"speech"}
    add_text(library, listed(EACH + 1, EACH))
    library.undo()
    assert len(library.ranking.related(named(library, "speech", 2), 40)) < len(library)


@pytest.mark.parametrize(
    "text",
    ["", "One title", "The same title\n\nThe same title", "标题一\n\n标题二\n\n학습", "?!"],
    ids=["empty", "one", "same", "no latin letter", "signs"],
)
@pytest.mark.parametrize("status", [None, Status.QUEUED, Status.SKIPPED])
def test_any_library_has_an_order(text: str, status: Status | None) -> None:
    library = Library(MemoryFiles(), now=lambda: NOW)
    if text:
        add_text(library, text, shape="titles")
    if status is not None:
        library.mark(library.ids(), status)
    order = library.ids(sort="rank")
    assert sorted(order) == sorted(library.ids())
    assert library.ranking.expectation() is None
    library.ranking.suggests_stop()
    for paper in order:
        library.ranking.reasons(paper)
        library.ranking.related(paper)
        assert 0 <= library.ranking.score(paper) <= 1
