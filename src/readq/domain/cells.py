"""Cells of a table that a spreadsheet must not take for formulas, and back."""

from __future__ import annotations

import re

__all__ = ["plain_cell", "safe_cell"]

# Spreadsheets overlook some characters before a formula, and full-width signs count as signs.
_FORMULA = re.compile("[\\s'\";,|\u200b-\u200f\u2060\ufeff]*?(?:%0[9ADad])*[\t\r\n=+\\-@＝＋－＠−]")  # noqa: RUF001


def safe_cell(text: str) -> str:
    """The text, behind an apostrophe if a spreadsheet could run it as a formula."""
    return f"'{text}" if _FORMULA.match(text) else text


def plain_cell(cell: str) -> str:
    """What `safe_cell` made the cell of."""
    return cell[1:] if cell.startswith("'") and _FORMULA.match(cell, 1) else cell
