"""From one JSON object, however its keys are spelled, to a draft."""

from __future__ import annotations

import math
import re
from functools import partial
from typing import Any

from readq.domain import DERIVED_NOTE, Draft, Source
from readq.domain.identity import arxiv_id, normal_doi, split_venue
from readq.domain.synonyms import drop_doubled_date, named_apart
from readq.domain.venue import long_name
from readq.importers.cslnames import is_csl, renamed
from readq.importers.exported import exported_draft, is_exported
from readq.importers.fields import web_address
from readq.importers.jsontext import Unfit
from readq.importers.recordvalues import (
    KEYS,
    Unreadable,
    address_of,
    author_of,
    authors_of,
    csl_key,
    forum_of,
    is_empty,
    keywords_of,
    kind,
    text_of,
    when,
    year_of,
)
from readq.importers.services import known_service
from readq.importers.zotero import is_no_paper, is_zotero, plain_record
from readq.patterns import lazily

MAX_DEPTH = 32
_MAX_INTEGER = 2**63 - 1
_FIELD_OF = {key: field for field, keys in KEYS.items() for key in keys}
_ARXIV_LINE = lazily(r"^[ \t]*(arxiv\s*:\s*[\w./-]+)", re.IGNORECASE | re.MULTILINE)
_OF_CONFERENCE = lazily(r"\b(ICML|NeurIPS|ICLR)\.cc/(20\d\d)\b")
"""Groups of OpenReview, in invitations and in what a conference's site links to."""
_REPLY = lazily(r"/-/(?:\w*(?:Review|Comment|Decision|Rebuttal|Recommendation|Withdrawal)\w*)\Z")
_IN_CUSTOM = ("citekey", "arxiv_id", "openreview_id", "pdf_url", "code_url")
"""What CSL has no variable for, as readq's own exports write it."""


def draft_of(record: Any, source: Source, venue: str = "", year: int | None = None) -> Draft:
    """Read one record.

    Args:
        record: A decoded JSON value.
        source: Where it stands.
        venue: Used where the record names none.
        year: Used where the record names none.

    Raises:
        Unreadable: It is not a paper, or holds what cannot be kept.
    """
    if not isinstance(record, dict):
        raise Unreadable(f"is {kind(record)}, not a paper")
    if _is_reply(record):
        raise Unreadable("is a review, comment or decision about a paper, not a paper")
    stamp = record.get("pdate") or record.get("cdate") if "content" in record else None
    if not (venue and year):
        venue, year = _conference_of(record, venue, year)
    record = known_service(_flat(record))
    if isinstance(record.get("eventtype"), str) and not record.get("authors"):
        raise Unreadable(f"is an event of the kind {record['eventtype']}, not a paper")
    if is_zotero(record):
        if is_no_paper(record):
            raise Unreadable(f"is a Zotero {record['itemType']}, not a paper")
        record = plain_record(record)
    if is_exported(record):
        _check(record)
        exported = exported_draft(record, source)
        if exported and (exported.title.strip() or exported.abstract.strip()):
            return exported
    return _read(record, source, venue, year or year_of(stamp))


def _read(record: dict[str, Any], source: Source, venue: str, year: int | None) -> Draft:
    """Read a record whose values stand side by side."""
    record, custom = _custom_apart(record)
    found, extra = _sorted_out(record)
    if is_csl(record):
        renamed(extra, author_of)
    is_plain = custom.pop("plain", False) is True
    links = _links_in(custom)
    if "entry_type" in custom:
        extra.pop("type", None)
    extra = named_apart(extra, custom)
    text = partial(text_of, found, is_exact=is_plain)
    title, stand_in = text("title"), ""
    if _is_derived(extra):
        title, stand_in = "", title
    abstract = text("abstract")
    own_venue, venue_year = split_venue(text("venue"))
    venue = own_venue or venue
    said = " ".join(text("venue").split())
    # A bibliography names its venues as they are to be printed; other lists just say which it is.
    if said != own_venue if is_csl(record) else long_name(said):
        is_article = str(record.get("type", "")).startswith("article")
        extra.setdefault("journal" if is_article else "booktitle", said)
    own_year, month = when(found, extra)
    drop_doubled_date(extra)
    doi = normal_doi(text("doi"))
    url = address_of(found, extra, "url", venue)
    paper_id, key = record.get("id"), csl_key(record)
    arxiv = arxiv_id(text("arxiv_id")) or arxiv_id(doi) or arxiv_id(url) or _arxiv_beside(extra)
    if not arxiv and isinstance(paper_id, str) and not key:
        arxiv = arxiv_id(paper_id)
    draft = Draft(
        source=source,
        title=title,
        authors=authors_of(found.get("authors", {})),
        abstract=abstract,
        venue=venue,
        year=own_year or venue_year or year,
        month=month,
        doi="" if arxiv_id(doi) else doi,
        arxiv_id=arxiv,
        openreview_id=forum_of(found, url, paper_id, is_key=bool(key)),
        url=url,
        pdf_url=address_of(found, extra, "pdf_url", venue),
        code_url=address_of(found, extra, "code_url", ""),
        links=links,
        keywords=keywords_of(found.get("keywords", {})),
        citekey=text("citekey") or key,
        stand_in=stand_in,
        is_plain=is_plain,
        extra=extra,
    )
    if not (title.strip() or abstract.strip() or draft.arxiv_id or draft.doi):
        raise Unreadable("has no title and no abstract")
    if paper_id is not None and str(paper_id) not in (draft.openreview_id, draft.citekey, arxiv):
        extra["id"] = paper_id if isinstance(paper_id, str) else str(paper_id)
    return draft


