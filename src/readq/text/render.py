"""Abstracts and titles as plain Unicode text with styles and links."""

from __future__ import annotations

import re

from readq.text.links import bare_links
from readq.text.model import Rendered

_EMPHASIS = re.compile(r"\*\*?([^*\n]+?)\*\*?|\\\\(?:textbf|emph|textit|url)\{([^{}]*)\}")


def render(raw: str) -> Rendered:
    """Plain text, styles and links of an abstract as its source wrote it."""
    plain = _EMPHASIS.sub(lambda m: m[1] or m[2] or "", " ".join(raw.split())).replace("\\%", "%")
    return Rendered(plain, (), bare_links(plain))


def render_title(raw: str) -> str:
    """A title on one line."""
    return " ".join(render(raw).plain.split())
