"""JSON: the shape of a paper on the command line, and one such object a line."""

from __future__ import annotations

import json
from collections.abc import Iterable
from typing import Any

from readq.domain import Paper, Reading
from readq.exporters.options import PLAIN, Options


def record(paper: Paper, reading: Reading) -> dict[str, Any]:
    """One paper with the reader's decisions as JSON values."""
    source = paper.sources[0] if paper.sources else None
    return {
        "id": paper.id,
        "title": paper.title,
        "title_origin": paper.title_origin.value,
        "authors": list(paper.authors),
        "abstract": paper.abstract,
        "venue": paper.venue,
        "year": paper.year,
        "month": paper.month,
        "doi": paper.doi,
        "arxiv_id": paper.arxiv_id,
        "openreview_id": paper.openreview_id,
        "url": paper.url,
        "pdf_url": paper.pdf_url,
        "code_url": paper.code_url,
        "links": list(paper.links),
        "keywords": list(paper.keywords),
        "names": [str(name) for name in paper.names],
        "aliases": list(paper.aliases),
        "citekey": paper.citekey,
        "source": source.name if source else "",
        "position": source.position if source else None,
        "sources": [
            {"name": s.name, "position": s.position, "line": s.line} for s in paper.sources
        ],
        "added": paper.added.isoformat(),
        "extra": dict(paper.extra),
        "status": reading.status.value,
        "priority": reading.priority,
        "rank": reading.rank,
        "tags": list(reading.tags),
        "note": reading.note,
        "rating": reading.rating,
        "deferred_until": reading.deferred_until.isoformat() if reading.deferred_until else None,
        "trashed": reading.trashed.isoformat() if reading.trashed else None,
    }


def to_jsonl(papers: Iterable[tuple[Paper, Reading]], options: Options = PLAIN, /) -> str:
    """One JSON object a line, keys in alphabetical order, so that two exports can be compared."""
    return "".join(_line(record(paper, reading), options) for paper, reading in papers)


def _line(values: dict[str, Any], options: Options) -> str:
    if options.notes is False:
        del values["note"]
    return json.dumps(values, ensure_ascii=False, sort_keys=True, allow_nan=False) + "\n"
