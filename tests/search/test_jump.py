from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from readq.search import Hit, JumpEntry, JumpIndex

TITLES = (
    "Attention Is All You Need",
    "From Growing to Looping: A Unified View of Iterative Computation in LLMs",
    "Long-Context Modeling with Ranked Memory",
    "Deep Residual Learning for Image Recognition",
    "Context Windows and Long Memory for Agents",
    "Schrödinger Bridges for Generative Modeling",
    "Scaling Law for Quantization-Aware Training",
    "A model of errors in transformers",
    "大语言模型的训练",
    "\u03b2-VAE: Learning Basic Visual Concepts",
    "Graph of States: Solving Abductive Tasks",
    "Transformers are RNNs",
)


@pytest.fixture
def index() -> JumpIndex:
    return JumpIndex(JumpEntry(str(n), title) for n, title in enumerate(TITLES))


def first(index: JumpIndex, query: str) -> str | None:
    hits = index.search(query)
    return hits[0].title if hits else None


@pytest.mark.parametrize(
    ("query", "title"),
    [
        ("growing looping", TITLES[1]),
        ("looping growing", TITLES[1]),
        ("unified iterative view", TITLES[1]),
        ("attenton need", TITLES[0]),
        ("atention is al you", TITLES[0]),
        ("resid learn", TITLES[3]),
        ("cognition", TITLES[3]),
        ("aiayn", TITLES[0]),
        ("drlfir", TITLES[3]),
        ("schrodinger", TITLES[5]),
        ("SCHRÖDINGER", TITLES[5]),
        ("longcontext", TITLES[2]),
        ("long context", TITLES[2]),
        ("beta vae", TITLES[9]),
        ("\u03b2", TITLES[9]),
        ("训练", TITLES[8]),
        ("(quantization) [aware]", TITLES[6]),
        ("graph of states", TITLES[10]),
        ("transformers rnns", TITLES[11]),
    ],
)
def test_the_paper_one_means_is_on_top(index: JumpIndex, query: str, title: str) -> None:
    assert first(index, query) == title


@pytest.mark.parametrize("query", ["", "   ", "[]()", "zzzzqq", "\x00", "qxqxqx vwvwvw"])
def test_what_is_not_there_is_not_found(index: JumpIndex, query: str) -> None:
    assert index.search(query) == []


def test_scattered_letters_are_no_match(index: JumpIndex) -> None:
    """`dril` is no word of a title, though its letters stand in one in that order."""
    assert TITLES[3] not in [hit.title for hit in index.search("dpln")]


def test_matched_letters_are_marked(index: JumpIndex) -> None:
    (hit, *_) = index.search("grow loop")
    assert [hit.title[a:b] for a, b in hit.spans] == ["Grow", "Loop"]
    (hit, *_) = index.search("longcontext")
    assert [hit.title[a:b] for a, b in hit.spans] == ["Long-Context"]
    (hit, *_) = index.search("aiayn")
    assert "".join(hit.title[a:b] for a, b in hit.spans) == "AIAYN"
    (hit, *_) = index.search("schrod")
    assert [hit.title[a:b] for a, b in hit.spans] == ["Schröd"]


@pytest.mark.parametrize(
    "typed",
    ["(1706.03762)", "1706.03762,", "[1706.03762].", "see arXiv:1706.03762v3!", "\u201c1706.03762\u201d",
     "\uff11\uff17\uff10\uff16.\uff10\uff13\uff17\uff16\uff12", "(vaswani2017attention).", "arxiv:1706.03762)"],
)  # fmt: skip
def test_a_key_copied_with_the_signs_around_it_finds_its_paper(typed: str) -> None:
    keys = ("vaswani2017attention", "1706.03762")
    index = JumpIndex(
        [
            JumpEntry("decoy", "Of 1706 and 03762 things"),
            JumpEntry("meant", "Attention Is All You Need", keys=keys),
        ]
    )
    assert index.search(typed)[0].paper_id == "meant"


