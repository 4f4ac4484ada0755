r"""The mails in which arXiv lists new papers: blocks between lines of two backslashes."""

from __future__ import annotations

import email
import email.policy
import re
from collections.abc import Iterable, Iterator
from dataclasses import field

from readq.domain import Draft, Source
from readq.domain.identity import arxiv_id, normal_doi
from readq.errors import SourceError
from readq.importers.base import Importer, ImportIssue, Record, Shape, Tally, plural
from readq.importers.blocks import joined
from readq.importers.fields import split_authors
from readq.importers.opening import TextSource
from readq.patterns import lazily
from readq.records import dataclass

_BEGINS = lazily(r"(?:^|\n)\\\\\s*\n(?:arXiv:|Paper: ?)\S", re.IGNORECASE)
_MAIL = lazily(r"(?:From |(?:[A-Z][\w-]*: .*\n(?:[ \t].*\n)*)+)")
_ENCODED = lazily(r"\ncontent-transfer-encoding:\s*(?:quoted-printable|base64)", re.IGNORECASE)
_FIELD = lazily(r"([A-Z][\w-]{2,20}):\s*(.*)")
_NUMBER = lazily(r"(?:arXiv:|Paper: ?)(\S+)", re.IGNORECASE)
_NEW_NUMBER = lazily(r"(\d\d)(0[1-9]|1[0-2])\.\d{4,5}")
_OLD_NUMBER = lazily(r"[a-z-]+/(\d\d)(0[1-9]|1[0-2])\d{3}")
_PLACE = lazily(r"\s*\((?:[^()]|\([^()]*\))*\)")
_MOST_BYTES = 64 * 2**20
_KEPT = {
    "comments": "comment",
    "journal-ref": "journal_ref",
    "report-no": "report-no",
    "acm-class": "acm-class",
    "msc-class": "msc-class",
    "license": "license",
}


@dataclass(slots=True)
class _Block:
    """One paper of a mail."""

    line: int
    head: list[str] = field(default_factory=list)
    text: list[str] = field(default_factory=list)
    size: int = 0


class MailReader:
    """One mail, or several in one file."""

    def __init__(self, source: TextSource, _shape: Shape = "auto") -> None:
        self.source = source
        self._encoded = bool(_MAIL.match(source.head) and _ENCODED.search(source.head))

    def records(self) -> Iterator[Record]:
        """Give one draft or issue a block."""
        position = 0
        for block in _blocks(self._lines()):
            number = _NUMBER.match(block.head[0]) if block.head else None
            if number is None:
                continue
            position += 1
            line = None if self._encoded else block.line
            arxiv = arxiv_id(number[1])
            if not arxiv:
                what = "has a number that is no arXiv id; it was left out"
                yield ImportIssue(self.source.name, line, number[1][:60], what)
                continue
            yield self._draft(block, arxiv, Source(self.source.name, position, line))
        if position == 0:
            raise SourceError(
                f"{self.source.name}: there is no paper in it as arXiv's mails list them."
            )

    def understood(self, tally: Tally) -> str:
        """Say what the mail holds."""
        said = f"{plural(tally.papers, 'paper')} from a mail of arXiv"
        return f"{said}, {tally.bare:,} without abstract" if tally.bare else said

    def _lines(self) -> Iterable[str]:
        if not self._encoded:
            return self.source.lines()
        if self.source.total_bytes > _MOST_BYTES:
            raise SourceError(
                f"{self.source.name}: more than {_MOST_BYTES // 2**20} MB of encoded mail; save the mails as text."
            )
        message = email.message_from_string(
            "".join(self.source.pieces()), policy=email.policy.default
        )
        body = message.get_body(("plain", "html"))
        try:
            text = str(body.get_content()) if body is not None else ""
        except (LookupError, ValueError, KeyError):
            text = ""
        return text.splitlines(keepends=True)

    def _draft(self, block: _Block, arxiv: str, source: Source) -> Draft:
        said, extra = _fields(block.head)
        if any("replaced with" in line.lower() for line in block.head[:4]):
            extra["announce_type"] = "replace"
        year, month = _when(arxiv)
        categories = said.get("categories", "").split()
        if categories:
            extra["primaryclass"] = categories[0]
            extra["categories"] = ", ".join(categories)
        doi = normal_doi(said.get("doi", ""))
        return Draft(
            source=source,
            title=said.get("title", ""),
            authors=split_authors(_PLACE.sub("", said.get("authors", said.get("author", "")))),
            abstract=_paragraphs(block.text),
            year=year,
            month=month,
            doi="" if arxiv_id(doi) else doi,
            arxiv_id=arxiv,
            url=f"https://arxiv.org/abs/{arxiv}",
            extra=extra,
        )


def _blocks(lines: Iterable[str]) -> Iterator[_Block]:
    block: _Block | None = None
    in_text = False
    number, complete = 0, True
    for piece in lines:
        number += complete
        complete = piece.endswith("\n")
        line = piece.strip()
        if not line.startswith("\\\\"):
            if block and block.size < 2**20:
                (block.text if in_text else block.head).append(line)
                block.size += len(line)
            continue
        if block is None:
            block, in_text = _Block(number + 1), False
            continue
        if not in_text and line == "\\\\" and any(block.head):
            in_text = True
            continue
        yield block
        # A block that its link does not end is ended by the next one.
        block = None if line != "\\\\" or not in_text else _Block(number + 1)
        in_text = False
    if block:
        yield block


def _fields(lines: list[str]) -> tuple[dict[str, str], dict[str, str]]:
    """What the head of a block says, by label in lower case; a line without label goes on with the one above."""
    said: dict[str, str] = {}
    last = ""
    for line in lines[1:]:
        found = _FIELD.match(line)
        if found:
            last = found[1].lower()
            said.setdefault(last, found[2])
        elif line and last:
            said[last] += f" {line}"
        elif not line:
            last = ""
    return said, {kept: said[name] for name, kept in _KEPT.items() if said.get(name)}


def _paragraphs(lines: list[str]) -> str:
    parts: list[list[str]] = [[]]
    for line in lines:
        if line:
            parts[-1].append(line)
        elif parts[-1]:
            parts.append([])
    return "\n\n".join(joined(part) for part in parts if part)


def _when(arxiv: str) -> tuple[int | None, int | None]:
    """Year and month of the first version, which the number tells."""
    found = _NEW_NUMBER.fullmatch(arxiv) or _OLD_NUMBER.fullmatch(arxiv)
    if not found:
        return None, None
    short = int(found[1])
    return (1900 if short > 90 else 2000) + short, int(found[2])


def _recognises(_name: str, head: str) -> bool:
    if _BEGINS.search(head):
        return True
    is_mail = _MAIL.match(head) and _ENCODED.search(head)
    return bool(is_mail and re.search(r"(?:^|\n)from:.*arxiv", head[:8000], re.IGNORECASE))


MAIL = Importer("arxiv-mail", _recognises, MailReader)
