# ruff: noqa: RUF001
"""BibTeX and BibLaTeX: every reader sees what readq holds."""

from __future__ import annotations

import re

import pytest
from hypothesis import assume, given
from hypothesis import strategies as st
from tests.exporters.bibtex_model import entries, families
from tests.exporters.papers import export, lines, paper, stored_texts, texts

from readq.domain import Name, Reading, TitleOrigin
from readq.domain.bibvalue import as_bib_value, from_bib_value
from readq.text import render_title


def fields(text: str) -> dict[str, str]:
    """The fields of the only entry."""
    ((_, _, found),) = entries(text)
    return found


def test_an_entry_has_the_usual_fields() -> None:
    entry = export(
        "bibtex",
        paper(
            "SD-MoE: 5% of $x_1$ & more",
            authors=("Ann Lee", "Author One, Jr.", "A Council and Group"),
            venue="ICML",
            year=2026,
            month=3,
            doi="10.1/x_y",
            arxiv_id="2602.00001",
            url="https://e.org/a_b{c}",
            abstract="Uses {\\bf bold} 5\\%.",
            keywords=("RL", "R&D"),
            extra={"track": "main", "n": 3, "kinds": ["a", "b"], "page count": {"a": 1}},
        ),
    )
    assert entry == (
        "@inproceedings{lee2026sd,\n"
        "  title = {{SD}-{MoE}: 5\\% of \\$x\\_1\\$ \\& more},\n"
        "  author = {Lee, Ann and One, Jr., Author and {A Council and Group}},\n"
        "  booktitle = {ICML},\n"
        "  year = {2026},\n"
        "  month = mar,\n"
        "  doi = {10.1/x_y},\n"
        "  eprint = {2602.00001},\n"
        "  archiveprefix = {arXiv},\n"
        "  url = {https://e.org/a_b%7Bc%7D},\n"
        "  keywords = {RL, R\\&D},\n"
        "  abstract = {Uses {\\bf bold} 5\\%.},\n"
        "  track = {main},\n"
        "  n = {3},\n"
        "  kinds = {a; b},\n"
        '  page-count = {{"a": 1}},\n'
        "}\n"
    )


def test_biblatex_has_fields_of_its_own() -> None:
    one = paper(venue="Journal of Queues", year=2026, month=3, arxiv_id="2602.00001")
    found = fields(export("biblatex", one))
    assert found["journaltitle"] == "Journal of Queues"
    assert (found["date"], found["eprinttype"]) == ("2026-03", "arxiv")
    assert not found.keys() & {"year", "month", "journal", "archiveprefix"}


def test_a_date_of_the_source_with_a_day_goes_out_whole() -> None:
    one = paper(year=2019, month=5, extra={"date": "2019-05-17"})
    assert fields(export("biblatex", one)) == {"title": "A Title", "date": "2019-05-17"}
    both = fields(export("bibtex", one))
    assert (both["year"], both["month"], both["date"]) == ("2019", "may", "2019-05-17")


@pytest.mark.parametrize(
    ("venue", "extra", "bibtex", "biblatex"),
    [
        ("", {}, "misc", "misc"),
        ("TMLR", {}, "article", "article"),
        ("Journal of Queues", {}, "article", "article"),
        ("ICML", {}, "inproceedings", "inproceedings"),
        ("ICML", {"entry_type": "book"}, "book", "book"),
        ("", {"entry_type": "online"}, "online", "online"),
        ("", {"type": "thesis"}, "phdthesis", "thesis"),
        ("", {"type": "conferencePaper"}, "inproceedings", "inproceedings"),
        ("ICML", {"type": "Oral"}, "inproceedings", "inproceedings"),
        ("ICML", {"entry_type": "no type{"}, "inproceedings", "inproceedings"),
    ],
)
def test_the_type_is_what_the_source_says_or_the_venue_suggests(
    venue: str, extra: dict[str, str], bibtex: str, biblatex: str
) -> None:
    one = paper(venue=venue, extra=extra)
    assert export("bibtex", one).startswith(f"@{bibtex}{{")
    assert export("biblatex", one).startswith(f"@{biblatex}{{")


