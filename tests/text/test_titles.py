"""Titles for abstracts that came without one."""

from __future__ import annotations

import pytest

from readq.domain import Name
from readq.text import derive_title


@pytest.mark.parametrize(
    ("plain", "title"),
    [
        (
            "We introduce Sparse Ruler Decoding (SRuD), which is fast.",
            "SRuD: Sparse Ruler Decoding",
        ),
        (
            "We propose FastFoo, a novel cache eviction framework that skips work.",
            "FastFoo: Cache eviction framework",
        ),
        (
            "We propose FastFoo, a novel framework that halves the cost of long prompts.",
            "FastFoo: Framework that halves the cost of long prompts",
        ),
        ("We propose FastFoo. It works.", "FastFoo"),
        ("We present a benchmark, ZebraQA. It is large.", "ZebraQA"),
        (
            "Depth helps. We propose a unified scaling law for quantized models that holds.",
            "Scaling law for quantized models that holds",
        ),
        ("We show that deeper models forget faster, which hurts.", "Deeper models forget faster"),
        ("Rivers meander in valleys.", "Rivers meander in valleys"),
        (
            "Temporal order describes how across layers in language models the path of a state bends over time.",
            "Temporal order describes how across layers in language models the path…",
        ),
    ],
)
def test_titles(plain: str, title: str) -> None:
    assert derive_title(plain) == title


def test_known_names_are_used() -> None:
    assert (
        derive_title("Something else entirely.", (Name("GoS", "Graph of States"),))
        == "GoS: Graph of States"
    )


def test_a_name_keeps_its_small_letter() -> None:
    assert derive_title("We propose scBIG, a tool.", (Name("scBIG"),)).startswith("scBIG")


@pytest.mark.parametrize(
    "plain", ["...", "?", "x", "一种新的方法", "https://example.org/a", "w" * 500, "word " * 500]
)
def test_never_empty_never_endless(plain: str) -> None:
    assert 0 < len(derive_title(plain)) <= 91


def test_nothing_gives_nothing() -> None:
    assert derive_title("") == ""
