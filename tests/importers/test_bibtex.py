"""BibTeX and BibLaTeX, tidy and broken."""

from __future__ import annotations

from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st
from tests.importers.reading import CASES, HOSTILE, only, parsed, rejected

from readq.errors import SourceError
from readq.importers import read_source
from readq.importers.bibnames import bib_names
from readq.importers.bibscan import BibScanner


def entry(**fields: str) -> str:
    return "@misc{k, " + ", ".join(f"{name} = {{{value}}}" for name, value in fields.items()) + "}"


def test_facts_go_where_readq_keeps_them() -> None:
    draft = only(
        "@InProceedings{lee2021,\n"
        "  author = {Lee, Ann and van der Berg, Bo},\n  title = {{On {GNN}s}},\n"
        "  booktitle = {Proceedings of Examples},\n  year = 2021, month = may,\n"
        "  DOI = {https://doi.org/10.1000/ABC_1}, url = {https://example.org/a\\_b},\n"
        "  pdf = {https://example.org/a.pdf}, keywords = {graphs, trees; and more},\n"
        "  abstract = {First.\n\n  Second\n  line.}, pages = {1--9}, Publisher = {P \\& Q}\n}"
    )
    assert draft.citekey == "lee2021"
    assert draft.title == "On {GNN}s"
    assert draft.authors == ("Ann Lee", "Bo van der Berg")
    assert (draft.venue, draft.year, draft.month) == ("Proceedings of Examples", 2021, 5)
    assert (draft.doi, draft.url) == ("10.1000/abc_1", "https://example.org/a_b")
    assert draft.pdf_url == "https://example.org/a.pdf"
    assert draft.keywords == ("graphs, trees", "and more")
    assert draft.abstract == "First.\n\nSecond line."
    assert draft.extra == {
        "entry_type": "inproceedings",
        "pages": "1--9",
        "publisher": "P & Q",
    }
    assert draft.source.line == 1


@pytest.mark.parametrize(
    ("names", "shown"),
    [
        ("Lee, Ann and Chen, Bo", ("Ann Lee", "Bo Chen")),
        ("Ann Lee AND Bo Chen", ("Ann Lee", "Bo Chen")),
        ("de la Cruz, Jr., Ann", ("Ann de la Cruz, Jr.",)),
        ("Daum\\'e, III, Hal", ("Hal Daum\\'e, III",)),
        ("Ludwig van Beethoven", ("Ludwig van Beethoven",)),
        ("{A Council, with and} and Lee, Ann", ("A Council, with and", "Ann Lee")),
        ("{\\'E}cole, Ann", ("Ann {\\'E}cole",)),
        ("{Barnes and Noble} Inc.", ("{Barnes and Noble} Inc.",)),
        ("Lee, Ann and others", ("Ann Lee", "others")),
        ("Lee, Ann; Chen, Bo", ("Ann Lee", "Bo Chen")),
        ("Ann Lee, Bo Chen, Cy Dow", ("Ann Lee", "Bo Chen", "Cy Dow")),
        ("Lee,", ("Lee",)),
        ("Lee,\n   Ann\nand\n  Chen, Bo", ("Ann Lee", "Bo Chen")),
        ("", ()),
        (" and ", ()),
        ("Alexander, And", ("And Alexander",)),
    ],
)
def test_names_are_read_as_bibtex_reads_them(names: str, shown: tuple[str, ...]) -> None:
    assert bib_names(names) == shown


@pytest.mark.parametrize(
    ("fields", "year", "month", "kept"),
    [
        ({"year": "2021", "month": "5"}, 2021, 5, {}),
        ({"year": "2021", "month": "Sept."}, 2021, 9, {}),
        ({"year": "2021", "month": "28--30 Mar"}, 2021, 3, {"month": "28--30 Mar"}),
        ({"year": "2021", "month": "someday"}, 2021, None, {"month": "someday"}),
        ({"year": "in press"}, None, None, {"year": "in press"}),
        ({"year": "c. 2019"}, 2019, None, {"year": "c. 2019"}),
        ({"date": "2019-05-17"}, 2019, 5, {"date": "2019-05-17"}),
        ({"date": "2019-05"}, 2019, 5, {}),
        ({"date": "2018-11/2019-02", "year": "2020"}, 2018, 11, {"date": "2018-11/2019-02"}),
        ({"year": "9" * 5000}, None, None, {"year": "9" * 5000}),
    ],
)
def test_dates_are_read_and_what_they_say_more_is_kept(
    fields: dict[str, str], year: int | None, month: int | None, kept: dict[str, str]
) -> None:
    draft = only(entry(title="T", **fields))
    assert (draft.year, draft.month) == (year, month)
    assert {k: v for k, v in draft.extra.items() if k in ("year", "month", "date")} == (
        {**kept, "year": "2020"} if fields.get("year") == "2020" else kept
    )