def test_a_preprint_is_online_where_the_dialect_knows_it() -> None:
    one = paper(arxiv_id="2602.00001")
    assert export("biblatex", one).startswith("@online{")
    assert export("bibtex", one).startswith("@misc{")


@pytest.mark.parametrize("dialect", ["bibtex", "biblatex"])
def test_a_derived_title_is_flagged(dialect: str) -> None:
    one = paper(title_origin=TitleOrigin.DERIVED, extra={"note": "mine & yours"})
    assert fields(export(dialect, one))["note"] == (
        "Title derived by readq from the abstract; mine \\& yours"
    )


def test_notes_stay_at_home_unless_asked_for() -> None:
    one = paper()
    reading = Reading(one.id, note="Compare {with} LoRA\n\n100% sure \\")
    assert "LoRA" not in export("bibtex", one, reading=reading)
    with_note = export("bibtex", one, reading=reading, notes=True)
    assert fields(with_note)["annote"] == ("Compare {with} LoRA\n\n100% sure {\\textbackslash}")
    biblatex = fields(export("biblatex", one, reading=reading, notes=True))
    assert biblatex["annotation"].startswith("Compare")


def test_capitals_that_matter_are_kept() -> None:
    one = paper(
        "Numca and GPT-4: Bayesian 3D models (BERT), L2-norms and Hista for D² on TeX",
        names=(Name("Hista"), Name("models")),
    )
    assert fields(export("bibtex", one))["title"] == (
        "Numca and {GPT}-4: {Bayesian} {3D} models ({BERT}), {L2}-norms and {Hista} for D² on {TeX}"
    )


def test_names_are_parted_as_bibtex_parts_them() -> None:
    """Non-ASCII letters are no letters to BibTeX: `Émile` begins with a small m, like a particle."""
    author = fields(
        export(
            "bibtex",
            paper(
                authors=(
                    "François Łódź",
                    "Jean Émile Łoś",
                    "Author van der Sample",
                    "Ludwig von Łódź Smith",
                    "Author One, III",
                    "Example Council and Data Group",
                    "OpenAI",
                    "Institute for Samples",
                    "et al.",
                )
            ),
        )
    )["author"]
    assert author == (
        "Łódź, François and Łoś, Jean Émile and van der Sample, Author and von {Łódź Smith}, Ludwig"
        " and One, III, Author and {Example Council and Data Group} and OpenAI"
        " and {Institute for Samples} and others"
    )
    assert families(author) == [
        "Łódź",
        "Łoś",
        "van der Sample",
        "von {Łódź Smith}",
        "One",
        "{Example Council and Data Group}",
        "OpenAI",
        "{Institute for Samples}",
        "others",
    ]


def test_letters_become_commands_where_ascii_is_asked_for() -> None:
    one = paper(
        "Łódź – a “naïve” β-test × 📄",
        authors=("François Łódź", "Ayşe Yılmaz", "Ångström Çelik"),
        abstract="naïve",
    )
    found = fields(export("bibtex", one, ascii=True))
    assert found["title"] == (
        "{\\L}{\\'o}d{\\'z} {\\textendash} a {\\textquotedblleft}na{\\\"i}ve{\\textquotedblright}"
        " \\ensuremath{\\beta}-test {\\texttimes} 📄"
    )
    assert found["author"] == (
        "{\\L}{\\'o}d{\\'z}, Fran{\\c{c}}ois and Y{\\i}lmaz, Ay{\\c{s}}e"
        ' and {\\c{C}}elik, {\\r{A}}ngstr{\\"o}m'
    )
    assert "Łódź" in export("biblatex", one, ascii=True)


def test_links_to_openreview_are_made_from_its_id() -> None:
    found = fields(export("bibtex", paper(openreview_id="AbCdEfGh12")))
    assert found["url"] == "https://openreview.net/forum?id=AbCdEfGh12"
    assert found["openreview"] == "AbCdEfGh12"