def _arxiv_beside(extra: dict[str, Any]) -> str:
    """The arXiv id in a line of the note, or in the number or place in an archive, as Zotero writes it."""
    for name in ("note", "number", "archiveID", "archive_location"):
        value = extra.get(name)
        if isinstance(value, str) and (found := _ARXIV_LINE.search(value)):
            return arxiv_id(found[1])
    return ""


def _custom_apart(record: dict[str, Any]) -> tuple[dict[str, Any], dict[str, Any]]:
    """A record with the fields of readq that CSL keeps in `custom`, and what else stands there."""
    custom = record.get("custom") if is_csl(record) else None
    if not isinstance(custom, dict):
        return record, {}
    _check(custom)
    custom = dict(custom)
    record = {name: value for name, value in record.items() if name != "custom"}
    record |= {name: custom.pop(name) for name in _IN_CUSTOM if name in custom}
    return record, custom


def _links_in(custom: dict[str, Any]) -> tuple[str, ...]:
    """Take the further addresses of a paper out of what its own export keeps in `custom`."""
    said = custom.get("links")
    if not isinstance(said, list) or not all(isinstance(link, str) for link in said):
        return ()
    del custom["links"]
    return tuple(filter(None, map(web_address, said)))


def _is_derived(extra: dict[str, Any]) -> bool:
    """Whether the note says that the title is one that readq made up; takes that out of the note."""
    if not str(extra.get("note", "")).startswith(DERIVED_NOTE):
        return False
    extra["note"] = extra["note"].removeprefix(DERIVED_NOTE).lstrip("\n;, ")
    if not extra["note"]:
        del extra["note"]
    return True


def _is_reply(record: dict[str, Any]) -> bool:
    """Whether it is a note of OpenReview that answers another: papers answer nothing."""
    if not isinstance(record.get("content"), dict) or not isinstance(record.get("forum"), str):
        return False
    said = record.get("invitations") or record.get("invitation")
    kinds = [said] if isinstance(said, str) else said if isinstance(said, list) else []
    return bool(record.get("replyto")) or any(
        isinstance(kind, str) and _REPLY.search(kind) for kind in kinds
    )


def _conference_of(record: dict[str, Any], venue: str, year: int | None) -> tuple[str, int | None]:
    """The conference to whose group on OpenReview a record belongs, where nothing else says one."""
    said = [record.get("invitation"), record.get("sourceurl"), *_texts(record.get("invitations"))]
    for text in said:
        if isinstance(text, str) and (found := _OF_CONFERENCE.search(text)):
            return venue or found[1], year or int(found[2])
    return venue, year


def _texts(value: Any) -> list[Any]:
    return value if isinstance(value, list) else []


def _flat(record: dict[str, Any]) -> dict[str, Any]:
    """OpenReview keeps the paper in `content`, each field in a `value`."""
    inner = record.get("paper")
    if isinstance(inner, dict) and inner.get("title") and not inner.get("content"):
        return inner  # as Hugging Face lists the papers of a day
    content = record.get("content")
    if not isinstance(content, dict) or "title" not in content:
        return record
    values = {
        key: value["value"] if isinstance(value, dict) and "value" in value else value
        for key, value in content.items()
    }
    return {**{k: v for k, v in record.items() if k in ("id", "forum")}, **values}


def _sorted_out(
    record: dict[str, Any],
) -> tuple[dict[str, dict[str, Any]], dict[str, Any]]:
    """The values readq has a place for, by field and by key, and the rest."""
    found: dict[str, dict[str, Any]] = {}
    extra: dict[str, Any] = {}
    for key, value in record.items():
        if value is None or value == "":
            continue
        lower = key.lower()
        field = _FIELD_OF.get(lower)
        if field:
            _check(value)
            found.setdefault(field, {})[lower] = value
        elif lower != "id" and not is_empty(value):
            _check(value)
            extra[key] = value
    aliases = extra.get("aliases")
    if isinstance(aliases, str):
        extra["aliases"] = [aliases]
    elif aliases is not None and not (
        isinstance(aliases, list) and all(isinstance(alias, str) for alias in aliases)
    ):
        raise Unreadable("has aliases that are not a list of text")
    return found, extra


def _check(value: Any, depth: int = 1) -> None:
    """Refuse what other JSON readers, and so the library, could not hold."""
    if isinstance(value, str):
        return
    if depth > MAX_DEPTH:
        raise Unreadable(f"has brackets within brackets deeper than {MAX_DEPTH}")
    if isinstance(value, Unfit):
        raise Unreadable(f"holds {value.what}, which cannot be kept")
    if isinstance(value, float) and not math.isfinite(value):
        raise Unreadable("holds a number too large to be kept")
    if isinstance(value, int) and abs(value) > _MAX_INTEGER:
        raise Unreadable("holds a whole number of more than 64 bits, which cannot be kept")
    if isinstance(value, list):
        for item in value:
            _check(item, depth + 1)
    elif isinstance(value, dict):
        for item in value.values():
            _check(item, depth + 1)
