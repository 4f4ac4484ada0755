"""Plain lists: what a reader pastes into a file."""

from __future__ import annotations

import textwrap

import pytest
from hypothesis import given
from hypothesis import strategies as st
from tests.importers.plain_lists import ABSTRACTS, INPUTS, TITLES, drafts, issues, read

from readq.domain import Draft
from readq.errors import SourceError
from readq.importers import read_source

WRAPPED = [textwrap.fill(text, 72) for text in ABSTRACTS]
BOTH = list(zip(TITLES, ABSTRACTS, strict=True))


def titles_of(found: list[Draft]) -> list[str]:
    return [draft.title for draft in found]


def abstracts_of(found: list[Draft]) -> list[str]:
    return [draft.abstract for draft in found]


def test_heading_gives_venue_and_year_to_every_abstract() -> None:
    """The first line of the list says where all of its papers appeared."""
    found = read("ICML 2026 论文列表\n\n" + "\n\n".join(ABSTRACTS))
    papers = [draft for draft in found if isinstance(draft, Draft)]
    assert abstracts_of(papers) == list(ABSTRACTS)
    assert {(d.venue, d.year, d.title) for d in papers} == {("ICML", 2026, "")}
    assert found.understood == (
        '5 abstracts without titles; venue ICML, year 2026, from the heading "ICML 2026 论文列表"'
    )


def test_place_of_a_paper_is_its_number_and_its_line() -> None:
    found = drafts("ICML 2026\n\n\n" + "\n\n \n".join(ABSTRACTS[:3]))
    assert [(d.source.position, d.source.line) for d in found] == [(1, 4), (2, 7), (3, 10)]


@pytest.mark.parametrize(
    "blank", ["\n\n", "\r\n\r\n", "\r\r", "\n \t\n", "\r\n\u3000\r\n\n\n", "\n\n---\n\n"]
)
@pytest.mark.parametrize("start", ["", "\ufeff"], ids=["plain", "mark"])
def test_any_sort_of_blank_line_parts_papers(blank: str, start: str) -> None:
    """Windows and old Mac line ends, byte order marks, spaces on blank lines and rules do not matter."""
    assert abstracts_of(drafts(start + blank.join(ABSTRACTS) + blank)) == list(ABSTRACTS)


@pytest.mark.parametrize("encoding", ["utf-8-sig", "utf-16-le", "utf-16-be"])
def test_marked_encodings_are_read(encoding: str) -> None:
    mark = "" if encoding == "utf-8-sig" else "\ufeff"
    text = mark + "\r\n\r\n".join(ABSTRACTS)
    assert abstracts_of(drafts(text.encode(encoding))) == list(ABSTRACTS)


def test_hard_wrapped_abstracts_become_the_paragraphs_they_were() -> None:
    found = drafts("\n\n".join(WRAPPED))
    assert abstracts_of(found) == list(ABSTRACTS)
    assert titles_of(found) == [""] * 5


@pytest.mark.parametrize("body", [list(ABSTRACTS), WRAPPED], ids=["one line", "wrapped"])
@pytest.mark.parametrize("mark", ["", "{}. ", "[{}] ", "- ", "## "])
def test_first_line_of_a_block_is_its_title(body: list[str], mark: str) -> None:
    text = "\n\n".join(
        f"{mark.format(n)}{title}\n{abstract}"
        for n, (title, abstract) in enumerate(zip(TITLES, body, strict=True), 1)
    )
    found = drafts(text)
    assert titles_of(found) == list(TITLES)
    assert abstracts_of(found) == list(ABSTRACTS)


@pytest.mark.parametrize("body", [list(ABSTRACTS), WRAPPED], ids=["one line", "wrapped"])
@pytest.mark.parametrize("first", ["A Careful Study of", "A STUDY WITH", "Pruning:", "Trees,"])
def test_title_whose_first_line_cannot_be_all_goes_on_in_the_next(
    first: str, body: list[str]
) -> None:
    text = "\n\n".join(
        f"{first}\n{title}\n{abstract}" for title, abstract in zip(TITLES, body, strict=True)
    )
    found = drafts(text)
    assert titles_of(found) == [f"{first} {title}" for title in TITLES]
    assert abstracts_of(found) == list(ABSTRACTS)


