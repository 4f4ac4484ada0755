"""PDF files, folders of them, and papis libraries."""

from __future__ import annotations

import io
import os
import shutil
import zlib
from pathlib import Path

import pypdf
import pytest
from pypdf.generic import DictionaryObject, NameObject, StreamObject
from tests.importers.reading import CASES, only, parsed

import readq
from readq.domain import TitleOrigin
from readq.errors import SourceError
from readq.importers import read_source


def pdf(*lines: tuple[int, str], rotated: str = "", title: str = "", password: str = "") -> bytes:
    """A PDF whose page has these lines, each with the size of its type."""
    writer = pypdf.PdfWriter()
    page = writer.add_blank_page(595, 842)
    text = "".join(f"/F1 {size} Tf 0 -40 Td ({line}) Tj " for size, line in lines)
    stream = pypdf.generic.DecodedStreamObject()
    turned = f"BT /F1 20 Tf 0 1 -1 0 30 200 Tm ({rotated}) Tj ET " if rotated else ""
    stream.set_data(f"{turned}BT 60 800 Td {text} ET".encode("latin-1"))
    name = pypdf.generic.NameObject
    font = pypdf.generic.DictionaryObject(
        {
            name("/Type"): name("/Font"),
            name("/Subtype"): name("/Type1"),
            name("/BaseFont"): name("/Helvetica"),
        }
    )
    fonts = pypdf.generic.DictionaryObject({name("/F1"): font})
    page[name("/Resources")] = pypdf.generic.DictionaryObject({name("/Font"): fonts})
    page[name("/Contents")] = writer._add_object(stream)
    if title:
        writer.add_metadata({"/Title": title, "/Author": "Ann Lee, Bo Chen"})
    if password:
        writer.encrypt(password, algorithm="RC4-128")
    out = io.BytesIO()
    writer.write(out)
    return out.getvalue()


@pytest.mark.parametrize(
    "name", ["p01a-word-title", "p01b-untitled", "p01c-indd", "p01d-good-title"]
)
def test_title_comes_from_the_page_whatever_the_file_says(name: str) -> None:
    draft = only(CASES / f"{name}.pdf")
    assert draft.title == "A Real Title About Samples"
    assert draft.extra["file"] == str(CASES / f"{name}.pdf")


def test_broken_files_cost_only_themselves(tmp_path: Path) -> None:
    names = ["p03a-truncated", "p03b-no-text", "p03c-not-a-pdf", "p01d-good-title"]
    with readq.open_library(tmp_path / "library") as library:
        report = library.add(*(CASES / f"{name}.pdf" for name in names))
        titles = sorted(paper.title for paper in library.papers())
        assert titles == ["A Real Title About Samples", "p03b-no-text"]
        assert (report.seen, report.added, report.rejected) == (3, 2, 1)
        said = [issue.message for issue in report.issues] + list(report.failed)
        assert len(said) == 3
        assert "damaged" in said[0]
        assert "scan" in said[1]
        assert "p03c-not-a-pdf.pdf" in said[2]
        assert library.add(CASES / "p03b-no-text.pdf").unchanged == 1
        scan = next(paper for paper in library.papers() if paper.title == "p03b-no-text")
        assert scan.title_origin is TitleOrigin.DERIVED


def test_stamp_and_doi_of_the_first_page_are_read() -> None:
    draft = only(
        pdf(
            (18, "On the Sampling of"),
            (18, "Samples"),
            (11, "Ann Lee, Bo Chen"),
            (10, "Abstract. We cite arXiv:1901.00001 and count samples."),
            (8, "https://doi.org/10.1000/ABC.1"),
            rotated="arXiv:2501.01234v3  [cs.LG]  5 Jan 2025",
            title="main.tex",
        )
    )
    assert draft.title == "On the Sampling of Samples"
    assert (draft.arxiv_id, draft.extra["arxiv_version"]) == ("2501.01234", 3)
    assert draft.doi == "10.1000/abc.1"
    assert draft.authors == ("Ann Lee", "Bo Chen")


def test_two_dois_on_a_page_prove_nothing() -> None:
    lines = ((18, "On Samples Again"), (9, "doi:10.1000/a and doi:10.1000/b were used"))
    assert only(pdf(*lines)).doi == ""


