"""Papers and readings for the tests of the store."""

from __future__ import annotations

from datetime import UTC, datetime
from typing import Any

from readq.domain import Change, Paper, PaperEdit, Reading, Status, TitleOrigin
from readq.store import Files

NOW = datetime(2026, 7, 1, 9, 30, tzinfo=UTC)


def paper(paper_id: str, **fields: Any) -> Paper:
    fields.setdefault("title", f"On {paper_id}")
    fields.setdefault("abstract", f"We study {paper_id}.")
    return Paper(id=paper_id, title_origin=TitleOrigin.SOURCE, added=NOW, **fields)


def reading(paper_id: str, status: Status = Status.QUEUED, **fields: Any) -> Reading:
    return Reading(paper_id, status, moved=((status, NOW),), **fields)


def change(files: Files, label: str = "did it", **fields: Any) -> Change:
    return Change(files.next_change_id(), label, NOW, **fields)


def add(files: Files, *papers: Paper) -> Change:
    edits = tuple(PaperEdit(p.id, None, None) for p in papers)
    return files.commit(change(files, "added", papers=edits), papers={p.id: p for p in papers})


def decide(files: Files, *readings: Reading, label: str = "decided") -> Change:
    return files.commit(change(files, label), readings={r.paper_id: r for r in readings})


def content(files: Files) -> dict[str, Any]:
    """All a library holds."""
    return {
        "ids": list(files.paper_ids),
        "papers": {i: files.paper(i) for i in files.paper_ids},
        "hot": list(files.hot_papers()),
        "readings": dict(files.readings()),
        "changes": list(files.changes()),
    }
