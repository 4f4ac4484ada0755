"""Looking for words in the bytes of abstracts says what looking at each abstract as it is shown would say."""

from __future__ import annotations

import itertools
import json
from pathlib import Path

import pytest
from hypothesis import example, given
from hypothesis import strategies as st

from readq.library.abstract_search import _spelled
from readq.library.core import open_library
from readq.search import (
    SearchStoppedError,
    Slab,
    fold,
    fold_slab,
    folded_scan,
    scan,
    signs_of,
    word_scan,
)
from readq.text import render

PIECES = st.sampled_from(
    ["graph", "graphs", "Graph", "DIFFUSION", "diffusion", "neural", "h2o", "e", "g", "eg", "na", "ive",
     "don", "t", "2", "a", "x", " ", " ", " ", ", ", "-", "\n", "\u2014", "\u2019", "'", "\u201c", '"graph"', "\u00b0", "\u2460", "\u202a",
     "\u201d", "(", ")", ". ", "/", '"', "$", "**", "*", "_", "`", "{gra}ph", "{Di}ffusion", "}", "<b>", "</b>", "<", ">",
     "&eacute;", "&amp;", "&", "[", "](u)", "^", "\\textbf{g}raph", "g\\textbf{r}aph", "\\emph{graph}", "\\cite{graph}", "\\eg", "\\wrt ", "\\etal",
     "\\in", "\\mathbb{R}^", "\\log", "\\sqrt{", "\\widetilde", "\u03b1", "\u0398", "\\\"o", "\\'{e}", "\\alpha", "\\ell", "\\(", "\\)", "\\%", "\u00e9", "o\u0308", "\u00df",
     "\u2082", "\u00b2", "\u03b2", "\u8bed", "\u200b", "\u00ad", "\u00a0"]
)  # fmt: skip
ABSTRACTS = st.lists(st.lists(PIECES, max_size=9).map("".join), min_size=1, max_size=4)
WORDS = st.sampled_from(
    ["graph", "diffusion", "neural", "h2o", "e", "g", "eg", "naive", "dont", "graphs", "o", "oe", "ss",
     "beta", "alpha", "theta", "log", "rd", "l", "al", "t", "wrt", "\u8bed", "schrodinger"]
)  # fmt: skip


def slab(abstracts: list[str]) -> Slab:
    """Documents as the store writes them."""
    lines = [
        b'"%d": {"id":"%010d","abstract":%b},\n'
        % (n + 1, n, json.dumps(text, ensure_ascii=False).encode("utf-8", "surrogatepass"))
        for n, text in enumerate(abstracts)
    ]
    ends = list(itertools.accumulate(map(len, lines)))
    return Slab(lambda: b"".join(lines), ends, lambda: list(map(str, range(len(lines)))))


@given(ABSTRACTS, st.lists(WORDS, min_size=1, max_size=3), st.booleans())
@example(["so \\eg we"], ["e"], True)
@example(["a g\\textbf{r}aph of"], ["graph"], False)
@example(["a {gra}ph of"], ["graph"], False)
@example(["don\u2019t"], ["don"], False)
@example(["H\u2082O", "h$_2$o"], ["h2o"], False)
@example(['a "graph" of'], ["graph"], False)
@example(['"graph" neural', '"graph neural"'], ["graph", "neural"], False)
@example(["a graph} of", "a graph\u00a0of"], ["graph"], False)
@example(["of\nneural\ngraph", "\\\\neural"], ["neural"], False)
@example(["below \\frac23 and", "n^\\frac32\\ln"], ["23"], False)
@example(["$\\mathbfx$", "\\|\\mathbfx\u2019\\|"], ["x"], False)
@example(["= \\frac23, below", "n^\\frac12 k"], ["2"], True)
@example(["based on \u03b1-graphs of a", "is \\widetilde\u0398(x) the"], ["on", "a"], True)
@example(["is \\widetilde\u0398(x) the"], ["is", "the"], True)
@example(["graph $\\alpha\\in\\mathbb{R}^d$ e"], ["alpha", "rd"], False)
@example(["$\\mathcal{O}(\\sqrt{\\log T})$"], ["o", "log"], False)
@example(["$\\lambda\\log\\frac{1}{x}$"], ["log", "1"], True)
@example(["\\section*{" * 60 + "x"], ["section", "stars"], True)
@example(["g{\\bf r}aph", "\\emph{graph} neural", "graph\\neural"], ["graph"], False)
def test_bytes_say_what_the_shown_text_says(
    abstracts: list[str], words: list[str], begun: bool
) -> None:
    check(abstracts, words, begun)


@given(ABSTRACTS, st.lists(WORDS, min_size=1, max_size=3), st.booleans())
@example(["of the** graph", "the the\u0301 of", "in (cid:173) the graph"], ["the"], False)
@example(["a graph of the {g}raph", "<b>a graph", "$a graph$"], ["graph"], False)
@example(["we of the", "we of the$", "we don't of the", "of\\the"], ["of", "the"], True)
def test_bytes_say_the_same_of_words_that_are_everywhere(
    abstracts: list[str], words: list[str], begun: bool
) -> None:
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(word_scan, "_FREQUENT", 0)
        patch.setattr(folded_scan, "_MANY", -1)
        patch.setattr(folded_scan, "_MANY_WORDS", -1)
        check(abstracts, words, begun)


@pytest.mark.parametrize("often", [-1, 10_000])
def test_words_parted_by_any_signs_make_a_phrase(
    often: int, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(folded_scan, "_MANY", often)
    monkeypatch.setattr(folded_scan, "_MANY_WORDS", often)
    told = [
        "of the abstract",
        "of (the) abstract",
        "L-1 of, the",
        "often the 1",
        "of. The",
        "O(1 2)",
    ]
    check(told, ["of", "the"], begun=False)
    check(told, ["of", "the", "abstract"], begun=False)
    check(told, ["l", "1"], begun=True)
    check(told, ["1", "2"], begun=False)
    check(told, ["abstract"], begun=False)
    check(told, ["1"], begun=False)
    check(told, ["id"], begun=True)


def check(abstracts: list[str], words: list[str], begun: bool) -> None:
    piece = f" {' '.join(words)}" + ("" if begun else " ")
    has = {str(n) for n, text in enumerate(abstracts) if piece in f" {fold(render(text).plain)} "}
    run = slab(abstracts)
    sure, maybe = map(set, scan([run], piece, spelled=_spelled))
    assert sure <= has
    assert has <= sure | maybe
    assert not sure & maybe
    folded = fold_slab(run, signs_of(run), lambda text: f" {fold(render(text).plain)} ")
    found, doubted = scan([run], piece, folded=lambda _: folded)
    assert (sorted(found), doubted) == (sorted(has), [])


def test_a_search_that_nobody_wants_any_more_stops(tmp_path: Path) -> None:
    source = tmp_path / "list.txt"
    source.write_text("A title of graphs\n" + "We study graphs with care. " * 10, encoding="utf-8")
    with open_library(tmp_path / "library") as library:
        library.add(source)
        library.compact()
        with pytest.raises(SearchStoppedError):
            library.ids("abstract:care", stop=lambda: True)
        assert len(library.ids("abstract:care")) == 1
