# ruff: noqa: RUF001
"""References as papers print them: authors, title, place and year in one line.

Styles differ in what stands where; what none of them explains stays one text, which is the title then.
"""

from __future__ import annotations

import re
from itertools import islice

from readq.domain.identity import arxiv_id, normal_doi
from readq.patterns import lazily
from readq.records import dataclass

_YEAR = r"(?:19|20)\d\d"
_END = r"(?:[?!](?=[\"”]?\s)|\.(?=\s|$))"
_QUOTED = lazily(
    rf"(?P<people>[^\"“”]{{3,1500}}?)[,.]\s+(?:\(?(?P<year>{_YEAR})[a-z]?\)?[.,]\s+)?"
    r"(?:\"|“|``)(?P<title>[^\"“”]{6,400}?)[,.]?(?:\"|”|'')[,.]?\s+(?P<rest>\S.*)"
)
_YEAR_IN_BRACKETS = lazily(
    rf"(?P<people>[^()]{{3,1500}}?),?\s+\((?P<year>{_YEAR})[a-z]?(?:,[^()]{{1,20}})?\)(?P<stop>[.,:]?)\s+"
    rf"(?P<title>[^\s].{{5,400}}?{_END})\s*(?P<rest>.*)"
)
_YEAR_BETWEEN = lazily(
    rf"(?P<people>.{{3,1500}}?)\.\s+(?P<year>{_YEAR})[a-z]?\.\s+(?P<title>[^\s].{{5,400}}?{_END})\s*(?P<rest>.*)"
)
_TITLE_FIRST = lazily(
    rf"(?!&|and\b|et al\b|[^\W\d_a-z]\.)(?P<title>\S.{{5,400}}?{_END})\s+(?P<rest>\S.*)"
)
_STOP = lazily(r"\.\s+")
_MOST_STOPS = 60
_CITED = lazily(
    rf"(?P<title>\S.{{5,300}}?)\s*[(\[][A-Z][\w'’-]+(?:\s+et al\.?|\s+(?:and|&)\s+[A-Z][\w'’-]+)?,?\s+"
    rf"(?P<year>{_YEAR})[a-z]?[)\]]\.?"
)
_ANY_YEAR = lazily(rf"(?<![\d.:/\-–]){_YEAR}(?![\d/\-–])")
_DOT = lazily(r"(?<=[^\W_]{2})\.\Z")
_OTHERS = lazily(r"[,\s]+(?:et\.? al\b\.?|and others\b\.?)", re.IGNORECASE)
_AND = lazily(r",?\s+(?:and|&)\s+")
_PARTICLE = r"(?:(?:van|von|der|den|de|del|della|di|da|dos|du|la|le|el|al|bin|ten|ter|zu|af)\s+)*"
_WORD = r"[^\W\d_a-z][^\W\d_]*(?:['’\-‐][^\W\d_]+)*"
_SURNAME = rf"{_PARTICLE}(?:{_WORD})(?:\s+{_WORD})?"
_INITIALS = r"(?:[^\W\d_a-z]\.[\s-]?){1,4}|[^\W\d_a-z]{1,3}"
_ONLY_INITIALS = lazily(rf"(?:{_INITIALS})(?:\s+(?:Jr|Sr)\.?)?")
_INITIALS_FIRST = lazily(rf"(?:[^\W\d_a-z]\.[\s-]?){{1,4}}\s*{_SURNAME}")
_INITIALS_LAST = lazily(rf"(?P<family>{_SURNAME})\s+(?P<given>[A-Z]{{1,3}})")
_ONE_SURNAME = lazily(_SURNAME)
_FULL = lazily(
    rf"{_WORD}(?:\s+(?:{_WORD}|[^\W\d_a-z]\.|van|von|der|den|de|del|di|da|dos|la|le|bin)){{1,4}}"
)
_PLACE = lazily(r"(?:in:?|in the)\s+(?P<in>.+)", re.IGNORECASE)
_PLACE_END = lazily(
    rf"[,;(]|\s+{_YEAR}\b|\s+\d+(?!\d|st|nd|rd|th)|(?:(?<=[A-Z]{{3}})|(?<=[^\W_]{{7}}))\.(?:\s|$)|\.\s*(?=\d|$)"
)
_NO_PLACE = lazily(
    r"arxiv|https?:|doi\b|vol\b|pp?\.|\W*$|accessed|available|retrieved|\d[\W\d]*$", re.IGNORECASE
)
_ADDRESS = lazily(r"https?://[^\s<>\"”)]+")


