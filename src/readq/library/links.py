"""The links of a paper: http and https addresses and nothing else."""

from __future__ import annotations

import re
from collections.abc import Iterator

from readq.domain import Paper

_WEB = re.compile(r"https?://[^\s\"'<>`\\]+", re.IGNORECASE)


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
    """Whether it is an http or https address and nothing else."""
    return address.isprintable() and _WEB.fullmatch(address) is not None
