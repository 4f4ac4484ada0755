"""The trash: out of sight, and nothing of it lost."""

from __future__ import annotations

import json
from collections.abc import Sequence
from datetime import timedelta
from pathlib import Path

import pytest
from tests.library.conftest import NOW, P, fill
from tests.library.sources import add_text
from tests.library.test_related import TITLES
from tests.library.test_related import library as related_library  # noqa: F401
from tests.library.twins import twins

from readq.domain import Status
from readq.errors import UsageError
from readq.library import Library, Triage, pool_of
from readq.library.core import open_library
from readq.store import LibraryFiles, MemoryFiles


def sorted_ids(library: Library, filter: str) -> list[str]:  # noqa: A002
    return sorted(library.ids(filter))


def test_what_is_in_the_trash_is_out_of_sight_until_it_is_asked_for(library: Library) -> None:
    library.mark(P[0], Status.QUEUED)
    library.tag(P[1], "rl")
    change = library.trash([P[0], P[1]])
    assert change is not None
    assert change.label == "moved to the trash: 2 papers"
    assert sorted_ids(library, "") == P[2:]
    assert sorted_ids(library, "in:trash") == P[:2]
    assert library.queue_ids() == []
    assert library.next() is None
    assert len(library) == 4
    assert sum(library.counts().values()) == 4
    assert library.counts()[Status.QUEUED] == 0
    assert library.tags() == {}
    assert (library.statistics().papers, library.statistics().in_trash) == (4, 2)
    assert library.jump("1th question") == [] or library.jump("1th question")[0].paper_id != P[1]
    assert P[0] not in library.export()
    assert P[0] in library.export("in:trash")


@pytest.mark.parametrize(
    ("filter", "found"),
    [
        ("in:trash", P[:2]),
        ("-in:trash", P[2:]),
        ("not in:trash", P[2:]),
        ("in!=trash", P[2:]),
        ("in:library", P[2:]),
        ("-in:library", P[:2]),
        ("in:trash,library", P),
        ("in:trash or tag:rl", [P[0], P[1], P[2]]),
        ("tag:rl", [P[2]]),
        ("in:trash tag:rl", [P[1]]),
        ("in:trash status:queued", [P[0]]),
        ("in:queue", []),
        ("in:trash in:queue", []),
        ("in:trash or in:queue", P[:2]),
        ("in:trash note:years", [P[1]]),
        ("note:years", []),
        ("years", []),
        ("-tag:rl", P[3:]),
        ("status:queued,new -(tag:rl)", P[3:]),
    ],
)
def test_filters_say_which_papers_of_the_trash_they_mean(
    library: Library,
    filter: str,  # noqa: A002
    found: Sequence[str],
) -> None:
    library.mark(P[0], Status.QUEUED)
    library.tag([P[1], P[2]], "rl")
    library.note(P[1], "the words of years")
    library.trash(P[:2])
    assert sorted_ids(library, filter) == list(found)
    for sort in ("title", "author", "status", "changed-"):
        assert sorted(library.ids(filter, sort)) == list(found)


def test_undo_redo_and_a_restart_bring_back_what_was(tmp_path: Path) -> None:
    with Library(LibraryFiles.open(tmp_path), now=lambda: NOW) as library:
        fill(library)
        library.mark(P[:4], Status.QUEUED)
        before = library.export()
        library.trash(P[1])
        assert library.queue_ids() == [P[0], P[2], P[3]]
    with Library(LibraryFiles.open(tmp_path), now=lambda: NOW) as library:
        assert library.ids("in:trash") == [P[1]]
        assert library.queue_ids() == [P[0], P[2], P[3]]
        library.undo()
        assert library.export() == before
        assert library.queue_ids() == P[:4]
        library.redo()
        assert library.ids("in:trash") == [P[1]]
        library.compact()
    with Library(LibraryFiles.open(tmp_path), now=lambda: NOW) as library:
        assert library.ids("in:trash") == [P[1]]
        library.untrash(P[1])
        assert library.export() == before


def test_it_comes_back_to_its_place_however_the_queue_was_moved_since(library: Library) -> None:
    library.mark(P[:5], Status.QUEUED)
    library.trash(P[2])
    for _ in range(70):  # until there is no number left between two places
        library.move(P[4], after=P[0])
        library.move(P[3], after=P[0])
    library.sort_queue()
    library.untrash(P[2])
    queue = library.queue_ids()
    assert queue == [P[0], P[3], P[4], P[1], P[2]]


def test_queueing_a_paper_takes_it_out_and_nothing_else_does(library: Library) -> None:
    library.trash(P[:2])
    library.mark(P[0], Status.SKIPPED)
    library.tag(P[0], "x")
    library.note(P[0], "still here")
    assert P[0] in library.trash_ids
    library.mark(P[:2], Status.QUEUED)
    assert library.queue_ids() == P[:2]
    assert not library.trash_ids
    library.undo()
    assert library.trash_ids == frozenset(P[:2])


