"""The links of a paper: http and https addresses and nothing else."""

from __future__ import annotations

import re
from collections.abc import Iterator
from urllib.parse import urlsplit

from readq.domain import Paper
from readq.patterns import lazily

_WEB = lazily(r"https?://[^\s\"'<>`\\]+", re.IGNORECASE)
_LONGEST = 2_000
_UNUSUAL = lazily(r"[|^{}]")
_NAMED_HOST = lazily(r"(?:[a-z0-9_-]+\.)+[a-z][a-z0-9-]+", re.IGNORECASE)


def links_of(paper: Paper) -> Iterator[tuple[str, str]]:
    """What each link is and its address, the best one to read first; each address once."""
    seen: set[str] = set()
    for what, address in _candidates(paper):
        if address and address not in seen and is_web_address(address):
            seen.add(address)
            yield what, address


def _candidates(paper: Paper) -> Iterator[tuple[str, str]]:
    yield "pdf", paper.pdf_url
    if paper.arxiv_id:
        if not paper.pdf_url:
            yield "pdf", f"https://arxiv.org/pdf/{paper.arxiv_id}"
        yield "arXiv", f"https://arxiv.org/abs/{paper.arxiv_id}"
    yield "page", paper.url
    if paper.openreview_id:
        yield "page", f"https://openreview.net/forum?id={paper.openreview_id}"
    if paper.doi:
        yield "doi", f"https://doi.org/{paper.doi}"
    yield "code", paper.code_url
    for address in paper.links:
        yield "link", address


def page_of(paper: Paper) -> str:
    """The address to give to others: the page of a paper rather than its PDF; empty without any."""
    found = list(links_of(paper))
    page = next((address for what, address in found if what in ("arXiv", "page", "doi")), "")
    return page or next((address for _, address in found), "")


def is_web_address(address: str) -> bool:
    """Whether it is an http or https address of a host, and nothing else."""
    if not (address.isprintable() and len(address) <= _LONGEST and _WEB.fullmatch(address)):
        return False
    try:
        parts = urlsplit(address)
        return bool(parts.hostname) and (parts.port is None or parts.port > 0)
    except ValueError:  # a port or a bracketed host that is none
        return False


def oddity(address: str) -> str:
    """Why a web address may not lead where it seems to; empty for an ordinary one."""
    parts = urlsplit(address)
    host = parts.hostname or ""
    if _UNUSUAL.search(address):
        return "It has letters that addresses seldom have."
    if "@" in parts.netloc:
        return f"What stands before the @ is not the host; it leads to {host}."
    if not host.isascii() or "xn--" in host:
        return "Its host has letters that can be taken for others."
    if not _NAMED_HOST.fullmatch(host) or host.endswith((".localhost", ".local", ".internal")):
        return "It leads to a machine by number, or to one of your own network."
    if parts.port not in (None, 80, 443):
        return "It leads to an unusual port."
    return ""
