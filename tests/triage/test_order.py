"""A long order shows its first papers without fetching the others."""

from __future__ import annotations

import numpy as np
from hypothesis import given
from hypothesis import strategies as st

from readq.triage.order import InOrder, best_first


@given(st.lists(st.integers(-3, 3), max_size=30), st.slices(30))
def test_an_order_is_a_sequence_of_its_papers(scores: list[int], some: slice) -> None:
    papers = [f"paper {n}" for n in range(len(scores))]
    order = InOrder(papers, best_first(np.array(scores, float)))
    plain = [papers[n] for n in sorted(range(len(scores)), key=lambda n: -scores[n])]
    assert list(order) == plain == [order[n] for n in range(len(order))]
    assert order[some] == plain[some]
    assert all(order[-n] == plain[-n] for n in range(1, len(plain) + 1))