def test_a_queued_paper_of_the_trash_is_queued_again_where_it_was(library: Library) -> None:
    library.mark(P[:3], Status.QUEUED)
    library.trash(P[1])
    library.mark(P[1], Status.QUEUED)
    assert library.queue_ids() == P[:3]


def test_an_import_leaves_it_there_and_says_so(library: Library) -> None:
    text = "An unforeseen theorem of lattices\nA second title about bandits\n"
    add_text(library, text, shape="titles")
    paper_id = library.ids("lattices")[0]
    library.trash(paper_id)
    before = library.reading(paper_id)
    report = add_text(library, text, shape="titles")
    assert (report.seen, report.added, report.unchanged, report.in_trash) == (2, 0, 2, 1)
    assert report.sentence().endswith("2 unchanged, 0 rejected; 1 of them in the trash")
    assert library.reading(paper_id) == before
    assert library.ids("lattices") == []


def test_what_comes_with_an_import_and_is_thrown_away_is_hidden_after_a_restart(
    tmp_path: Path,
) -> None:
    """Also where the order of the list is kept beside the library."""
    titles = [f"Title {number} of many about nothing" for number in range(1200)]
    source = tmp_path / "titles.txt"
    source.write_text("\n".join(titles))
    with open_library(tmp_path / "library") as library:
        library.add(source, shape="titles")
        usual = library.ids()
        library.look_after()
        library.trash(usual[3:5])
        assert library.ids_at_once() == [*usual[:3], *usual[5:]]
    with open_library(tmp_path / "library") as library:
        assert library.ids_at_once() == [*usual[:3], *usual[5:]]
        assert library.ids() == [*usual[:3], *usual[5:]]
        assert library.ids("", "venue") == [*usual[:3], *usual[5:]]
        library.undo()
        assert library.ids() == usual


def test_jump_finds_it_again_once_it_is_back(library: Library) -> None:
    library.build_jump_index()
    words = "3th question learning"
    assert library.jump(words)[0].paper_id == P[3]
    library.trash(P[3])
    assert P[3] not in [hit.paper_id for hit in library.jump(words)]
    library.set_title(P[4], "A wholly other matter")
    library.trash(P[4])
    assert library.jump("wholly other matter") == []
    library.untrash([P[3], P[4]])
    assert library.jump(words)[0].paper_id == P[3]
    assert library.jump("wholly other matter")[0].paper_id == P[4]


def test_links_lead_into_the_trash_and_notes_in_it_link_nowhere(library: Library) -> None:
    library.note(P[0], f"see [[{library.hot(P[1]).title}]]")
    library.trash(P[1])
    assert library.linked(P[0]) == [P[1]]
    library.untrash(P[1])
    assert library.linking(P[1]) == [P[0]]
    library.trash(P[0])
    assert library.linking(P[1]) == []


def test_of_two_copies_the_one_in_the_trash_is_not_meant(library: Library) -> None:
    library.set_title(P[1], "The same")
    library.set_title(P[2], "The same")
    library.note(P[0], "[[The same]]")
    library.trash(P[1])
    assert library.find("The same").id == P[2]
    assert library.linked(P[0]) == [P[2]]
    library.trash(P[2])
    library.untrash(P[1])
    assert library.find("The same").id == P[1]


def test_a_paper_that_looks_like_one_in_the_trash_is_no_duplicate() -> None:
    library = twins()
    (pair, *_) = library.duplicates()
    library.trash(pair.other)
    assert all(pair.other not in (p.kept, p.other) for p in library.duplicates())


@pytest.mark.parametrize("both", [False, True])
def test_papers_made_one_are_in_the_trash_only_if_both_were(both: bool) -> None:
    library = twins()
    (pair, *_) = library.duplicates()
    library.trash([pair.kept, pair.other] if both else pair.kept)
    library.unite(pair.kept, pair.other)
    assert (pair.kept in library.trash_ids) is both
    library.undo()
    assert library.trash_ids == frozenset([pair.kept, pair.other] if both else [pair.kept])


def test_nothing_of_the_trash_is_related(related_library: Library) -> None:  # noqa: F811
    library = related_library
    first, second = library.jump(TITLES[0])[0].paper_id, library.jump(TITLES[1])[0].paper_id
    assert library.related(first, 1)[0].paper_id == second
    library.trash(second)
    near = library.related(first, 2)
    assert len(near) == 2
    assert second not in [paper.paper_id for paper in near]


