from __future__ import annotations

from dataclasses import dataclass, field
from datetime import UTC, date, datetime

import pytest
from hypothesis import given
from hypothesis import strategies as st

from readq.domain import IN_QUEUE, Status
from readq.errors import FilterError
from readq.search import folded, parse

TODAY = date(2026, 11, 30)


@dataclass
class Row:
    id: str = "abcdefghij"
    title: str = ""
    abstract: str = ""
    aliases: tuple[str, ...] = ()
    names: tuple[str, ...] = ()
    authors: tuple[str, ...] = ()
    venue: str = ""
    year: int | None = None
    links: tuple[str, ...] = ()
    url: str = ""
    has_pdf: bool = False
    added: datetime = datetime(2026, 11, 28, 9, tzinfo=UTC)
    status: Status = Status.NEW
    priority: int = 0
    tags: tuple[str, ...] = ()
    note: str = ""
    minutes: int = 20
    read_at: datetime | None = None
    deferred_until: date | None = None
    trashed: datetime | None = None
    looked_at: list[str] = field(default_factory=list)

    @property
    def abstract_hash(self) -> str:
        return "x" if self.abstract else ""

    @property
    def folded_abstract(self) -> str:
        self.looked_at.append("abstract")
        return folded(self.abstract)

    @property
    def in_queue(self) -> bool:
        return self.status in IN_QUEUE


ROW = Row(
    title="Wow: Long-Context Diffusion Models",
    abstract="We study Schrödinger bridges for video.",
    aliases=("An Older Title",),
    names=("HiCI (Hierarchical Construction)",),
    authors=("Ada Lee", "José Núñez"),
    venue="ICML",
    year=2026,
    url="https://example.org",
    status=Status.QUEUED,
    priority=3,
    tags=("rl", "to read"),
    note="An open question about *seeds*",
    read_at=datetime(2026, 11, 3, 22, tzinfo=UTC),
)


@pytest.mark.parametrize(
    "text",
    [
        "",
        "   ",
        "diffusion",
        "DIFFUSION models",
        "diff",
        "hici",
        "older",
        "schrodinger",
        "nunez",
        "seeds",
        '"diffusion models"',
        '"open question"',
        "long-context",
        "status:queued",
        "status:new,queued",
        "STATUS:Queued",
        "in:queue",
        "in:library",
        "tag:rl",
        'tag:"to read"',
        "-tag:done",
        "tag:done,rl",
        "author:lee",
        'author:"ada lee"',
        "author:NUNEZ",
        "venue:icml",
        "venue=icml",
        "venue!=neurips",
        "year:2026",
        "year:2024..2026",
        "year:2026..",
        "year:..2026",
        "year>2025",
        "year!=2025",
        "priority>=2",
        "priority:3,4",
        "priority:2..4",
        "minutes<=20",
        "has:note has:link has:abstract has:tags",
        "-has:pdf",
        "added:<7d",
        "added<1w",
        "added:>1d",
        "added:2026-11",
        "added:2026-11-28",
        "added>2026-11-27",
        "added:2026-10..2026-11",
        "added:2026-11..",
        "added:..today",
        "added!=2026-01..2026-03",
        "read:2026-11-03",
        "read<today",
        'title:"long context"',
        "title:older",
        "abstract:bridges",
        'note:"open question"',
        "id:abcde",
        "diffusion or transformers",
        "transformers OR diffusion",
        "(transformers or diffusion) video",
        "not transformers",
        "not (transformers or rnn)",
        "!transformers",
        "!(transformers or rnn) !tag:done",
        '!"models diffusion" !!diffusion',
        "wow! diffusion !",
        "-(transformers or rnn) diffusion",
        "-transformers and diffusion",
        "sort:priority-",
        "()",
    ],
)
def test_a_paper_passes(text: str) -> None:
    assert parse(text, today=TODAY).matches(ROW)


@pytest.mark.parametrize(
    "text",
    [
        "transformers",
        "fusion",
        '"models diffusion"',
        '"diffusion model"',
        "-diffusion",
        "status:new",
        "status!=queued",
        "tag:r",
        "-tag:rl",
        "author:adams",
        "year:2027..",
        "year<2026",
        "priority>3",
        "has:pdf",
        "added:today",
        "added:>7d",
        "read:today",
        "added:2026-01..2026-10",
        "added!=2026-01..today",
        "transformers | rnn",
        "venue!=icml",
        "diffusion transformers",
        "not diffusion",
        "!diffusion",
        "!tag:rl",
        '!"diffusion models"',
        "video (!long or !context)",
        "(transformers or rnn)",
        "diffusion -(video or image)",
        "id:bcd",
    ],
)
def test_a_paper_does_not_pass(text: str) -> None:
    assert not parse(text, today=TODAY).matches(ROW)


