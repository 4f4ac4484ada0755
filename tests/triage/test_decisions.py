from __future__ import annotations

from datetime import UTC, datetime, timedelta

import pytest

from readq.domain import Reading, Status
from readq.triage.decisions import answer, wish

NOON = datetime(2026, 7, 1, 12, tzinfo=UTC)


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
    assert wish(Reading("n", tags=("rl",), priority=5)) == 0
    assert answer(Reading("n", tags=("rl",))) is None


def test_a_skipped_paper_is_not_wanted_whatever_its_priority() -> None:
    assert wish(Reading("s", Status.SKIPPED, priority=5)) == wish(Reading("s", Status.SKIPPED)) < 0


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
    ]
    found = [answer(reading) for reading in readings]
    given = sorted(one for one in found if one is not None)
    assert [(one.paper_id, one.wanted) for one in given] == [
        ("b", True),
        ("a", False),
        ("c", False),
    ]
