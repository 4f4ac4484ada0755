"""Reading lists in Markdown, and the mails of arXiv."""

from __future__ import annotations

import base64
import quopri
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st
from tests.importers.reading import only, parsed

import readq
from readq.errors import SourceError
from readq.importers import read_source

AWESOME = """# Awesome Sampling [![Awesome](https://awesome.re/badge.svg)](https://awesome.re)

A list of papers. Contributions [welcome](CONTRIBUTING.md)!

## Contents
- [Surveys](#surveys)

## Surveys
- [A Survey [and More]](https://arxiv.org/abs/2401.00001) - Ann Lee, Bo Chen, *ICML 2024*. [[code](https://github.com/a/b)]
- **On Deep Sampling.** Ann Lee and Bo Chen. NeurIPS 2023. [[paper](https://openreview.net/forum?id=ab12CD34ef)]
- (CVPR 2022) Sampling Images with Care, [[Paper]](https://example.org/x.pdf)
- "Quoted Title of a Paper", Lee et al., 2021 [link](https://doi.org/10.1000/abc)
- [x] [Read One Already](https://arxiv.org/abs/2401.00002)
- [PyTorch](https://pytorch.org)
- Topic group
  - [Nested Paper on Things](https://arxiv.org/abs/2401.00003)
    - Authors: Cy Dow, Di Eve
    - [Code](https://github.com/c/d)
* [![arXiv](https://img.shields.io/badge/arXiv-x-b31b1b.svg)](https://arxiv.org/abs/2401.00005) **A Badge Paper: With Colon**

```
- [Not a Paper at All](https://arxiv.org/abs/2401.99999)
```

## Methods
| Title | Venue | Date | Code | Stars |
|:------|:-----:|:----:|-----:|---|
| [**Table Paper**](https://arxiv.org/abs/2401.00006) | ICLR | 2024-01 | [Github](https://github.com/e/f) | 12 |
| ![Star](https://img.shields.io/x.svg) <br> [**Other: Things**](https://arxiv.org/abs/2401.00007) | NeurIPS 2023 | | - | |
"""


def test_list_of_papers_is_read_item_by_item() -> None:
    drafts, (issue,) = parsed(AWESOME)
    assert [d.title for d in drafts] == [
        "A Survey [and More]",
        "On Deep Sampling",
        "Sampling Images with Care",
        "Quoted Title of a Paper",
        "Read One Already",
        "Nested Paper on Things",
        "A Badge Paper: With Colon",
        "Table Paper",
        "Other: Things",
    ]
    assert "PyTorch" in issue.key
    assert issue.line == AWESOME.split("\n").index("- [PyTorch](https://pytorch.org)") + 1
    first, second, third, fourth, _, nested, badge, row, _ = drafts
    assert (first.arxiv_id, first.code_url) == ("2401.00001", "https://github.com/a/b")
    assert (first.authors, first.venue, first.year) == (("Ann Lee", "Bo Chen"), "ICML", 2024)
    assert (second.openreview_id, second.venue, second.year) == ("ab12CD34ef", "NeurIPS", 2023)
    assert second.authors == ("Ann Lee", "Bo Chen")
    assert (third.pdf_url, third.venue, third.year) == ("https://example.org/x.pdf", "CVPR", 2022)
    assert (fourth.doi, fourth.year) == ("10.1000/abc", 2021)
    assert (nested.authors, nested.code_url) == (("Cy Dow", "Di Eve"), "https://github.com/c/d")
    assert badge.arxiv_id == "2401.00005"
    assert (row.venue, row.year, row.code_url) == ("ICLR", 2024, "https://github.com/e/f")
    assert row.extra == {"section": "Methods", "Stars": "12"}


def test_list_that_readq_wrote_comes_back(tmp_path: Path) -> None:
    source = tmp_path / "list.json"
    source.write_text(
        '[{"title": "On C# and [Brackets]", "arxiv_id": "2401.00001", "authors": ["Ann Lee", "Bo Chen"],'
        ' "venue": "ICML", "year": 2024}, {"title": "Alone", "authors": ["Cy Dow", "Di Eve"], "year": 2020}]'
    )
    with readq.open_library(tmp_path / "library") as library:
        library.add(source)
        library.note(library.papers()[0].id, "Mine, Yours and Others\n\nmore")
        text = library.export("", "markdown")
    drafts, issues = parsed(text)
    assert not issues
    assert [(d.title, d.authors, d.year) for d in drafts] == [
        ("On C# and [Brackets]", ("Ann Lee", "Bo Chen"), 2024),
        ("Alone", ("Cy Dow", "Di Eve"), 2020),
    ]
    assert drafts[0].arxiv_id == "2401.00001"


def test_abstracts_in_a_file_named_md_are_abstracts(tmp_path: Path) -> None:
    path = tmp_path / "list.md"
    path.write_text("# ICML 2026\n\n" + "We study samples in depth. " * 12)
    assert read_source(path).format == "plain"