def test_the_venue_as_its_source_wrote_it_goes_out_again() -> None:
    one = paper(
        venue="ICML",
        year=2020,
        extra={"booktitle": "Proc.\\ of the 37th {ICML}", "year": "2020--2021"},
    )
    found = fields(export("bibtex", one))
    assert (found["booktitle"], found["year"]) == ("Proc.\\ of the 37th {ICML}", "2020--2021")


def test_a_field_whose_name_is_taken_gets_another() -> None:
    one = paper(
        doi="10.1/a", extra={"doi": "see page", "Primary Area": "x", "3d": "y", "论文": "z"}
    )
    found = fields(export("bibtex", one))
    assert found["doi"] == "10.1/a"
    assert found["x-doi"] == "see page"
    assert (found["primary-area"], found["x-3d"], found["field"]) == ("x", "y", "z")


def test_keywords_with_commas_stay_whole() -> None:
    assert fields(export("bibtex", paper(keywords=("a, b", "c"))))["keywords"] == "a, b; c"
    assert fields(export("bibtex", paper(keywords=("a, b",))))["keywords"] == "a, b;"


anything = st.dictionaries(texts, stored_texts | st.integers() | st.lists(lines), max_size=3)


@pytest.mark.parametrize("dialect", ["bibtex", "biblatex"])
@given(
    title=lines,
    authors=st.lists(lines, max_size=3).map(tuple),
    venue=lines,
    abstract=stored_texts,
    keywords=st.lists(lines, max_size=2).map(tuple),
    link=lines,
    extra=anything,
)
def test_whatever_a_paper_says_the_file_can_be_read(
    dialect: str,
    title: str,
    authors: tuple[str, ...],
    venue: str,
    abstract: str,
    keywords: tuple[str, ...],
    link: str,
    extra: dict[str, object],
) -> None:
    bad = paper(
        title or "x",
        authors=authors,
        venue=venue,
        abstract=abstract,
        keywords=keywords,
        url=link,
        doi=link,
        arxiv_id=link,
        extra=extra,
    )
    found = entries(export(dialect, bad, paper("The one after")))
    assert len(found) == 2
    assert found[1][2] == {"title": "The one after"}
    said = from_bib_value(found[0][2].get("abstract", ""))
    assert without_braces(said) == without_braces(abstract)


def without_braces(text: str) -> list[str]:
    """The words of a text; braces around the whole of an abstract go."""
    return text.replace("{", "").replace("}", "").split()


@pytest.mark.parametrize("ascii_only", [False, True])
@given(lines)
def test_any_title_is_read_back_letter_for_letter(ascii_only: bool, title: str) -> None:
    title = render_title(title)
    found = fields(export("bibtex", paper(title, names=(Name("B"),)), ascii=ascii_only))
    assert render_title(found.get("title", "")) == title


@given(lines)
def test_any_author_is_one_author(name: str) -> None:
    name = render_title(name)
    found = fields(export("bibtex", paper(authors=("Ann Lee", name, "Bo Chen"))))
    assert len(families(found["author"])) == (3 if name else 2)


@given(stored_texts, st.booleans())
def test_any_value_is_taken_back_exactly(text: str, printed: bool) -> None:
    """But for white space, and for what the text itself wrote in the way values are guarded."""
    assume("\\text" not in text and not (printed and re.search(r"\\[&%#]", text)))
    value = as_bib_value(text, printed=printed)
    back = from_bib_value(value, printed=printed)
    assert back.split() == text.split()
    assert as_bib_value(back, printed=printed) == value


@pytest.mark.parametrize("escape", [r"(?!)", r"\\.", r"\\[{}]"])
@given(st.text(st.sampled_from("{}\\ a"), max_size=12) | stored_texts)
def test_braces_balance_whatever_escapes_a_reader_knows(escape: str, text: str) -> None:
    """BibTeX knows none; other readers skip what a backslash precedes, some even behind two of them."""
    value = as_bib_value(text)
    depth = 0
    for character in re.sub(escape, "", value, flags=re.DOTALL):
        depth += (character == "{") - (character == "}")
        assert depth >= 0
    assert depth == 0
    assert not value.endswith("\\")