@pytest.mark.parametrize(
    ("fields", "arxiv", "doi"),
    [
        ({"eprint": "2501.01234v2", "archivePrefix": "arXiv"}, "2501.01234", ""),
        ({"eprint": "hep-th/9901001", "eprinttype": "arxiv"}, "hep-th/9901001", ""),
        ({"doi": "10.48550/arXiv.2501.01234"}, "2501.01234", ""),
        ({"journal": "arXiv preprint arXiv:2501.01234"}, "2501.01234", ""),
        ({"journal": "CoRR", "volume": "abs/2501.01234"}, "2501.01234", ""),
        ({"url": "https://doi.org/10.1000/Abc"}, "", "10.1000/abc"),
        ({"doi": "10.1000/a\\_b", "eprint": "2501.01234"}, "2501.01234", "10.1000/a_b"),
    ],
)
def test_identifiers_are_found_where_bibtex_hides_them(
    fields: dict[str, str], arxiv: str, doi: str
) -> None:
    draft = only(entry(title="T", **fields))
    assert (draft.arxiv_id, draft.doi) == (arxiv, doi)


def test_another_archive_keeps_its_number() -> None:
    extra = only(entry(title="T", eprint="12345", eprinttype="pubmed")).extra
    assert (extra["eprint"], extra["eprinttype"]) == ("12345", "pubmed")


def test_venue_that_readq_shortens_is_kept_in_full() -> None:
    draft = only(entry(title="T", booktitle="The 9th Conference on Robot Learning"))
    assert draft.extra["booktitle"] == "The 9th Conference on Robot Learning"


def test_children_get_what_their_parents_say() -> None:
    drafts, issues = parsed(
        "@inproceedings{child, title = {Child}, crossref = {VOL}}\n"
        "@article{other, title = {Other}, xdata = {common}}\n"
        "@xdata{common, journal = {J}, year = {2020}}\n"
        "@proceedings{vol, title = {The Volume}, year = {2019}, publisher = {P}, editor = {E, E}}\n"
        "@inproceedings{orphan, title = {Orphan}, crossref = {nowhere}}\n"
    )
    assert not issues
    child, other, volume, orphan = drafts
    assert (child.title, child.venue, child.year) == ("Child", "The Volume", 2019)
    assert child.extra == {"entry_type": "inproceedings", "publisher": "P", "editor": "E, E"}
    assert (other.venue, other.year) == ("J", 2020)
    assert volume.title == "The Volume"
    assert orphan.extra["crossref"] == "nowhere"


def test_title_derived_by_readq_comes_back_as_derived() -> None:
    draft = only(entry(title="A Guess", note="Title derived by readq from the abstract; mine"))
    assert (draft.title, draft.stand_in, draft.extra["note"]) == ("", "A Guess", "mine")


def test_entry_with_an_identifier_needs_no_title() -> None:
    assert only(entry(eprint="2501.01234")).title == ""


@pytest.mark.parametrize(
    ("text", "title", "year"),
    [
        ("@misc{k, title = {A} B}, year = {2021}}", "A} B", 2021),
        ("@misc{k,\n title = {A} B},\n year = {2021}\n}", "A} B", 2021),
        ("@misc{k,\n title = {A {B},\n year = {2021}\n}", "A {B", 2021),
        ('@misc{k,\n title = "A,\n year = {2021}\n}', "A", 2021),
        ("@misc{k,\n title = {A},\n ???,\n year = {2021}\n}", "A", 2021),
        ("@misc{k,\n title = {A}\n year = {2021}\n}", "A", 2021),
        ("@misc{k,\n title = {A},\n year = {2021}\n", "A", 2021),
        ("@misc{k,\n year = {2021},\n title = {A", "A", 2021),
        ("@misc(k, title = {A (b) c}, year = 2021)", "A (b) c", 2021),
    ],
)
def test_broken_entry_gives_what_can_be_made_out(text: str, title: str, year: int) -> None:
    """And the entry below it is whole."""
    drafts, issues = parsed(f"{text}\n@misc{{next, title = {{Next}}}}\n")
    assert [(d.title, d.year) for d in drafts] == [(title, year), ("Next", None)]
    assert all(issue.kept and issue.line == 1 and issue.key == "k" for issue in issues)
    assert len(issues) <= 1


