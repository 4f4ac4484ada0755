"""What holds for any text at all."""

from __future__ import annotations

import re
import unicodedata

from hypothesis import example, given
from hypothesis import strategies as st

from readq.text import (
    clean,
    clean_block,
    code_link,
    coined_names,
    derive_title,
    render,
    render_title,
    strip_controls,
)

PIECES = [
    "$", "$$", "\\", "{", "}", "*", "**", "_", "^", "`", "``", "''", "--", "~", "[", "](", ")", "<b>", "</b>", "<sub>", "&lt;",
    "\\textbf", "\\frac", "\\sqrt[", "\\mathbb", "\\cite{", "\\'", "\\(", "\\]", "\\foo", "https://a.b/", "10.1000/", "\n\n", " ", "5",
    "x", "We propose ", "FooNet", " (", "word", "é", "\x1b[", "\x9b", "\u202e", "\u0301",
]  # fmt: skip
marked_up = st.lists(st.sampled_from(PIECES), max_size=40).map("".join)
any_text = st.one_of(st.text(), marked_up)

FORBIDDEN = re.compile("[\x00-\x1f\x7f-\x9f\u202a-\u202e\u2066-\u2069\ud800-\udfff]")


@given(any_text)
@example("{" * 200 + "$" * 99)
def test_rendering_never_fails_and_its_spans_fit(raw: str) -> None:
    rendered = render(raw)
    assert all(0 <= s.start < s.end <= len(rendered.plain) for s in rendered.spans)
    assert [s.start for s in rendered.spans] == sorted(s.start for s in rendered.spans)
    assert "  " not in rendered.plain
    assert rendered.plain == rendered.plain.strip()
    assert all(link.lower().startswith(("http://", "https://")) for link in rendered.links)
    assert {s.target for s in rendered.spans if s.style == "link"} == set(rendered.links)
    assert "\n" not in render_title(raw)


@given(st.lists(st.from_regex(r"[a-z]{2,9}", fullmatch=True), min_size=1, max_size=20), st.data())
def test_words_of_prose_are_never_lost(words: list[str], data: st.DataObject) -> None:
    """Markup around words changes no word."""
    marks = [
        ("", ""),
        ("**", "**"),
        ("\\emph{", "}"),
        ("``", "''"),
        ("{\\bf ", "}"),
        ("<i>", "</i>"),
        ("\\unknown{", "}"),
        ("(", ")"),
    ]
    raw = " ".join(f"{a}{w}{b}" for w in words for a, b in [data.draw(st.sampled_from(marks))])
    shown = re.findall("[a-z]+", render(raw).plain.replace("\\unknown", ""))
    assert shown == words


@given(st.from_regex(r"[A-Za-z]{1,8}( [A-Za-z]{1,8}){0,12}[.!?]?", fullmatch=True))
def test_prose_without_markup_is_shown_as_it_is(text: str) -> None:
    assert render(text).plain.replace(" ", "") == text.replace(" ", "")


@given(any_text)
def test_stored_text_holds_no_controls_and_stays_as_it_is(text: str) -> None:
    stored = strip_controls(text)
    assert not FORBIDDEN.search(stored.replace("\n", "").replace("\t", ""))
    assert strip_controls(stored) == stored
    assert unicodedata.is_normalized("NFC", stored)


@example("\ufe0f\u200d\U0001f468\u200c")  # a joiner between signs that go themselves
@example("\U0001f468\u200d\ufe0f\u200d")
@given(any_text)
def test_shown_text_holds_no_controls(text: str) -> None:
    assert not FORBIDDEN.search(clean(text))
    assert not FORBIDDEN.search(clean_block(text).replace("\n", ""))
    assert clean(clean(text)) == clean(text)


@given(any_text)
def test_names_titles_and_code_links_come_for_any_text(text: str) -> None:
    rendered = render(text)
    names = coined_names(rendered.plain)
    assert len({n.text for n in names}) == len(names)
    title = derive_title(rendered.plain, names)
    assert bool(title) == bool(rendered.plain)
    assert len(title) <= 91
    assert "\n" not in title
    assert code_link(rendered.plain, rendered.links) in ("", *rendered.links)


@given(
    st.sampled_from([*PIECES, "\\hat", "\\frac", "<b>", "Foo Bar (FB) ", "andFooBar", "((", ". A"])
)
def test_floods_of_one_sign_are_read(piece: str) -> None:
    flood = piece * 1500
    rendered = render(flood)
    derive_title(rendered.plain)
    assert clean(strip_controls(flood)) == clean(flood)
