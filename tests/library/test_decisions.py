"""Decisions about papers, their order in the queue, and what is refused."""

from __future__ import annotations

from collections.abc import Callable
from datetime import date, datetime, timedelta
from pathlib import Path
from random import Random
from typing import cast

import pytest
from tests.library.commands import command, made
from tests.library.conftest import NOW, P, fill

from readq.domain import IN_QUEUE, Status
from readq.errors import UnknownPaperError, UsageError
from readq.library import Library, open_library


def test_a_paper_starts_new_and_untouched(library: Library) -> None:
    assert library.reading(P[0]).untouched
    assert library.counts()[Status.NEW] == len(P)
    assert library.queue_ids() == []
    assert library.next() is None


@pytest.mark.parametrize("status", [s for s in Status if s is not Status.NEW])
def test_marking_gives_the_status_and_says_so(library: Library, status: Status) -> None:
    change = library.mark(P[0], status)
    assert change is not None
    assert "On the 0th question" in change.label
    assert library.reading(P[0]).status is status
    assert library.reading(P[0]).moved[-1] == (status, NOW)
    assert library.counts()[status] == 1
    assert library.mark(P[0], status) is None


def test_newly_queued_papers_go_to_the_end_and_what_is_read_now_leads(library: Library) -> None:
    library.mark([P[2], P[0]], Status.QUEUED)
    library.mark(P[4], Status.QUEUED)
    assert library.queue_ids() == [P[2], P[0], P[4]]
    library.mark(P[4], Status.READING)
    assert library.queue_ids() == [P[4], P[2], P[0]]
    found = library.next()
    assert found is not None
    assert found.id == P[4]
    library.mark(P[4], Status.READ)
    assert library.queue_ids() == [P[2], P[0]]
    assert library.reading(P[4]).rank is None


def test_papers_move_within_the_queue(library: Library) -> None:
    a, b, c, d = P[:4]
    library.mark([a, b, c, d], Status.QUEUED)
    library.move(d, top=True)
    assert library.queue_ids() == [d, a, b, c]
    library.move(a, after=c)
    assert library.queue_ids() == [d, b, c, a]
    library.move(c, to=2)
    assert library.queue_ids() == [d, c, b, a]
    assert library.move(d, top=True) is None
    library.move(d, to=99)
    assert library.queue_ids() == [c, b, a, d]


def test_many_moves_between_the_same_two_papers_keep_the_order(library: Library) -> None:
    a, b, c, d = P[:4]
    library.mark([a, b, c, d], Status.QUEUED)
    expected = [a, b, c, d]
    for number in range(150):
        moved = expected[3 - number % 2]
        library.move(moved, after=a)
        expected.remove(moved)
        expected.insert(1, moved)
        assert library.queue_ids() == expected


def test_the_queue_can_be_ordered_by_priority_once(library: Library) -> None:
    library.mark(P[:4], Status.QUEUED)
    library.set_priority([P[1], P[3]], 5)
    library.sort_queue()
    assert library.queue_ids() == [P[1], P[3], P[0], P[2]]


def test_deferred_papers_come_back_on_their_day(library: Library) -> None:
    library.mark(P[:2], Status.QUEUED)
    library.defer(P[0], date(2026, 7, 3))
    assert library.queue_ids() == [P[1]]
    library._now = lambda: NOW + timedelta(days=2)
    assert library.queue_ids() == [P[0], P[1]]


def test_tags_are_added_and_taken_away_in_order(library: Library) -> None:
    library.tag([P[0], P[1]], ["rl", " two  words ", "a,b", "rl"])
    assert library.reading(P[0]).tags == ("rl", "two words", "a b")
    library.tag(P[0], ["new"], ["rl"])
    assert library.reading(P[0]).tags == ("two words", "a b", "new")
    assert library.tags() == {"a b": 2, "two words": 2, "new": 1, "rl": 1}
    assert library.tag(P[0], ["new"]) is None


def test_ratings_priorities_and_notes(library: Library) -> None:
    library.rate(P[0], 4)
    library.set_priority(P[0], 5)
    library.note(P[0], "One.\n\nTwo \x1b[31mred\x1b[0m.")
    reading = library.reading(P[0])
    assert (reading.rating, reading.priority) == (4, 5)
    assert "\x1b" not in reading.note
    assert reading.note.startswith("One.\n\nTwo ")
    library.rate(P[0], None)
    library.set_priority(P[0], 0)
    library.note(P[0], "  \n ")
    assert library.reading(P[0]).untouched


