"""Text cut, padded and wrapped to what a terminal shows of it."""

from __future__ import annotations

import unicodedata
from collections.abc import Callable

import click
import pytest
from hypothesis import given
from hypothesis import strategies as st
from rich.cells import cell_len
from tests.cli.conftest import Readq
from tests.library.conftest import paper

from readq.cli.cells import cell_width, cut, pad, wrap
from readq.domain import Status
from readq.library import open_library
from readq.text import clean

HARD = (
    "plain words",
    "用于大型语言模型的长上下文注意力机制的分层构造与整合方法研究",
    "ﾊﾝｶｸ と ゼンカク の まざった だいめい を ながく ながく する",
    "e\u0301a\u0308o\u0302 Z\u0324\u0308a\u0325l\u0332go " * 4,
    "שלום עולם مرحبا بالعالم Hello שלום עולם مرحبا بالعالم",
    "👩\u200d👩\u200d👧\u200d👦 ❤\ufe0f 🇩🇪 ☰ ䷀ 👍🏽" * 6,
    "नमस्ते दुनिया யூனிகோட் ภาษาไทย ကမ္ဘာ" * 3,
    "oneverylongwordwithoutanyblank" * 8,
)
LETTERS = st.text(
    st.one_of(
        st.sampled_from(" abc-"),
        st.sampled_from("论文の가ﾊＡ"),
        st.sampled_from("\u0301\u0308\u20dd\u200d\ufe0f\ufe0e"),
        st.sampled_from("שלום\u0600مرحب"),
        st.sampled_from("👩❤🇩🇪☰👍🏽"),
        st.characters(exclude_categories=["Cc", "Cs", "Cn", "Co"]),
    ),
    max_size=60,
).map(clean)
WIDTHS = st.integers(2, 40)


@given(LETTERS, st.integers(0, 40), st.sampled_from(["…", "~"]))
def test_what_is_cut_fits_and_says_so(text: str, width: int, ellipsis: str) -> None:
    shown = cut(text, width, ellipsis)
    assert cell_len(shown) <= cell_width(shown) <= width
    if cell_width(text) <= width:
        assert shown == text
    elif width:
        assert shown.endswith(ellipsis)
        assert text.startswith(shown.removesuffix(ellipsis))


@given(LETTERS)
def test_without_a_width_nothing_is_cut(text: str) -> None:
    assert cut(text, None) == text


@given(LETTERS, WIDTHS)
def test_padded_text_takes_exactly_its_width(text: str, width: int) -> None:
    assert cell_width(pad(cut(text, width), width)) == width


@given(
    st.lists(LETTERS, min_size=1, max_size=4).map("\n".join), WIDTHS, st.sampled_from(["", "  "])
)
def test_wrapped_text_fits_and_no_letter_is_lost(text: str, width: int, indent: str) -> None:
    room = width + len(indent)
    lines = wrap(text, room, indent)
    for line in lines:
        assert cell_len(line) <= room
        assert not line or line.startswith(indent)
        assert line == line.rstrip()
    assert "".join("".join(lines).split()) == "".join(text.split())
    assert len(lines) >= len(text.split("\n"))


def test_a_line_of_words_is_filled_before_the_next_begins() -> None:
    assert wrap("one two three four", 9) == ["one two", "three", "four"]
    assert wrap("论文论文 论文", 6) == ["论文论", "文", "论文"]
    assert wrap("a\n\nb", 10, "> ") == ["> a", "", "> b"]


def test_no_letter_is_wider_than_readq_believes() -> None:
    assigned = (chr(n) for n in range(0x20, 0x20000) if not 0xD800 <= n < 0xE000)
    letters = [c for c in assigned if unicodedata.category(c) not in ("Cc", "Cn", "Co")]
    assert [c for c in letters if clean(f"a{c}") == f"a{c}" and cell_width(c) < cell_len(c)] == []


@pytest.mark.parametrize("columns", [20, 40, 80, 137])
def test_no_line_of_a_list_is_wider_than_the_terminal(
    readq: Readq, terminal: Callable[[int], None], columns: int
) -> None:
    with open_library() as library:
        papers = {
            f"paper{n:05}": paper(n, id=f"paper{n:05}", title=clean(title), venue=clean(title)[:9])
            for n, title in enumerate(HARD)
        }
        library._commit("began with " + ", ".join(HARD), added=papers)
        library.mark(papers, Status.QUEUED)
        library.set_priority(papers, 5)
        for paper_id in papers:
            library.note(paper_id, "x")
    terminal(columns)
    for call in (["list"], ["queue"], ["jump", "שלום"], ["jump", "words"], ["log"]):
        ran = readq(*call)
        assert ran.out
        for line in click.unstyle(ran.out).splitlines():
            assert cell_len(line) <= columns, (call, line)


def test_columns_line_up_whatever_the_letters(
    readq: Readq, terminal: Callable[[int], None]
) -> None:
    with open_library() as library:
        titles = ("Short", "论文" * 40, "Z\u0324al\u0332go", "A much longer title of a paper " * 4)
        papers = {
            f"paper{n:05}": paper(n, id=f"paper{n:05}", title=title, venue="ICML", year=2026)
            for n, title in enumerate(titles)
        }
        library._commit("began", added=papers)
    terminal(80)
    lines = click.unstyle(readq("list").out).splitlines()
    assert len(lines) == 4
    assert all(line.endswith("  ICML 2026") for line in lines)
    assert {cell_len(line) for line in lines} == {80}


def test_colour_is_for_terminals_that_want_it(
    readq: Readq, ids: list[str], terminal: Callable[[int], None], monkeypatch: pytest.MonkeyPatch
) -> None:
    readq("mark", "queued", ids[0])
    assert "\x1b" not in readq("list").out
    terminal(80)
    assert "\x1b[34m▸\x1b[0m" in readq("list").out
    monkeypatch.setenv("NO_COLOR", "1")
    assert "\x1b" not in readq("list").out
    monkeypatch.delenv("NO_COLOR")
    monkeypatch.setenv("TERM", "dumb")
    assert "\x1b" not in readq("list").out


def test_a_pipe_gets_whole_titles(readq: Readq, ids: list[str]) -> None:
    title = "A title " * 30 + "to its end"
    with open_library() as library:
        library.set_title(ids[0], title)
    assert f"{title}  ICML 2026\n" in readq("list").out
