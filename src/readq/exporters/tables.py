"""CSV and TSV, one row a paper, safe to open in a spreadsheet."""

from __future__ import annotations

import csv
import io
from collections.abc import Iterable

from readq.domain import Paper, Reading
from readq.domain.cells import COLUMNS, FOREIGN, listed, safe_cell
from readq.exporters.options import PLAIN, Options
from readq.exporters.values import as_text, further_links


def to_csv(papers: Iterable[tuple[Paper, Reading]], options: Options = PLAIN, /) -> str:
    """Cells parted by commas."""
    return _table(papers, options, ",")


def to_tsv(papers: Iterable[tuple[Paper, Reading]], options: Options = PLAIN, /) -> str:
    """Cells parted by tabs."""
    return _table(papers, options, "\t")


def _table(papers: Iterable[tuple[Paper, Reading]], options: Options, delimiter: str) -> str:
    pairs = list(papers)
    columns = [name for name in COLUMNS if name != "note" or options.notes is not False]
    foreign = sorted({name for paper, _ in pairs for name in paper.extra})
    out = io.StringIO(newline="")
    if options.bom:
        out.write("\ufeff")
    writer = csv.writer(out, delimiter=delimiter, lineterminator="\r\n")
    writer.writerow([*columns, *(safe_cell(_column(name)) for name in foreign)])
    for paper, reading in pairs:
        own = _row(paper, reading)
        cells = [own[name] for name in columns]
        cells += [as_text(paper.extra.get(name, "")) for name in foreign]
        writer.writerow([safe_cell(cell) for cell in cells])
    return out.getvalue()


def _row(paper: Paper, reading: Reading) -> dict[str, str]:
    return {
        "title": paper.title,
        "authors": listed(paper.authors),
        "year": _number(paper.year),
        "month": _number(paper.month),
        "venue": paper.venue,
        "doi": paper.doi,
        "arxiv_id": paper.arxiv_id,
        "openreview_id": paper.openreview_id,
        "url": paper.url,
        "pdf_url": paper.pdf_url,
        "code_url": paper.code_url,
        "links": listed(further_links(paper)),
        "keywords": listed(paper.keywords),
        "abstract": paper.abstract,
        "citekey": paper.citekey,
        "title_origin": paper.title_origin.value,
        "aliases": listed(paper.aliases),
        "status": reading.status.value,
        "priority": str(reading.priority),
        "rating": _number(reading.rating),
        "tags": listed(reading.tags),
        "deferred_until": reading.deferred_until.isoformat() if reading.deferred_until else "",
        "trashed": reading.trashed.isoformat() if reading.trashed else "",
        "note": reading.note,
        "id": paper.id,
        "added": paper.added.isoformat(),
    }


def _column(name: str) -> str:
    bare = name
    while bare.endswith(FOREIGN):
        bare = bare.removesuffix(FOREIGN)
    return name + FOREIGN if bare.lower() in COLUMNS or not name else name


def _number(number: int | None) -> str:
    return "" if number is None else str(number)