def test_saves_of_one_note_in_a_row_are_one_step_of_undo(library: Library) -> None:
    library.note(P[0], "first")
    for text in ("first s", "first se", "first second"):
        library.note(P[0], text, merge=True)
    library.undo()
    assert library.reading(P[0]).note == ""
    library.redo()
    assert library.reading(P[0]).note == "first second"


def test_another_decision_between_two_saves_parts_them(library: Library) -> None:
    library.note(P[0], "one", merge=True)
    library.set_priority(P[1], 3, merge=True)
    library.note(P[0], "one two", merge=True)
    library.undo()
    assert library.reading(P[0]).note == "one"
    assert library.reading(P[1]).priority == 3


def test_a_decision_on_many_papers_is_one_change(library: Library) -> None:
    change = library.mark(P, Status.SKIPPED)
    assert change is not None
    assert change.label == "skipped 6 papers"
    assert change.paper_ids == tuple(P)
    library.undo()
    assert library.counts()[Status.NEW] == 6


def test_what_makes_no_sense_is_refused_in_one_sentence_and_changes_nothing(
    library: Library,
) -> None:
    library.mark(P[:2], Status.QUEUED)
    before, log = library.export(), library.log()
    refused: list[tuple[type[Exception], Callable[[], object]]] = [
        (UnknownPaperError, lambda: library.mark("nosuch", Status.READ)),
        (UnknownPaperError, lambda: library.mark([P[0], "nosuch"], Status.READ)),
        (UnknownPaperError, lambda: library.set_priority(["nosuch", P[0]], 1)),
        (UnknownPaperError, lambda: library.rate("nosuch", 1)),
        (UnknownPaperError, lambda: library.tag("nosuch", ["x"])),
        (UnknownPaperError, lambda: library.note("nosuch", "x")),
        (UnknownPaperError, lambda: library.defer("nosuch", date(2026, 8, 1))),
        (UnknownPaperError, lambda: library.move("nosuch", top=True)),
        (UnknownPaperError, lambda: library.move(P[0], after="nosuch")),
        (UnknownPaperError, lambda: library.set_title("nosuch", "x")),
        (UnknownPaperError, lambda: library.paper("nosuch")),
        (UsageError, lambda: library.mark(P[0], cast(Status, "nonsense"))),
        (UsageError, lambda: library.defer(P[0], cast(date, "2026-08-01"))),
        (UsageError, lambda: library.set_priority(P[0], cast(int, 2.5))),
        (UsageError, lambda: library.set_priority(P[0], True)),
        (UsageError, lambda: library.set_priority(P[0], 6)),
        (UsageError, lambda: library.set_priority(P[0], -1)),
        (UsageError, lambda: library.rate(P[0], 0)),
        (UsageError, lambda: library.rate(P[0], 6)),
        (UsageError, lambda: library.rate(P[0], cast(int, float("nan")))),
        (UsageError, lambda: library.move(P[3], top=True)),
        (UsageError, lambda: library.move(P[0], after=P[3])),
        (UsageError, lambda: library.set_title(P[0], " \x1b ")),
        (UsageError, lambda: library.ids(sort="colour")),
        (UsageError, lambda: library.export(format="docx")),
        (UsageError, lambda: library.ids("staus:new")),
    ]
    for error, wrong in refused:
        with pytest.raises(error) as caught:
            wrong()
        said = str(caught.value)
        assert "\n" not in said
        assert said[-1] in ".?"
    assert (library.export(), library.log()) == (before, log)


def test_a_title_typed_by_the_reader_stays_and_the_old_one_finds_the_paper(
    library: Library,
) -> None:
    old = library.paper(P[0]).title
    library.set_title(P[0], "A better title")
    assert library.paper(P[0]).title == "A better title"
    assert library.paper(P[0]).aliases == (old,)
    assert library.jump("0th question")[0].paper_id == P[0]
    assert library.set_title(P[0], "A better title") is None
    library.undo()
    assert library.paper(P[0]).title == old


def test_papers_may_come_from_anywhere_and_each_is_decided_on_once(library: Library) -> None:
    change = library.mark((i for i in [P[1], P[0], P[1]]), Status.LATER)
    assert change is not None
    assert change.paper_ids == (P[1], P[0])
    again = library.mark(P[:3], Status.LATER)
    assert again is not None
    assert again.paper_ids == (P[2],)
    assert library.mark([], Status.READ) is None


