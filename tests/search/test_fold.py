from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from readq.search import fold
from readq.search.fold import words_at


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("Schrödinger's Cat", "schrodingers cat"),
        ("Łukasz Øre Straße Æsir", "lukasz ore strasse aesir"),
        ("\u03b2-VAE", "beta vae"),
        ("\uff76\uff80\uff76\uff85 \uff76\uff9e", "カ タ カ ナ カ"),
        ("\u3300\uf900", "ア ハ ー ト 豈"),
        ("D\u00b2 and H\u2082O", "d2 and h2o"),
        ("\U0001d530\U0001d52c(n)", "so n"),
        ("Long\u2013Context: a\u2014b", "long context a b"),
        ("e\u0301tude", "etude"),
        ("论文列表", "论 文 列 表"),
        ("한국어 모델", "한국어 모델".encode().decode()),
        ("[MASK] (C++) ^2", "mask c 2"),
        ("\ufb01ne", "fine"),
    ],
)
def test_case_accents_and_signs_do_not_matter(text: str, expected: str) -> None:
    assert fold(text) == fold(expected)
    assert fold(fold(text)) == fold(text)


@given(st.text())
def test_folding_by_table_and_by_place_agree(text: str) -> None:
    assert fold(text).split() == " ".join(word for word, _, _ in words_at(text)).split()


@given(st.text())
def test_words_stand_where_they_are_said_to(text: str) -> None:
    last = 0
    for word, start, end in words_at(text):
        assert word
        assert last <= start < end <= len(text)
        last = start
