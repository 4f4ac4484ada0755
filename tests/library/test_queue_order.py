"""The reader's own order of the queue, whatever else happens to its papers."""

from __future__ import annotations

from datetime import date, timedelta
from typing import Any

from hypothesis import given
from hypothesis import strategies as st
from tests.library.conftest import NOW, paper

from readq.domain import IN_QUEUE, Status
from readq.library import Library
from readq.store import MemoryFiles

IDS = [f"p{n}aaaaaaaa" for n in range(7)]
PAPER = st.sampled_from(IDS)
STEP = st.one_of(
    st.tuples(st.just("mark"), PAPER, st.sampled_from(Status)),
    st.tuples(st.just("move"), PAPER, st.integers(0, 9)),
    st.tuples(st.just("after"), PAPER, PAPER),
    st.tuples(st.just("defer"), PAPER, st.sampled_from([None, 1, 40])),
    st.tuples(st.just("priority"), PAPER, st.integers(0, 5)),
    st.tuples(st.just("tag"), PAPER, st.just("x")),
    st.tuples(st.just("import"), st.integers(7, 12), st.none()),
    st.tuples(st.just("undo"), st.none(), st.none()),
)


def do(library: Library, what: str, on: Any, how: Any) -> None:
    """One thing a reader does."""
    match what:
        case "mark":
            library.mark(on, how)
        case "move" if on in library.queue_ids():
            library.move(on, to=how)
        case "after" if {on, how} <= set(library.queue_ids()):
            library.move(on, after=how)
        case "defer":
            library.defer(on, how and date(2026, 7, 1) + timedelta(how))
        case "priority":
            library.set_priority(on, how)
        case "tag":
            library.tag(on, how)
        case "import":
            extra = paper(on)
            library._commit("imported", added={extra.id: extra})


def own_order(library: Library) -> list[str]:
    """The whole queue in the reader's order, with papers that wait for a day."""
    return [r.paper_id for r in library._in_rank()]


@given(st.lists(STEP, max_size=40))
def test_only_moving_a_paper_moves_it(steps: list[tuple[str, Any, Any]]) -> None:
    library = Library(MemoryFiles(), now=lambda: NOW)
    library._commit("began", added={i: paper(n) for n, i in enumerate(IDS)})
    library.mark(IDS, Status.QUEUED)
    for what, on, how in steps:
        before = own_order(library)
        stay = [i for i in before if not (what in ("move", "after") and i == on)]
        if what == "undo":
            order = before
            if library.undo() is not None:
                library.redo()
        else:
            do(library, what, on, how)
            order = [i for i in stay if library.reading(i).status in IN_QUEUE]
        kept = [i for i in own_order(library) if i in order]
        assert kept == order, (what, on, how)
        library.plan()
    # What is kept up to date decision by decision is what a fresh look finds.
    fresh = Library(library._files, now=lambda: NOW)
    assert library.queue_ids() == fresh.queue_ids()
    assert set(library.plan().done) == set(fresh.plan().done)


@given(
    st.lists(STEP.filter(lambda s: s[0] != "undo"), max_size=25),
    PAPER,
    st.integers(0, 8),
)
def test_a_moved_paper_stands_where_it_was_put(
    steps: list[tuple[str, Any, Any]], moved: str, to: int
) -> None:
    library = Library(MemoryFiles(), now=lambda: NOW)
    library._commit("began", added={i: paper(n) for n, i in enumerate(IDS)})
    library.mark(IDS, Status.QUEUED)
    for step in steps:
        do(library, *step)
    if moved not in library.queue_ids():
        return
    own = library.reading(moved).status
    others = [i for i in library.queue_ids() if i != moved]
    library.move(moved, to=to)
    place = min(max(to - 1, 0), len(others))
    kin = [i for i in others if library.reading(i).status is own]
    ahead = [i for i in others[:place] if i in kin]
    after = [i for i in library.queue_ids() if library.reading(i).status is own]
    assert after == [*ahead, moved, *(i for i in kin if i not in ahead)]
    assert library.move(moved, to=to) is None


def test_a_paper_that_waits_for_a_day_comes_back_to_its_place() -> None:
    day = NOW
    library = Library(MemoryFiles(), now=lambda: day)
    library._commit("began", added={i: paper(n) for n, i in enumerate(IDS)})
    library.mark(IDS[:4], Status.QUEUED)
    library.defer(IDS[1], date(2026, 7, 3))
    assert library.queue_ids() == [IDS[0], *IDS[2:4]]
    for _ in range(80):  # until there is no room between two ranks
        library.move(IDS[3], after=IDS[0])
        library.move(IDS[2], after=IDS[0])
    day += timedelta(days=3)
    assert library.queue_ids() == [IDS[0], IDS[2], IDS[3], IDS[1]]


def test_sorting_once_by_priority_takes_papers_that_wait_along() -> None:
    library = Library(MemoryFiles(), now=lambda: NOW)
    library._commit("began", added={i: paper(n) for n, i in enumerate(IDS)})
    library.mark(IDS[:4], Status.QUEUED)
    library.defer(IDS[1], date(2026, 7, 3))
    library.set_priority(IDS[1], 5)
    library.set_priority(IDS[3], 4)
    library.sort_queue()
    assert own_order(library) == [IDS[1], IDS[3], IDS[0], IDS[2]]
