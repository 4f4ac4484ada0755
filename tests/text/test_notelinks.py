"""Links between notes."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from readq.text.notelinks import link_being_typed, note_links, written_link


@pytest.mark.parametrize(
    ("note", "links"),
    [
        ("see [[L1]] and [[ RWKV-7 | goose ]].", [("L1", "L1"), ("RWKV-7", "goose")]),
        ("[[a]][[b|]]", [("a", "a"), ("b", "b")]),
        ("`[[code]]` and ``a ` [[code]]`` but [[link]]", [("link", "link")]),
        ("```\n[[code]]\n```\n[[link]]", [("link", "link")]),
        ("~~~~ md\n[[code]]\n~~~\n[[code]]", []),
        ("[[ ]] [[]] [single] [[two\nlines]] [[[x]]", [("x", "x")]),
    ],
)
def test_what_is_a_link(note: str, links: list[tuple[str, str]]) -> None:
    assert [(link.target, link.shown) for link in note_links(note)] == links


@pytest.mark.parametrize(
    ("before", "typed"),
    [
        ("see [[", ""),
        ("see [[L1: con", "L1: con"),
        ("[[a]] b", None),
        ("[[a|b", None),
        ("[a", None),
    ],
)
def test_a_link_is_being_typed_until_it_is_closed(before: str, typed: str | None) -> None:
    assert link_being_typed(before) == typed


@given(st.text(st.characters(exclude_categories=["C", "Z"]) | st.just(" "), min_size=1))
def test_any_title_can_be_linked(title: str) -> None:
    title = title.strip() or "x"
    (link,) = note_links(
        f"see {written_link(title, 'p1')} there".replace("`", "'").replace("~", "-")
    )
    assert link.target in {"p1", title.replace("`", "'").replace("~", "-")}
