"""PDF files: title, arXiv id and DOI from the first page and what the file says of itself."""

from __future__ import annotations

import contextlib
import hashlib
import logging
import math
import re
import time
from collections.abc import Iterator
from dataclasses import field
from typing import IO, Any

from readq.domain import Draft, Source
from readq.domain.identity import arxiv_id, normal_doi, title_key
from readq.errors import SourceError
from readq.importers.base import ImportIssue, Record, Tally, plural
from readq.importers.fields import split_authors
from readq.importers.opening import RawSource
from readq.patterns import lazily
from readq.records import dataclass

_MOST_BYTES = 200 * 2**20
_SECONDS = 2.0
_MOST_CHARACTERS = 60_000
_STAMP = lazily(
    r"arXiv:\s*(\S+?)(v\d{1,3})?\s*(?:\[[\w.-]+\]\s*)?\d{1,2}\s+[a-z]{3}", re.IGNORECASE
)
_DOI = lazily(r"(?:\bdoi(?:\.org/|:?\s*)|dx\.doi\.org/)(10\.\d{4,9}/[^\s,;]+)", re.IGNORECASE)
_NO_TITLE = lazily(
    r"microsoft (?:word|powerpoint)\b|powerpoint|untitled|no title|document\d*$|slide \d|template|(?:main|paper|title|draft)$"
    r"|.*\.(?:docx?|tex|dvi|indd|qxd|pdf|ps|eps|odt|rtf|pages|fm|pptx?|html?)\b|arxiv:|[\d\W_]*$",
    re.IGNORECASE,
)
_NO_HEADLINE = lazily(
    r"(?:(?:original |full |short )?(?:research )?(?:article|paper|letter|review|report|communication)s?"
    r"|(?:systematic )?review(?: article)?|open access|editorial|perspective|technical (?:report|note))$"
    r"|arxiv|published as|under review|proceedings of|preprint|accepted|journal of|vol\b|\d+$|https?://",
    re.IGNORECASE,
)
_FEWEST_LETTERS = 8
_MOST_WORDS = 40


@dataclass(slots=True)
class _Page:
    """The text of a page with its sizes."""

    runs: list[tuple[float, str]] = field(default_factory=list)
    sideways: list[str] = field(default_factory=list)
    characters: int = 0

    @property
    def text(self) -> str:
        return "".join(text for _, text in self.runs)


class _Enough(Exception):  # noqa: N818
    """The page has been read for long enough."""


class PdfReader:
    """One PDF file, which is one paper."""

    def __init__(self, source: RawSource, position: int = 1) -> None:
        self.source = source
        self._position = position

    def records(self) -> Iterator[Record]:
        """Give the paper, or why there is none, and a remark if its title had to be left open."""
        name = self.source.name
        if self.source.total_bytes > _MOST_BYTES:
            raise SourceError(
                f"{name}: more than {_MOST_BYTES // 2**20} MB, too much for one paper."
            )
        hashed = hashlib.blake2b(digest_size=12)
        with self.source.reopen() as stream:
            while piece := stream.read(1 << 20):
                hashed.update(piece)
        try:
            with self.source.reopen() as stream:
                said, page = _read(stream)
        except _Locked:
            yield ImportIssue(
                name, None, name, "the PDF is locked with a password; save it unlocked"
            )
            return
        except Exception as error:
            # A damaged PDF fails anywhere in the library that reads it.
            kind = type(error).__name__
            what = f"the PDF is damaged and cannot be read ({kind}); download it again"
            if kind == "LimitReachedError":
                what = "the PDF unpacks to more than any page needs; it was left out"
            yield ImportIssue(name, None, name, what)
            return
        stem = name.removesuffix(".pdf").removesuffix(".PDF")
        title = _title(said.get("/Title", ""), page)
        arxiv, version = _arxiv(said, page, stem)
        doi = _doi(said, page)
        extra: dict[str, Any] = {"file_hash": hashed.hexdigest()}
        if self.source.path:
            extra["file"] = str(self.source.path.absolute())
        if version:
            extra["arxiv_version"] = version
        if not title:
            why = (
                "the first page has no text (a scan?)"
                if not page.text.strip()
                else "no title was found"
            )
            yield ImportIssue(
                name, None, name, f"{why}; the paper is called by the name of its file", kept=True
            )
        yield Draft(
            source=Source(name, self._position),
            title=title,
            stand_in=stem,
            authors=_authors(said.get("/Author", ""), page),
            doi="" if arxiv_id(doi) else doi,
            arxiv_id=arxiv or arxiv_id(doi),
            extra=extra,
        )

    def understood(self, tally: Tally) -> str:
        """Say what the file is."""
        return f"{plural(tally.papers, 'PDF file')}"


