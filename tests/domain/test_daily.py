"""How much a day takes."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from readq.domain import DailyCap, filled

CAPS = st.one_of(
    st.builds(DailyCap, minutes=st.integers(1, 1440)),
    st.builds(DailyCap, papers=st.integers(1, 99)),
)
MINUTES = st.lists(st.integers(10, 90), max_size=20)


@pytest.mark.parametrize(
    ("text", "cap"),
    [
        ("90 min", DailyCap(minutes=90)),
        ("90", None),
        ("1.5 h", DailyCap(minutes=90)),
        ("2h 30min", DailyCap(minutes=150)),
        ("1 h 10", DailyCap(minutes=70)),
        ("1h05", DailyCap(minutes=65)),
        ("1:30", DailyCap(minutes=90)),
        ("1,5 h", DailyCap(minutes=90)),
        ("1:75", None),
        ("25:00", None),
        ("2 Hours", DailyCap(minutes=120)),
        ("3 papers", DailyCap(papers=3)),
        ("1paper", DailyCap(papers=1)),
        ("0 papers", None),
        ("0 min", None),
        ("25 h", None),
        ("a lot", None),
        ("", None),
        ("-3 papers", None),
    ],
)
def test_a_cap_is_a_time_or_a_number_of_papers(text: str, cap: DailyCap | None) -> None:
    if cap is None:
        with pytest.raises(ValueError, match=r".*"):
            DailyCap.of(text)
    else:
        assert DailyCap.of(text) == cap


@given(CAPS)
def test_a_cap_is_read_as_it_is_written(cap: DailyCap) -> None:
    assert DailyCap.of(str(cap)) == cap


@given(CAPS, MINUTES, MINUTES)
def test_a_day_is_filled_in_order_and_never_over_the_cap(
    cap: DailyCap, waiting: list[int], read: list[int]
) -> None:
    minutes = {f"w{n}": m for n, m in enumerate(waiting)} | {f"r{n}": m for n, m in enumerate(read)}
    ids = [i for i in minutes if i.startswith("w")]
    done = [i for i in minutes if i.startswith("r")]
    taken = filled(cap, ids, minutes.__getitem__, used=done)
    assert taken == [i for i in ids if i in taken]
    total = sum(minutes[i] for i in (*taken, *done))
    alone = len(taken) == 1 and not done
    assert cap.fits(total, len(taken) + len(done)) or alone or not taken
    if waiting and not read:
        assert taken[:1] == ids[:1]
    for left in set(ids) - set(taken):  # nothing that would have fitted at its turn is left out
        ahead = [*done, *(i for i in taken if ids.index(i) < ids.index(left))]
        assert not cap.fits(sum(minutes[i] for i in ahead) + minutes[left], len(ahead) + 1)


def test_a_paper_not_far_behind_fits_where_others_do_not_and_a_long_queue_is_not_read_for_it() -> (
    None
):
    read: list[str] = []

    def minutes(paper_id: str) -> int:
        read.append(paper_id)
        return 10 if paper_id in ("p20", "p4000") else 40

    ids = [f"p{number}" for number in range(5_000)]
    assert filled(DailyCap(minutes=50), ids, minutes) == ["p0", "p20"]
    assert filled(DailyCap(minutes=60), ids, minutes) == ["p0", "p20"]
    assert len(read) < 200