@pytest.mark.parametrize(
    ("text", "column", "length", "says"),
    [
        ("auther:lee", 0, 6, 'did you mean "author"?'),
        ("x status:quued", 9, 5, 'did you mean "queued"?'),
        ("year:soon", 5, 4, "whole number"),
        ("added:soon", 6, 4, "yesterday"),
        ('a "open', 2, 1, "never closed"),
        ("(a", 0, 1, "never closed"),
        ("a)", 1, 1, "closes nothing"),
        ("status:", 7, 0, "value"),
        ("a or", 4, 0, "behind"),
        ("or a", 0, 2, "before"),
        ("a -", 3, 0, "behind"),
        ("has:everything", 4, 10, "there are note, pdf, link, abstract, tags"),
        ("title>a", 6, 1, "no order"),
        ("year:2026..2024", 5, 10, 'did you mean "year:2024..2026"?'),
        ("year:2016-2018", 5, 9, 'did you mean "year:2016..2018"?'),
        ("year:soon", 5, 4, "2024..2026"),
        ("year:..", 5, 2, "2024..2026"),
        ("minutes:..", 8, 2, "2..4"),
        ("added:..", 6, 2, "2026-09..2026-11"),
        ("title:!graph", 6, 1, "did you mean -title:graph?"),
        ("a year > 2016", 7, 1, "did you mean year>2016?"),
        ("year = 2016", 5, 1, "did you mean year=2016?"),
        ('author : "he k"', 7, 1, 'did you mean author:"he k"?'),
        ("author: ho", 7, 1, "did you mean author:ho?"),
        ("status :new", 6, 1, "did you mean status:new?"),
        ("title:(a or b)", 6, 1, "title:one,other"),
        ("priority>=6", 10, 1, "0 to 5"),
        ("added:today..2026-03", 6, 14, 'did you mean "added:2026-03..today"?'),
        ("added:2026-03..soon", 6, 13, "2026-09..2026-11"),
        ("journal:x", 0, 7, 'did you mean "venue"?'),
        ("doi:10.1/x", 0, 3, "jump finds"),
        ("type:x", 0, 4, "there are status, in"),
        ("a or || b", 5, 2, "before"),
        ("sort:yeer", 5, 4, 'did you mean "year"?'),
        ("a sort:-year", 7, 5, 'write "sort:year-"'),
    ],
)
def test_an_error_points_at_its_place_and_helps(
    text: str, column: int, length: int, says: str
) -> None:
    with pytest.raises(FilterError) as caught:
        parse(text, today=TODAY)
    assert (caught.value.column, caught.value.length) == (column, length)
    assert says in str(caught.value)


@pytest.mark.parametrize(
    ("text", "same_as"),
    [
        ("diffusion status:", "diffusion"),
        ("diffusion tag:rl,", "diffusion tag:rl"),
        ('diffusion "vid', "diffusion vid"),
        ('diffusion "', "diffusion"),
        ("(diffusion", "diffusion"),
        ("diffusion or", "diffusion"),
        ("diffusion and", "diffusion"),
        ("diffusion -", "diffusion"),
        ("diffusion (", "diffusion"),
    ],
)
def test_a_filter_being_typed_is_taken_as_far_as_it_goes(text: str, same_as: str) -> None:
    typed = parse(text, today=TODAY, lenient=True)
    whole = parse(same_as, today=TODAY)
    assert typed.words == whole.words
    for row in (ROW, Row(), Row(title="Diffusion"), Row(title="Diffusion video")):
        assert typed.matches(row) is whole.matches(row)


@pytest.mark.parametrize(
    ("wide", "plain"),
    [
        ("status\uff1aqueued", "status:queued"),
        ("priority\uff1e\uff1d2 \uff08diffusion or rnn\uff09", "priority>=2 (diffusion or rnn)"),
        ("status\uff1anew\uff0cqueued", "status:new,queued"),
    ],
)
def test_signs_of_a_chinese_keyboard_are_the_same(wide: str, plain: str) -> None:
    for row in (ROW, Row(), Row(title="RNN")):
        assert parse(wide, today=TODAY).matches(row) is parse(plain, today=TODAY).matches(row)


