"""What the fields of a BibTeX entry say: dates, venues, addresses and identifiers."""

from __future__ import annotations

import re
from functools import lru_cache

from readq.domain.identity import arxiv_id, normal_doi, split_venue
from readq.importers.bibnames import braced_texts, closing_brace
from readq.importers.bibscan import MONTHS
from readq.importers.fields import doi_alone, month_in_words, web_address
from readq.importers.journals import JOURNALS
from readq.patterns import lazily

_VENUES = ("journal", "journaltitle", "booktitle", "maintitle")
_YEAR = lazily(r"(?<!\d)[12]\d{3}(?!\d)")
_DATE = lazily(r"(?P<year>[12]\d{3})(?:-(?P<month>0[1-9]|1[0-2])(?!\d))?(?P<more>.*)", re.DOTALL)
_MONTH_NAME = lazily(rf"(?<![a-z])({'|'.join(MONTHS)})[a-z]*", re.IGNORECASE)
_MONTH_NUMBER = lazily(r"0?([1-9]|1[0-2])")
_ESCAPED = lazily(r"\{?\\([_&%#~$])(?:\{\})?\}?")
_URL_COMMAND = lazily(r"\\(?:url|nolinkurl|path)\s*\{([^{}]*)\}")
_HREF_COMMAND = lazily(r"\\href\s*\{([^{}]*)\}\s*\{")
_TILDE = lazily(r"\{?\\(?:textasciitilde|sim)\s*(?:\{\})?\}?|\$\\sim\$")
_BARE_URL = lazily(r"(https?://[^\s{},;]+[^\s{},;.])")
_AVAILABLE = lazily(
    r"\W*(?:(?:available|accessible|online|at|from|see|url|webpage|website)\W*)*", re.IGNORECASE
)
_DOIS = lazily(r"\b10\.\d{4,9}/\S+")
_ARXIV_SAID = lazily(r"arxiv\s*:\s*[\w./-]+", re.IGNORECASE)
_CORR_VOLUME = lazily(r"abs/(\S+)")
_ACCENTS = lazily(r"[\\{}\"'^`~]")
_MOST_WRAPPED = 8


def unwrapped(value: str) -> str:
    """Without the braces around the whole of it."""
    for _ in range(_MOST_WRAPPED):
        if not value.startswith("{") or closing_brace(value) != len(value) - 1:
            break
        value = value[1:-1].strip()
    return value


def take_date(raw: dict[str, str]) -> tuple[int | None, int | None]:
    """Year and month; what says more than these stays among the fields."""
    year = month = None
    found = _DATE.match(raw.get("date", "").lstrip("{"))
    if found:
        year = int(found["year"])
        month = int(found["month"]) if found["month"] else None
        if not found["more"].strip("} "):
            del raw["date"]
    if year is None and (number := _YEAR.search(raw.get("year", ""))):
        year = int(number.group())
    if raw.get("year", "").strip("{} ") == str(year):
        del raw["year"]
    said = raw.get("month", "").strip("{} ")
    if said:
        if number := _MONTH_NUMBER.fullmatch(said):
            named: tuple[int, bool] | None = (int(number[1]), True)
        else:
            named = _month_named(said)
        if named:
            month = month or named[0]
            if named[1]:
                del raw["month"]
    return year, month


@lru_cache(maxsize=1024)
def _month_named(said: str) -> tuple[int, bool] | None:
    """A month in one of several languages, and whether that is all a field says."""
    return month_in_words(_ACCENTS.sub("", said)) or _abbreviated(said)


def _abbreviated(said: str) -> tuple[int, bool] | None:
    """A month in English that is cut or misspelt behind its third letter."""
    name = _MONTH_NAME.search(said)
    return (MONTHS.index(name[1].lower()) + 1, name.group() == said.rstrip(".")) if name else None


def take_venue(raw: dict[str, str]) -> tuple[str, str]:
    """The venue, and the arXiv id that a preprint's journal may be; a name that readq shortens stays as well."""
    name = next((name for name in _VENUES if raw.get(name)), "")
    if not name:
        return "", ""
    venue, arxiv, as_it_is = _venue(raw[name])
    if not arxiv and venue.lower() in ("corr", "arxiv") and (volume := raw.get("volume")):
        found = _CORR_VOLUME.match(volume)
        arxiv = arxiv_id(found[1] if found else volume)
    if as_it_is:
        del raw[name]
    return venue, arxiv


