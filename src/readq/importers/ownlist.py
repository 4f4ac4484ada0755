"""Items of the reading lists readq itself writes in Markdown: what they say comes back letter for letter."""

from __future__ import annotations

from typing import Any

from readq.domain import DERIVED_IN_LISTS, Status
from readq.domain.venue import is_known_venue, split_venue
from readq.importers.fields import is_lone_name, looks_like_authors
from readq.importers.mdlinks import Link, facts_of
from readq.patterns import lazily
from readq.records import dataclass

HEADING = "# Reading list"
"""The first line of such a list."""

_SIGN = lazily(r"\\([!-/:-@\[-`{-~])|&middot;")
_BARE_SIGN = lazily(r"(?<!\\)(?:\\\\)*[`*_{}\[\]<>#|~$]|(?<!\\)://")
_LINKED = lazily(r"\[((?:\\.|[^\[\]\\])+)\]\(<([^<>\s]*)>\)")
_QUOTED = lazily(r"[\"“].*[\"”]")
_YEAR_BEHIND = lazily(r"(?:(.*) )?(\d{4})")
_STATUS = "|".join(status.value for status in Status)
_DECISION = lazily(
    rf"(?:{_STATUS}|priority \d+|rated \d of 5|deferred until [\d-]{{10}}|in the trash|tags: .*)(?: · .*)?"
)
_AND_OTHERS = "et al."


@dataclass(frozen=True, slots=True)
class OwnItem:
    """One item, as fields of a draft."""

    title: str
    """As it was shown."""
    is_derived: bool
    """Whether readq made the title up."""
    facts: dict[str, Any]

    @property
    def has_identifier(self) -> bool:
        """Whether the paper is known by more than its title."""
        return any(map(self.facts.get, ("arxiv_id", "doi", "openreview_id")))


def own_item(text: str) -> OwnItem | None:
    """What an item says; None if it is not as readq writes them.

    Args:
        text: The item without its box, and the lines under it without indent.
    """
    head, _, rest = text.partition("\n")
    linked = _LINKED.fullmatch(head)
    title = linked[1] if linked else head
    if _BARE_SIGN.search(title):
        return None
    facts: dict[str, Any] = {}
    if linked:
        facts |= facts_of([Link(_shown(title), linked[2], 0, len(head))])
        if "code_url" in facts:  # a list has no other address than that of the paper
            facts["url"] = facts.pop("code_url")
    under = rest.partition("\n")[0]
    if _DECISION.fullmatch(under):
        under = ""
    if not linked and not under and _QUOTED.search(head):
        return None  # a line of the reader's own, mostly: “Title”, somebody, 2020
    parts = under.split(" · ") if under else []
    is_derived = f"*{DERIVED_IN_LISTS}*" in parts[-1:]
    parts = [_shown(part) for part in (parts[:-1] if is_derived else parts)]
    where = parts.pop() if len(parts) > 1 or (parts and _is_place(parts[0])) else ""
    if parts:
        facts["authors"] = _people(" · ".join(parts))
    facts["venue"], facts["year"] = _place(where)
    return OwnItem(_shown(title), is_derived, facts)


def _shown(text: str) -> str:
    return _SIGN.sub(lambda sign: sign[1] or "·", text)


def _people(text: str) -> tuple[str, ...]:
    names = text.split(", ")
    if names[-1] == _AND_OTHERS:
        names[-1] = "others"
    return tuple(names)


def _place(text: str) -> tuple[str, int | None]:
    found = _YEAR_BEHIND.fullmatch(text)
    return (found[1] or "", int(found[2])) if found else (text, None)


def _is_place(text: str) -> bool:
    """Whether the only part of a line is a venue or a year rather than people."""
    name, year = _place(text)
    if year or is_known_venue(name) or is_known_venue(split_venue(name)[0]):
        return True
    return not (looks_like_authors(text) or is_lone_name(text) or text.endswith(_AND_OTHERS))
