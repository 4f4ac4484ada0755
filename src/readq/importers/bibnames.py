"""Names as BibTeX writes them: `von Family, Jr, Given and {A Group}`."""

from __future__ import annotations

import re
from collections.abc import Iterator

from readq.importers.fields import split_authors, with_initials
from readq.patterns import lazily

_AND = lazily(r"\s+and(?=\s)", re.IGNORECASE)
_UNUSUAL_AND = lazily(r" (?:A[Nn][Dd]|aN[Dd]|anD|and and) ")
_LOOSE_AND = lazily(r"^and(?:\s|$)|(?<!,)\sand$", re.IGNORECASE)
_AT_TOP = lazily(r"\\.|[{}]|,|(?<=\s)and(?=\s)", re.IGNORECASE | re.DOTALL)
_ET_AL = lazily(
    r"(?:[\s,;]+and)?[\s,;]*(?:\\(?:emph|textit)|\\(?:it|em)\b)?[\s{]*(?:\\(?:it|em)\s)?(?<![^\W_])et\.?\s*al\b[\s.}]*\Z",
    re.IGNORECASE,
)
_AMPERSAND = lazily(r"\s+(?:\{\\&\}|\\?&)\s+")
_NUMBERED = lazily(r"(?<=\w) 00\d\d\Z")
"""What DBLP puts behind the names of namesakes."""
_OTHER_AND = lazily(r"(?<=[^\W\d_a-z]\.) (?:und|et|y|e|och|en) (?=[^\W\d_a-z][\w'-]+, )")
"""What parts the last two people in lists of other languages."""
_CHINESE = lazily("[\u3400-\u9fff\uf900-\ufaff]{2,4}")
_FOOTNOTE = lazily(
    r"\\thanks\{[^{}]*\}|\$\^\{?[\d*,\\a-z]{1,12}\}?\$|\\textsuperscript\{[\d*,\u2020\u2021]+\}"
)
"""Marks behind a name that point to an affiliation."""
_NAMED_PART = lazily(r"(?:family|given|prefix|suffix|useprefix|[a-z]+-i)\s*=", re.IGNORECASE)
_SUFFIX = lazily(r"(?:jr|sr|ii|iii|iv|ph\.?\s?d|md|esq)\.?", re.IGNORECASE)


def bib_names(text: str) -> tuple[str, ...]:
    """Display names in order, LaTeX as written; a group in braces is one name, however it is worded."""
    text = " ".join(text.split())
    small = text.lower()
    if small.startswith("and") or small.endswith("and"):
        text = _LOOSE_AND.sub("", text)
    if "&" in text:
        text = _with_and(text)
    if " and," in text:
        text = text.replace(" and, ", " and ")
    if "$" in text or "\\t" in text:
        text = _FOOTNOTE.sub("", text)
    others: tuple[str, ...] = ()
    if " al" in small[-9:] or ".al" in small[-9:]:
        text, found = _ET_AL.subn("", text)
        others = ("others",) if found else ()
    names = list(_parts(text, "and"))
    if len(names) == 1 and (list_of_people := _without_and(text)):
        return (*list_of_people, *others)
    if len(names) > 1 and any(name.count(",") > 1 for name in names):
        names = [person for name in names for person in _listed(name)]
    shown = [name for name in map(_display, names) if name]
    if " 00" in text:
        shown = [_NUMBERED.sub("", name) for name in shown]
    if shown and shown[-1].lower().rstrip(".") == "et al":  # from "al., et"
        shown[-1] = "others"
    return (*shown, *others)


def _with_and(text: str) -> str:
    """People joined by `&` as BibTeX has them joined; the firm of Smith & Sons stays one name."""
    done, rest = "", text
    while found := _AMPERSAND.search(rest):
        before, rest = done + rest[: found.start()], rest[found.end() :]
        sides = (
            before.rpartition(" and ")[2].strip(" ,"),
            rest.partition(" and ")[0].partition("&")[0].strip(" \\"),
        )
        is_a_name = f"{before} ".endswith(" and ") or f" {rest}".startswith(" and ")
        are_people = not is_a_name and before.count("{") == before.count("}")
        are_people = are_people and all(" " in side or "," in side for side in sides)
        if are_people and " and " not in text and "," not in rest:
            before = " and ".join(_whole_names(before) or [before])
        done = before + (" and " if are_people else found[0])
    return done + rest


def _whole_names(text: str) -> list[str]:
    """The names in `Ann Lee, Bo Chen`; none if it can be one name with its parts apart."""
    names = [piece.strip() for piece in _parts(text, ",") if piece.strip()]
    whole = all(" " in name and not _SUFFIX.fullmatch(name) for name in names)
    return names if whole and len(names) > 1 else []