def test_what_is_in_the_trash_teaches_nothing(library: Library) -> None:
    library.mark(P[:3], Status.QUEUED)
    library.mark(P[3:], Status.SKIPPED)
    ranking = library.ranking
    ranking.get_ready()
    assert ranking._decisions.count == 6
    library.trash([P[0], P[3]])
    ranking.learn()
    assert ranking._decisions.count == 4
    answers, size = ranking._decisions.answers(ranking._list(None))
    assert (len(answers), size) == (4, 4)


def test_triage_does_not_show_it(library: Library) -> None:
    pool = pool_of(library, library.ids())
    way = Triage(pool)
    shown = way.current
    other = pool.new[1]
    library.trash(other)
    way.take_in([library.reading(other)])
    way.go_on()
    assert way.current == pool.new[2]
    assert shown != way.current
    assert not pool_of(library, library.ids("in:trash")).new


def test_todays_plan_has_nothing_of_it(library: Library) -> None:
    library.mark(P[0], Status.READ)
    assert library.plan().done == (P[0],)
    library.trash(P[0])
    assert library.plan().done == ()
    library.undo()
    assert library.plan().done == (P[0],)


def test_the_last_thrown_away_comes_first_by_change() -> None:
    now = NOW
    library = fill(Library(MemoryFiles(), now=lambda: now))
    for number in (2, 0, 1):
        now += timedelta(hours=1)
        library.trash(P[number])
    assert library.ids("in:trash sort:changed") == [P[1], P[0], P[2]]


def test_it_is_written_only_where_it_is_so_and_old_libraries_read_as_before(
    tmp_path: Path,
) -> None:
    with Library(LibraryFiles.open(tmp_path), now=lambda: NOW) as library:
        fill(library)
        library.mark(P[0], Status.QUEUED)
        library.compact()
        assert "trashed" not in (tmp_path / "readings.json").read_text()
        library.trash(P[1])
        library.untrash(P[1])
        library.trash(P[2])
        library.compact()
    readings = json.loads((tmp_path / "readings.json").read_text())["readings"].values()
    assert {r["id"]: r.get("trashed") for r in readings} == {
        P[0]: None,
        P[2]: "2026-07-01T09:30:00+00:00",
    }


def test_two_windows_see_each_others_trash(tmp_path: Path) -> None:
    with Library(LibraryFiles.open(tmp_path), now=lambda: NOW) as one:
        fill(one)
        with Library(LibraryFiles.open(tmp_path), now=lambda: NOW) as other:
            assert other.ids() == one.ids()
            one.trash(P[0])
            other.note(P[0], "written meanwhile")
            assert P[0] in other.trash_ids
            one.refresh()
            assert one.reading(P[0]).note == "written meanwhile"
            assert P[0] in one.trash_ids
            other.untrash(P[0])
            one.refresh()
            assert len(one) == len(P)


def test_a_library_with_all_in_the_trash_is_not_empty(library: Library) -> None:
    library.trash(P)
    assert library.ids() == []
    assert len(library) == 0
    assert not library.is_empty
    assert library.filter_values("status") == []


def test_list_and_jump_follow_each_paper_that_comes_and_goes(library: Library) -> None:
    def found() -> set[str]:
        hits = {hit.paper_id for hit in library.jump("question of learning")}
        assert hits == set(library.ids()) == set(library.ids("", "venue"))
        return hits

    assert found() == set(P)
    library.trash(P[0])
    assert found() == set(P[1:])
    library.set_title(P[0], "Another question of learning")  # in the trash, and indexed anew
    library.trash(P[1])
    assert found() == set(P[2:])
    library.untrash(P[0])
    assert found() == {P[0], *P[2:]}
    library.set_title(P[2], "A further question of learning")
    assert found() == {P[0], *P[2:]}
    library.trash(P[2])
    assert found() == {P[0], *P[3:]}
    library.set_title(P[3], "Short question of learning")
    assert found() == {P[0], *P[3:]}


def test_completion_counts_no_paper_of_the_trash() -> None:
    library = twins()
    (lee,) = [pair for pair in library.filter_values("author", "lee") if "Lee" in pair[0]]
    ids = library.ids("author:lee")
    assert lee[1] == len(ids) == 2
    library.trash(ids[0])
    assert library.filter_values("author", "lee") == [(lee[0], 1)]
    library.trash(ids[1])
    assert library.filter_values("author", "lee") == []


def test_a_paper_in_the_trash_cannot_be_moved_but_takes_the_place_of_another(
    library: Library,
) -> None:
    library.mark(P[:3], Status.QUEUED)
    library.trash([P[1], P[4]])
    with pytest.raises(UsageError, match="is in the trash"):
        library.move(P[1], top=True)
    with pytest.raises(UsageError, match="is not in the queue"):
        library.queue_instead(P[4], P[1], P[2])
    library.queue_instead(P[4], P[0], P[2])
    assert library.queue_ids() == [P[4], P[2], P[0]]
    assert P[4] not in library.trash_ids
