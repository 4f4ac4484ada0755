"""`open`: a paper's PDF, page or code in the browser."""

from __future__ import annotations

import click

from readq.cli.command import command, unguarded
from readq.cli.output import clean, put_json, put_lines, say
from readq.cli.session import Session
from readq.errors import ReadqError, UsageError

_KINDS = ("pdf", "page", "arxiv", "doi", "code", "link")


@command("open", "readq open 2602.16490", "readq open HiCI --to code")
@click.argument("paper")
@click.option("--to", type=click.Choice(_KINDS), help="Which link; else the best one to read.")
@click.option("--anyway", is_flag=True, help="Open an address also if its host looks odd.")
def open_(session: Session, paper: str, to: str | None, anyway: bool) -> None:
    """Open a paper's PDF or page in the browser.

    Only http and https are opened. Where there is no browser, as over ssh, the address is printed; with
    `--json` all of them are, and nothing is opened.
    """
    from readq.library import links_of

    with session.library() as library:
        found = library.find(unguarded((paper,))[0])
    links = [(what.lower(), address) for what, address in links_of(found)]
    if session.json:
        put_json([{"kind": what, "address": address} for what, address in links])
        return
    address = next((address for what, address in links if to in (None, what)), None)
    if address is None:
        there = ", ".join(dict.fromkeys(what for what, _ in links))
        if to and links:
            raise UsageError(f'"{clean(found.title)}" has no {to} link; there is {there}.')
        raise ReadqError(f'"{clean(found.title)}" came without a link.')
    if opened(address, anyway=anyway):
        say(clean(address))
    else:
        put_lines([clean(address)])


def opened(address: str, *, anyway: bool = False) -> bool:
    """Open an address in the browser; whether there is one.

    Args:
        address: Of http or https.
        anyway: Whether to open it also if its host looks odd.

    Raises:
        ReadqError: It looks odd, or the browser could not be started.
    """
    from readq.library import oddity
    from readq.ui.browser import browser_command, open_in_browser

    browser = browser_command()
    if browser is None:
        return False
    if not anyway and (why := oddity(address)):
        raise ReadqError(
            f"{clean(address)} is odd and not opened: {why} `readq open --anyway` opens it."
        )
    try:
        open_in_browser(address, browser)
    except OSError as error:
        raise ReadqError(f"{address}: the browser could not be started ({error}).") from error
    return True


COMMANDS = (open_,)