def _listed(name: str) -> list[str]:
    """The people in `Smith, J., Lee, K.,` before the `and` of a list parted by commas; else one name."""
    has_more = name.rstrip().endswith(",")
    pieces = [piece.strip() for piece in _parts(name, ",") if piece.strip()]
    if people := with_initials(pieces):
        return list(people)
    whole = all(" " in piece and not _SUFFIX.fullmatch(piece) for piece in pieces)
    if whole and len(pieces) > (1 if has_more else 2):
        return pieces
    if has_more and len(pieces) > 3 and len(pieces) % 2 == 0:
        return [
            f"{given} {family}" for family, given in zip(pieces[::2], pieces[1::2], strict=True)
        ]
    return [name.rstrip(" ,")]


def _without_and(text: str) -> tuple[str, ...]:
    """People parted by semicolons or commas, as some exports write them; empty if it is one name."""
    if joined := _OTHER_AND.search(text):
        return bib_names(f"{text[: joined.start()]} and {text[joined.end() :]}")
    people = [part.strip() for part in _parts(text, ",")]
    if (found := with_initials(people)) or (found := _in_chinese(people)):
        return found
    if "{" in text or "\\" in text:
        return ()
    if ";" in text:
        return split_authors(text)
    several = len(people) > 2 and all(" " in person for person in people)
    return tuple(people) if several else ()


def _in_chinese(people: list[str]) -> tuple[str, ...]:
    """Names in Chinese characters, which have no comma in them; none if it is one with its parts apart."""
    are_whole = all(map(_CHINESE.fullmatch, people))
    return tuple(people) if are_whole and len(people) > (1 if len(people[0]) > 1 else 2) else ()


def _display(name: str) -> str:
    name = name.strip()
    if name.startswith("{") and closing_brace(name) == len(name) - 1:
        return name[1:-1].strip()
    parts = [part.strip() for part in _parts(name, ",")] if "," in name else [name]
    if "=" in name and all(map(_NAMED_PART.match, parts)):
        return _from_named(parts)
    if len(parts) > 3 or not parts[0]:
        return name.strip(" ,")
    if len(parts) == 1:
        return parts[0]
    if len(parts) == 2:
        family, given = parts
        # "Given Family, Jr." is how some write a suffix without a given name behind it.
        return name if _SUFFIX.fullmatch(given) and " " in family else f"{given} {family}".strip()
    family, suffix, given = parts
    if _SUFFIX.fullmatch(given) and not _SUFFIX.fullmatch(suffix):
        suffix, given = given, suffix
    return f"{given} {family}, {suffix}".strip() if suffix else f"{given} {family}".strip()


def _from_named(parts: list[str]) -> str:
    """A name in the extended format of BibLaTeX: `family=Doe, given=John, prefix=de`."""
    said = {
        name.strip().lower(): value.strip(' "{}')
        for name, _, value in (p.partition("=") for p in parts)
    }
    name = " ".join(filter(None, map(said.get, ("given", "prefix", "family"))))
    return f"{name}, {said['suffix']}" if said.get("suffix") and name else name


def _parts(text: str, separator: str) -> Iterator[str]:
    """The text between separators that stand in no braces."""
    if "{" not in text:
        if separator == ",":
            yield from text.split(",")
        elif _UNUSUAL_AND.search(text):
            yield from _AND.split(text)
        else:
            yield from text.split(" and ")
        return
    depth, start = 0, 0
    for found in _AT_TOP.finditer(text):
        sign = found[0]
        if sign == "{":
            depth += 1
        elif sign == "}":
            depth = max(0, depth - 1)
        elif depth == 0 and sign.lower() == separator:
            yield text[start : found.start()]
            start = found.end()
    yield text[start:]


def closing_brace(text: str) -> int:
    """Where the brace that opens `text` is closed."""
    depth = 0
    for at, character in enumerate(text):
        depth += (character == "{") - (character == "}")
        if depth == 0:
            return at
    return -1


def braced_texts(text: str) -> list[str]:
    """The texts of `{one}, {another}`; none if it is no such list."""
    texts: list[str] = []
    while text.startswith("{"):
        end = closing_brace(text)
        texts.append(text[1:end].strip())
        text = text[end + 1 :].lstrip()
        if end < 0 or (text and text[0] != ","):
            return []
        text = text[1:].lstrip()
    return [] if text else [said for said in texts if said]
