"""Links between notes, written `[[title or key]]` or `[[title or key|what to show]]`."""

from __future__ import annotations

from collections.abc import Iterator

from readq.patterns import lazily
from readq.records import dataclass

_CODE = lazily(r"(?ms)^(`{3,}|~{3,}).*?(?:^\1[`~]*\s*$|\Z)|(`+)(?!`).+?(?<!`)\2(?!`)")
_LINK = lazily(r"\[\[([^\[\]|\n]+)(?:\|([^\[\]\n]*))?\]\]")
_OPEN = lazily(r"\[\[([^\[\]|\n]*)\Z")
_NOT_IN_A_LINK = lazily(r"[\[\]|#^\n]+")


@dataclass(frozen=True, slots=True)
class NoteLink:
    """One link in a note."""

    start: int
    end: int
    """Where it stands, brackets included."""
    target: str
    """The title or key of the paper it names."""
    shown: str
    """What is read in its place."""


def note_links(note: str) -> list[NoteLink]:
    """The links of a note in order; what stands in code is none."""
    if "[[" not in note:
        return []
    code = [found.span() for found in _CODE.finditer(note)] if "`" in note or "~" in note else []
    return [link for link in links_in(note) if not any(a <= link.start < b for a, b in code)]


def links_in(text: str) -> Iterator[NoteLink]:
    """The links in a piece of text that holds no code."""
    for found in _LINK.finditer(text):
        target = found[1].strip()
        if target:
            yield NoteLink(*found.span(), target, (found[2] or "").strip() or target)


def link_being_typed(before: str) -> str | None:
    """What stands behind a `[[` that is not closed yet at the end of a line; None when there is none."""
    found = _OPEN.search(before)
    return found[1] if found else None


def written_link(title: str, key: str) -> str:
    """A link to a paper: by its title, or by its key where the title holds what no link can."""
    if _NOT_IN_A_LINK.search(title):
        shown = " ".join(_NOT_IN_A_LINK.sub(" ", title).split())
        return f"[[{key}|{shown}]]"
    return f"[[{title}]]"