@lru_cache(maxsize=4096)
def _venue(value: str) -> tuple[str, str, bool]:
    """The name, an arXiv id in it, and whether readq shows the name as it is."""
    venue = unwrapped(value)
    venue = JOURNALS.get(venue, venue)
    arxiv = arxiv_id(venue) if "arxiv" in venue.lower() else ""
    return (
        venue,
        arxiv,
        split_venue(venue)[0] == venue == unwrapped(value)
        and "\\" not in venue
        and "{" not in venue,
    )


def take_links(raw: dict[str, str]) -> tuple[str, str, str]:
    """Page, PDF and code; a field that holds no web address stays."""
    found = {"url": "", "pdf": "", "code": ""}
    for name in found:
        value = raw.get(name, "")
        inside = _HREF_COMMAND.match(value)
        address = web_address(_address(inside[1] if inside else value))
        if address:
            found[name] = address
            del raw[name]
    if not found["url"]:
        for name in ("howpublished", "note"):
            said = raw.get(name, "")
            inside = _URL_COMMAND.search(said)
            if inside is None and name != "note":
                inside = _BARE_URL.search(said)
            address = web_address(_address(inside[1] if inside else said))
            if address:
                found["url"] = address
                # What else it says stays.
                if not inside or _AVAILABLE.fullmatch(
                    said[: inside.start()] + said[inside.end() :]
                ):
                    del raw[name]
                break
    return found["url"], found["pdf"], found["code"]


def take_further(raw: dict[str, str]) -> tuple[tuple[str, ...], list[str]]:
    """Further addresses and titles, as readq's own exports write them; a field of another sort stays."""
    if " " in (several := raw.get("url", "")) and all(map(web_address, several.split())):
        raw["url"], *more = several.split()
        raw |= {f"url-{i}": link for i, link in enumerate(more, 2)}
    links = tuple(map(web_address, raw.get("links", "").split()))
    if links and all(links):
        del raw["links"]
    for name in again("url", raw):
        if second := web_address(_address(raw[name])):
            links = (*links, second)
            del raw[name]
    aliases = braced_texts(raw.get("aliases", ""))
    if aliases:
        del raw["aliases"]
    return links if all(links) else (), aliases


def again(name: str, raw: dict[str, str]) -> list[str]:
    """What the further values of a field that is there more than once are called."""
    if f"{name}-2" not in raw:
        return []
    return [other for other in raw if other.startswith(f"{name}-")]


def take_identifiers(raw: dict[str, str], url: str) -> tuple[str, str]:
    """DOI and arXiv id."""
    doi = normal_doi(_address(raw.get("doi", "")))
    if doi:
        said = raw.pop("doi")
        if " " in said and len(dois := _DOIS.findall(said)) > 1:
            raw.setdefault("doi-2", " ".join(one.rstrip(",;") for one in dois[1:]))
    elif "note" in raw:
        doi = doi_alone(raw["note"])
    archive = raw.get("archiveprefix", "") or raw.get("eprinttype", "")
    arxiv = ""
    if not archive or archive.lower() == "arxiv":
        arxiv = arxiv_id(raw.get("eprint", ""))
        for name in ("eprint", "archiveprefix", "eprinttype") if arxiv else ():
            raw.pop(name, None)
    arxiv = arxiv or arxiv_id(raw.get("arxivid", "") or raw.get("arxiv", ""))
    if not arxiv:
        for name in ("note", "number"):
            said = raw.get(name, "")
            if "rxiv" in said.lower()[:5] and (found := _ARXIV_SAID.match(said)):
                arxiv = arxiv_id(found[0])
                break
    of_doi = arxiv_id(doi) if doi else ""
    if not doi and "doi.org/" in url.lower():
        doi = normal_doi(url)
        of_doi = arxiv_id(doi)
    return ("", arxiv or of_doi) if of_doi else (doi, arxiv)


def _address(value: str) -> str:
    """An address or DOI without the escapes LaTeX wants in it."""
    if "\\" not in value:
        return value.strip("{} ")
    inside = _URL_COMMAND.search(value)
    value = inside[1] if inside else value
    return _ESCAPED.sub(r"\1", _TILDE.sub("~", value)).strip("{} ")
