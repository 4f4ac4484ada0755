"""What is copied of papers: title, link, BibTeX, Markdown, citation."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from typing import TYPE_CHECKING

from readq.domain import Paper
from readq.exporters import EXPORTERS, ExportOptions, citation, markdown_link
from readq.library.links import page_of

if TYPE_CHECKING:
    from readq.library.core import Library

_LINES: Mapping[str, Callable[[Paper], str]] = {
    "title": lambda paper: paper.title,
    "link": page_of,
    "markdown": lambda paper: markdown_link(paper, page_of(paper)),
    "citation": lambda paper: citation(paper, page_of(paper)),
}
SNIPPETS = (*_LINES, "bibtex")
"""The kinds there are."""


def snippet(library: Library, ids: Sequence[str], kind: str) -> str:
    """Papers as text to paste, one a line but in BibTeX; empty when there is nothing to say.

    BibTeX looks at the citekeys of the whole library: with many papers that is work for a thread.
    """
    papers = [library.paper(i) for i in ids]
    if kind != "bibtex":
        return "\n".join(filter(None, map(_LINES[kind], papers)))
    pairs = [(paper, library.reading(paper.id)) for paper in papers]
    return EXPORTERS["bibtex"](pairs, ExportOptions(notes=False, keys=library.citekeys)).strip()
