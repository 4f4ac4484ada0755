# ruff: noqa: RUF001
"""Papers and helpers the tests of exporters share."""

from __future__ import annotations

import io
from datetime import UTC, datetime, timedelta
from itertools import count
from pathlib import Path
from typing import Any

from hypothesis import strategies as st

from readq.domain import Draft, Paper, Reading, TitleOrigin
from readq.exporters import EXPORTERS, ExportOptions
from readq.importers import ImportIssue, read_source
from readq.text import strip_controls

CASES = Path(__file__).parents[1] / "cases" / "export"
NOW = datetime(2026, 7, 1, 12, 0, tzinfo=UTC)
_numbers = count()


def paper(title: str = "A Title", **facts: Any) -> Paper:
    """A paper with an id of its own, later than the papers made before it."""
    number = next(_numbers)
    facts.setdefault("title_origin", TitleOrigin.SOURCE)
    facts.setdefault("id", f"paper{number:05}")
    facts.setdefault("added", NOW + timedelta(seconds=number))
    return Paper(title=title, **facts)


def export(name: str, *papers: Paper, reading: Reading | None = None, **options: Any) -> str:
    """The text of an export in which all papers have the same reading."""
    pairs = [(p, reading or Reading(p.id)) for p in papers]
    return EXPORTERS[name](pairs, ExportOptions(**options))


def imported(text: str) -> list[Draft]:
    """The papers of a text; none may be rejected."""
    records = list(read_source("-", stdin=io.BytesIO(text.encode())))
    rejected = [r for r in records if isinstance(r, ImportIssue) and not r.kept]
    assert not rejected
    return [r for r in records if isinstance(r, Draft)]


texts = st.text(st.characters(codec="utf-8"), max_size=20)
"""Any text at all."""
_TELLING = r"""
{ } \ \{ \} {{ }} \\ $ % & # _ ^ ~ < > @ @misc{x, * ` [ ] ( ) = + - , ; : ' " | / . é Ł ı × 𝔰 ᵢ 中 📄
a B and Jr. van
"""
_telling = st.sampled_from([*_TELLING.split(), " ", "\n", "\n\n", "\t"])
stored_texts = (
    (st.lists(_telling, max_size=12).map("".join) | texts)
    .map(lambda text: strip_controls(text).strip())
    .filter(lambda text: text.isascii() or all(c.isprintable() or c == "\n" for c in text))
)
"""Text as a library may hold it: without controls, full of what trips readers."""
lines = stored_texts.map(lambda text: " ".join(text.split()))
"""The same on one line."""
