from __future__ import annotations

import contextlib

import pytest
from hypothesis import given
from hypothesis import strategies as st
from tests.search.test_query import TODAY

from readq.errors import FilterError
from readq.search import completions, parse

OWN = {"tag": ["to read", "rl", 'a"b'], "venue": ["ICML", "NeurIPS"]}


def values(field: str) -> list[str]:
    return OWN.get(field, [])


@pytest.mark.parametrize(
    ("typed", "offered"),
    [
        ("st", ["status:"]),
        ("diffusion -st", ["diffusion -status:"]),
        ("(PRI", ["(priority:"]),
        ("status:q", ["status:queued"]),
        ("status:new,que", ["status:new,queued"]),
        ("in:", ["in:queue", "in:library"]),
        ("tag:", ['tag:"to read"', "tag:rl", "tag:ab"]),
        ("tag:to", ['tag:"to read"']),
        ('tag:"to', ['tag:"to read"']),
        ("venue!=neur", ["venue!=NeurIPS"]),
        ("x venue:icml", ["x venue:ICML"]),
        ("", []),
        ("diffusion ", []),
        ('"an open phra', []),
        ("nosuchfield:a", []),
    ],
)
def test_the_last_word_is_completed(typed: str, offered: list[str]) -> None:
    assert completions(typed, values) == offered


@given(st.text() | st.text(alphabet='ab:-"(),.=! sttg'))
def test_what_is_typed_stays_in_front(typed: str) -> None:
    for text in completions(typed, values):
        assert text != typed
        assert text.startswith(typed.rstrip(typed.split()[-1] if typed.split() else ""))
        with contextlib.suppress(FilterError):
            parse(text, today=TODAY, lenient=True)
