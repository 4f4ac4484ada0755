"""Fields that several formats write in the same ways: names of authors, keywords, web addresses."""

from __future__ import annotations

import re
from ast import literal_eval
from collections.abc import Sequence

from readq.domain.identity import normal_doi
from readq.patterns import lazily

_MOST_DIGITS = 18
_ONLY_DOI = lazily(
    r"(?:doi\s*:?\s*|https?://(?:dx\.)?doi\.org/|doi\.org/)?10\.\d{4,9}/\S+", re.IGNORECASE
)
_SUFFIX = lazily(r"(?:jr|sr|ii|iii|iv|ph\.?d)\.?", re.IGNORECASE)
_YEAR = lazily(r"(?<!\d)(?:1[5-9]|20)\d\d(?!\d)")
_MONTH = lazily(
    r"\b(?:(jan|jän|ene|gen)(?:uary|uari|uar|ner|vier|ro|naio|eiro|\.)?"
    r"|(feb|fév|fev)(?:ruary|ruari|ruar|rier|rero|braio|ereiro|\.)?"
    r"|(mar|mär|maa)(?:ch|z|s|zo|ço|co|t|rt)?|(apr|avr|abr)(?:il|ile)?|(may|mai|mag|mei)(?:o|gio)?"
    r"|(jun|juin|giu)(?:e|i|io|ho|gno)?|(jul|juil|lug)(?:y|i|io|let|ho|lio)?"
    r"|(aug|aoû|aou|ago)(?:ustus|ust|t|sto)?|(sep|set)(?:t|tember|tembre|tiembre|tembro|embro)?"
    r"|(oct|okt|ott|out)(?:ober|obre|ubre|ubro)?|(nov)(?:ember|embre|iembre|embro)?"
    r"|(dec|dez|déc|dic)(?:ember|embre|iembre|embro)?)\b",
    re.IGNORECASE,
)
_MONTH_YEAR = lazily(r"(?<![\d/.-])(0?[1-9]|1[0-2])[/.](?=(?:1[5-9]|20)\d\d(?!\d))")
_NUMBERS = lazily(r"(?<!\d)(\d{1,2})[/.-](\d{1,2})[/.-](?=(?:1[5-9]|20)\d\d(?!\d))")
_AND = lazily(r"\s+(?:and|&)\s+", re.IGNORECASE)
_NAME = lazily(
    r"(?:[^\W\d_][\w.'\u2019\u2010\u2013\-]*\s+){1,5}[^\W\d_][\w.'\u2019\u2010\u2013\-]*(?:\s*[*†‡§\d]+)?"
)
_ODD_NAME = lazily(r"(?:[^\W\d_][\w.'\u2019\u2010\u2013\-]*\s*){1,6}")
_MANY = 4
_INITIALS = lazily(r"(?:[^\W\d_a-z]\.?[ -]?){1,4}")
_BEHIND = lazily(r"((?:[^\W\d_][\w'\u2019-]+ ?)+?) ((?:[^\W\d_a-z]\.?[ -]?){1,4})")
_NAME_WORD = lazily(
    r"[^\W\d_a-z][\w'\u2019\u2010\u2013-]*\.?|van|von|de|der|den|del|della|di|da|dos|du|la|le|el|al|bin|ibn|ter|zu",
)
_BY = lazily(r"[Bb]y:?\s+(?=[^\W\d_a-z])")
_MARKS = lazily(
    r"(?<!\s)\s*[*†‡§¶\u00b9\u00b2\u00b3\u2070-\u2079]+(?:,[\d*†‡§¶\u00b9\u00b2\u00b3\u2070-\u2079]+)*|(?<=[^\W\d_])\d(?:,\d)*(?!\w)"
)
"""Signs and small figures behind a name that point to an affiliation."""
_LONGEST_NAME, _TITLE_WORD = 5, 7
_TITLE_ENDS = (
    *("tion", "tions", "ions", "ment", "ments", "ity", "ities", "ness", "ics", "ism", "isms"),
    *("models", "works", "graphs", "ative", "ural", "ization", "isation", "agents", "systems"),
)
_LONGEST_LINE = 3000
_CAPITAL = lazily(r"[^\W\d_a-z]")
_SCHEMELESS = lazily(
    r"(?:www\.|github\.com/|gitlab\.com/|arxiv\.org/|openreview\.net/)\S+", re.IGNORECASE
)