def test_entry_without_title_is_left_out_with_a_sentence() -> None:
    drafts, (issue,) = parsed("\n@misc{k, year = 2020}\n@misc{l, title = {T}}")
    assert [d.title for d in drafts] == ["T"]
    assert (issue.line, issue.key, issue.kept) == (2, "k", False)
    assert "no title" in issue.message


def test_unnamed_and_oddly_named_entries_are_read() -> None:
    drafts, issues = parsed(
        "@misc{title = {A}}\n@misc{, title = {B}}\n@misc{Ann Lee 2020, title = {C}}\n"
        "@misc{\nram{\\'\\i}rez, title = {D}}\n@Übersicht{ü, title = {E}}"
    )
    assert [d.title for d in drafts] == list("ABCDE")
    assert [d.citekey for d in drafts] == ["", "", "Ann Lee 2020", "ramirez", "ü"]
    assert not rejected(issues)


def test_macros_work_on_what_follows() -> None:
    draft = only(
        '@string{J = "Journal of " # {Samples}}\n@string(K = j # ", Series B")\n'
        "@misc{k, title = {T}, journal = k # { (Online)}, publisher = unknown}"
    )
    assert draft.venue == "Journal of Samples, Series B (Online)"
    assert draft.extra["publisher"] == "unknown"


def test_text_between_entries_is_no_entry() -> None:
    drafts, issues = parsed(
        "Write to me@example(office) or a@b{c}.\n% @misc{gone, title = {Commented Out}}\n"
        "@misc{a, title = {A}} @misc{b, title = {B}}\n@comment{@misc{c, title = {C}}}\n"
    )
    assert [d.title for d in drafts] == ["A", "B"]
    assert not issues


def test_file_without_entries_says_so(tmp_path: Path) -> None:
    path = tmp_path / "a.bib"
    path.write_text("Just words.")
    with pytest.raises(SourceError, match="no BibTeX entry"):
        list(read_source(path))


@pytest.mark.parametrize(
    ("name", "papers"),
    [
        ("comment_entry", 1),
        ("crossref_loop", 2),
        ("crossref_self", 1),
        ("dup_field", 1),
        ("dup_key", 2),
        ("entry_in_value", 1),
        ("extra_brace", 2),
        ("month_expr", 1),
        ("nested_5000", 1),
        ("no_key", 1),
        ("no_key_no_comma", 1),
        ("open_20000", 1),
        ("parens", 1),
        ("percent", 1),
        ("preamble", 1),
        ("string_bomb", 1),
        ("string_loop", 1),
        ("truncated", 1),
        ("unknown_type", 2),
        ("year_huge", 1),
    ],
)
def test_hostile_file_gives_its_papers(name: str, papers: int) -> None:
    drafts, issues = parsed(HOSTILE / f"{name}.bib")
    assert len(drafts) == papers
    assert not rejected(issues)
    assert all(len(d.title) < 200_000 for d in drafts)


@pytest.mark.parametrize("name", ["html", "no_entries", "png_as", "spaces"])
def test_hostile_file_without_papers_is_refused(name: str) -> None:
    with pytest.raises(SourceError):
        parsed(HOSTILE / f"{name}.bib")


def test_unfinished_entries_are_each_named() -> None:
    _, issues = parsed("@article{\n" * 20_000)
    assert [issue.line for issue in issues] == list(range(1, 20_001))


def test_entry_that_never_ends_is_given_up_and_the_rest_read() -> None:
    long = "@misc{long, title = {" + "x " * 4_500_000
    drafts, (issue,) = parsed(f"{long}\n@misc{{next, title = {{Next}}}}")
    assert [d.title for d in drafts][-1] == "Next"
    assert issue.key == "@misc" or issue.key == "long"
    assert "8 MB" in issue.message or issue.kept


def test_entries_without_line_breaks_are_read_in_pieces() -> None:
    text = "".join(f"@misc{{k{n}, title = {{Title {n} {'x' * 900}}}}}" for n in range(3000))
    drafts, issues = parsed(text)
    assert len(drafts) == 3000
    assert not issues


VALUE = st.text(
    st.characters(codec="utf-8", exclude_characters="{}\\\r", exclude_categories=["Cc"])
)


