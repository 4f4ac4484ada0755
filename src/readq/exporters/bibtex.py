"""BibTeX entries, readable by BibTeX, Biber and reference managers."""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator

from readq.domain import Paper, Reading
from readq.domain.citekey import make_citekey
from readq.domain.venue import is_known_venue

DERIVED_NOTE = "Title derived by readq from the abstract"
_JOURNALS = frozenset({"JMLR", "TMLR", "TACL"})
_JOURNAL_WORDS = re.compile(
    r"\b(?:journal|transactions|letters|review|magazine|annals|bulletin|nature|science|arxiv)\b",
    re.IGNORECASE,
)
_MONTHS = ["jan", "feb", "mar", "apr", "may", "jun", "jul", "aug", "sep", "oct", "nov", "dec"]
_ESCAPES = {
    "\\": r"{\textbackslash}",
    "{": r"{\textbraceleft}",
    "}": r"{\textbraceright}",
    "^": r"{\textasciicircum}",
    "~": r"{\textasciitilde}",
} | {character: f"\\{character}" for character in "&%$#_"}
_CAPITALS_INSIDE = re.compile(
    r"(?<![^\s(/\u2013\u2014-])(?:\w+[A-Z]\w*|[A-Z]\w*\d\w*)(?![^\s).,:;/?!\u2013\u2014-])"
)
_SUFFIX = re.compile(r"(?:jr|sr|ii|iii|iv)\.?", re.IGNORECASE)
_NOT_IN_KEYS = re.compile(r"[\s{}(),\"#%'=~\\@]+")
_FIELD_NAME = re.compile(r"[A-Za-z][A-Za-z0-9_+-]*")


def to_bibtex(papers: Iterable[tuple[Paper, Reading]]) -> str:
    """One entry a paper, citekeys unique within the text."""
    taken: set[str] = set()
    return "\n".join(_entry(paper, _unique(_key(paper), taken)) for paper, _ in papers)


def escaped(text: str) -> str:
    """Plain text as LaTeX source, on one line."""
    return "".join(_ESCAPES.get(character, character) for character in " ".join(text.split()))


def _entry(paper: Paper, key: str) -> str:
    kind = _kind(paper.venue)
    fields = dict(_fields(paper, kind))
    for name, value in paper.extra.items():
        if isinstance(value, str) and _FIELD_NAME.fullmatch(name):
            if name.lower() == "note" and "note" in fields:
                fields["note"] += f"; {_source_text(value)}"
            else:
                fields.setdefault(name.lower(), _source_text(value))
    lines = [f"@{kind}{{{key},"]
    for name, value in fields.items():
        lines.append(f"  {name} = {value}," if name == "month" else f"  {name} = {{{value}}},")
    return "\n".join([*lines, "}", ""])


def _fields(paper: Paper, kind: str) -> Iterator[tuple[str, str]]:
    yield "title", _title(paper.title)
    if paper.authors:
        yield "author", " and ".join(map(_author, paper.authors))
    if paper.venue:
        place = {"inproceedings": "booktitle", "article": "journal"}.get(kind, "howpublished")
        yield place, escaped(paper.venue)
    if paper.year is not None:
        yield "year", str(paper.year)
    if paper.month is not None and 1 <= paper.month <= 12:
        yield "month", _MONTHS[paper.month - 1]
    if paper.doi:
        yield "doi", _address(paper.doi)
    if paper.arxiv_id:
        yield "eprint", paper.arxiv_id
        yield "archiveprefix", "arXiv"
    address = paper.url or (
        f"https://openreview.net/forum?id={paper.openreview_id}" if paper.openreview_id else ""
    )
    for name, link in (("url", address), ("pdf", paper.pdf_url), ("code", paper.code_url)):
        if link:
            yield name, _address(link)
    if paper.keywords:
        yield "keywords", ", ".join(map(escaped, paper.keywords))
    if paper.abstract:
        yield "abstract", _source_text(paper.abstract)
    if paper.title_is_derived:
        yield "note", DERIVED_NOTE


def _kind(venue: str) -> str:
    if not venue:
        return "misc"
    if venue in _JOURNALS or (not is_known_venue(venue) and _JOURNAL_WORDS.search(venue)):
        return "article"
    return "inproceedings"


def _title(title: str) -> str:
    """The title with braces around words whose capitals a style must keep."""
    parts = []
    end = 0
    for found in _CAPITALS_INSIDE.finditer(title):
        parts += [escaped_part(title[end : found.start()]), f"{{{escaped(found.group())}}}"]
        end = found.end()
    parts.append(escaped_part(title[end:]))
    return "".join(parts).strip()


def escaped_part(text: str) -> str:
    """Like `escaped`, with the white space at both ends kept as one space."""
    inner = escaped(text)
    if not inner:
        return " " if text else ""
    return (" " if text[0].isspace() else "") + inner + (" " if text[-1].isspace() else "")


def _author(name: str) -> str:
    """A display name in a form that BibTeX parts rightly."""
    body, comma, suffix = name.rpartition(", ")
    if comma and _SUFFIX.fullmatch(suffix) and "," not in body:
        given, _, family = body.rpartition(" ")
        return escaped(f"{family}, {suffix}, {given}")
    if "," in name or re.search(r"\s(?:and|AND|And)\s", f" {name} "):
        return f"{{{escaped(name)}}}"
    return escaped(name)


def _source_text(text: str) -> str:
    """LaTeX source as it is where braces allow; else as plain text."""
    depth = 0
    for character in text:
        depth += (character == "{") - (character == "}")
        if depth < 0:
            break
    return escaped(text) if depth or text.rstrip().endswith("\\") else text.strip()


def _address(link: str) -> str:
    return link.replace("{", "%7B").replace("}", "%7D").replace(" ", "%20")


def _key(paper: Paper) -> str:
    key = _NOT_IN_KEYS.sub("", paper.citekey)
    return key or make_citekey(paper.authors, paper.year, paper.title)


def _unique(key: str, taken: set[str]) -> str:
    """The key, with a letter behind it if an earlier entry has it; BibTeX does not tell case apart."""
    free, number = key, 0
    while free.lower() in taken:
        free = key + _letters(number)
        number += 1
    taken.add(free.lower())
    return free


def _letters(number: int) -> str:
    letters = ""
    while number >= 0:
        letters = chr(ord("a") + number % 26) + letters
        number = number // 26 - 1
    return letters
