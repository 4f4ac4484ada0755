"""The filter completes what it knows: fields, their words, and what the library has in them."""

from __future__ import annotations

from datetime import UTC, datetime
from types import SimpleNamespace

import pytest
from hypothesis import assume, given
from hypothesis import strategies as st
from tests.search.test_query import TODAY

from readq.domain import Paper, TitleOrigin
from readq.errors import FilterError
from readq.search import Columns, as_filter, completions, fold, parse
from readq.search.commonest import Commonest

OWN = {
    "tag": [("to read", 3), ("rl", 2), ('a"b', 1)],
    "venue": [("ICML", 9), ("NeurIPS", 4), ("Machine Learning: Science", 1)],
    "author": [("Sean Welleck", 2), ("Orion Weller", 1)],
    "status": [("queued", 4), ("new", 2)],
}


def values(field: str, start: str) -> list[tuple[str, int]]:
    return OWN.get(field, [])


@pytest.mark.parametrize(
    ("typed", "offered"),
    [
        ("st", ["status:"]),
        ("diffusion -st", ["diffusion -status:"]),
        ("(PRI", ["(priority:"]),
        ("status:q", ["status:queued"]),
        ("status:new,que", ["status:new,queued"]),
        ("status:new,", [f"status:new,{s}" for s in ["new", "later", "queued", "reading", "read", "skipped"]]),
        ("in:", ["in:queue", "in:deferred", "in:library", "in:trash"]),
        ("tag:", ['tag:"to read"', "tag:rl", 'tag:"a b"']),
        ("tag:to", ['tag:"to read"']),
        ('tag:"to', ['tag:"to read"']),
        ('tag:"to r', ['tag:"to read"']),
        ("tag:rl", []),
        ("author:well", ['author:"Sean Welleck"', 'author:"Orion Weller"']),
        ('lee -author:"orion w', ['lee -author:"Orion Weller"']),
        ("venue!=neur", ["venue!=NeurIPS"]),
        ("venue:sci", ['venue:"Machine Learning: Science"']),
        ("x venue:icml", ["x venue:ICML"]),
        ("", []),
        ("diffusion ", []),
        ("status: ", []),
        ('"an open phra', []),
        ('"closed"', []),
        ("nosuchfield:a", []),
        ("a,b", []),
    ],
)  # fmt: skip
def test_the_last_word_is_completed(typed: str, offered: list[str]) -> None:
    assert [offer.text for offer in completions(typed, values)] == offered


@pytest.mark.parametrize(
    ("typed", "offered"),
    [
        ("tag:🧪", ["tag:🧪", "tag:🧪🧪"]),
        ("tag:🎉", []),
        ("tag:a|", ["tag:a|b", 'tag:"a b"']),
        ("tag:[b", ["tag:[b]", 'tag:"a b"', "tag:a|b"]),
        ('tag:"-', ["tag:-dash"]),
        ("tag:c+", ["tag:c++", "tag:c"]),
    ],
)
def test_signs_go_on_to_values_that_have_them(typed: str, offered: list[str]) -> None:
    own = ["a b", "c", "(x)", "🧪", "🧪🧪", "-dash", "a|b", "c++", "[b]"]
    offers = completions(typed, lambda field, start: [(value, 1) for value in own])
    assert [offer.text for offer in offers] == [o for o in offered if o != typed]


def test_what_is_offered_says_how_many_papers_have_it() -> None:
    shown = [(offer.shown, offer.count) for offer in completions("status:", values)]
    assert shown[:3] == [("new", 2), ("later", None), ("queued", 4)]
    assert [(o.shown, o.count) for o in completions('author:"w', values)] == OWN["author"]
    assert [(o.shown, o.count) for o in completions("au", values)] == [("author:", None)]


HEADS = st.sampled_from(
    ["", "x ", "-", "(", "not ", '"a b" ', "tag:x or ", "year>=2024 ", "status:new,read "]
)
OPERATORS = st.sampled_from([":", "=", "!="])
SIGNS = st.text(alphabet='ab éß语 "“”(),:=<>!-.\\/#@\u0301', min_size=1, max_size=12)


def paper(**facts: object) -> SimpleNamespace:
    bare = {
        "title": "t",
        "aliases": (),
        "names": (),
        "tags": (),
        "venue": "",
        "authors": (),
        "trashed": None,
    }
    return SimpleNamespace(**(bare | facts))