def split_authors(text: str) -> tuple[str, ...]:
    """The names in one text: parted by `;`, else by `and`, else by commas where each part is a full name."""
    text = " ".join(text.split())
    if text.startswith("[") and (names := written_list(text)):
        return straightened(names)
    if ";" in text:
        return straightened(text.split(";"))
    if "|" in text:
        return straightened(text.split("|"))
    parts = _AND.split(text)
    if len(parts) > 1 and not any("," in p for p in parts[1:]):
        first = _by_commas(parts[0])
        return straightened([*first, *parts[1:]])
    if len(parts) > 1 and all(p.count(",") <= 1 for p in parts):
        return straightened(parts)
    return _by_commas(text.replace(" and ", ", ").replace(" & ", ", ").replace(",,", ","))


def straightened(names: Sequence[str]) -> tuple[str, ...]:
    """Names in order of reading: `Family, Given` is turned round if all names are written so."""
    kept = [" ".join(n.split()).strip(" ,;") for n in names]
    kept = [n for n in kept if n]
    if kept and ", " in kept[0]:
        halves = [n.split(", ") for n in kept]
        if all(len(h) == 2 and not _SUFFIX.fullmatch(h[1]) for h in halves):
            return tuple(f"{given} {family}" for family, given in halves)
    return tuple(kept)


def inverted_name(name: str) -> str:
    """`Family, Given, Jr.` in order of reading: `Given Family, Jr.`; a name without comma as it is."""
    parts = [part.strip() for part in " ".join(name.split()).split(",")]
    parts = [part for part in parts if part]
    if len(parts) == 2 and not _SUFFIX.fullmatch(parts[1]):
        return f"{parts[1]} {parts[0]}"
    if len(parts) == 3:
        family, given, suffix = parts
        if _SUFFIX.fullmatch(given):
            given, suffix = suffix, given
        if _SUFFIX.fullmatch(suffix):
            return f"{given} {family}, {suffix}"
    return ", ".join(parts)


def initials_first(names: Sequence[str]) -> list[str]:
    """People in order of reading where each one is written as `Lee K.` or `van der Berg A-B`."""
    found = [_BEHIND.fullmatch(name) for name in names]
    if not all(found):
        return list(names)
    return [f"{match[2]} {match[1]}" for match in found if match]


def looks_like_authors(line: str) -> bool:
    """Whether a line without a label is a list of two or more full names, or says `by` whom it is."""
    if len(line) > _LONGEST_LINE:
        return False
    by = _BY.match(line)
    line = _MARKS.sub(" ", line[by.end() :] if by else line)
    parts = [p.strip() for p in re.split(r"\s*[,;·&]\s*|\s+and\s+", line) if p.strip()]
    named = sum(bool(_NAME.fullmatch(p) and _CAPITAL.match(p)) for p in parts)
    # In a long list one or two may be written small, or run together.
    odd = len(parts) - named
    several = len(parts) >= 2 and odd * 4 <= len(parts) and (not odd or _are_odd_names(parts))
    return several or (by is not None and len(parts) == 1 and is_lone_name(parts[0]))


def _are_odd_names(parts: Sequence[str]) -> bool:
    return len(parts) >= _MANY and all(_ODD_NAME.fullmatch(part) for part in parts)


def is_lone_name(line: str) -> bool:
    """Whether a short line can be one person's name, rather than the rest of a title.

    >>> is_lone_name("Ann B. van der Berg"), is_lone_name("Representation Learning")
    (True, False)
    """
    words = _MARKS.sub(" ", line).split()
    if not 2 <= len(words) <= _LONGEST_NAME:
        return False
    return all(_NAME_WORD.fullmatch(word) for word in words[1:-1]) and all(
        _CAPITAL.match(word)
        and _NAME_WORD.fullmatch(word)
        and not (len(word) >= _TITLE_WORD and word.lower().endswith(ends))
        for word, ends in ((words[0], _TITLE_ENDS), (words[-1], (*_TITLE_ENDS, "ing")))
    )