@given(st.lists(VALUE, min_size=1, max_size=5), st.integers(1, 60))
def test_values_come_back_letter_for_letter_in_pieces_of_any_size(
    values: list[str], size: int
) -> None:
    text = "\n".join(f"@misc{{k{n},\n  note = {{{value}}}\n}}" for n, value in enumerate(values))
    pieces = (text[i : i + size] for i in range(0, len(text), size))
    found = list(BibScanner(pieces).records())
    assert [record.fields.get("note") for record in found] == values
    assert [record.line for record in found] == [1 + 3 * n for n in range(len(values))]


@given(st.text(st.sampled_from('@misc{}(),="#\\ \n%ab1'), max_size=80))
def test_no_text_stops_the_reader(text: str) -> None:
    found = list(BibScanner(iter([text, "\n@misc{last, title = {Last}}\n"])).records())
    assert all(record.line >= 1 for record in found)


def test_reported_files_are_read_without_a_remark() -> None:
    for name in (
        "b01-nested-braces-bare-month",
        "b03-text-and-comments",
        "b15-bom",
        "b17-biblatex",
    ):
        assert not parsed(CASES / f"{name}.bib")[1]


def test_two_entries_whose_braces_hold_each_other_up_are_two() -> None:
    drafts, _ = parsed(
        "@misc{a,title={T \\{ set},year=2001}\n"
        "@misc{b,title={Two},file={:C\\:/a\\}b.pdf:PDF},year=2002}\n"
        "@misc{c,title={Three},year=2003}\n"
    )
    assert [(d.citekey, d.year) for d in drafts] == [("a", 2001), ("b", 2002), ("c", 2003)]


def test_entry_quoted_in_a_value_is_no_entry() -> None:
    for value in (
        '"We show {x}\n@misc{x, title={no}} and more"',
        "{We show {x}\n@misc{x, y} more}",
    ):
        (draft, other), issues = parsed(
            f"@misc{{a,title={{T}},abstract={value},year=2001}}\n@misc{{b,title={{B}}}}\n"
        )
        assert not issues
        assert (draft.year, other.citekey) == (2001, "b")
        assert "@misc{x" in draft.abstract


def test_comma_may_be_missing_behind_the_key() -> None:
    drafts, issues = parsed('@article{c title={C1}, year=2003}\n@article{d\n title = "D1"}\n')
    assert [(d.citekey, d.title) for d in drafts] == [("c", "C1"), ("d", "D1")]
    assert all("comma" in issue.message and issue.kept for issue in issues)


@pytest.mark.parametrize(
    "names",
    [
        "Smith, J., Lee, K., and Wu, L.",
        "Smith, J., Lee, K. and Wu, L.",
        "Smith, J., Lee, K. \\& Wu, L.",
        "Smith, J. \\& Lee, K. & Wu, L.",
        "J. Smith, K. Lee, and L. Wu",
    ],
)
def test_people_in_a_list_with_commas_are_each_one(names: str) -> None:
    assert bib_names(names) == ("J. Smith", "K. Lee", "L. Wu")


def test_two_people_before_an_and_keep_their_names() -> None:
    assert bib_names("Smith, J., and Lee, K.") == ("J. Smith", "K. Lee")
    assert bib_names("Smith, Jo, Lee, Kay, and Wu, Li") == ("Jo Smith", "Kay Lee", "Li Wu")
    assert bib_names("Garcia Lopez, Ana Maria and Lee, K.") == ("Ana Maria Garcia Lopez", "K. Lee")
    assert bib_names('Smith, J., M{\\"u}ller, K.') == ("J. Smith", 'K. M{\\"u}ller')


def test_a_firm_with_an_ampersand_is_one_name() -> None:
    whole = ("Ann Lee", "Bo Chen", "Cy Fox")
    assert bib_names("Ann Lee, Bo Chen \\& Cy Fox") == whole
    assert bib_names("Ann Lee, Bo Chen, & Cy Fox") == whole
    assert bib_names("Ann Lee, Jr. & Cy Fox") == ("Ann Lee, Jr.", "Cy Fox")
    assert bib_names("Smith \\& Sons") == ("Smith \\& Sons",)
    assert bib_names("{Ernst Young \\& Co Ltd} and Lee, K.") == ("Ernst Young \\& Co Ltd", "K. Lee")


@pytest.mark.parametrize(
    "end",
    [" et al.", ", et al", " and et al.", " \\emph{et al.}", " {\\it et al.}", " and al., et"],
)
def test_et_al_stands_for_others(end: str) -> None:
    assert bib_names(f"Smith, Jo{end}") == ("Jo Smith", "others")
    assert bib_names(f"Smith, Jo and Lee, Kay{end}") == ("Jo Smith", "Kay Lee", "others")
    assert bib_names("Kamal, Al and Lee, Val") == ("Al Kamal", "Val Lee")


