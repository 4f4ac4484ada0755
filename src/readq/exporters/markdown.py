"""A reading list in Markdown, to print, mail or keep beside one's notes."""

from __future__ import annotations

from collections.abc import Iterable

from readq.domain import DERIVED_IN_LISTS, Paper, Reading, Status
from readq.exporters.options import PLAIN, Options
from readq.exporters.people import OTHERS
from readq.patterns import lazily

_SPECIAL = lazily(r"([\\`*_{}\[\]<>#|~$&])")
_LINE_START = lazily(r"^(\d+)([.)])|^([-+=])")
_MANY_AUTHORS = 6


def to_markdown(papers: Iterable[tuple[Paper, Reading]], options: Options = PLAIN, /) -> str:
    """A heading and one item a paper; papers that were read are ticked."""
    items = [_item(paper, reading, notes=options.notes is not False) for paper, reading in papers]
    return "\n".join(["# Reading list", "", *items]) if items else "# Reading list\n"


def _item(paper: Paper, reading: Reading, *, notes: bool) -> str:
    box = "x" if reading.status is Status.READ else " "
    title = as_text(paper.title)
    address = _address(paper)
    lines = [f"- [{box}] " + (f"[{title}](<{address}>)" if address else title)]
    lines += [f"  {line}" for line in (_facts(paper), _decisions(reading)) if line]
    if notes and reading.note.strip():
        note = reading.note.strip("\n").replace("\r\n", "\n").split("\n")
        lines += ["", *(f"  {line}" if line.strip() else "" for line in note)]
    return "\n".join(lines) + "\n"


def _facts(paper: Paper) -> str:
    named = [name for name in paper.authors if name.lower() not in OTHERS]
    authors = named[:_MANY_AUTHORS]
    if len(authors) < len(paper.authors):
        authors.append("et al.")
    where = " ".join(str(part) for part in (paper.venue, paper.year) if part)
    said = [_part(part) for part in (", ".join(authors), where) if part]
    if paper.title_is_derived:
        said.append(f"*{DERIVED_IN_LISTS}*")
    return " · ".join(said)


def _decisions(reading: Reading) -> str:
    said = []
    if reading.status not in (Status.NEW, Status.READ):
        said.append(reading.status.value)
    if reading.priority:
        said.append(f"priority {reading.priority}")
    if reading.rating is not None:
        said.append(f"rated {reading.rating} of 5")
    if reading.deferred_until:
        said.append(f"deferred until {reading.deferred_until.isoformat()}")
    if reading.trashed:
        said.append("in the trash")
    if reading.tags:
        said.append("tags: " + ", ".join(map(_part, reading.tags)))
    return " · ".join(said)


def _address(paper: Paper) -> str:
    address = paper.url
    if not address and paper.doi:
        address = f"https://doi.org/{paper.doi}"
    if not address and paper.arxiv_id:
        address = f"https://arxiv.org/abs/{paper.arxiv_id}"
    if not address and paper.openreview_id:
        address = f"https://openreview.net/forum?id={paper.openreview_id}"
    address = address or paper.pdf_url
    for character in "<>\\ \n":
        address = address.replace(character, f"%{ord(character):02X}")
    return address


def _part(text: str) -> str:
    """Text between two middle dots, without any in it that a reader of the list could take for those."""
    return as_text(text).replace("\u00b7", "&middot;")


def as_text(text: str) -> str:
    """Text that Markdown shows as it is, on one line; an address in it becomes no link."""
    text = _SPECIAL.sub(r"\\\1", " ".join(text.split())).replace("://", "\\://")
    return _LINE_START.sub(lambda m: f"{m[1]}\\{m[2]}" if m[1] else f"\\{m[3]}", text)
