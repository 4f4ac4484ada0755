"""What a change makes of the documents in the tables."""

from __future__ import annotations

from collections.abc import Collection, Mapping
from typing import Any

from readq.domain import Paper, Reading
from readq.store import codec
from readq.store.lazy import LazyTable

Documents = dict[int, Mapping[str, Any] | None]
"""Documents by their ids; None for one that goes."""


def paper_documents(
    facts: LazyTable,
    texts: LazyTable,
    papers: Mapping[str, Paper],
    hide: Collection[str],
    unhide: Collection[str],
) -> tuple[Documents, Documents]:
    """The documents of papers that come, change, are hidden or shown again: all but abstracts, abstracts.

    Args:
        facts: The table of papers as it is.
        texts: The table of abstracts.
        papers: New and changed papers by id.
        hide: Papers to take out of sight.
        unhide: Papers to show again.
    """
    new_id, out_of_sight = facts.last_id, frozenset(hide)
    hot: Documents = {}
    cold: Documents = {}
    for paper_id, paper in papers.items():
        document = codec.encode_paper(paper)
        doc_id = facts.id_of(paper_id)
        if doc_id is None:
            doc_id = new_id = new_id + 1
        else:
            codec.carry_unknown(document, facts[doc_id])
        if paper_id in out_of_sight:
            document["hidden"] = True
        hot[doc_id] = document
        if paper.abstract:
            cold[doc_id] = codec.encode_abstract(paper)
        elif doc_id in texts:
            cold[doc_id] = None
    for paper_id in (*hide, *unhide):
        if paper_id not in papers:
            doc_id = facts.ids_by_key[paper_id]
            hot[doc_id] = document = facts[doc_id]
            document.pop("hidden", None)
            if paper_id in out_of_sight:
                document["hidden"] = True
    return hot, cold


def reading_documents(table: LazyTable, readings: Mapping[str, Reading | None]) -> Documents:
    """The documents of readings by paper; None for one that is taken back whole."""
    new_id = table.last_id
    documents: Documents = {}
    for paper_id, reading in readings.items():
        doc_id = table.id_of(paper_id)
        if reading is None:
            if doc_id is not None:
                documents[doc_id] = None
            continue
        document = codec.encode_reading(reading)
        if doc_id is None:
            doc_id = new_id = new_id + 1
        else:
            codec.carry_unknown(document, table[doc_id])
        documents[doc_id] = document
    return documents