@pytest.mark.parametrize("body", [list(ABSTRACTS), WRAPPED], ids=["one line", "wrapped"])
def test_small_word_with_a_capital_ends_a_title(body: list[str]) -> None:
    titles = [
        "The World We Live In",
        "What Agents Wait For",
        "Rules to Live By",
        "Who to Go On With",
        "And So On",
    ]
    text = "\n\n".join(f"{t}\n{a}" for t, a in zip(titles, body, strict=True))
    found = drafts(text)
    assert titles_of(found) == titles
    assert abstracts_of(found) == list(ABSTRACTS)


def test_abstract_below_a_title_with_an_odd_end_is_no_title() -> None:
    found = drafts("\n\n".join(f"what we wait for\n{abstract}" for abstract in ABSTRACTS))
    assert titles_of(found) == ["what we wait for"] * 5
    assert abstracts_of(found) == list(ABSTRACTS)


@pytest.mark.parametrize("heading", ["", "ICLR 2025 papers\n\n", "My favourites\n\n"])
def test_titles_and_abstracts_by_turns_belong_together(heading: str) -> None:
    """Copied from a web page: the title, a blank line, the abstract, a blank line."""
    found = drafts(heading + "\n\n".join(f"{t}\n\n{a}" for t, a in BOTH))
    assert titles_of(found) == list(TITLES)
    assert abstracts_of(found) == list(ABSTRACTS)


def test_numbering_is_stripped_once_and_a_number_in_a_title_stays() -> None:
    found = list(read_source(INPUTS / "numbered-crlf.txt"))
    assert [(d.title, d.abstract) for d in found if isinstance(d, Draft)] == [
        ("A first paper on samples", "The abstract of the first paper runs over two lines."),
        ("A second paper: with a colon", "Its abstract has one line."),
        ("3D samples without any abstract", ""),
    ]


def test_one_title_a_line_needs_no_blank_lines() -> None:
    found = read("\n".join(TITLES))
    assert [d.title for d in found if isinstance(d, Draft)] == list(TITLES)
    assert found.understood == "5 titles"


def test_one_abstract_a_line_needs_no_blank_lines() -> None:
    found = drafts("ICLR 2025\n" + "\n".join(ABSTRACTS))
    assert abstracts_of(found) == list(ABSTRACTS)
    assert {d.year for d in found} == {2025}


def test_titles_and_abstracts_on_lines_by_turns() -> None:
    found = drafts("\n".join(f"{t}\n{a}" for t, a in BOTH))
    assert titles_of(found) == list(TITLES)
    assert abstracts_of(found) == list(ABSTRACTS)


def test_fields_below_a_title_are_taken() -> None:
    text = (
        f"{TITLES[0]}\nAuthors: Ann Lee, Bo Chen and Cy Dow\narXiv: 2602.00001v2\n"
        "DOI: https://doi.org/10.1000/ABC.1\nURL: https://example.org/p\nKeywords: a; b\n"
        f"Venue: ICML 2025\nAbstract: {WRAPPED[0]}"
    )
    (found,) = drafts(text)
    assert found.title == TITLES[0]
    assert found.authors == ("Ann Lee", "Bo Chen", "Cy Dow")
    assert (found.arxiv_id, found.doi) == ("2602.00001", "10.1000/abc.1")
    assert (found.url, found.keywords) == ("https://example.org/p", ("a", "b"))
    assert (found.venue, found.year) == ("ICML", 2025)
    assert found.abstract == ABSTRACTS[0]


def test_labelled_fields_in_blocks_of_their_own_are_one_paper() -> None:
    text = "\n\n".join(
        f"Title: {t}\n\nAuthors: Ann Lee and Bo Chen\n\nAbstract: {a}" for t, a in BOTH
    )
    found = drafts(text)
    assert [(d.title, d.abstract) for d in found] == BOTH
    assert {d.authors for d in found} == {("Ann Lee", "Bo Chen")}


