"""Sorts of publication, and what each format calls them."""

from __future__ import annotations

import re

from readq.domain import Paper
from readq.domain.venue import is_known_venue
from readq.patterns import lazily
from readq.records import dataclass

_JOURNALS = frozenset({"JMLR", "TMLR", "TACL"})
_JOURNAL_WORDS = lazily(
    r"\b(?:journal|transactions|letters|review|magazine|annals|bulletin|nature|science|arxiv)\b",
    re.IGNORECASE,
)


@dataclass(frozen=True, slots=True)
class Kind:
    """One sort of publication."""

    bibtex: str
    biblatex: str
    ris: str
    csl: str
    zotero: str = ""


_ARTICLE = Kind("article", "article", "JOUR", "article-journal", "journalArticle")
_PAPER = Kind("inproceedings", "inproceedings", "CPAPER", "paper-conference", "conferencePaper")
_PREPRINT = Kind("misc", "online", "UNPB", "article", "preprint")
_OTHER = Kind("misc", "misc", "GEN", "document", "document")
_KINDS = (
    _ARTICLE,
    Kind("article", "article", "MGZN", "article-magazine", "magazineArticle"),
    Kind("article", "article", "NEWS", "article-newspaper", "newspaperArticle"),
    _PAPER,
    Kind("conference", "inproceedings", "CPAPER", "paper-conference"),
    Kind("book", "book", "BOOK", "book", "book"),
    Kind("incollection", "incollection", "CHAP", "chapter", "bookSection"),
    Kind("inbook", "inbook", "CHAP", "chapter"),
    Kind("proceedings", "proceedings", "CONF", "book"),
    Kind("phdthesis", "thesis", "THES", "thesis", "thesis"),
    Kind("mastersthesis", "mastersthesis", "THES", "thesis"),
    Kind("techreport", "report", "RPRT", "report", "report"),
    Kind("manual", "manual", "GEN", "document"),
    Kind("booklet", "booklet", "PAMP", "pamphlet"),
    Kind("unpublished", "unpublished", "UNPB", "manuscript", "manuscript"),
    _PREPRINT,
    Kind("misc", "online", "ELEC", "webpage", "webpage"),
    Kind("misc", "dataset", "DATA", "dataset", "dataset"),
    Kind("misc", "software", "COMP", "software", "computerProgram"),
    Kind("misc", "patent", "PAT", "patent", "patent"),
    _OTHER,
)
_BY_NAME: dict[str, Kind] = {}
for _kind in (*_KINDS, _OTHER):
    for _name in (_kind.csl, _kind.zotero, _kind.ris, _kind.biblatex, _kind.bibtex):
        _BY_NAME.setdefault(_name.lower(), _kind)
_BY_NAME |= {
    "misc": _OTHER,
    "conf": _PAPER,
    "proceedings-article": _PAPER,
    "posted-content": _PREPRINT,
    "ejou": _ARTICLE,
    "conference paper": _PAPER,
    "journal article": _ARTICLE,
}
_BY_NAME.pop("")

TYPE_FIELDS = ("entry_type", "type", "itemType", "TY", "type_of_reference")
"""Names under which sources say of which sort a paper is, in order of trust."""


def said_kind(paper: Paper) -> tuple[str, Kind | None]:
    """The field in which the paper's source says its sort, and the sort; empty and None if it does not."""
    for name in TYPE_FIELDS:
        said = paper.extra.get(name)
        if isinstance(said, str):
            said = said.strip().lower()
            # An article is a paper in a journal to BibTeX, and any paper, as a preprint, to CSL.
            kind = _PREPRINT if (name, said) == ("type", "article") else _BY_NAME.get(said)
            if kind or name == "entry_type":
                return name, kind
    return "", None


def kind_of(paper: Paper) -> Kind:
    """Of which sort a paper is, as its source says or its venue suggests."""
    _, kind = said_kind(paper)
    if kind is not None:
        return kind
    venue = paper.venue
    if not venue:
        return _PREPRINT if paper.arxiv_id else _OTHER
    if venue in _JOURNALS or (not is_known_venue(venue) and _JOURNAL_WORDS.search(venue)):
        return _ARTICLE
    return _PAPER
