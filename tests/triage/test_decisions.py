from __future__ import annotations

import csv
import io
from datetime import UTC, datetime, timedelta

import pytest

from readq.domain import Paper, Reading, Status, TitleOrigin
from readq.triage.decisions import answers, as_csv, examples, wish

NOON = datetime(2026, 7, 1, 12, tzinfo=UTC)


def paper(paper_id: str, **facts: str) -> Paper:
    given = {"title": f"Paper {paper_id}", **facts}
    return Paper(paper_id, title_origin=TitleOrigin.SOURCE, added=NOON, **given)  # type: ignore[arg-type]


@pytest.mark.parametrize(
    ("more", "less"),
    [
        (Reading("a", Status.QUEUED, priority=5), Reading("a", Status.QUEUED)),
        (Reading("a", Status.READ, rating=5), Reading("a", Status.READ)),
        (Reading("a", Status.READ), Reading("a", Status.READ, rating=1)),
        (Reading("a", Status.QUEUED), Reading("a", Status.LATER)),
        (Reading("a", Status.LATER), Reading("a")),
        (Reading("a"), Reading("a", Status.SKIPPED)),
    ],
)
def test_what_the_reader_did_says_how_much_a_paper_is_wanted(more: Reading, less: Reading) -> None:
    assert wish(more) > wish(less)


def test_undecided_papers_teach_nothing() -> None:
    readings = {
        "q": Reading("q", Status.QUEUED),
        "s": Reading("s", Status.SKIPPED, priority=5),
        "n": Reading("n", tags=("rl",)),
    }
    assert examples(readings) == ({"q": 1.0}, {"s": 1.0})


def test_answers_come_in_the_order_of_deciding() -> None:
    def decided(paper_id: str, minute: int, *statuses: Status) -> Reading:
        reading = Reading(paper_id)
        for step, status in enumerate(statuses):
            reading = reading.with_status(status, NOON + timedelta(minutes=minute + 100 * step))
        return reading

    readings = [
        decided("c", 3, Status.SKIPPED),
        decided("b", 1, Status.QUEUED, Status.READ),
        decided("a", 2, Status.LATER),
        decided("d", 4, Status.SKIPPED, Status.NEW),
        Reading("e"),
    ]
    assert answers(readings) == [True, False, False]


def test_decisions_leave_as_a_table_with_labels() -> None:
    rows = [
        (
            paper("a", title='A "title", with signs', abstract="Two\nlines"),
            Reading("a", Status.READ),
        ),
        (paper("b"), Reading("b", Status.SKIPPED)),
        (paper("c"), Reading("c", Status.LATER)),
        (paper("d"), Reading("d")),
    ]
    table = list(csv.DictReader(io.StringIO(as_csv(rows), newline="")))
    assert [row["included"] for row in table] == ["1", "0", "", ""]
    assert table[0]["title"] == 'A "title", with signs'
    assert table[0]["abstract"] == "Two\nlines"


def test_an_empty_library_leaves_as_a_header() -> None:
    assert as_csv([]).splitlines() == ["title,abstract,authors,keywords,year,doi,url,included"]