def test_name_of_the_file_can_be_an_arxiv_id(tmp_path: Path) -> None:
    path = tmp_path / "2501.01234v2.pdf"
    path.write_bytes(pdf((18, "On Samples Again"), (9, "Some words of the text below")))
    assert only(path).arxiv_id == "2501.01234"


def test_locked_file_is_named(tmp_path: Path) -> None:
    path = tmp_path / "a.pdf"
    path.write_bytes(pdf((18, "On Samples Again"), (9, "Some words below"), password="x"))
    drafts, (issue,) = parsed(path)
    assert not drafts
    assert "password" in issue.message


def test_pdf_is_read_from_standard_input() -> None:
    assert (
        only(pdf((18, "On Samples Again"), (9, "Some words of the text below"))).title
        == "On Samples Again"
    )


def test_text_is_no_pdf(tmp_path: Path) -> None:
    path = tmp_path / "a.txt"
    path.write_text("On Samples\n")
    with pytest.raises(SourceError, match="no PDF"):
        read_source(path, format="pdf")


def test_folder_of_pdf_files_is_read(tmp_path: Path) -> None:
    for name in ("p01d-good-title.pdf", "p03c-not-a-pdf.pdf"):
        shutil.copy(CASES / name, tmp_path)
    drafts, (issue,) = parsed(tmp_path)
    assert [d.title for d in drafts] == ["A Real Title About Samples"]
    assert issue.key == "p03c-not-a-pdf.pdf"


INFO = """title: On Samples
author: Lee, Ann and Chen, Bo
author_list:
- {family: Lee, given: Ann}
- {family: Chen, given: Bo}
year: 2021
journal: Journal of Samples
doi: 10.1000/ABC
ref: lee2021
tags: [graphs, trees]
files: [paper.pdf]
type: article
date: 2021-05-17
papis_id: abc
"""


def test_papis_library_is_read(tmp_path: Path) -> None:
    for name, text in (
        ("a", INFO),
        ("b", "title: [unclosed"),
        ("c", "title: &x [a]\nother: [*x, *x]"),
        ("d/e", "title: Deeper\neprint: '2501.01234'\n"),
    ):
        (tmp_path / name).mkdir(parents=True)
        (tmp_path / name / "info.yaml").write_text(text)
    found = read_source(tmp_path)
    assert found.format == "papis"
    drafts, issues = parsed(tmp_path)
    first, second = drafts
    assert (first.title, first.authors) == ("On Samples", ("Ann Lee", "Bo Chen"))
    assert (first.venue, first.year, first.doi) == ("Journal of Samples", 2021, "10.1000/abc")
    assert (first.citekey, first.keywords) == ("lee2021", ("graphs", "trees"))
    assert first.extra["file"] == str(tmp_path / "a" / "paper.pdf")
    assert first.extra["entry_type"] == "article"
    assert (second.title, second.arxiv_id) == ("Deeper", "2501.01234")
    assert [issue.key for issue in issues] == ["b", "c"]
    assert "not YAML" in issues[0].message


@pytest.mark.skipif(os.name == "nt", reason="a pipe in the file system")
def test_a_pipe_in_a_papis_library_keeps_nobody_waiting(tmp_path: Path) -> None:
    for name in ("a", "b"):
        (tmp_path / name).mkdir()
    (tmp_path / "a" / "info.yaml").write_text(INFO)
    os.mkfifo(tmp_path / "b" / "info.yaml")
    drafts, issues = parsed(tmp_path)
    assert [draft.title for draft in drafts] == ["On Samples"]
    assert [issue.key for issue in issues] == ["b"]


def test_other_folder_is_refused(tmp_path: Path) -> None:
    with pytest.raises(SourceError, match="is a folder without"):
        read_source(tmp_path)


def test_page_that_unpacks_to_a_thousand_times_its_size_is_refused() -> None:
    packed = zlib.compressobj(9)
    data = b"".join(packed.compress(b" " * (1 << 20)) for _ in range(120)) + packed.flush()
    stream = StreamObject()
    stream._data = data
    stream[NameObject("/Filter")] = NameObject("/FlateDecode")
    writer = pypdf.PdfWriter()
    page = writer.add_blank_page(9, 9)
    page[NameObject("/Contents")] = writer._add_object(stream)
    page[NameObject("/Resources")] = DictionaryObject({NameObject("/Font"): DictionaryObject()})
    writer.write(written := io.BytesIO())
    drafts, (issue,) = parsed(written.getvalue())
    assert not drafts
    assert "unpacks to more than any page needs" in issue.message
