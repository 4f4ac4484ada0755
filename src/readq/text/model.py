"""What rendering gives: plain text, the styles on it, and the links in it."""

from __future__ import annotations

from typing import Literal

from readq.records import dataclass

Style = Literal["bold", "italic", "code", "underline", "link"]


@dataclass(frozen=True, slots=True)
class Span:
    """A stretch of the plain text with one style."""

    start: int
    end: int
    style: Style
    target: str = ""
    """Where a link leads; empty for other styles."""


@dataclass(frozen=True, slots=True)
class Rendered:
    """A field as a terminal can show it."""

    plain: str
    """Unicode text; paragraphs are separated by one blank line, other white space is single spaces."""
    spans: tuple[Span, ...] = ()
    """In order of their start; spans of different styles may overlap."""
    links: tuple[str, ...] = ()
    """Each http(s) target once, in order of appearance."""