def test_a_field_that_is_there_twice_keeps_both_values() -> None:
    drafts, (issue,) = parsed(
        "@misc{k, title = {}, title = {On samples}, note = {one}, note = {two}, note = {three},\n"
        " keywords = {a, b}, keywords = {c}, url = {https://e.org/a}, url = {https://e.org/b}}"
    )
    (draft,) = drafts
    assert (draft.title, draft.keywords) == ("On samples", ("a", "b", "c"))
    assert (draft.url, draft.links) == ("https://e.org/a", ("https://e.org/b",))
    assert [draft.extra[name] for name in ("note", "note-2", "note-3")] == ["one", "two", "three"]
    assert issue.kept
    assert "note twice" in issue.message


def test_an_equals_sign_may_be_missing() -> None:
    drafts, (issue,) = parsed("@misc{k, title {On samples}, year 2020, author: {Lee, Ann}}")
    (draft,) = drafts
    assert (draft.title, draft.year, draft.authors) == ("On samples", 2020, ("Ann Lee",))
    assert "equals sign" in issue.message


@pytest.mark.parametrize(
    ("said", "month"),
    [('M{\\"a}rz', 3), ("ao{\\^u}t", 8), ("mai", 5), ("enero", 1), ("Dezember", 12), ("Sept.", 9)],
)
def test_a_month_may_be_in_another_language(said: str, month: int) -> None:
    draft = only(entry(title="On samples", year="2020", month=said))
    assert draft.month == month
    assert "month" not in draft.extra


def test_macros_may_be_defined_below_their_use() -> None:
    drafts, _ = parsed(
        "@string{early = {Early}}\n@article{a, title = {A}, journal = js}\n"
        "@article{b, title = {B}, journal = early # { } # js}\n@string{js = {Journal of Samples}}\n"
    )
    assert [draft.venue for draft in drafts] == ["Journal of Samples", "Early Journal of Samples"]


def test_habits_of_dblp_astronomers_and_zotero_are_known() -> None:
    draft = only(
        "@article{k, title = {T}, author = {Wei Wang 0001 and Bo Chen}, journal = {\\apj},\n"
        " note = {arXiv:2001.00001 [cs]}}"
    )
    assert draft.authors == ("Wei Wang", "Bo Chen")
    assert (draft.venue, draft.extra["journal"]) == ("Astrophysical Journal", "\\apj")
    assert (draft.arxiv_id, draft.extra["note"]) == ("2001.00001", "arXiv:2001.00001 [cs]")


@pytest.mark.parametrize(
    ("names", "shown"),
    [
        ("Smith, Jo and, Lee, Kay", ("Jo Smith", "Kay Lee")),
        ("Smith, J., Perez, M. y Lopez, A.", ("J. Smith", "M. Perez", "A. Lopez")),
        ("Smith, J. und Lee, K.", ("J. Smith", "K. Lee")),
        ("张三, 李四, 王五", ("张三", "李四", "王五")),
        ("王, 小明", ("小明 王",)),
        ("Smith, Jo$^{1,*}$ and Lee, Kay\\thanks{Both did the same.}", ("Jo Smith", "Kay Lee")),
        ("Ortega y Gasset, José", ("José Ortega y Gasset",)),
    ],
)
def test_names_as_other_languages_and_copied_pages_have_them(
    names: str, shown: tuple[str, ...]
) -> None:
    assert bib_names(names) == shown


def test_words_around_an_address_stay() -> None:
    draft = only(entry(title="T", note="Code at \\url{https://e.org/a}, accepted as oral"))
    assert draft.url == "https://e.org/a"
    assert draft.extra["note"] == "Code at \\url{https://e.org/a}, accepted as oral"
    draft = only(entry(title="T", howpublished="Available online: https://e.org/a."))
    assert (draft.url, draft.extra) == ("https://e.org/a", {"entry_type": "misc"})


def test_several_addresses_or_identifiers_in_a_field_are_all_kept() -> None:
    draft = only(
        entry(title="T", url="https://e.org/a https://e.org/b", doi="10.1000/a, 10.1000/b")
    )
    assert (draft.url, draft.links) == ("https://e.org/a", ("https://e.org/b",))
    assert (draft.doi, draft.extra["doi-2"]) == ("10.1000/a", "10.1000/b")