class _Locked(Exception):  # noqa: N818
    """The file wants a password."""


def _read(stream: IO[bytes]) -> tuple[dict[str, str], _Page]:
    """What the file says of itself, and its first page."""
    # Imported here: it takes 80 ms, and most lists are not PDF.
    import pypdf

    logging.getLogger("pypdf").setLevel(logging.CRITICAL)
    reader = pypdf.PdfReader(stream, strict=False)
    if reader.is_encrypted:
        try:
            opened = reader.decrypt("")
        except Exception:
            opened = pypdf.PasswordType.NOT_DECRYPTED
        if opened == pypdf.PasswordType.NOT_DECRYPTED:
            raise _Locked
    try:
        said = {str(k): str(v)[:2000] for k, v in (reader.metadata or {}).items()}
    except Exception:
        # The page may be whole even where the file's word about itself is not.
        said = {}
    page = _Page()
    first = reader.pages[0]
    ends = time.monotonic() + _SECONDS

    def on_operand(*_: Any) -> None:
        if time.monotonic() > ends:
            raise _Enough

    def on_text(text: str, cm: list[float], tm: list[float], _font: Any, size: float) -> None:
        along = tm[0] * cm[0] + tm[1] * cm[2]
        across = tm[0] * cm[1] + tm[1] * cm[3]
        page.characters += len(text)
        if abs(across) > abs(along):
            page.sideways.append(text)
        else:
            page.runs.append((abs(size or 1.0) * math.hypot(along, across), text))
        if page.characters > _MOST_CHARACTERS:
            raise _Enough

    with contextlib.suppress(_Enough):
        first.extract_text(visitor_operand_before=on_operand, visitor_text=on_text)
    return said, page


def _title(said: str, page: _Page) -> str:
    """The file's own title if the page has it too, else the largest words of the page, else the file's own."""
    said = " ".join(said.split())
    good = len(title_key(said)) >= _FEWEST_LETTERS and not _NO_TITLE.match(said)
    if good and title_key(said) in title_key(page.text):
        return said
    return _largest(page) or (said if good and " " in said else "")


def _largest(page: _Page) -> str:
    """The words in the largest type, if they can be a title."""
    letters: dict[float, int] = {}
    for size, text in page.runs:
        letters[round(size, 1)] = letters.get(round(size, 1), 0) + sum(c.isalpha() for c in text)
    sizes = sorted(
        (size for size, number in letters.items() if number >= _FEWEST_LETTERS), reverse=True
    )
    for size in sizes[:-1][:3]:
        lines = "".join(text for s, text in page.runs if abs(s - size) <= size * 0.02)
        title = " ".join(re.sub(r"-\s*\n\s*", "-", lines).split())
        if 2 <= len(title.split()) <= _MOST_WORDS and not _NO_HEADLINE.match(title):
            return title
    return ""


def _arxiv(said: dict[str, str], page: _Page, stem: str) -> tuple[str, int]:
    """The arXiv id that the file, the stamp on its edge or its name gives, and the version."""
    stamp = _STAMP.search("".join(page.sideways)) or _STAMP.search(page.text)
    if stamp and (found := arxiv_id(stamp[1])):
        return found, int(stamp[2][1:]) if stamp[2] else 0
    found = arxiv_id(said.get("/arXivID", "")) or arxiv_id(stem) or arxiv_id(said.get("/Title", ""))
    return found, 0


def _doi(said: dict[str, str], page: _Page) -> str:
    """The DOI that the file gives, or the only one on its first page."""
    for name in ("/doi", "/DOI", "/WPS-ARTICLEDOI", "/Subject", "/Title"):
        if doi := normal_doi(said.get(name, "")):
            return doi
    found = {normal_doi(doi) for doi in _DOI.findall(page.text)} - {""}
    return found.pop() if len(found) == 1 else ""


def _authors(said: str, page: _Page) -> tuple[str, ...]:
    """The authors the file names, if its first page names them too."""
    on_page = title_key(page.text)
    names = split_authors(said) if said else ()
    return names if names and all(title_key(name) in on_page for name in names) else ()
