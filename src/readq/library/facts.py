"""From what an importer read to what a Paper says, and how two accounts of one work unite."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from datetime import datetime
from functools import lru_cache
from typing import Any

from readq.domain import Draft, Paper, TitleOrigin
from readq.domain.identity import (
    abstract_hash,
    arxiv_id,
    new_paper_id,
    normal_doi,
    openreview_id,
    split_venue,
    title_key,
)
from readq.patterns import lazily
from readq.records import dataclass, replace
from readq.text import clean, coined_names, derive_title, has_ink, strip_controls
from readq.text.links import code_link
from readq.text.rendering import render, render_title

_PLAIN_NAME = lazily(r"[A-Z][a-z]*(?:[ .-][A-Z][a-z]+|\. ?[A-Z][a-z]*)*")
_FILLED = (
    "authors",
    "abstract",
    "abstract_hash",
    "venue",
    "year",
    "month",
    "doi",
    "arxiv_id",
    "openreview_id",
    "url",
    "pdf_url",
    "code_url",
    "links",
    "keywords",
    "citekey",
)
"""Fields an update fills where they were empty."""
_HOMES = {
    "doi": "https://doi.org/",
    "arxiv_id": "https://arxiv.org/abs/",
    "openreview_id": "https://openreview.net/forum?id=",
}
"""Identifiers, and the address each is kept as where a paper has another one of its kind."""
_CORRECTED = ("authors", "venue", "year", "month", "url", "pdf_url", "keywords")
"""Fields that a list the reader keeps elsewhere may have put right, besides the title."""


@dataclass(frozen=True, slots=True)
class Candidate:
    """One record, cleaned: a Paper in all but identity, with the keys it can be recognised by."""

    paper: Paper
    plain: str
    """The abstract as shown."""
    aliases: tuple[str, ...] = ()
    stand_in: str = ""
    """What to call the paper when it has neither title nor abstract."""

    @property
    def shows_something(self) -> bool:
        """Whether there is anything to call the paper by."""
        return any(map(has_ink, (self.paper.title, self.plain, self.stand_in)))

    @property
    def has_true_title(self) -> bool:
        """Whether the record itself gave the title."""
        return not self.paper.title_is_derived


def candidate(draft: Draft, *, venue: str, year: int | None, now: datetime) -> Candidate:
    """Clean one record; what takes longer to work out waits until it is known to be news.

    Args:
        draft: The record.
        venue: Venue to use where the record has none.
        year: Year to use where the record has none.
        now: When the paper comes into the library.
    """
    abstract = strip_controls(draft.abstract)
    shown = render(abstract)
    plain = _line if draft.is_plain else _shown
    title = plain(draft.title)
    own_venue, venue_year = (_line(draft.venue), None) if draft.is_plain else _venue(draft.venue)
    extra = dict(draft.extra)
    aliases = _texts(extra.pop("aliases", ()))
    paper = Paper(
        id="",
        title=title,
        title_origin=TitleOrigin.SOURCE if title else TitleOrigin.DERIVED,
        added=now,
        authors=tuple(filter(None, map(_line if draft.is_plain else _name, draft.authors))),
        abstract=abstract,
        abstract_hash=abstract_hash(shown.plain) if abstract else "",
        venue=own_venue or venue,
        year=draft.year or venue_year or year,
        month=draft.month,
        doi=normal_doi(draft.doi),
        arxiv_id=arxiv_id(draft.arxiv_id) or arxiv_id(draft.url),
        openreview_id=draft.openreview_id or openreview_id(draft.url),
        url=_line(draft.url),
        pdf_url=_line(draft.pdf_url),
        code_url=_line(draft.code_url) or code_link(shown.plain, shown.links),
        links=tuple(dict.fromkeys((*shown.links, *filter(None, map(_line, draft.links)))))
        if draft.links
        else shown.links,
        keywords=tuple(filter(None, map(_line, draft.keywords))),
        citekey=_line(draft.citekey),
        sources=draft.carried or (draft.source,),
        extra=_clean_extra(extra),
    )
    return Candidate(
        paper,
        shown.plain,
        tuple(filter(None, map(plain, aliases))),
        _line(draft.stand_in) or _identifier(paper),
    )


def as_new(found: Candidate, is_taken: Callable[[str], bool]) -> Paper:
    """The candidate as a paper of its own: with its names, a title, and an id no other paper has."""
    paper = found.paper
    names = coined_names(found.plain) if found.plain else ()
    title = paper.title or derive_title(found.plain, names) or found.stand_in
    return replace(
        paper,
        id=free_id(found, is_taken),
        title=title,
        names=names,
        aliases=titles_beside(title, found.aliases),
    )


def free_id(found: Candidate, is_taken: Callable[[str], bool]) -> str:
    """An id for a record that no other paper has."""
    paper = found.paper
    salt = 0
    while True:
        new_id = new_paper_id(
            doi=paper.doi,
            arxiv_id=paper.arxiv_id,
            openreview_id=paper.openreview_id,
            title=paper.title,
            abstract=paper.abstract_hash or found.plain or found.stand_in,
            salt=salt,
        )
        if not is_taken(new_id):
            return new_id
        salt += 1


def merged(known: Paper, found: Candidate, *, may_correct: bool = False) -> Paper:
    """What `known` says once it has also heard `found`; equal to `known` when there is no news.

    Empty fields are filled, a derived title gives way to a true one, every other title is kept as an
    alias, every other address or identifier as a link and every other citekey among `ids`; a venue brings its year along. Nothing is overwritten, unless
    it `may_correct`: a record with the citekey and an identifier of the known one is the same record
    exported again, and what it says now is what it is to say.
    """
    new = found.paper
    changes: dict[str, Any] = {
        name: getattr(new, name)
        for name in _FILLED
        if not getattr(known, name) and getattr(new, name)
    }
    if may_correct and _is_same_record(known, new):
        changes |= _corrections(known, new)
    if "abstract" in changes:
        changes["names"] = coined_names(found.plain)
    titles = list(found.aliases)
    if known.title_is_derived and not known.abstract and found.plain and not new.title:
        changes["title"] = derive_title(found.plain, changes["names"])
    if found.has_true_title:
        if known.title_is_derived:
            changes["title"] = new.title
            changes["title_origin"] = TitleOrigin.CATALOGUE
            # Without an abstract it was an identifier or a file name, by which nobody knows the paper.
            titles.extend([known.title] if known.abstract else [])
        elif "title" in changes:
            titles.append(known.title)
        else:
            titles.append(new.title)
    title = changes.get("title", known.title)
    aliases = titles_beside(title, (*known.aliases, *titles))
    if aliases != known.aliases:
        changes["aliases"] = aliases
    links = _addresses(known, new, changes)
    if links != known.links:
        changes["links"] = links
    if "venue" in changes and new.year:
        changes["year"], changes["month"] = new.year, new.month or known.month
    extra = {**new.extra, **known.extra}
    if known.citekey and (keys := _other_keys(known, new.citekey)):
        extra["ids"] = keys
    if _version(new) > _version(known):
        extra["arxiv_version"] = _version(new)
    if extra != known.extra:
        changes["extra"] = extra
    if not changes:
        return known
    return replace(known, sources=tuple(dict.fromkeys((*known.sources, *new.sources))), **changes)


def lacks_facts(paper: Paper) -> bool:
    """Whether a paper, with or without its abstract at hand, lacks something services know."""
    return paper.title_is_derived or not (
        paper.authors
        and paper.abstract_hash
        and paper.year
        and paper.venue
        and (paper.doi or paper.arxiv_id or paper.openreview_id)
    )


def _is_same_record(known: Paper, new: Paper) -> bool:
    if not new.citekey or new.citekey != known.citekey:
        return False
    return any(
        getattr(new, name) and getattr(new, name) == getattr(known, name)
        for name in ("doi", "arxiv_id", "openreview_id")
    )


def _corrections(known: Paper, new: Paper) -> dict[str, Any]:
    changes: dict[str, Any] = {
        name: getattr(new, name)
        for name in _CORRECTED
        if getattr(new, name) and getattr(new, name) != getattr(known, name)
    }
    from_a_source = known.title_origin in (TitleOrigin.SOURCE, TitleOrigin.CATALOGUE)
    if from_a_source and new.title and new.title != known.title:
        changes["title"] = new.title
    return changes


def _addresses(known: Paper, new: Paper, changes: Mapping[str, Any]) -> tuple[str, ...]:
    """The links of the paper, with the addresses and identifiers of the record that have no field of their own."""
    first, second = (new, known) if "abstract" in changes else (known, new)
    links = dict.fromkeys((*first.links, *second.links))
    for name in ("url", "pdf_url", "code_url"):
        address = getattr(new, name)
        if address and address != (changes.get(name) or getattr(known, name)):
            links[address] = None
    for name, home in _HOMES.items():
        other = getattr(new, name)
        is_kept = not other or other == (changes.get(name) or getattr(known, name))
        if not is_kept and not any(other in link.lower() or other in link for link in links):
            links[home + other] = None
    return tuple(links)


def _other_keys(known: Paper, key: str) -> str:
    """The further citekeys of a paper with this one, in the field BibLaTeX has for them."""
    said = known.extra.get("ids", "")
    keys = [one.strip() for one in said.split(",")] if isinstance(said, str) else []
    if not isinstance(said, str) or not key or key in ("", known.citekey, *keys):
        return ""
    return ", ".join(filter(None, (*keys, key)))


def titles_beside(title: str, titles: tuple[str, ...]) -> tuple[str, ...]:
    """The titles that say something else than `title`, each once."""
    if not titles:
        return ()
    seen = {title_key(title)}
    kept = []
    for other in titles:
        key = title_key(other)
        if key not in seen:
            seen.add(key)
            kept.append(other)
    return tuple(kept)


@lru_cache(maxsize=4096)  # the papers of a list share few venues
def _venue(text: str) -> tuple[str, int | None]:
    """Rendered and parted from its year."""
    return split_venue(_shown(text))


def _name(text: str) -> str:
    """A name of ASCII words, as nearly all are, needs no rendering."""
    return text if _PLAIN_NAME.fullmatch(text) else _shown(text)


def _shown(text: str) -> str:
    """Text on one line without markup, and without controls, in which markup can also be written."""
    return " ".join(_line(strip_controls(render_title(strip_controls(text)))).split())


def _version(paper: Paper) -> int:
    version = paper.extra.get("arxiv_version")
    return version if isinstance(version, int) else 0


def _identifier(paper: Paper) -> str:
    if paper.arxiv_id:
        return f"arXiv:{paper.arxiv_id}"
    if paper.doi:
        return f"doi:{paper.doi}"
    return f"OpenReview:{paper.openreview_id}" if paper.openreview_id else paper.url


def _line(text: str) -> str:
    return clean(text).strip() if text else ""


def _texts(value: Any) -> tuple[str, ...]:
    if isinstance(value, str):
        return (value,)
    return (
        tuple(item for item in value if isinstance(item, str))
        if isinstance(value, list | tuple)
        else ()
    )


def _clean_extra(extra: Mapping[str, Any]) -> dict[str, Any]:
    return {_line(name): _clean_value(value) for name, value in extra.items()}


def _clean_value(value: Any) -> Any:
    if isinstance(value, str):
        return strip_controls(value)
    if isinstance(value, list):
        return [_clean_value(item) for item in value]
    if isinstance(value, dict):
        return {_line(str(name)): _clean_value(item) for name, item in value.items()}
    return value
