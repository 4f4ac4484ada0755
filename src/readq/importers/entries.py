"""One paper of a plain list: its title, its fields, its abstract."""

from __future__ import annotations

import re

from readq.domain.identity import arxiv_id, normal_doi
from readq.importers.blocks import (
    ABSTRACT_WORDS,
    HEADING_WORDS,
    TITLE_WORDS,
    has_words,
    is_venue_line,
    is_wrapped,
    joined,
    label_of,
)
from readq.importers.fields import (
    authors_of_line,
    is_lone_name,
    looks_like_authors,
    split_authors,
    split_keywords,
    web_address,
)
from readq.importers.identifiers import identified
from readq.importers.references import reference_in
from readq.patterns import lazily
from readq.records import dataclass

_MARKDOWN_LINK = lazily(r"\[(?P<title>.+)\]\((?P<url>https?://[^\s)]+)\)[.,;]?")
_ID_AT_END = lazily(
    r"(?P<title>.*?\w[^\s,;:(\[\u2013\u2014-]*)[\s,;:(\[\u2013\u2014-]+"
    r"(?P<id>arxiv\s*[:.]?\s*\S+(?: ?\[[\w.-]+\])?|(?:doi\s*:?\s*)?10\.\d{4,9}/\S+?)[)\].,;]*",
    re.IGNORECASE,
)
_ID_AT_BEGINNING = lazily(
    r"[\[(]?(?:arxiv\s*:?\s*)?(?P<id>\d{4}\.\d{4,5}(?:v\d+)?)[\])]?\s*[:.,\u2013\u2014-]?\s+(?P<title>.*\w.*)",
    re.IGNORECASE,
)
"""As the window of arXiv's page is called."""
_MOST_WORDS_OF_ID = 2
_LONGEST_LINE = 2000
"""Characters of a line in which an identifier is looked for; the time it takes grows with the square."""
_GOES_ON = lazily(
    r"(?:\s(?:an?|and|as|by|for|from|in|of|on|or|the|to|under|using|via|with|without)|[:,&\u2013\u2014])\Z"
)
"""How the first line of a title ends that takes two; the last word of one that is whole has a capital."""
_AFTER_TITLE = "(<[ ,;:\u2013\u2014"
_URL_AT_END = lazily(r"(?P<title>.*\S)\s*[(<\[]?\b(?P<url>https?://[^\s)>\]]+)[)>\]]?")
_AFTER_ABSTRACT = frozenset(
    {"arxiv", "arxiv id", "doi", "url", "link", "pdf", "authors", "author", "keywords", "keyword"}
)


@dataclass(slots=True)
class Entry:
    """What one block says."""

    title: str = ""
    abstract: str = ""
    authors: tuple[str, ...] = ()
    keywords: tuple[str, ...] = ()
    venue: str = ""
    year: int | None = None
    doi: str = ""
    arxiv: str = ""
    openreview: str = ""
    url: str = ""
    pdf: str = ""
    code: str = ""
    reference: str = ""
    """The whole reference, where the block is one: it says more than readq takes from it."""

    @property
    def has_fields(self) -> bool:
        """Whether anything beside title and abstract is known."""
        return bool(self.authors or self.doi or self.arxiv or self.openreview or self.url)

    def take(self, label: str, value: str) -> None:
        """Note what a labelled line says."""
        if label in ("author", "authors"):
            self.authors = split_authors(value)
        elif label in ("keyword", "keywords"):
            self.keywords = split_keywords(value)
        elif label in ("venue", "journal", "conference"):
            self.venue = value
        elif label == "year":
            self.year = int(value)
        elif label == "doi":
            self.doi = value
        elif label.startswith("arxiv"):
            self.arxiv = value.split()[0] if value.lower().startswith("http") else value
        elif label == "openreview":
            self.openreview = value
        elif label in ("pdf", "code"):
            setattr(self, label, web_address(value))
        elif label in ("url", "link"):
            self.url = web_address(value)


