"""Formats go by the names that people know them by."""

from __future__ import annotations

from pathlib import Path

import pytest

from readq.domain.formats import READ, WRITTEN
from readq.errors import UsageError
from readq.exporters import EXPORTERS
from readq.importers import read_source
from readq.importers.detection import FORMATS


def test_every_format_has_a_name_and_no_name_means_two() -> None:
    words = [word for name, more in READ.items() for word in (name, *more)]
    assert len(words) == len(set(words))
    assert set(FORMATS) <= set(READ)
    assert set(WRITTEN) <= set(EXPORTERS)
    others = [word for more in WRITTEN.values() for word in more]
    assert not set(others) & set(EXPORTERS)


@pytest.mark.parametrize(
    ("word", "name"),
    [
        ("csl-json", "catalogue"),
        ("CSL_JSON", "catalogue"),
        ("json", "catalogue"),
        (".bib", "bibtex"),
        ("biblatex", "bibtex"),
        ("PubMed", "nbib"),
        ("Web of Science", "wos"),
        ("tsv", "csv"),
    ],
)
def test_a_format_is_meant_by_each_of_its_names(tmp_path: Path, word: str, name: str) -> None:
    file = tmp_path / "list"
    file.write_text(
        {"catalogue": '[{"title": "A"}]', "csv": "title\tyear\n"}.get(name, "nothing in particular")
    )
    assert read_source(file, format=word).format == name


def test_a_mistyped_format_is_told_the_nearest(tmp_path: Path) -> None:
    with pytest.raises(UsageError, match=r'"bibtx"; did you mean "bibtex"\?'):
        read_source(tmp_path, format="bibtx")
    with pytest.raises(UsageError, match=r"readq reads .*catalogue \(json, csl-json,"):
        read_source(tmp_path, format="qqqq")
