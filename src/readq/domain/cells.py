"""readq's own tables: their columns, and cells that a spreadsheet must not take for formulas."""

from __future__ import annotations

import json
from collections.abc import Sequence

from readq.patterns import lazily

__all__ = ["COLUMNS", "FOREIGN", "items_of", "listed", "plain_cell", "safe_cell"]

_FACTS = (
    "title",
    "authors",
    "year",
    "month",
    "venue",
    "doi",
    "arxiv_id",
    "openreview_id",
    "url",
    "pdf_url",
    "code_url",
    "links",
    "keywords",
    "abstract",
    "citekey",
    "title_origin",
    "aliases",
)
_DECISIONS = ("status", "priority", "rating", "tags", "deferred_until", "trashed", "note")
COLUMNS = (*_FACTS, *_DECISIONS, "id", "added")
"""The columns every table has, before those of its sources."""
FOREIGN = " (source)"
"""Stands behind the name of a source's column that is called like one of readq's."""

# Spreadsheets overlook some characters before a formula, and full-width signs count as signs.
_FORMULA = lazily("[\\s'\";,|\u200b-\u200f\u2060\ufeff]*?(?:%0[9ADad])*[\t\r\n=+\\-@＝＋－＠−]")  # noqa: RUF001


def safe_cell(text: str) -> str:
    """The text, behind an apostrophe if a spreadsheet could run it as a formula."""
    return f"'{text}" if _FORMULA.match(text) else text


def plain_cell(cell: str) -> str:
    """What `safe_cell` made the cell of."""
    return cell[1:] if cell.startswith("'") and _FORMULA.match(cell, 1) else cell


def listed(items: Sequence[str]) -> str:
    """Items in one cell, parted by semicolons; as JSON if one of them would not come back from that."""
    text = "; ".join(items)
    if _parted(text) == list(items) and not text.startswith("["):
        return text
    return json.dumps(list(items), ensure_ascii=False)


def items_of(cell: str) -> list[str]:
    """The items that `listed` put in a cell."""
    if cell.startswith("["):
        try:
            items = json.loads(cell)
        except ValueError:
            items = None
        if isinstance(items, list) and all(isinstance(item, str) for item in items):
            return items
    return _parted(cell)


def _parted(text: str) -> list[str]:
    return [part.strip() for part in text.split(";")] if text else []
