"""When two records are the same paper."""

from __future__ import annotations

import subprocess
import sys

import pytest
from hypothesis import given
from hypothesis import strategies as st

from readq.domain.citekey import make_citekey
from readq.domain.identity import (
    abstract_hash,
    arxiv_id,
    containment,
    new_paper_id,
    normal_doi,
    openreview_id,
    shingles,
    split_venue,
    title_key,
    words,
)
from readq.domain.venue import venue_in

TEXT = "We study how the order of papers in a queue changes what people read in the end."


@pytest.mark.parametrize(
    ("text", "doi"),
    [
        ("https://doi.org/10.1145/ABC.12", "10.1145/abc.12"),
        ("doi:10.24963/ijcai.2024/577,", "10.24963/ijcai.2024/577"),
        ("10.1000%2Fxyz", "10.1000/xyz"),
        ("(see 10.1002/(SICI)10 97-4571).", "10.1002/(sici)10"),
        ("10.1/2", ""),
        ("no doi", ""),
        ("", ""),
    ],
)
def test_dois_lose_resolver_case_and_trailing_points(text: str, doi: str) -> None:
    assert normal_doi(text) == doi


@pytest.mark.parametrize(
    ("text", "found"),
    [
        ("2602.16490", "2602.16490"),
        ("2602.16490v3", "2602.16490"),
        ("arXiv:2602.16490 [cs.LG]", "2602.16490"),
        ("https://arxiv.org/pdf/2602.16490v1.pdf", "2602.16490"),
        ("http://export.arxiv.org/abs/2602.16490?context=stat", "2602.16490"),
        ("https://huggingface.co/papers/2101.00001", "2101.00001"),
        ("https://www.alphaxiv.org/abs/2101.00001v1", "2101.00001"),
        ("https://doi.org/10.48550/arXiv.2602.16490", "2602.16490"),
        ("math.GT/0309136", "math/0309136"),
        ("https://arxiv.org/abs/hep-th/9901001v2", "hep-th/9901001"),
        ("10.1234/2101.00001", ""),
        ("9999.12345", ""),
        ("foo/0309136", ""),
        ("see 2101.00001", ""),
    ],
)
def test_arxiv_ids_in_any_spelling_are_one(text: str, found: str) -> None:
    assert arxiv_id(text) == found


def test_openreview_ids_come_from_links_or_look_like_it() -> None:
    assert openreview_id("https://openreview.net/forum?id=0vTONq9Z8j&noteId=x") == "0vTONq9Z8j"
    assert openreview_id("https://openreview.net/pdf?id=-JwmfQC6IRt") == "-JwmfQC6IRt"
    assert openreview_id("05T81ScPFb") == "05T81ScPFb"
    for other in ("66738", "2aae03df09", "a title here", "https://icml.cc/virtual/1", ""):
        assert openreview_id(other) == ""


@pytest.mark.parametrize(
    ("one", "other"),
    [
        ("Attention Is All You Need", "attention is  all you need."),
        ("[From Oral 2B] A Title", "A Title"),
        ("A Title (Extended Abstract)", "A title"),
        ("Schrödinger Bridges", "Schrodinger bridges"),
        ("Łukasz\u2019s Größe", "Lukasz's Grosse"),
        ("Self-Attention", "Self\u2013Attention"),
    ],
)
def test_spellings_of_one_title_have_one_key(one: str, other: str) -> None:
    assert title_key(one) == title_key(other) != ""


def test_titles_in_other_scripts_keep_their_letters() -> None:
    assert title_key("大模型") != title_key("小模型")
    assert title_key("Анализ") == "анализ"
    assert title_key("?!") == "?!" != title_key("[/")


def test_numbers_tell_titles_apart() -> None:
    assert title_key("Report 1") != title_key("Report 2")


def test_abstracts_are_compared_by_their_words() -> None:
    spaced = TEXT.upper().replace(" ", "\n ").replace(".", " !")
    assert abstract_hash(TEXT) == abstract_hash(spaced)
    assert abstract_hash(TEXT) != abstract_hash(TEXT + " Now")
    assert len(abstract_hash(TEXT)) == 16
    assert abstract_hash(" .,") == ""


def test_containment_tells_how_much_of_the_shorter_text_is_in_the_other() -> None:
    whole = shingles(TEXT + " And some more words follow here.")
    assert containment(shingles(TEXT), whole) == 100.0
    assert containment(shingles(TEXT), shingles("Something else is said in these words.")) == 0.0
    assert containment(frozenset(), whole) == 0.0
    assert 0 < containment(shingles(TEXT.replace("queue", "list")), whole) < 100