def authors_of_line(line: str) -> tuple[str, ...]:
    """The names in a line that looks like authors, without the marks of their affiliations."""
    by = _BY.match(line)
    return split_authors(_MARKS.sub(" ", line[by.end() :] if by else line))


def split_keywords(text: str) -> tuple[str, ...]:
    """Keywords parted by `;`, else by commas."""
    if text.startswith("[") and (words := written_list(text)):
        return tuple(words)
    parts = text.split(";" if ";" in text else "|" if "|" in text else ",")
    return tuple(p for p in (" ".join(part.split()) for part in parts) if p)


def written_list(text: str) -> list[str]:
    """The texts, or the names of the people, in a list as Python or JSON writes it; none if it is no such list."""
    if not text.endswith("]") or len(text) > _LONGEST_LINE:
        return []
    try:
        value = literal_eval(text)
    except (ValueError, SyntaxError, MemoryError, RecursionError):
        return []
    said = [
        item.get("name") or item.get("fullname") if isinstance(item, dict) else item
        for item in value
    ]
    texts = [" ".join(item.split()) for item in said if isinstance(item, str)]
    return texts if len(texts) == len(value) else []


def whole_number(text: str) -> int | None:
    """The number that digits write; None for anything else, and for more digits than a number of use has."""
    return int(text) if text.isdecimal() and len(text) <= _MOST_DIGITS else None


def doi_alone(text: str) -> str:
    """The DOI in a text that says nothing else; empty for one that speaks of another work."""
    return normal_doi(text) if _ONLY_DOI.fullmatch(text) else ""


def web_address(text: str) -> str:
    """The address in a field, with a scheme; empty if it is not one."""
    text = text.strip()
    if _SCHEMELESS.match(text):
        text = f"https://{text}"
    return text if text.lower().startswith(("http://", "https://")) and " " not in text else ""


def with_initials(parts: Sequence[str]) -> tuple[str, ...]:
    """People in `Lee, A., van der Berg, B.-C.`, parted at its commas; none if it is written otherwise."""
    families, initials = parts[::2], parts[1::2]
    if len(parts) < 4 or len(parts) % 2 or not all(map(_INITIALS.fullmatch, initials)):
        return ()
    if any(map(_INITIALS.fullmatch, families)):
        return ()
    return tuple(f"{given} {family}" for family, given in zip(families, initials, strict=True))


def _by_commas(text: str) -> tuple[str, ...]:
    if people := with_initials([p.strip() for p in text.split(",")]):
        return people
    parts: list[str] = []
    for part in (p.strip() for p in text.split(",")):
        if parts and _SUFFIX.fullmatch(part):
            parts[-1] += f", {part}"
        elif part:
            parts.append(part)
    sure = len(parts) > 1 and all(" " in p for p in parts)
    return tuple(parts) if sure else straightened([text])


def date_in_words(text: str) -> tuple[int | None, int | None]:
    """Year and month of `(2003)`, `Apr 2003`, `1 October 2022`, `17/05/2018` and the like.

    Where it cannot be told which number is the day, there is no month.
    """
    year, month = _YEAR.search(text), _MONTH.search(text)
    if year and not month and (numbers := _NUMBERS.search(text)):
        one, other = int(numbers[1]), int(numbers[2])
        likely = [
            n for n, day in ((one, other), (other, one)) if 1 <= n <= 12 and (day > 12 or day == n)
        ]
        return int(year[0]), likely[0] if likely else None
    if year and not month and (number := _MONTH_YEAR.search(text)):
        return int(year[0]), int(number[1])
    return int(year[0]) if year else None, month.lastindex if month else None


def month_in_words(text: str) -> tuple[int, bool] | None:
    """The month that a text names in one of several languages, and whether it says nothing else."""
    found = _MONTH.search(text)
    if not found or not found.lastindex:
        return None
    return found.lastindex, found.group() == text.rstrip(".")


def letters(number: int) -> str:
    """What tells keys apart: a, b, … z, aa for 0, 1, … 25, 26."""
    text = ""
    while number >= 0:
        text = chr(ord("a") + number % 26) + text
        number = number // 26 - 1
    return text
