"""Lists of identifiers: arXiv ids in all their spellings, DOIs, OpenReview addresses, one or more a line."""

from __future__ import annotations

import re
from collections.abc import Iterator
from typing import Any

from readq.domain import Draft, Source
from readq.domain.identity import arxiv_id, normal_doi, openreview_id
from readq.errors import SourceError
from readq.importers.base import Importer, ImportIssue, Record, Shape, Tally, plural
from readq.importers.blocks import MARKER
from readq.importers.fields import web_address
from readq.importers.opening import TextSource
from readq.patterns import lazily

_SPACED = lazily(r"\b(arxiv|doi|openreview)(?:\s*:\s+|\s+(?=10\.\d|\d{4}\.\d))", re.IGNORECASE)
_LINK = lazily(
    r"\[\s*(?:https?://[^\[\]\s]*|(?:arxiv:?\s*)?\d{4}\.\d{4,5}(?:v\d+)?)\s*\]\(\s*<?(https?://[^()\s<>]+)>?\s*\)",
    re.IGNORECASE,
)
_CATEGORY = lazily(r"\[[\w.-]{2,20}\](?:\s+\d{1,2} [A-Z][a-z]{2} \d{4})?")
# A DOI may have a comma or semicolon in it: these part identifiers only where another one begins.
_PARTED = lazily(
    r"[\s|]+|[,;](?=[\s,;]|\Z|[\"'<(\[]*(?:https?:|www\.|arxiv|doi|openreview|10\.\d{4}|\d{4}\.\d{4}|[a-z-]+/\d{7}))",
    re.IGNORECASE,
)
_COMMENT = lazily(r"(?:#|//|%)")
_VERSION = lazily(r"(?<=\d)[vV](\d{1,3})(?!\d)")
_FORUM = lazily(r"openreview:([\w-]{6,24})", re.IGNORECASE)
_HEADER = lazily(
    r"(?:dois?|arxiv(?: ids?)?|(?:paper )?ids?|identifiers?|urls?|links?|openreview(?: ids?)?):?",
    re.IGNORECASE,
)
_AROUND = "<>()[]{}\"'.,;"
_LONGEST_LINE = 20_000
_LOOKED_AT = 60


class IdentifierReader:
    """One list of identifiers."""

    def __init__(self, source: TextSource, _shape: Shape = "auto") -> None:
        self.source = source

    def records(self) -> Iterator[Record]:
        """Give one draft an identifier, one issue a line that holds something else."""
        position = number = 0
        complete = True
        for piece in self.source.lines():
            number += complete
            if not complete:
                complete = piece.endswith("\n")
                continue
            complete = piece.endswith("\n")
            line = piece.strip()
            if not line or _COMMENT.match(line) or (not position and _HEADER.fullmatch(line)):
                continue
            found = identified(line)
            position += len(found) or 1
            if not found:
                yield ImportIssue(
                    self.source.name,
                    number,
                    line[:60],
                    f"line {number} is no arXiv id, DOI or OpenReview address; it was left out",
                )
            for offset, facts in enumerate(found, 1 - len(found)):
                yield Draft(source=Source(self.source.name, position + offset, number), **facts)
        if position == 0:
            raise SourceError(f"{self.source.name}: there is no identifier in it.")

    def understood(self, tally: Tally) -> str:
        """Say what the list holds."""
        return (
            f"{plural(tally.nameless, 'identifier')}; the papers are called by them until a list or a "
            "look-up gives their titles"
        )


def identified(line: str) -> list[dict[str, Any]]:
    """The identifiers a line consists of, as fields of a draft; nothing if there is other text in it."""
    if len(line) > _LONGEST_LINE:
        return []
    line = _LINK.sub(r"\1", line) if "](" in line else line
    line = _CATEGORY.sub(" ", _SPACED.sub(r"\1:", MARKER.sub("", line, count=1)))
    found = [_facts(token.strip(_AROUND)) for token in _PARTED.split(line) if token.strip(_AROUND)]
    return [facts for facts in found if facts] if all(found) else []


def _facts(token: str) -> dict[str, Any]:
    forum = _FORUM.fullmatch(token)
    if forum:
        return {"openreview_id": forum[1]}
    address = web_address(token)
    facts: dict[str, Any] = {}
    if arxiv := arxiv_id(token):
        facts["arxiv_id"] = arxiv
        if version := _VERSION.search(token):
            facts["extra"] = {"arxiv_version": int(version[1])}
    elif address and (known := openreview_id(address)):
        facts["openreview_id"] = known
    elif doi := normal_doi(token):
        facts["doi"] = doi
    else:
        return {}
    if address and "doi" not in facts:
        facts["pdf_url" if "/pdf" in address else "url"] = address
    return facts


def _recognises(_name: str, head: str) -> bool:
    lines = [line.strip() for line in head.splitlines()]
    said = [line for line in lines if line and not _COMMENT.match(line)][:_LOOKED_AT]
    if said and _HEADER.fullmatch(said[0]):
        del said[0]
    known = sum(bool(identified(line)) for line in said)
    return known > 0 and known * 5 >= len(said) * 4


IDENTIFIERS = Importer("identifiers", _recognises, IdentifierReader)
