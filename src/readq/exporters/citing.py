"""A paper in one line, to paste into a mail or a note."""

from __future__ import annotations

from readq.domain import Paper
from readq.exporters.markdown import as_text
from readq.exporters.people import PersonName, names_of

_MOST_AUTHORS = 20
_NEVER_IN_MARKDOWN = "<>\\ \n"


def citation(paper: Paper, address: str = "") -> str:
    """Authors, year, title, venue and address as reference lists have them (APA)."""
    names = [_inverted(name) for name in names_of(paper)]
    if len(names) > _MOST_AUTHORS:
        names = [*names[: _MOST_AUTHORS - 1], f"… {names[-1]}"]
    if len(names) > 1:
        names[-1] = names[-1] if names[-1].startswith("…") else f"& {names[-1]}"
    people = ", ".join(names)
    year = f"({paper.year or 'n.d.'})."
    lead = f"{people} {year}" if people else ""
    title = paper.title if paper.title.endswith((".", "?", "!")) else f"{paper.title}."
    rest = "" if lead else year
    venue = f"{paper.venue}." if paper.venue else ""
    return " ".join(" ".join(filter(None, (lead, title, rest, venue, address))).split())


def markdown_link(paper: Paper, address: str = "") -> str:
    """The title as a Markdown link; the bare title where there is no address."""
    if not address:
        return as_text(paper.title)
    for character in _NEVER_IN_MARKDOWN:
        address = address.replace(character, f"%{ord(character):02X}")
    return f"[{as_text(paper.title)}](<{address}>)"


def _inverted(name: PersonName) -> str:
    """`Berg, A. B. van der, Jr.`, or the whole name of a group."""
    if name.literal:
        return name.literal
    initials = " ".join(
        "-".join(f"{part[0]}." for part in word.split("-") if part) for word in name.given.split()
    )
    return ", ".join(filter(None, (name.whole_family, initials, name.suffix)))
