"""Names that a paper coins."""

from __future__ import annotations

import re

from readq.domain import Name

_ANNOUNCED = re.compile(r"\b(?:propose|introduce|present|develop)\s+([A-Za-z]*[A-Z]\S*?[A-Z]\w*)")


def coined_names(plain: str) -> tuple[Name, ...]:
    """The names of methods, data sets and ideas that an abstract announces as its own, the main one first."""
    return tuple(Name(text) for text in dict.fromkeys(m[1] for m in _ANNOUNCED.finditer(plain)))