@pytest.mark.parametrize(
    ("written", "meant"),
    [
        ("rnn | diffusion", "rnn or diffusion"),
        ("rnn || diffusion", "rnn or diffusion"),
        ("rnn && diffusion", "rnn diffusion"),
        ("video & diffusion", "video diffusion"),
        ("year==2026", "year=2026"),
        ("year=>2026", "year>=2026"),
        ("year=<2026", "year<=2026"),
        ("year\u22652026", "year>=2026"),
        ("year\u22642025", "year<=2025"),
        ("year<>2026", "year!=2026"),
        ("year\u22602026", "year!=2026"),
        ('venue:="icml"', 'venue="icml"'),
        ("tag:rl,,done", "tag:rl,done"),
    ],
)
def test_signs_of_other_languages_mean_what_they_do_there(written: str, meant: str) -> None:
    for row in (ROW, Row(), Row(title="RNN"), Row(title="Diffusion"), Row(title="Video diffusion")):
        assert parse(written, today=TODAY).matches(row) is parse(meant, today=TODAY).matches(row)


@pytest.mark.parametrize("text", ["in", "the title", "read the note", "year >", "has = ", "a = b"])
def test_words_that_are_names_of_fields_stay_words(text: str) -> None:
    assert parse(text, today=TODAY).words


def test_words_to_highlight_are_those_that_must_be_there() -> None:
    query = parse('diffusion "long context" -video title:models not image', today=TODAY)
    assert query.words == ("diffusion", "long context", "models")


def test_an_order_is_asked_for_in_the_filter() -> None:
    assert parse("diffusion sort:priority-", today=TODAY).sort == "priority-"
    assert parse("diffusion", today=TODAY).sort is None
    assert parse("sort:title", today=TODAY).is_empty


def test_a_link_is_a_word() -> None:
    row = Row(title="Code at https://example.org/x-y")
    assert parse("https://example.org/x", today=TODAY).matches(row)
    assert not parse("https://example.com", today=TODAY).matches(row)


def test_the_abstract_is_looked_at_only_when_nothing_cheaper_decides() -> None:
    row = Row(title="Diffusion", abstract="Something long")
    assert not parse("something status:read", today=TODAY).matches(row)
    assert parse("diffusion", today=TODAY).matches(row)
    assert row.looked_at == []
    assert parse("something", today=TODAY).matches(row)
    assert row.looked_at == ["abstract"]


@pytest.mark.parametrize(
    ("text", "column"),
    [("...", 0), ('"—"', 0), ("-??", 1), ("(… …)", 1), ("… or ?", 0), ('title:"!"', 6), ("venue:★", 6),
     ('author:lee,"."', 11), ("note:??", 5), ("abstract:…", 9)],
)  # fmt: skip
def test_signs_alone_say_that_they_are_not_searched(text: str, column: int) -> None:
    with pytest.raises(FilterError, match="no letter or digit") as told:
        parse(text, today=TODAY)
    assert told.value.column == column


@pytest.mark.parametrize("text", ["graph — neural", "graph ! neural", "graph … or …", '-"…" graph'])
def test_signs_beside_words_do_not_count(text: str) -> None:
    query = parse(text, today=TODAY)
    assert query.matches(Row(title="Neural graph"))
    assert not query.matches(Row(title="Wang tiles"))


def test_a_tag_may_be_a_sign() -> None:
    query = parse("tag:★", today=TODAY)
    assert query.matches(Row(tags=("★",)))
    assert not query.matches(Row(tags=("!",)))


@pytest.mark.parametrize("text", ["(" * 5000, "-" * 5000, "not " * 2000, "a" * 20_000])
def test_a_monstrous_filter_is_refused_in_a_sentence(text: str) -> None:
    with pytest.raises(FilterError):
        parse(text, today=TODAY)


@given(st.text() | st.text(alphabet='ab:-"(),.<>=! 0129'), st.booleans())
def test_no_filter_raises_anything_but_its_own_error(text: str, lenient: bool) -> None:
    try:
        query = parse(text, today=TODAY, lenient=lenient)
    except FilterError as error:
        column, end = error.column, error.column + error.length
    else:
        column = end = 0
        assert query.matches(ROW) in (True, False)
        assert query.matches(Row()) in (True, False)
    assert 0 <= column <= end <= len(text)
