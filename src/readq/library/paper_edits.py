"""What a change did to a paper's facts, as the stored values of the fields that differ."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import fields, replace
from typing import Any

from readq.domain import Paper
from readq.store import decode_paper, encode_paper

_ABSTRACT = "abstract"


def changed_fields(old: Paper, new: Paper) -> tuple[dict[str, Any], dict[str, Any]]:
    """The fields that differ, before and after; a field missing from the document is None."""
    before, after = _document(old), _document(new)
    names = [n for n in {**before, **after} if before.get(n) != after.get(n)]
    return {n: before.get(n) for n in names}, {n: after.get(n) for n in names}


def with_fields(
    paper: Paper, left: Mapping[str, Any], wanted: Mapping[str, Any]
) -> tuple[Paper, bool]:
    """The paper with the stored values of `wanted`, where it still holds those of `left`.

    Returns:
        The new paper, and whether every field could be set: what was changed since stays.
    """
    document = _document(paper)
    fitting = {n: value for n, value in wanted.items() if document.get(n) == left.get(n)}
    document.update(fitting)
    kept = {name: value for name, value in document.items() if value is not None}
    return decode_paper(kept, kept.get(_ABSTRACT, "")), len(fitting) == len(wanted)


def rebased(new: Paper, base: Paper, current: Paper) -> Paper:
    """`new`, worked out from `base`, on top of what the paper says by now; what changed there stays."""
    news = {
        field.name: getattr(new, field.name)
        for field in fields(Paper)
        if getattr(current, field.name) == getattr(base, field.name)
    }
    return replace(current, **news)


def _document(paper: Paper) -> dict[str, Any]:
    document = encode_paper(paper)
    if paper.abstract:
        document[_ABSTRACT] = paper.abstract
    return document
