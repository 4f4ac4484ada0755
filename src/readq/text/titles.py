"""Titles for papers that came without one."""

from __future__ import annotations

from readq.domain import Name
from readq.text.names import coined_names


def derive_title(plain: str, names: tuple[Name, ...] | None = None) -> str:
    """A readable title made from an abstract."""
    for name in coined_names(plain) if names is None else names:
        return f"{name.text}: {name.expansion}" if name.expansion else name.text
    words = plain.split()
    return " ".join(words[:10]) + ("…" if len(words) > 10 else "")