@dataclass(frozen=True, slots=True)
class Reference:
    """What a reference says."""

    title: str
    authors: tuple[str, ...] = ()
    venue: str = ""
    year: int | None = None
    doi: str = ""
    arxiv: str = ""
    url: str = ""


def reference_in(line: str) -> Reference | None:
    """The parts of a reference; None for a line that is none, or not surely one."""
    if not _ANY_YEAR.search(line) or len(line) > 2500:
        return None
    for style in (_QUOTED, _YEAR_IN_BRACKETS, _YEAR_BETWEEN):
        found = style.fullmatch(line)
        people = _people(found["people"]) if found else None
        if not found or people is None:
            continue
        if not people and not found.groupdict().get("stop"):
            continue  # `Vaswani et al. (2017) introduced …` is prose
        if year := found["year"] or _last_year(found["rest"]):
            return _read(found["title"], people, found["rest"], year)
    if told := _names_first(line):
        return told
    cited = _CITED.fullmatch(line)
    return Reference(cited["title"], year=int(cited["year"])) if cited else None


def _names_first(line: str) -> Reference | None:
    """Names, title and the rest parted by full stops alone; the longest beginning that is all names is the names."""
    for stop in reversed(list(islice(_STOP.finditer(line), _MOST_STOPS))):
        found = _TITLE_FIRST.fullmatch(line, stop.end())
        people = _people(line[: stop.start() + 1]) if found else None
        if found and people:
            year = _last_year(found["rest"])
            return _read(found["title"], people, found["rest"], year) if year else None
    return None


def _read(title: str, people: tuple[str, ...], rest: str, year: str) -> Reference:
    address = _ADDRESS.search(rest)
    doi = normal_doi(rest)
    return Reference(
        title.strip().rstrip(".,"),
        people,
        _venue(rest),
        int(year),
        "" if arxiv_id(doi) else doi,
        arxiv_id(rest),
        address[0].rstrip(".,;") if address else "",
    )


def _last_year(text: str) -> str:
    found: list[str] = _ANY_YEAR.findall(_ADDRESS.sub(" ", text))
    return found[-1] if found else ""


def _venue(rest: str) -> str:
    place = _PLACE.match(rest)
    text = place["in"] if place else rest
    if _NO_PLACE.match(text):
        return ""
    end = _PLACE_END.search(text)
    return (text[: end.start()] if end else text).strip(" .,")


def _people(text: str) -> tuple[str, ...] | None:
    """The authors in the order of reading; None if the text is not surely names and nothing else.

    Of `Vaswani et al.` nobody is known well enough to be an author.
    """
    text = _DOT.sub("", text.strip())
    bare = _OTHERS.sub("", text)
    if bare != text and " " not in bare and _ONE_SURNAME.fullmatch(bare):
        return ()
    pieces = [piece.strip() for part in _AND.split(bare) for piece in part.split(",")]
    pieces = [piece for piece in pieces if piece.strip("&.… ")]
    names: list[str] = []
    shows_it = bare != text
    at = 0
    while at < len(pieces):
        piece, after = pieces[at], pieces[at + 1] if at + 1 < len(pieces) else ""
        if last := _INITIALS_LAST.fullmatch(piece):
            names.append(f"{last['given']} {last['family']}")
            shows_it = True
        elif _INITIALS_FIRST.fullmatch(piece):
            names.append(piece)
            shows_it = True
        elif _ONE_SURNAME.fullmatch(piece) and after and _ONLY_INITIALS.fullmatch(after):
            names.append(f"{after} {piece}")
            shows_it = True
            at += 1
        elif at == 0 and " " not in piece and _ONE_SURNAME.fullmatch(piece) and _is_given(after):
            names.append(f"{after} {piece}")  # only the first author is turned round
            at += 1
        elif _FULL.fullmatch(piece):
            names.append(piece)
        else:
            return None
        at += 1
    return tuple(names) if shows_it or len(names) > 1 else None


def _is_given(text: str) -> bool:
    return bool(text) and bool(re.fullmatch(rf"{_WORD}(?:\s+(?:{_WORD}|[A-Z]\.))?", text))