def test_list_without_links_is_refused() -> None:
    with pytest.raises(SourceError, match="no list item"):
        parsed("Just words.", "markdown")


@given(st.text(st.sampled_from("[]()<>!*|-# \nab`\\http://x"), max_size=60))
def test_no_text_stops_the_reader(text: str) -> None:
    drafts, _ = parsed(
        f"- [First One Here](http://arxiv.org/abs/2401.00001)\n\n{text}\n", "markdown"
    )
    assert drafts[0].arxiv_id == "2401.00001"


MAIL = r"""From: no-reply@arxiv.org (send mail ONLY to cs)
Subject: cs daily Subj-class mailing 990001 1

------------------------------------------------------------------------------
 Submissions to:
Machine Learning
------------------------------------------------------------------------------
\\
arXiv:2402.14849
Date: Mon, 19 Feb 2024 10:00:00 GMT   (1234kb,D)

Title: A Title That Wraps
  over Lines
Authors: Ann Lee (1), Bo Chen (Institute of Samples (IoS)) and
  Cy D\"ow ((1) X)
Categories: cs.LG stat.ML
Comments: 12 pages
DOI: 10.1000/ABC
\\
  We study samples in
long lines of the fi-
nest sort.
\\ ( https://arxiv.org/abs/2402.14849 ,  1234kb)
------------------------------------------------------------------------------
\\
arXiv:hep-th/9901001
replaced with revised version Tue, 20 Feb 2024 03:00:00 GMT   (99kb)

Title: Old One
Authors: Di Eve
Categories: hep-th
\\ ( https://arxiv.org/abs/hep-th/9901001 ,  99kb)
------------------------------------------------------------------------------
\\
arXiv:none
Title: Broken
\\
%%--%%--%%--%%--%%--%%--%%--%%--%%--%%--%%--%%--%%--%%--%%--%%--%%--%%--%%--%%--
"""


def test_mail_of_arxiv_is_read() -> None:
    (first, second), (issue,) = parsed(MAIL)
    assert first.title == "A Title That Wraps over Lines"
    assert first.authors == ("Ann Lee", "Bo Chen", r"Cy D\"ow")
    assert first.abstract == "We study samples in long lines of the fi-nest sort."
    assert (first.arxiv_id, first.doi) == ("2402.14849", "10.1000/abc")
    assert (first.year, first.month, first.source.line) == (2024, 2, 9)
    assert first.extra == {
        "comment": "12 pages",
        "primaryclass": "cs.LG",
        "categories": "cs.LG, stat.ML",
    }
    assert (second.title, second.arxiv_id, second.abstract) == ("Old One", "hep-th/9901001", "")
    assert second.extra["announce_type"] == "replace"
    assert (issue.key, issue.kept) == ("none", False)


@pytest.mark.parametrize("coding", ["quoted-printable", "base64"])
def test_encoded_mail_is_decoded(coding: str) -> None:
    head, _, body = MAIL.replace("Old One", "Größe and a very " + "long " * 20 + "title").partition(
        "\n\n"
    )
    data = body.encode()
    coded = quopri.encodestring(data) if coding == "quoted-printable" else base64.encodebytes(data)
    text = (
        f"{head}\nMIME-Version: 1.0\nContent-Type: text/plain; charset=utf-8\n"
        f"Content-Transfer-Encoding: {coding}\n\n{coded.decode()}"
    )
    (first, second), _ = parsed(text)
    assert first.title == "A Title That Wraps over Lines"
    assert second.title.startswith("Größe and a very long")


def test_mail_without_papers_is_refused() -> None:
    with pytest.raises(SourceError, match="no paper"):
        parsed("Just words.", "arxiv-mail")


def test_old_style_number_is_read() -> None:
    text = "\\\\\nPaper: hep-th/9901001\nTitle: T\nAuthor: Ann Lee\n\\\\\n  Text.\n\\\\\n"
    draft = only(text)
    assert (draft.title, draft.authors, draft.year) == ("T", ("Ann Lee",), 1999)


def test_single_author_under_a_title_is_read() -> None:
    drafts, _ = parsed(
        "# Reading list\n\n"
        "- [ ] [On Samples](<https://e.org/a>)\n  Ann Lee · ICML 2020\n"
        "- [x] [On More Samples](<https://e.org/b>)\n  Jean-Luc van der Berg\n"
        "- [ ] [On No Samples](<https://e.org/c>)\n  ICML 2020\n"
    )
    assert [d.authors for d in drafts] == [("Ann Lee",), ("Jean-Luc van der Berg",), ()]


def test_signs_behind_a_backslash_are_no_emphasis() -> None:
    draft = only(
        "# Papers\n\n- [On \\_\\_ and \\*all\\* samples](https://arxiv.org/abs/2401.00001)\n",
        "markdown",
    )
    assert draft.title == "On __ and *all* samples"
