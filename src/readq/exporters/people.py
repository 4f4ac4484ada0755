"""Display names in the parts other programs want."""

from __future__ import annotations

import re
from collections.abc import Iterator

from readq.domain import Paper
from readq.patterns import lazily
from readq.records import dataclass

_SUFFIX = lazily(r"(?:jr|sr|ii|iii|iv|ph\.?\s?d)\.?", re.IGNORECASE)
_GROUP_WORDS = """
    agency alliance association authors center centre collaboration committee community company
    consortium contributors corporation council department foundation gmbh group inc initiative
    institute lab laboratories laboratory labs ltd ministry network office organisation organization
    project society team university
    """
_GROUPS = frozenset(_GROUP_WORDS.split())
OTHERS = frozenset({"others", "et al", "et al."})
"""What stands in the place of authors nobody listed."""
_LINKS = frozenset({"of", "for", "and", "the", "&"})


@dataclass(frozen=True, slots=True)
class PersonName:
    """A name in parts; a group has only a `literal`, a person never has one."""

    given: str = ""
    particle: str = ""
    family: str = ""
    suffix: str = ""
    literal: str = ""

    @property
    def whole_family(self) -> str:
        """The family name with its particle: `van der Berg`."""
        return f"{self.particle} {self.family}".strip()


def names_of(paper: Paper) -> Iterator[PersonName]:
    """The authors of a paper in order; a source may say which of them are groups."""
    kinds = paper.extra.get("author_kinds")
    if not isinstance(kinds, list) or len(kinds) != len(paper.authors):
        kinds = [""] * len(paper.authors)
    for name, kind in zip(paper.authors, kinds, strict=True):
        name = " ".join(name.split())
        if kind == "group" or name.lower() in OTHERS:
            yield PersonName(literal=name)
        elif name:
            yield parted(name)


def parted(name: str) -> PersonName:
    """Part a display name (`Given von Family, Suffix`); what cannot be parted safely is a literal."""
    body, comma, suffix = name.rpartition(", ")
    if not comma or not _SUFFIX.fullmatch(suffix):
        body, suffix = name, ""
    words = body.split()
    if (
        any(sign in body for sign in ",;{}\\/()@")
        or any(word.lower() in _LINKS for word in words)
        or not words
        or words[-1].lower().strip(".") in _GROUPS
        or (len(words) == 1 and not suffix)
    ):
        return PersonName(literal=name)
    first = next((i for i, word in enumerate(words[:-1]) if i and _is_particle(word)), None)
    family = next(
        (i for i in range(first or 0, len(words) - 1) if not _is_particle(words[i])), len(words) - 1
    )
    if first is None:
        first = family = len(words) - 1
    given = " ".join(words[:first])
    if _SUFFIX.fullmatch(given):
        return PersonName(literal=name)
    return PersonName(given, " ".join(words[first:family]), " ".join(words[family:]), suffix)


def _is_particle(word: str) -> bool:
    letter = next((c for c in word if c.isalpha()), "")
    return letter.islower()