def test_label_that_is_part_of_a_title_is_no_field() -> None:
    found = drafts("\n".join(["Code: The Hidden Language", *TITLES]))
    assert found[0].title == "Code: The Hidden Language"


def test_line_of_names_under_a_title_is_its_authors() -> None:
    found = drafts("\n\n".join(f"{t}\nAnn Lee, Bo Chen\n{a}" for t, a in BOTH))
    assert {d.authors for d in found} == {("Ann Lee", "Bo Chen")}
    assert [(d.title, d.abstract) for d in found] == BOTH


def test_markdown_links_and_boxes_are_titles_with_addresses() -> None:
    found = drafts(
        "\n".join(f"- [ ] [{t}](https://arxiv.org/abs/2602.0000{i})" for i, t in enumerate(TITLES))
    )
    assert titles_of(found) == list(TITLES)
    assert found[3].arxiv_id == "2602.00003"


def test_second_list_in_one_file_brings_its_own_venue() -> None:
    text = "\n\n".join(["ICML 2026 论文列表", *ABSTRACTS[:2], "ICLR 2025 论文列表", *ABSTRACTS[2:]])
    found = read(text)
    years = [d.year for d in found if isinstance(d, Draft)]
    assert years == [2026, 2026, 2025, 2025, 2025]
    assert '1 more heading: "ICLR 2025 论文列表"' in found.understood


def test_short_abstract_among_long_ones_is_an_abstract() -> None:
    short = "We show a small thing in a few words. It works."
    assert drafts("\n\n".join([*ABSTRACTS, short]))[-1].abstract == short


def test_single_line_above_a_single_abstract_is_its_title() -> None:
    (found,) = drafts(f"{TITLES[0]}\n\n{ABSTRACTS[0]}")
    assert (found.title, found.abstract) == BOTH[0]


def test_shape_overrides_what_the_list_looks_like() -> None:
    text = "\n\n".join(f"{t}\n{a}" for t, a in BOTH)
    assert titles_of(drafts(text, "abstracts")) == [""] * 5
    assert len(drafts(text, "titles")) == 10
    wrapped_alike = "\n\n".join(WRAPPED)
    assert all(titles_of(drafts(wrapped_alike, "titled")))


def test_chinese_abstracts_count_their_characters() -> None:
    text = "我们提出一种新的方法。并在三个任务上验证其效果。结果表明代价减半。" * 4
    found = drafts(f"论文列表\n\n{text}\n\n{text}再次。")
    assert abstracts_of(found) == [text, f"{text}再次。"]


def test_address_alone_is_reported_with_its_line() -> None:
    (issue,) = issues(f"{TITLES[0]}\nhttps://example.org/x")
    assert issue.line == 2
    assert "which paper" in issue.message


def test_endless_block_is_read_line_by_line() -> None:
    """A file of a million titles has no blank line to part it."""
    lines = [f"Title Number {n} About Things" for n in range(50_000)]
    assert len(drafts("\n".join(lines))) == len(lines)


paragraphs = st.lists(
    st.text(
        st.characters(exclude_categories=("Cc", "Cs", "Zl", "Zp"), exclude_characters="\ufeff"),
        min_size=1,
        max_size=8,
    ).filter(lambda word: word.split() == [word]),
    min_size=40,
    max_size=60,
).map(" ".join)


@given(
    st.lists(paragraphs, min_size=2, max_size=5),
    st.sampled_from(["\n\n", "\r\n\r\n", "\r\r", "\n \n\t\n"]),
    st.sampled_from(["", "ICML 2026 论文列表"]),
)
def test_every_abstract_comes_out_as_it_went_in(texts: list[str], blank: str, heading: str) -> None:
    """However odd its words, one paragraph is one paper, letter for letter."""
    texts = [f"Text {text}" for text in texts]
    found = drafts(blank.join([heading, *texts] if heading else texts))
    assert abstracts_of(found) == texts
    assert [d.source.position for d in found] == list(range(1, len(texts) + 1))


