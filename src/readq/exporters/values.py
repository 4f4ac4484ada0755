"""Values of other sources as text, and the names other formats have for them."""

from __future__ import annotations

import json
from collections.abc import Iterable
from typing import Any

from readq.domain import Paper
from readq.exporters.kinds import said_kind
from readq.patterns import lazily

_VENUES = ("container-title", "journal", "journaltitle", "booktitle", "maintitle")
_LATEX = lazily(r"[\\{}$]")
_ADDRESS_SIGN = lazily(r"[\w/%&=?#~@+-]")
_NOT_IN_ADDRESSES = lazily(r"[{}\\<>\s]")
_MARKUP = lazily(r"[\\{}$*_^~<>&`\[]|--|''")


def as_text(value: Any) -> str:
    """A value of `extra` as text: lists of text parted by semicolons, all else that is no text as JSON."""
    if isinstance(value, str):
        return value
    if isinstance(value, list) and value and all(isinstance(item, str) for item in value):
        return "; ".join(value)
    return "" if value is None else json.dumps(value, ensure_ascii=False, allow_nan=False)


def one_line(text: str) -> str:
    """The text with its white space folded."""
    return " ".join(text.split())


def beyond_type(paper: Paper) -> dict[str, Any]:
    """The paper's further fields without the one that says of which sort it is."""
    type_field, kind = said_kind(paper)
    return {
        name: value
        for name, value in paper.extra.items()
        if name != type_field or (kind is None and name != "entry_type")
    }


def arxiv_doi(paper: Paper) -> str:
    """The DOI that arXiv gave the paper, for programs that know no arXiv ids."""
    return f"10.48550/arXiv.{paper.arxiv_id}" if paper.arxiv_id else ""


def looks_like_markup(paper: Paper) -> bool:
    """Whether plain text of the paper could be taken for LaTeX, Markdown or HTML by readq itself."""
    texts = (paper.title, paper.venue, *paper.authors, *paper.aliases)
    return any(map(_MARKUP.search, texts))


def address(link: str) -> str:
    """An address in which no sign parts it or means something to LaTeX."""
    return _NOT_IN_ADDRESSES.sub(lambda sign: f"%{ord(sign[0]):02X}", link)


def further_links(paper: Paper) -> list[str]:
    """The links of a paper that do not stand in its abstract as they are: other records gave them."""
    return [link for link in paper.links if not _stands_in(link, paper.abstract)]


def _stands_in(link: str, text: str) -> bool:
    at = text.find(link)
    return at >= 0 and not _ADDRESS_SIGN.match(text, at + len(link))


def venue_of(paper: Paper, extra: dict[str, Any], field: str = "") -> str:
    """The venue as its source wrote it, taken out of the further fields, unless that was LaTeX.

    Args:
        paper: The paper.
        extra: Its further fields, changed in place.
        field: The only field that is taken out; by default any.
    """
    said = next((name for name in _VENUES if one_line(as_text(extra.get(name)))), "")
    if not said or _LATEX.search(as_text(extra[said])):
        return one_line(paper.venue)
    return one_line(as_text(extra.pop(said) if field in ("", said) else extra[said]))


def take_first(extra: dict[str, Any], names: Iterable[str]) -> str:
    """Take out the first of the names under which there is text; the text on one line."""
    return take_named(extra, names)[1]


def take_named(extra: dict[str, Any], names: Iterable[str]) -> tuple[str, str]:
    """Take out the first of the names under which there is text; the name, and the text on one line."""
    for name in names:
        text = one_line(as_text(extra.get(name)))
        if text:
            del extra[name]
            return name, text
    return "", ""


def day_of(paper: Paper) -> int | None:
    """The day of the month, if the source said one that goes with the paper's year and month."""
    for name in ("date", "day", "issued"):
        said = as_text(paper.extra.get(name)).strip()
        if paper.year and paper.month and said.startswith(f"{paper.year}-{paper.month:02}-"):
            said = said[8:10]
        if said.isdecimal() and len(said) <= 2 and 1 <= int(said) <= 31:
            return int(said)
    return None
