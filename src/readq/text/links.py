"""Links in prose, and which of them is the paper's code."""

from __future__ import annotations

import re
from collections.abc import Sequence

_URL = re.compile(r"https?://[^\s<>\"“”{}\\\\]+")
_CODE_HOST = re.compile(r"https?://(?:www\.)?(?:github\.com|gitlab\.com|anonymous\.4open\.science)/", re.IGNORECASE)


def code_link(text: str, links: Sequence[str]) -> str:
    """The link under which the paper's code is; empty when none is."""
    return next((link for link in links if _CODE_HOST.match(link)), "")


def bare_links(text: str) -> tuple[str, ...]:
    """The http(s) links written out in text, each once."""
    return tuple(dict.fromkeys(m[0].rstrip(".,;:!?*\'\")]") for m in _URL.finditer(text)))
