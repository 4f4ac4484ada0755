"""Papers with the reader's labels, as the screening program ASReview reads them."""

from __future__ import annotations

import csv
import io
from collections.abc import Iterable

from readq.domain import Paper, Reading, Status
from readq.domain.cells import listed, safe_cell
from readq.exporters.options import PLAIN, Options

_COLUMNS = ("title", "abstract", "authors", "keywords", "year", "doi", "url", "included")
_LABELS = {
    Status.QUEUED: "1",
    Status.READING: "1",
    Status.READ: "1",
    Status.SKIPPED: "0",
}


def to_asreview(papers: Iterable[tuple[Paper, Reading]], _options: Options = PLAIN, /) -> str:
    """CSV in which `included` is 1 for wanted papers, 0 for skipped ones, and empty where it is open."""
    out = io.StringIO(newline="")
    writer = csv.writer(out, lineterminator="\r\n")
    writer.writerow(_COLUMNS)
    for paper, reading in papers:
        cells = (
            paper.title,
            paper.abstract,
            listed(paper.authors),
            listed(paper.keywords),
            str(paper.year or ""),
            paper.doi,
            paper.url,
            _LABELS.get(reading.status, ""),
        )
        writer.writerow([safe_cell(cell) for cell in cells])
    return out.getvalue()
