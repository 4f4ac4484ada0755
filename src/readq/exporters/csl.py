"""CSL-JSON, which Zotero, pandoc and every citeproc read."""

from __future__ import annotations

import json
from collections.abc import Iterable
from typing import Any

from readq.domain import DERIVED_NOTE, Paper, Reading
from readq.domain.citekey import is_citekey
from readq.domain.synonyms import NAMES, RANGE
from readq.exporters.keys import keys_for
from readq.exporters.kinds import kind_of
from readq.exporters.options import PLAIN, Options
from readq.exporters.people import PersonName, names_of, parted
from readq.exporters.values import (
    arxiv_doi,
    as_text,
    beyond_type,
    day_of,
    further_links,
    looks_like_markup,
    one_line,
    take_named,
    venue_of,
)
from readq.patterns import lazily

_NAMES: tuple[tuple[str, tuple[str, ...]], ...] = (
    ("volume", ("volume",)),
    ("issue", ("issue",)),
    ("number", ("number",)),
    ("page", ("pages", "page")),
    ("edition", ("edition",)),
    ("publisher", ("publisher", "institution", "school", "organization")),
    ("publisher-place", ("address", "publisher-place", "location", "place")),
    ("collection-title", ("series", "collection-title")),
    ("ISSN", ("issn", "ISSN")),
    ("ISBN", ("isbn", "ISBN")),
    ("PMID", ("pmid", "PMID")),
    ("language", ("language", "langid")),
    ("title-short", ("shorttitle", "title-short")),
)
_DASHES = lazily(r"\s*(?:--+|\u2013)\s*")
_PLAIN_NAMES = lazily(r"[^{}\\$]+")


def to_csl(papers: Iterable[tuple[Paper, Reading]], options: Options = PLAIN, /) -> str:
    """A list of items; what CSL has no variable for is in each item's `custom`."""
    pairs = list(papers)
    keys = keys_for((paper for paper, _ in pairs), options)
    items = [_item(paper, reading, keys[paper.id], options) for paper, reading in pairs]
    return json.dumps(items, ensure_ascii=False, indent=1, allow_nan=False) + "\n"


def _item(paper: Paper, reading: Reading, key: str, options: Options) -> dict[str, Any]:
    extra = beyond_type(paper)
    own_id = one_line(as_text(extra.pop("id", "")))
    key = key if paper.citekey else own_id or key
    item: dict[str, Any] = {"id": key, "type": kind_of(paper).csl, "title": paper.title}
    if paper.authors:
        item["author"] = [_name(name) for name in names_of(paper)]
    if paper.year is not None:
        day = day_of(paper)
        parts = [paper.year, paper.month, day] if day else [paper.year, paper.month]
        item["issued"] = {"date-parts": [[part for part in parts if part is not None]]}
        if day:
            extra.pop("date", None)
    for variable, text in (
        ("container-title", venue_of(paper, extra)),
        ("DOI", paper.doi or arxiv_doi(paper)),
        ("URL", paper.url),
        ("abstract", paper.abstract),
        ("keyword", _keywords(paper.keywords)),
    ):
        if text.strip():
            item[variable] = text
    item |= _others(extra)
    if note := _note(paper, extra):
        item["note"] = note
    if options.notes and reading.note.strip():
        item["annote"] = reading.note
    own: dict[str, Any] = {
        "citekey": "" if is_citekey(paper.citekey) else paper.citekey,
        "arxiv_id": paper.arxiv_id if paper.doi else "",
        "openreview_id": paper.openreview_id,
        "pdf_url": paper.pdf_url,
        "code_url": paper.code_url,
        "links": further_links(paper),
        "aliases": list(paper.aliases),
        "plain": looks_like_markup(paper) or _looks_like_nothing(paper) or None,
        "entry_type": paper.extra.get("entry_type"),
    }
    custom = {name: value for name, value in own.items() if value not in ("", None, [])}
    custom |= {name: value for name, value in extra.items() if value not in ("", None)}
    if custom:
        item["custom"] = custom
    return item


def _looks_like_nothing(paper: Paper) -> bool:
    """Whether a text of the paper is what programs write that found none ("NULL")."""
    texts = (paper.title, paper.abstract, paper.venue, paper.citekey)
    return any(text.strip().lower() in ("nan", "none", "null") for text in texts)


def _name(name: PersonName) -> dict[str, str]:
    if name.literal:
        return {"literal": name.literal}
    parts = {
        "family": name.family,
        "given": name.given,
        "non-dropping-particle": name.particle,
        "suffix": name.suffix,
    }
    return {part: text for part, text in parts.items() if text}


def _others(extra: dict[str, Any]) -> dict[str, Any]:
    """The variables of CSL among the further fields, which are taken out of these."""
    found: dict[str, Any] = {}
    for variable, names in _NAMES:
        name, text = take_named(extra, names)
        if text:
            found[variable] = _DASHES.sub("-", text) if variable == "page" else text
            known_as = NAMES.get(variable, variable)
            comes_back = RANGE.sub("--", found[variable]) if variable == "page" else text
            if (known_as, comes_back) != (name, text) and name != variable:
                extra[name] = text  # its own name and wording go into `custom`
    for role in ("editor", "translator"):
        people = extra.get(role)
        if isinstance(people, str) and _PLAIN_NAMES.fullmatch(people):
            turned = [_turned(name) for name in people.split(" and ")]
            found[role] = [_name(parted(name)) for name in turned]
            if " and ".join(turned) == people:  # else its own wording goes into `custom` as well
                del extra[role]
        elif isinstance(people, list) and all(isinstance(person, dict) for person in people):
            found[role] = extra.pop(role)
    return found


def _turned(name: str) -> str:
    """`Family, Given` in the order of reading."""
    family, comma, given = one_line(name).partition(", ")
    return f"{given} {family}" if comma and "," not in given else one_line(name)


def _note(paper: Paper, extra: dict[str, Any]) -> str:
    lines = [DERIVED_NOTE] if paper.title_is_derived else []
    for name in ("note", "notes"):
        if isinstance(extra.get(name), str):
            lines.append(as_text(extra.pop(name)))
    return "\n".join(lines)


def _keywords(keywords: Iterable[str]) -> str:
    """Keywords parted by commas, or by semicolons where one has a comma in it."""
    words = [word.replace(";", ",") for word in map(one_line, keywords) if word]
    if not any("," in word for word in words):
        return ", ".join(words)
    return "; ".join(words) + (";" if len(words) == 1 else "")
