"""One paper in one line."""

from __future__ import annotations

from typing import Any

import pytest
from tests.library.conftest import paper

from readq.exporters import citation, markdown_link


@pytest.mark.parametrize(
    ("fields", "wanted"),
    [
        (
            {"authors": ("Ada Lovelace", "Alan M. Turing"), "venue": "ICML", "year": 2026},
            "Lovelace, A., & Turing, A. M. (2026). T. ICML. https://x.org",
        ),
        ({"authors": (), "year": 2026}, "T. (2026). https://x.org"),
        (
            {"authors": ("Jean-Pierre de la Cruz, Jr.",), "title": "Why?"},
            "de la Cruz, J.-P., Jr. (n.d.). Why? https://x.org",
        ),
        ({"authors": ("DeepMind Team",), "year": 2025}, "DeepMind Team (2025). T. https://x.org"),
        (
            {"authors": ("王小明",), "title": "真值  判断"},
            "王小明 (n.d.). 真值 判断. https://x.org",
        ),
    ],
)
def test_a_citation_reads_as_reference_lists_do(fields: dict[str, Any], wanted: str) -> None:
    facts = {"title": "T", "venue": "", "year": None, **fields}
    assert citation(paper(1, **facts), "https://x.org") == wanted


def test_a_long_list_of_authors_is_cut_in_the_middle() -> None:
    people = tuple(f"Ann N{n}" for n in range(30))
    shown = citation(paper(1, authors=people))
    assert "N18, A., … N29, A. (" in shown
    assert "N19" not in shown


def test_markdown_shows_the_title_as_it_is() -> None:
    shown = markdown_link(paper(1, title="[a](b) *c* `d`"), "https://x.org/a b>c")
    assert shown == r"[\[a\](b) \*c\* \`d\`](<https://x.org/a%20b%3Ec>)"
    assert markdown_link(paper(1, title="a_b")) == r"a\_b"