def test_names_aliases_authors_and_identifiers_find_a_paper_too() -> None:
    index = JumpIndex(
        [
            JumpEntry("aaaa", "Real numbers in practice"),
            JumpEntry(
                "bbbb",
                "Resolving Knowledge Conflicts",
                names=("REAL (Reasoning-Pivot Alignment)",),
                aliases=("An older title",),
                authors=("Jürgen Müller",),
                keys=("mueller2026resolving", "2602.14065", "10.1000/xyz"),
            ),
        ]
    )
    for query in ("REAL", "older title", "muller", "jurgen", "2602.14065", "10.1000/xyz"):
        assert index.search(query)[0].paper_id == "bbbb", query
    assert index.search("mueller2026")[0].paper_id == "bbbb"


def test_a_shorter_title_wins_a_tie_and_then_the_readers_own() -> None:
    index = JumpIndex(
        [
            JumpEntry("long", "Diffusion models for many other things"),
            JumpEntry("b", "Diffusion models"),
            JumpEntry("a", "Diffusion models"),
        ]
    )
    hits = index.search("diffusion models", own=lambda paper_id: paper_id == "a")
    assert [hit.paper_id for hit in hits] == ["a", "b", "long"]


def test_words_side_by_side_and_in_order_win(index: JumpIndex) -> None:
    titles = [hit.title for hit in index.search("long context")]
    assert titles.index(TITLES[2]) < titles.index(TITLES[4])


def test_a_new_title_replaces_the_old_one(index: JumpIndex) -> None:
    index.put(JumpEntry("0", "Something Else Entirely"))
    assert first(index, "else entirely") == "Something Else Entirely"
    assert TITLES[0] not in [hit.title for hit in index.search("attention need")]
    assert first(index, "see") == "Something Else Entirely"
    index.put(JumpEntry("new", "Brand New Paper", keys=("bn1",)))
    assert first(index, "brnd new") == "Brand New Paper"
    assert len(index) == len(TITLES) + 1
    index.remove("new")
    index.remove("never there")
    assert index.search("brand") == []
    assert index.search("bn1") == []
    assert len(index) == len(TITLES)


def test_papers_left_out_stay_so_when_others_are_indexed_anew() -> None:
    index = JumpIndex([JumpEntry("a", "On bridges and bees")])
    index.put(JumpEntry("b", "On bridges and cranes"))
    hidden = frozenset("b")
    with index.without(hidden):
        assert [hit.paper_id for hit in index.search("bridges")] == ["a"]
    index.put(JumpEntry("c", "On bridges"))
    with index.without(hidden):
        assert {hit.paper_id for hit in index.search("bridges")} == {"a", "c"}
    assert {hit.paper_id for hit in index.search("bridges")} == {"a", "b", "c"}


def test_no_more_hits_than_asked_for() -> None:
    index = JumpIndex(JumpEntry(str(n), f"Diffusion number {n}") for n in range(200))
    assert len(index.search("diffusion")) == 60
    assert len(index.search("di", limit=5)) == 5


@given(st.text())
def test_no_query_raises(query: str) -> None:
    index = JumpIndex(JumpEntry(str(n), title) for n, title in enumerate(TITLES))
    for hit in index.search(query):
        check(hit)


@given(st.lists(st.text(), max_size=8), st.text(max_size=20))
def test_no_title_raises(titles: list[str], query: str) -> None:
    index = JumpIndex(JumpEntry(str(n), title) for n, title in enumerate(titles))
    for hit in index.search(query):
        check(hit)


@given(st.sampled_from(TITLES))
def test_a_whole_title_finds_itself(title: str) -> None:
    index = JumpIndex(JumpEntry(str(n), other) for n, other in enumerate(TITLES))
    assert first(index, title) == title


def check(hit: Hit) -> None:
    """Spans lie in the title, in order, without touching."""
    last = -1
    for start, end in hit.spans:
        assert last < start < end <= len(hit.title)
        last = end
