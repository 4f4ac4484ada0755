"""What a change did to a paper's facts, as the stored values of the fields that differ."""

from __future__ import annotations

from typing import Any

from readq.domain import Paper
from readq.store import decode_paper, encode_paper

_ABSTRACT = "abstract"


def changed_fields(old: Paper, new: Paper) -> tuple[dict[str, Any], dict[str, Any]]:
    """The fields that differ, before and after; a field missing from the document is None."""
    before, after = _document(old), _document(new)
    names = [n for n in {**before, **after} if before.get(n) != after.get(n)]
    return {n: before.get(n) for n in names}, {n: after.get(n) for n in names}


def with_fields(paper: Paper, fields: dict[str, Any]) -> Paper:
    """The paper with these stored values in place of its own."""
    document = {**_document(paper), **fields}
    kept = {name: value for name, value in document.items() if value is not None}
    return decode_paper(kept, kept.get(_ABSTRACT, ""))


def _document(paper: Paper) -> dict[str, Any]:
    document = encode_paper(paper)
    if paper.abstract:
        document[_ABSTRACT] = paper.abstract
    return document
