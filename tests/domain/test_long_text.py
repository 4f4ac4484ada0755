"""Rules of identity stay quick however long and odd a text is."""

from __future__ import annotations

from collections.abc import Callable

import pytest

from readq.domain.identity import arxiv_id, normal_doi, openreview_id, split_venue, title_key, words
from readq.domain.venue import venue_in

LONG = 100_000


@pytest.mark.parametrize(
    "part", ["(", " ", "1", "icml ", "2020 ", "a-", "10.1000/)", ")", "https://a.b/"]
)
@pytest.mark.parametrize(
    "rule", [arxiv_id, normal_doi, openreview_id, split_venue, title_key, venue_in, words]
)
def test_long_text_is_judged_at_once(rule: Callable[[str], object], part: str) -> None:
    """A quadratic pattern would take minutes here."""
    text = "10.1000/x" + part * (LONG // len(part)) + "x"
    assert rule(text) == rule(text)