@given(HEADS, OPERATORS, st.sampled_from(["tag", "venue", "author"]), SIGNS | st.text(), st.data())
def test_a_completed_value_finds_the_papers_that_have_it(
    head: str, operator: str, field: str, value: str, data: st.DataObject
) -> None:
    """However a value is written, what completion makes of its beginning is a filter for just that."""
    assume(fold(value) and not "zzz".startswith(fold(value)))
    cut = data.draw(st.integers(0, len(value)))
    begun = value[:cut].replace('"', " ").lstrip()
    assume(f" {fold(begun)}" in f" {fold(value)}")
    typed = f'{head}{field}{operator}"{begun}'
    offers = completions(typed, lambda *_: [(value, 1)])
    assert [offer.shown for offer in offers] == [value]
    assert offers[0].text.startswith(f"{head}{field}{operator}")
    parse(offers[0].text + ")" * head.count("("), today=TODAY)
    alone = parse(offers[0].text.removeprefix(head).replace("!=", ":", 1), today=TODAY)
    has: dict[str, dict[str, object]] = {
        "tag": {"tags": (value,)},
        "venue": {"venue": value},
        "author": {"authors": (value,)},
    }
    assert alone.matches(paper(**has[field]))
    assert not alone.matches(paper(tags=("zzz",), venue="zzz", authors=("zzz",)))
    assert completions(offers[0].text, lambda *_: [(value, 1)]) == []


@given(st.text() | st.text(alphabet='ab:-"(),.=! sttg“”'))
def test_any_beginning_at_all_goes_on_or_does_not(typed: str) -> None:
    """What is offered keeps what was typed before the last word, and is never wrong where that was right."""
    for offer in completions(typed, values):
        assert offer.text != typed
        kept = typed.rstrip().rstrip('abstgABSTG.!\u201c\u201d"- ')
        assert offer.text.startswith(kept[: max(kept.rfind(" "), 0)])
        try:
            parse(typed, today=TODAY, lenient=True)
        except FilterError:
            continue
        parse(offer.text, today=TODAY, lenient=True)


NAMES = st.sampled_from(["Ann Lee", "Bo Peng", "Célia Núñez", "Dan Leek", "Leo"])


@given(st.lists(st.lists(NAMES, unique=True, max_size=3), max_size=12), st.sampled_from("lbn"))
def test_the_commonest_authors_come_first(authors: list[list[str]], start: str) -> None:
    papers = [
        Paper(
            str(n), "t", TitleOrigin.SOURCE, datetime(2026, 1, 1, tzinfo=UTC), authors=tuple(some)
        )
        for n, some in enumerate(authors)
    ]
    found = Commonest(Columns(papers).texts["author"].merged()).starting(start, 9)
    every = [fold(name) for some in authors for name in some]
    wanted = {n: every.count(n) for n in every if any(w.startswith(start) for w in n.split())}
    assert dict(found) == wanted
    assert [count for _, count in found] == sorted(wanted.values(), reverse=True)


def test_every_order_is_offered_once() -> None:
    from readq.library.views import RANK, SORTS

    for name in (*SORTS, RANK):
        found = [c.shown for c in completions(f"sort:{name[:-1]}", values)]
        assert found.count(name) == 1


def test_an_order_the_other_way_round_is_completed_as_such() -> None:
    assert [c.text for c in completions("sort:pri-", values)] == ["sort:priority-"]
    assert completions("sort:priority-", values) == []


@pytest.mark.parametrize(
    ("typed", "asked"),
    [
        ("Attention: is all you", "attention is all you"),
        ("not all parameters", '"not" all parameters'),
        ('"open quote (and bracket', 'open quote "and" bracket'),
        ("self-supervised", "self supervised"),
        ("graph year:2016..2018", "graph year:2016..2018"),
        ("C++ > Rust", "c rust"),
        ("?!", ""),
    ],
)
def test_what_was_typed_to_find_a_title_is_a_filter_by_its_words(typed: str, asked: str) -> None:
    assert as_filter(typed) == asked


@given(st.text(max_size=30))
def test_any_text_makes_a_filter(text: str) -> None:
    parse(as_filter(text), today=TODAY)


@pytest.mark.parametrize(
    ("typed", "wanted"),
    [
        ("tag:a:", 'tag:"a:b"'),
        ("tag:a:b", 'tag:"a:b"'),
        ("x -tag:a:", 'x -tag:"a:b"'),
        ("tag:plain,a:", 'tag:plain,"a:b"'),
        ("tag:x>=", "tag:\"x>=3 of 'four'\""),
        ("tag:a:b:", 'tag:"a:b:c d"'),
    ],
)
def test_a_tag_with_signs_is_completed_behind_them(typed: str, wanted: str) -> None:
    tags = ["a:b", "a:b:c d", "x>=3 of 'four'", "plain", "status"]
    found = completions(typed, lambda field, _: [(t, 1) for t in tags] if field == "tag" else [])
    assert wanted in [completion.text for completion in found]


def test_a_field_within_a_value_is_still_a_field() -> None:
    found = completions("tag:status:q", lambda *_: [])
    assert [completion.text for completion in found] == ["tag:status:queued"]
