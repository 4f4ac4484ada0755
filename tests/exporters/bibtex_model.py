"""A reader of BibTeX made after the rules of the program itself: braces count, nothing is forgiven."""

from __future__ import annotations

import re

_MONTHS = ("jan", "feb", "mar", "apr", "may", "jun", "jul", "aug", "sep", "oct", "nov", "dec")
_NAME = re.compile(r"[^\s\"#%'(),={}]+")


def entries(text: str) -> list[tuple[str, str, dict[str, str]]]:
    """Type, key and fields of each entry; an AssertionError where BibTeX would complain."""
    found = []
    at = 0
    while (at := text.find("@", at)) >= 0:
        kind, at = _name(text, at + 1)
        assert text[at] == "{", f"an opening brace is due at {text[at : at + 20]!r}"
        key = re.compile(r"[^\s,{}]+").match(text, at + 1)
        assert key, "a key is due"
        at = key.end()
        fields: dict[str, str] = {}
        while True:
            at = _space(text, at)
            if text[at] == "}":
                break
            assert text[at] == ",", f"a comma is due at {text[at : at + 20]!r}"
            at = _space(text, at + 1)
            if text[at] == "}":
                break
            name, at = _name(text, at)
            at = _space(text, at)
            assert text[at] == "=", f"an equals sign is due at {text[at : at + 20]!r}"
            at = _space(text, at + 1)
            value, at = _value(text, at)
            assert name.lower() not in fields, f"{name} comes twice"
            fields[name.lower()] = value
        found.append((kind, key[0], fields))
        at += 1
    return found


def _name(text: str, at: int) -> tuple[str, int]:
    found = _NAME.match(text, at)
    assert found, f"a name is due at {text[at : at + 20]!r}"
    assert not found[0][0].isdigit()
    assert found[0].isascii()
    return found[0], found.end()


def _space(text: str, at: int) -> int:
    while text[at] in " \n\t":
        at += 1
    return at


def _value(text: str, at: int) -> tuple[str, int]:
    if text[at] != "{":
        found = re.compile(r"[a-z]+|\d+").match(text, at)
        assert found, f"a value is due at {text[at : at + 20]!r}"
        assert found[0].isdigit() or found[0] in _MONTHS, f"the macro {found[0]} is unknown"
        return found[0], found.end()
    depth, start = 0, at
    while True:
        depth += (text[at] == "{") - (text[at] == "}")
        at += 1
        if depth == 0:
            return text[start + 1 : at - 1], at


def families(names: str) -> list[str]:
    """The particle and family name BibTeX finds in each name of an author field."""
    return [_family(name) for name in _split(names, r"\sand\s")]


def _family(name: str) -> str:
    parts = [part.strip() for part in _split(name, r",")]
    assert 1 <= len(parts) <= 3, f"too many commas in {name}"
    words = [word for word in _split(parts[0], r"\s+") if word]
    if len(parts) > 1:
        return " ".join(words)
    von = [i for i, word in enumerate(words[:-1]) if _is_particle(word)]
    return " ".join(words[von[0] :] if von else words[-1:])


def _is_particle(word: str) -> bool:
    """Whether the first ASCII letter outside braces is small, as `von_token_found` decides."""
    depth = 0
    for character in word:
        depth += (character == "{") - (character == "}")
        if depth == 0 and character.isascii() and character.isalpha():
            return character.islower()
    return False


def _split(text: str, separator: str) -> list[str]:
    """Split where the separator stands in no braces."""
    parts, depth, start, at = [], 0, 0, 0
    pattern = re.compile(separator)
    while at < len(text):
        depth += (text[at] == "{") - (text[at] == "}")
        found = pattern.match(text, at) if depth == 0 else None
        if found:
            parts.append(text[start:at])
            start = at = found.end()
        else:
            at += 1
    return [*parts, text[start:]]
