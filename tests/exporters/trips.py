"""Import, export, import again."""

from __future__ import annotations

import io
from collections.abc import Iterable, Sequence
from dataclasses import replace
from pathlib import Path

from tests.exporters.papers import NOW

from readq.domain import Draft, Paper, Reading
from readq.exporters import EXPORTERS
from readq.importers import ImportIssue, read_source
from readq.library.facts import as_new, candidate

IMPORTED_AS = {
    "bibtex": "bibtex",
    "biblatex": "bibtex",
    "csl-json": "catalogue",
    "csv": "csv",
    "jsonl": "catalogue",
    "ris": "ris",
    "tsv": "csv",
}
"""Export formats and the importers that read them."""


def papers_from(source: str | Path, format_: str | None = None) -> list[Paper]:
    """The papers of a text or a file, each taken for a new one; none may be rejected."""
    text = io.BytesIO(source.encode()) if isinstance(source, str) else None
    records = list(read_source("-" if text else source, format=format_, stdin=text))
    assert not [r for r in records if isinstance(r, ImportIssue) and not r.kept]
    return known([r for r in records if isinstance(r, Draft)])


def known(drafts: Sequence[Draft]) -> list[Paper]:
    """What a library makes of drafts."""
    ids: set[str] = set()
    papers = []
    for draft in drafts:
        paper = as_new(candidate(draft, venue="", year=None, now=NOW), ids.__contains__)
        ids.add(paper.id)
        papers.append(replace(paper, sources=()))
    return papers


def exported(format_: str, papers: Iterable[Paper]) -> str:
    """An export of papers nobody has decided on."""
    return EXPORTERS[format_]([(paper, Reading(paper.id)) for paper in papers])


def once_round(format_: str, papers: Iterable[Paper]) -> list[Paper]:
    """The papers after an export and an import."""
    return papers_from(exported(format_, papers), IMPORTED_AS[format_])