def test_keys_are_the_same_in_every_process() -> None:
    """Ids and hashes are stored, so they must not depend on the process that made them."""
    code = (
        "from readq.domain.identity import *\n"
        f"print(sorted(shingles({TEXT!r}))[:3], abstract_hash({TEXT!r}), new_paper_id(title='A b c'))"
    )
    said = {
        subprocess.run(
            [sys.executable, "-c", code],
            env={"PYTHONHASHSEED": seed, "PYTHONPATH": ":".join(sys.path)},
            capture_output=True,
            text=True,
            check=True,
        ).stdout
        for seed in ("1", "2")
    }
    assert len(said) == 1
    assert abstract_hash(TEXT) in said.pop()


def test_paper_id_comes_from_the_strongest_identifier() -> None:
    everything = new_paper_id(
        doi="10.1/x", arxiv_id="2602.00001", openreview_id="ab12CD34ef", title="A"
    )
    assert everything == new_paper_id(doi="10.1/x", title="B")
    assert new_paper_id(arxiv_id="2602.00001") == new_paper_id(arxiv_id="2602.00001", title="B")
    assert new_paper_id(title="The A") == new_paper_id(title="the a!", abstract="x")
    assert new_paper_id(abstract=TEXT) != new_paper_id(title=TEXT)
    assert new_paper_id(title="A", salt=1) != new_paper_id(title="A")


@given(st.text(), st.text(), st.integers(0, 5))
def test_paper_ids_are_ten_letters_and_digits(title: str, abstract: str, salt: int) -> None:
    made = new_paper_id(title=title, abstract=abstract, salt=salt)
    assert len(made) == 10
    assert set(made) <= set("abcdefghijklmnopqrstuvwxyz234567")


@given(st.text())
def test_words_have_no_white_space_or_capitals(text: str) -> None:
    assert all(word and word == word.strip() for word in words(text))
    assert words(" ".join(words(text))) == words(text)


@pytest.mark.parametrize(
    ("text", "parts"),
    [
        ("ICML 2026", ("ICML", 2026)),
        ("ICML 2026 论文列表", ("ICML", 2026)),
        ("colm2024", ("COLM", 2024)),
        ("3dv2025", ("3DV", 2025)),
        ("nips1987", ("NeurIPS", 1987)),
        ("neurips", ("NeurIPS", None)),
        ("NeurIPS'23", ("NeurIPS", 2023)),
        ("corl-2024", ("CoRL", 2024)),
        ("siggraphasia2020", ("SIGGRAPH Asia", 2020)),
        ("ICLR 2024 poster", ("ICLR", 2024)),
        ("Advances in Neural Information Processing Systems 36", ("NeurIPS", None)),
        ("ICML 2024 Workshop on Queues", ("ICML 2024 Workshop on Queues", None)),
        ("Journal of Queues 2021", ("Journal of Queues", 2021)),
        ("Journal of Queues", ("Journal of Queues", None)),
        ("foo12025", ("foo12025", None)),
        ("", ("", None)),
    ],
)
def test_venues_have_one_spelling(text: str, parts: tuple[str, int | None]) -> None:
    assert split_venue(text) == parts


@given(st.text(max_size=40))
def test_splitting_a_venue_twice_changes_nothing(text: str) -> None:
    venue, year = split_venue(text)
    again, later = split_venue(f"{venue} {year}" if year and venue else venue)
    if year and venue:
        assert (again, later) == (venue, year) or split_venue(again)[0] == again


def test_file_names_can_tell_the_venue() -> None:
    assert venue_in("paperlists-icml2019.json") == ("ICML", 2019)
    assert venue_in("icml-2026-orals-posters.json") == ("ICML", 2026)
    assert venue_in("2024-neurips.json") == ("NeurIPS", 2024)
    assert venue_in("papers-95k.jsonl") == ("", None)


@pytest.mark.parametrize(
    ("authors", "year", "title", "key"),
    [
        (["Ashish Vaswani"], 2017, "Attention Is All You Need", "vaswani2017attention"),
        (["Łukasz Kaiser Jr."], None, "One Model", "kaiserone"),
        (["Author One, Jr."], 2020, "The Thing", "one2020thing"),
        (["von der Berg, Max"], 2000, "The Über-Thing", "vonderberg2000uber"),
        ([], 2026, "HiCI: Hierarchical Construction", "hici2026hierarchical"),
        (["李雷"], 2020, "论文", "2020"),
        ([], None, "", "paper"),
    ],
)
def test_citekeys_name_author_year_and_word(
    authors: list[str], year: int | None, title: str, key: str
) -> None:
    assert make_citekey(authors, year, title) == key
