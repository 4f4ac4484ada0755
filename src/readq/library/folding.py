"""The words of an abstract as filters see them."""

from __future__ import annotations

from readq.search import fold
from readq.text import render

_MARKUP = frozenset("\\$*_{<&`[")
"""Without any of these a text is shown as it is written, as far as its words go."""


def folded_abstract(raw: str) -> str:
    """The words of an abstract as it is shown, folded, with a blank around each."""
    return f" {fold(raw if _MARKUP.isdisjoint(raw) else render(raw).plain)} "
