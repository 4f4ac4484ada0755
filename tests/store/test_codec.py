from __future__ import annotations

import math
from datetime import UTC, date, datetime, timedelta, timezone
from typing import Any

import orjson
import pytest
from hypothesis import given
from hypothesis import strategies as st
from tests.store.samples import NOW, paper, reading

from readq.domain import (
    Change,
    ChangeKind,
    Merger,
    Name,
    Paper,
    PaperEdit,
    Reading,
    ReadingEdit,
    Source,
    Status,
    TitleOrigin,
)
from readq.errors import NotSavedError
from readq.store import codec

TEXT = st.text(st.characters(codec="utf-8"), max_size=20)
TEXTS = st.lists(TEXT, max_size=3).map(tuple)
NUMBER = st.integers(-codec.MAX_INTEGER, codec.MAX_INTEGER)
MOMENT = st.datetimes(
    datetime(1990, 1, 1), datetime(2100, 1, 1), timezones=st.just(UTC), allow_imaginary=False
)
JSON = st.recursive(
    st.none() | st.booleans() | NUMBER | TEXT | st.floats(allow_nan=False, allow_infinity=False),
    lambda inner: st.lists(inner, max_size=3) | st.dictionaries(TEXT, inner, max_size=3),
    max_leaves=8,
)
FIELDS = st.dictionaries(TEXT, JSON, max_size=3)
PAPERS = st.builds(
    Paper,
    id=TEXT,
    title=TEXT,
    title_origin=st.sampled_from(TitleOrigin),
    added=MOMENT,
    authors=TEXTS,
    abstract=TEXT,
    abstract_hash=TEXT,
    venue=TEXT,
    year=st.none() | NUMBER,
    month=st.none() | st.integers(1, 12),
    doi=TEXT,
    arxiv_id=TEXT,
    openreview_id=TEXT,
    url=TEXT,
    pdf_url=TEXT,
    code_url=TEXT,
    links=TEXTS,
    keywords=TEXTS,
    names=st.lists(st.builds(Name, TEXT, TEXT), max_size=2).map(tuple),
    aliases=TEXTS,
    citekey=TEXT,
    sources=st.lists(
        st.builds(Source, TEXT, st.integers(1, 10**6), st.none() | st.integers(1, 10**6)),
        max_size=2,
    ).map(tuple),
    extra=FIELDS,
    merged=st.none() | st.builds(Merger, TEXT, FIELDS, FIELDS),
)
READINGS = st.builds(
    Reading,
    paper_id=TEXT,
    status=st.sampled_from(Status),
    priority=st.integers(0, 5),
    rank=st.none() | st.floats(allow_nan=False, allow_infinity=False),
    tags=TEXTS,
    note=TEXT,
    rating=st.none() | st.integers(1, 5),
    deferred_until=st.none() | st.dates(),
    moved=st.lists(st.tuples(st.sampled_from(Status), MOMENT), max_size=3).map(tuple),
    distinct=TEXTS,
    trashed=st.none() | MOMENT,
)


@st.composite
def reading_edits(draw: st.DrawFn) -> ReadingEdit:
    before, after = draw(st.none() | READINGS), draw(READINGS)
    paper_id = after.paper_id
    if before is not None:
        before = codec.decode_reading(codec.encode_reading(before), paper_id)
    return ReadingEdit(paper_id, before, draw(st.sampled_from([None, after])))


CHANGES = st.builds(
    Change,
    id=st.integers(1, 10**9),
    label=TEXT,
    when=MOMENT,
    kind=st.sampled_from(ChangeKind),
    of=st.none() | st.integers(1, 10**9),
    readings=st.lists(reading_edits(), max_size=2).map(tuple),
    papers=st.lists(
        st.builds(PaperEdit, TEXT, st.none() | FIELDS, st.none() | FIELDS), max_size=2
    ).map(tuple),
    skipped=TEXTS,
)


def through_json(table: str, document: dict[str, Any]) -> dict[str, Any]:
    line = codec.encode_json(table, document)
    assert b"\n" not in line
    decoded: dict[str, Any] = orjson.loads(line)
    return decoded


@given(PAPERS)
def test_papers_come_back_as_they_were(original: Paper) -> None:
    document = through_json("papers", codec.encode_paper(original))
    assert codec.decode_paper(document, original.abstract) == original


@given(READINGS)
def test_readings_come_back_as_they_were(original: Reading) -> None:
    document = through_json("readings", codec.encode_reading(original))
    assert codec.decode_reading(document) == original


@given(CHANGES)
def test_changes_come_back_as_they_were(original: Change) -> None:
    found = codec.decode_change(through_json("changes", codec.encode_change(original)))
    assert found == original
    assert found.skipped == original.skipped


def test_defaults_take_no_room() -> None:
    assert codec.encode_reading(Reading("p1")) == {"id": "p1"}
    assert set(codec.encode_paper(paper("p1"))) == {"id", "title", "title_origin", "added"}


def test_moments_are_stored_in_utc() -> None:
    east = timezone(timedelta(hours=2))
    document = codec.encode_reading(
        Reading("p1", Status.READ, moved=((Status.READ, NOW.astimezone(east)),))
    )
    assert document["moved"] == [["read", "2026-07-01T09:30:00+00:00"]]


def test_days_are_stored_as_days() -> None:
    later = Reading("p1", deferred_until=date(2026, 8, 1))
    assert codec.encode_reading(later)["deferred_until"] == "2026-08-01"


def nested(depth: int) -> Any:
    value: Any = "deep"
    for _ in range(depth):
        value = [value]
    return value


@pytest.mark.parametrize(
    "value",
    [
        math.nan,
        math.inf,
        10**18,
        -(10**40),
        nested(40),
        NOW,
        {1: "one"},
        b"bytes",
        {"a": [math.nan]},
    ],
)
def test_what_json_cannot_hold_is_refused_with_the_papers_name(value: object) -> None:
    with pytest.raises(NotSavedError, match=r"Paper p1 was not saved"):
        codec.encode_paper(paper("p1", extra={"field": value}))


@pytest.mark.parametrize("value", [10**18 - 1, nested(30), 1.5, None, {"a": {"b": ["c"]}}])
def test_what_json_can_hold_is_kept(value: object) -> None:
    kept = paper("p1", extra={"field": value})
    document = through_json("papers", codec.encode_paper(kept))
    assert codec.decode_paper(document, kept.abstract) == kept


def test_a_rank_that_is_no_number_is_refused() -> None:
    with pytest.raises(NotSavedError, match="reading of paper p1"):
        codec.encode_reading(reading("p1", rank=math.nan))


def test_a_year_of_forty_digits_is_refused() -> None:
    with pytest.raises(NotSavedError, match="Paper p1"):
        codec.encode_paper(paper("p1", year=10**40))


@pytest.mark.parametrize("table", ["papers", "abstracts", "readings"])
def test_half_a_character_is_refused(table: str) -> None:
    with pytest.raises(NotSavedError, match=r"p1 was not saved: it holds half a character"):
        codec.encode_json(table, {"id": "p1", "text": "\ud83d"})