def title_entry(line: str) -> Entry:
    """A title on a line of its own, with the link that may be around or behind it, or a reference."""
    if (told := reference_in(line)) is not None:
        return Entry(
            title=told.title,
            authors=told.authors,
            venue=told.venue,
            year=told.year,
            doi=told.doi,
            arxiv=told.arxiv,
            url=told.url,
            reference=line,
        )
    found = _MARKDOWN_LINK.fullmatch(line) or _URL_AT_END.fullmatch(line)
    if found:
        return Entry(title=found["title"].strip().rstrip(_AFTER_TITLE), url=found["url"])
    if " " not in line and (address := web_address(line)):
        return Entry(url=address)
    if line.count(" ") < _MOST_WORDS_OF_ID and len(ids := identified(line)) == 1:
        return Entry(arxiv=ids[0].get("arxiv_id", ""), doi=ids[0].get("doi", ""))
    if len(line) > _LONGEST_LINE:
        return Entry(title=line)
    if found := _ID_AT_END.fullmatch(line):
        arxiv, doi = arxiv_id(found["id"]), normal_doi(found["id"])
        if arxiv or doi:
            return Entry(title=found["title"].rstrip(_AFTER_TITLE), arxiv=arxiv, doi=doi)
    if (found := _ID_AT_BEGINNING.fullmatch(line)) and (arxiv := arxiv_id(found["id"])):
        return Entry(title=found["title"], arxiv=arxiv)
    return Entry(title=line)


def entry_of(lines: list[str]) -> Entry:
    """A block of several lines, or of labelled ones: title, fields, abstract, in this order."""
    entry = Entry()
    labels = [label_of(line) for line in lines]
    has_abstract = any(label and label[0] in ("abstract", "summary") for label in labels)
    text: list[str] = []
    last = ""
    for i, (line, label) in enumerate(zip(lines, labels, strict=True)):
        if label is None:
            if not entry.title and not has_words(line, TITLE_WORDS + 1):
                _take_title(entry, title_entry(line))
                last = "title"
            elif last == "title" and _goes_on(entry.title, line):
                entry.title = f"{entry.title} {line}"
            elif not entry.authors and _are_authors(line, lines[i + 1 :]):
                entry.authors = authors_of_line(line)
                last = "authors"
            elif not entry.venue and is_venue_line(line):
                entry.venue, last = line, "venue"
            elif has_abstract:
                _continue(entry, last, line)
            else:
                text = lines[i:]
                break
        elif label[0] in ("abstract", "summary"):
            text = [label[1], *lines[i + 1 :]] if label[1] else lines[i + 1 :]
            break
        elif label[0] == "title":
            entry.title, last = label[1], "title"
        else:
            entry.take(*label)
            last = label[0]
    while len(text) > 1 and (label := label_of(text[-1])) and label[0] in _AFTER_ABSTRACT:
        entry.take(*label)
        text = text[:-1]
    entry.abstract = text_of(text)
    return entry


def _goes_on(title: str, line: str) -> bool:
    """Whether a title that takes two lines goes on in this one."""
    if has_words(line, TITLE_WORDS + 1):
        return False
    return bool(_GOES_ON.search(title.lower() if title.isupper() else title))


def _take_title(entry: Entry, title: Entry) -> None:
    """Note what the line with the title says; what labelled lines above it say holds."""
    entry.title, entry.url = title.title, title.url or entry.url
    entry.arxiv, entry.doi = entry.arxiv or title.arxiv, entry.doi or title.doi
    entry.authors, entry.venue = entry.authors or title.authors, entry.venue or title.venue
    entry.year, entry.reference = entry.year or title.year, title.reference


def _are_authors(line: str, below: list[str]) -> bool:
    """Whether a line under a title names who wrote it; a single name only where the abstract follows."""
    if looks_like_authors(line):
        return True
    return is_lone_name(line) and has_words(" ".join(below), HEADING_WORDS + 1)


def text_of(lines: list[str]) -> str:
    """An abstract: broken lines are joined, lines that are paragraphs of their own are kept apart."""
    if len(lines) < 2:
        return lines[0] if lines else ""
    if not is_wrapped(lines) and any(has_words(line, ABSTRACT_WORDS) for line in lines):
        return "\n".join(lines)
    return joined(lines)


def _continue(entry: Entry, label: str, line: str) -> None:
    """A line without label belongs to the field above it."""
    if label in ("author", "authors"):
        entry.authors = (*entry.authors, *split_authors(line))
    elif label == "title":
        entry.title = f"{entry.title} {line}"
