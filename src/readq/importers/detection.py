"""Which format a source is in, and a plain word about those that cannot be read."""

from __future__ import annotations

import io
import re
from collections.abc import Sequence
from pathlib import Path
from typing import IO

from readq.domain.formats import READ, meant, nearest
from readq.errors import SourceError, UsageError
from readq.importers.base import Importer, Shape, SourceReading
from readq.importers.bibtex import BIBTEX
from readq.importers.catalogue import CATALOGUE
from readq.importers.endnote import ENDNOTE
from readq.importers.feeds import FEED
from readq.importers.folders import open_folder
from readq.importers.identifiers import IDENTIFIERS, identified
from readq.importers.listing_mail import MAIL
from readq.importers.markdown import MARKDOWN
from readq.importers.nbib import NBIB
from readq.importers.opening import TextSource, open_source
from readq.importers.pdf import PdfReader
from readq.importers.plain import PLAIN
from readq.importers.refer import REFER
from readq.importers.ris import RIS
from readq.importers.table import TABLE
from readq.importers.wos import WOS
from readq.importers.xmlrecords import root_of
from readq.patterns import lazily

FORMATS: dict[str, Importer] = {
    one.name: one
    for one in (
        RIS,
        NBIB,
        WOS,
        REFER,
        CATALOGUE,
        FEED,
        ENDNOTE,
        MAIL,
        TABLE,
        BIBTEX,
        IDENTIFIERS,
        MARKDOWN,
        PLAIN,
    )
}
"""The formats that can be named, in the order in which they are tried."""

_OTHERS = ("pdf", "papis")
_INSTEAD = "convert it to BibTeX, RIS or JSON and add that."
_BY_NAME = {
    ".xml": "XML",
    ".rdf": "RDF",
    ".html": "HTML",
    ".htm": "HTML",
}
_TAGGED = {
    "RefWorks": lazily(r"\s*RT [A-Z][A-Za-z /,()]{2,40}\r?\n(?:[A-Z][A-Z0-9] [^\n]*\n){2}"),
    "the Cochrane Library": lazily(r"\s*Record #\d+ of \d+\s*\n(?:ID|AN|AU|TI): "),
    "Ovid": lazily(
        r"\s*<\s*\d+\s*>\s*\n(?:(?:VN|DB|UI|AN|ST|AU|TI)  ?- |"
        r"(?:Unique Identifier|Accession Number|Database|Authors?|Title)\s*\n[ \t]+\S)"
    ),
}
"""Tagged text of programs that also write RIS, by how its first record begins."""
_HTML = lazily(r"\s*<(?:!doctype html|html)\b", re.IGNORECASE)


def read_source(
    source: str | Path,
    *,
    format: str | None = None,  # noqa: A002
    shape: Shape = "auto",
    stdin: IO[bytes] | None = None,
    together: Sequence[str | Path] = (),
) -> SourceReading:
    """Open a file, or standard input for `-`, and recognise what it holds.

    Args:
        source: A path, `-`, or an identifier: an arXiv id, a DOI, an address of arXiv or OpenReview.
        format: A name in `FORMATS`, or another one for it; by default content and file name decide.
        shape: How the blocks of a plain list are to be taken.
        stdin: Read for `-` instead of the process's own.
        together: What is read in one go with it; one of them may have the abstracts to a list of titles.

    Raises:
        SourceError: There is no such file, or it cannot be read as a list of papers.
        UsageError: There is no such format.
    """
    wanted = _known(format)
    text = _spoken(str(source))
    if text is None:
        folder = _folder(source)
        if folder is not None:
            return SourceReading(*open_folder(folder))
        stored = open_source(source, stdin)
        is_pdf = b"%PDF-" in stored.first_bytes()[:1024]
        if wanted == "pdf" or (wanted is None and is_pdf):
            if not is_pdf:
                raise SourceError(f"{stored.name} is no PDF file; download it again.")
            return SourceReading(stored, "pdf", PdfReader(stored))
        text = stored.as_text()
        text.together = tuple(map(Path, together))
    if wanted == "papis":
        raise SourceError(f"{text.name} is no folder; name the folder of the papis library.")
    importer = FORMATS[wanted] if wanted else _detected(text, shape)
    return SourceReading(text, importer.name, importer.open(text, shape))


def _known(word: str | None) -> str | None:
    """The name of a format that goes by several."""
    if word is None:
        return None
    name = meant(word, READ)
    if name in FORMATS or name in _OTHERS:
        return name
    words = [known for name, more in READ.items() for known in (name, *more)]
    near = nearest(word, words)
    hint = f'did you mean "{near}"?' if near else f"readq reads {_spelled_out()}."
    raise UsageError(f'unknown format "{word}"; {hint}')


def _spelled_out() -> str:
    return ", ".join(f"{name} ({', '.join(more)})" if more else name for name, more in READ.items())


def _folder(source: str | Path) -> Path | None:
    try:
        path = Path(source).expanduser()
        return path if str(source) not in ("", "-") and path.is_dir() else None
    except (OSError, ValueError, RuntimeError):
        return None


def _spoken(source: str) -> TextSource | None:
    """The source itself as a text, if it is an identifier and no file."""
    if source == "-" or not identified(source):
        return None
    try:
        if Path(source).expanduser().exists():
            return None
    except (OSError, ValueError, RuntimeError):
        pass
    data = source.encode()
    return TextSource(source, lambda: io.BytesIO(data), len(data))


def _detected(source: TextSource, shape: Shape) -> Importer:
    """What the text looks like decides, then the name."""
    name = source.name.lower()
    if shape != "auto":
        return PLAIN
    if _HTML.match(source.head) and name.endswith(".pdf"):
        raise SourceError(
            f"{source.name} is no PDF but a web page, perhaps one that asks to sign in; download it again."
        )
    if _HTML.match(source.head):
        raise _unreadable(source, "HTML")
    for program, begins in _TAGGED.items():
        if begins.match(source.head):
            raise SourceError(
                f"{source.name} holds records in the tagged text of {program}, which readq cannot read; "
                "export them from there as RIS and add that."
            )
    special = [one for one in FORMATS.values() if one is not PLAIN]
    for told_name in ("", name):
        for one in special:
            if one.recognises(told_name, source.head):
                return one
    root = root_of(source.head) if source.head.lstrip().startswith(("<?xml", "<!DOCTYPE")) else ""
    if root:
        raise _unreadable(source, f"XML (of the kind <{root}>)")
    bare = name.removesuffix(".gz")
    for ending, what in _BY_NAME.items():
        if bare.endswith(ending):
            raise _unreadable(source, what)
    return PLAIN


def _unreadable(source: TextSource, what: str) -> SourceError:
    return SourceError(f"{source.name} is in {what} format, which readq cannot read; {_INSTEAD}")
