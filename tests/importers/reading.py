"""Reading a text or file and looking at what came of it."""

from __future__ import annotations

import io
from pathlib import Path

from readq.domain import Draft
from readq.importers import ImportIssue, read_source

CASES = Path(__file__).parents[1] / "cases"
HOSTILE = Path(__file__).parent / "inputs" / "hostile"


def parsed(
    source: str | bytes | Path, format_: str | None = None
) -> tuple[list[Draft], list[ImportIssue]]:
    """The papers of a text (as from standard input) or file, and what was said about its records."""
    if isinstance(source, Path):
        found = list(read_source(source, format=format_))
    else:
        data = source if isinstance(source, bytes) else source.encode()
        found = list(read_source("-", format=format_, stdin=io.BytesIO(data)))
    return (
        [record for record in found if isinstance(record, Draft)],
        [record for record in found if isinstance(record, ImportIssue)],
    )


def only(source: str | bytes | Path, format_: str | None = None) -> Draft:
    """The one paper of a source that has nothing wrong with it."""
    drafts, issues = parsed(source, format_)
    assert not issues
    assert len(drafts) == 1
    return drafts[0]


def rejected(issues: list[ImportIssue]) -> list[ImportIssue]:
    """The issues that cost a record."""
    return [issue for issue in issues if not issue.kept]