def test_a_status_or_a_tag_may_be_a_word_alone(library: Library) -> None:
    library.mark(P[0], cast(Status, "reading"))
    assert library.reading(P[0]).status is Status.READING
    library.tag(P[0], "two words", "other")
    library.tag(P[0], "rl", "two words")
    assert library.reading(P[0]).tags == ("rl",)


def test_a_moment_to_defer_to_is_its_day_and_is_kept(tmp_path: Path) -> None:
    with open_library(tmp_path) as library:
        fill(library).mark(P[:2], Status.QUEUED)
        library.defer(P[0], datetime(2400, 8, 1, 12))
        assert library.reading(P[0]).deferred_until == date(2400, 8, 1)
        assert library.queue_ids() == [P[1]]
    with open_library(tmp_path) as library:
        assert library.reading(P[0]).deferred_until == date(2400, 8, 1)
        assert library.queue_ids() == [P[1]]


def test_deferring_is_taken_back_by_no_day(library: Library) -> None:
    library.mark(P[0], Status.QUEUED)
    library.defer(P[0], date(2026, 7, 3))
    assert library.next() is None
    library.defer(P[0], None)
    assert library.queue_ids() == [P[0]]
    assert library.defer(P[0], None) is None


def test_a_paper_being_read_stays_ahead_wherever_it_or_others_move(library: Library) -> None:
    a, b, c, d = P[:4]
    library.mark([a, b, c, d], Status.QUEUED)
    library.mark(c, Status.READING)
    assert library.queue_ids() == [c, a, b, d]
    library.move(d, top=True)
    assert library.queue_ids() == [c, d, a, b]
    assert library.move(c, to=4) is None
    library.mark(a, Status.READING)
    library.move(c, after=a)
    assert library.queue_ids() == [a, c, d, b]


def test_ordering_a_queue_that_is_in_order_changes_its_papers_not(library: Library) -> None:
    assert library.sort_queue() is None
    library.mark(P[:3], Status.QUEUED)
    library.sort_queue()
    assert library.queue_ids() == P[:3]
    assert library.sort_queue() is None


def test_priorities_pressed_in_a_row_are_one_step_of_undo(library: Library) -> None:
    library.set_priority(P[:2], 1)
    for priority in (2, 3):
        library.set_priority(P[:2], priority, merge=True)
    library.undo()
    assert [library.reading(i).priority for i in P[:2]] == [0, 0]
    library.redo()
    assert [library.reading(i).priority for i in P[:2]] == [3, 3]


def test_priorities_of_other_papers_are_steps_of_their_own(library: Library) -> None:
    library.set_priority(P[:2], 1, merge=True)
    library.set_priority(P[0], 2, merge=True)
    library.undo()
    assert [library.reading(i).priority for i in P[:2]] == [1, 1]
    library.undo()
    assert library.reading(P[0]).untouched


def test_a_decision_that_ends_where_it_began_is_nothing_to_undo(library: Library) -> None:
    library.mark(P[1], Status.QUEUED)
    library.set_priority(P[0], 3)
    library.set_priority(P[0], 0, merge=True)
    assert library.reading(P[0]).untouched
    undone = library.undo()
    assert undone is not None
    assert library.reading(P[1]).untouched
    library.redo()
    library.note(P[0], "x")
    library.note(P[0], "", merge=True)
    library.note(P[0], "y", merge=True)
    library.undo()
    assert library.reading(P[0]).note == ""
    assert library.reading(P[1]).status is Status.QUEUED


@pytest.mark.parametrize("seed", range(5))
def test_whatever_is_decided_the_numbers_add_up(seed: int) -> None:
    library, random = made(), Random(seed)
    for _ in range(100):
        command(random)(library)
        readings = [library.reading(i) for i in P]
        assert sum(library.counts().values()) == len(library)
        assert len(library) + len(library.trash_ids) == len(P)
        assert set(library.queue_ids()) == {r.paper_id for r in readings if r.is_queued}
        assert all((r.rank is None) == (r.status not in IN_QUEUE) for r in readings)
        shown = [r for r in readings if r.trashed is None]
        assert sum(library.tags().values()) == sum(len(r.tags) for r in shown)
        assert library.stats()["notes"] == sum(1 for r in shown if r.note)
