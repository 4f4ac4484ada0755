"""Decisions leave as ASReview reads them."""

from __future__ import annotations

import csv
import io

from tests.exporters.papers import export, paper

from readq.domain import Reading, Status
from readq.exporters import EXPORTERS


def rows(text: str) -> list[dict[str, str]]:
    return list(csv.DictReader(io.StringIO(text, newline="")))


def test_labels_say_what_was_decided() -> None:
    papers = [paper(f"Title {n}") for n in range(6)]
    statuses = list(Status)
    pairs = [(p, Reading(p.id, s)) for p, s in zip(papers, statuses, strict=True)]
    table = rows(EXPORTERS["asreview"](pairs))
    assert dict(zip(statuses, [row["included"] for row in table], strict=True)) == {
        Status.NEW: "",
        Status.LATER: "",
        Status.QUEUED: "1",
        Status.READING: "1",
        Status.READ: "1",
        Status.SKIPPED: "0",
    }


def test_texts_come_back_whole() -> None:
    (row,) = rows(export("asreview", paper('A "title", with signs', abstract="Two\nlines")))
    assert (row["title"], row["abstract"]) == ('A "title", with signs', "Two\nlines")


def test_an_empty_library_leaves_as_a_header() -> None:
    header = "title,abstract,authors,keywords,year,doi,url,included"
    assert export("asreview").splitlines() == [header]
