"""Links of a paper, and opening one in a browser."""

from __future__ import annotations

import os
import re
import shutil
import subprocess
import sys
from collections.abc import Iterator, Mapping

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
        yield "arXiv", f"https://arxiv.org/abs/{paper.arxiv_id}"
    yield "page", paper.url
    if paper.openreview_id:
        yield "page", f"https://openreview.net/forum?id={paper.openreview_id}"
    if paper.doi:
        yield "doi", f"https://doi.org/{paper.doi}"
    yield "code", paper.code_url
    for address in paper.links:
        yield "link", address


def is_web_address(address: str) -> bool:
    """Whether it is an http or https address and nothing else."""
    return address.isprintable() and _WEB.fullmatch(address) is not None


def browser_command(
    environ: Mapping[str, str] | None = None, platform: str = sys.platform
) -> tuple[str, ...] | None:
    """The program that opens a link in a browser; None where there is no screen to show it on."""
    environ = os.environ if environ is None else environ
    if environ.get("SSH_CONNECTION") or environ.get("SSH_TTY"):
        return None
    if platform == "darwin":
        return ("open",)
    if platform == "win32":
        return ("rundll32", "url.dll,FileProtocolHandler")
    if not (environ.get("DISPLAY") or environ.get("WAYLAND_DISPLAY")):
        return None
    found = shutil.which("xdg-open")
    return (found,) if found else None


def open_in_browser(address: str, command: tuple[str, ...]) -> None:
    """Start the browser without a shell and without waiting; OSError when it cannot be started."""
    if not is_web_address(address):
        raise OSError(f"{address} is no web address")
    subprocess.Popen(
        [*command, address],
        stdin=subprocess.DEVNULL,
        stdout=subprocess.DEVNULL,
        stderr=subprocess.DEVNULL,
        start_new_session=True,
    )