@given(st.text(st.characters(codec="utf-8"), max_size=400))
def test_any_text_is_read_or_refused_with_a_sentence(text: str) -> None:
    """Whatever is pasted, each record says on which line it stands, in order."""
    try:
        records = list(read(text))
    except SourceError:
        return
    about = [r for r in records if isinstance(r, Draft) or not r.kept]  # not the one on letters
    starts = [r.source.line if isinstance(r, Draft) else r.line for r in about]
    assert starts == sorted(line or 0 for line in starts)
    assert records


def test_a_stray_zero_byte_in_a_short_text_does_not_make_it_utf16() -> None:
    with pytest.raises(SourceError, match="is a binary file"):
        read("0\n\0")


@pytest.mark.parametrize("text", ["===", "---\n\n***\n"])
def test_a_list_of_nothing_but_rulings_is_refused(text: str) -> None:
    with pytest.raises(SourceError, match="nothing but lines of ruling"):
        read(text)


@pytest.mark.parametrize("mark", ["[{}] ", "[[{}]] ", "{{{}}} "])
def test_brackets_in_front_do_not_make_a_list_json(mark: str) -> None:
    found = read("\n".join(mark.format(n) + title for n, title in enumerate(TITLES, 1)))
    assert found.format == "plain"
    assert len(list(found)) == 5


def test_short_abstracts_that_were_wrapped_are_not_taken_for_titles() -> None:
    text = (
        "ICML 2026\n\nWe introduce LanternNet, a method that lights up rare features of models, and "
        "show\nthat it finds more of them than probing does.\n\nDiffusion models forget what they saw "
        "first. We measure this forgetting and\npropose a schedule that halves it.\n"
    )
    found = drafts(text)
    assert titles_of(found) == ["", ""]
    assert all("\n" not in draft.abstract for draft in found)


PEOPLE = (
    "Ann Lee, Bob Two",
    "Jane Smith",
    "Cy Three and Di Four",
    "Maria Garcia Lopez",
    "Ed Five, Flo Six",
)
NAMES = [
    ("Ann Lee", "Bob Two"), ("Jane Smith",), ("Cy Three", "Di Four"), ("Maria Garcia Lopez",), ("Ed Five", "Flo Six"),
]  # fmt: skip


@pytest.mark.parametrize("heading", ["", "ICLR 2025\n\n"])
@pytest.mark.parametrize("between", ["\n", "\n\n"])
def test_single_author_among_several_is_no_title(heading: str, between: str) -> None:
    text = heading + "\n\n".join(f"{t}{between}{p}" for t, p in zip(TITLES, PEOPLE, strict=True))
    found = drafts(text)
    assert titles_of(found) == list(TITLES)
    assert [draft.authors for draft in found] == NAMES


@pytest.mark.parametrize("between", ["\n", "\n\n"])
def test_titles_that_look_like_names_are_titles(between: str) -> None:
    titles = ["Deep Forest", "Deep Sets", "Neural Turing Machines", "Graph Attention", *TITLES]
    found = drafts("\n\n".join(between.join(titles[n : n + 2]) for n in range(0, 9, 2)))
    assert titles_of(found) == titles
    assert not any(draft.authors for draft in found)


@pytest.mark.parametrize(("between", "apart"), [("\n", "\n"), ("\n", "\n\n"), ("\n\n", "\n\n")])
@pytest.mark.parametrize("start", ["A Careful Study of", "A Tool for", "What We Learnt from"])
def test_titles_of_two_lines_in_a_list_of_titles_are_whole(
    start: str, between: str, apart: str
) -> None:
    text = "Papers to Look For\n\n" + apart.join(f"{start}{between}{title}" for title in TITLES)
    found = drafts(text)
    assert titles_of(found)[-5:] == [f"{start} {title}" for title in TITLES]
    assert len(found) <= 6


@pytest.mark.parametrize("between", ["\n", "\n\n"])
def test_titles_that_end_in_a_preposition_stay_apart(between: str) -> None:
    titles = [
        "what tools are for",
        "The World We Live In",
        "what an agent waits for",
        "Rules to Live By",
        "Last One",
    ]
    assert titles_of(drafts(between.join(titles))) == titles
