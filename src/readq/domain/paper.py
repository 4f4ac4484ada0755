"""A paper: what sources say about one work."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import field
from datetime import datetime
from enum import StrEnum
from typing import Any

from readq.records import dataclass

DERIVED_NOTE = "Title derived by readq from the abstract"
"""Stands beside a title readq made up wherever it goes; importers know it by this wording."""
DERIVED_IN_LISTS = "title derived by readq"
"""The same in a reading list."""


class TitleOrigin(StrEnum):
    """How readq came by a paper's title."""

    SOURCE = "source"
    """The list the paper came from gave it."""
    CATALOGUE = "catalogue"
    """A catalogue with the same paper gave it later."""
    DERIVED = "derived"
    """readq made it from the abstract; never presented as the true title."""
    READER = "reader"
    """The reader typed it; no import changes it."""


@dataclass(frozen=True, slots=True)
class Name:
    """A coined name of a method, data set or idea, as the abstract writes it."""

    text: str
    expansion: str = ""

    def __str__(self) -> str:
        """The name with its expansion in brackets, if it has one."""
        return f"{self.text} ({self.expansion})" if self.expansion else self.text


@dataclass(frozen=True, slots=True)
class Source:
    """Where a paper came from."""

    name: str
    """File name or feed, without a folder."""
    position: int
    """Its place among the records of that source, counted from 1."""
    line: int | None = None
    """The line on which the record starts, counted from 1, where lines make sense."""


@dataclass(frozen=True, slots=True)
class Draft:
    """One record as an importer read it, before readq has looked for the paper it belongs to.

    Text is what the source wrote: not yet cleaned, LaTeX and all. A field the source lacks is empty.
    """

    source: Source
    title: str = ""
    authors: tuple[str, ...] = ()
    abstract: str = ""
    venue: str = ""
    year: int | None = None
    month: int | None = None
    doi: str = ""
    arxiv_id: str = ""
    openreview_id: str = ""
    url: str = ""
    pdf_url: str = ""
    code_url: str = ""
    keywords: tuple[str, ...] = ()
    links: tuple[str, ...] = ()
    """Further addresses, besides those in the abstract."""
    citekey: str = ""
    stand_in: str = ""
    """What to call the paper while nobody knows its title, such as the name of its file."""
    is_plain: bool = False
    """Title, authors and venue are plain text as readq itself has shown it; no markup is left in them."""
    carried: tuple[Source, ...] = ()
    """Where the paper came from in the library that exported this record; these then stand for `source`."""
    extra: Mapping[str, Any] = field(default_factory=dict)
    """Fields of the source that readq has no place for; they come back out on export."""


@dataclass(frozen=True, slots=True)
class Merger:
    """How a paper became part of another, so that the two can be parted again."""

    into: str
    """The paper that stands for both."""
    before: Mapping[str, Any] = field(default_factory=dict)
    """What the fields of that paper which changed said until then, as stored; None for nothing."""
    after: Mapping[str, Any] = field(default_factory=dict)
    """What they said then."""


@dataclass(frozen=True, slots=True)
class Paper:
    """One work, as the sources describe it. The reader's decisions are in `Reading`."""

    id: str
    """readq's own, stable: ten letters and digits made from the strongest identifier at first import."""
    title: str
    """Plain text ready to show: LaTeX resolved, one line."""
    title_origin: TitleOrigin
    added: datetime
    authors: tuple[str, ...] = ()
    """Display names in order."""
    abstract: str = ""
    """As the source wrote it, but for control characters."""
    abstract_hash: str = ""
    """Hash of the words of the abstract as shown; equal hashes mean the same text."""
    venue: str = ""
    year: int | None = None
    month: int | None = None
    doi: str = ""
    """Lower case, without resolver."""
    arxiv_id: str = ""
    """Without version."""
    openreview_id: str = ""
    url: str = ""
    pdf_url: str = ""
    code_url: str = ""
    links: tuple[str, ...] = ()
    """All http(s) links of the abstract in order, then addresses that further records gave."""
    keywords: tuple[str, ...] = ()
    names: tuple[Name, ...] = ()
    aliases: tuple[str, ...] = ()
    """Other titles the paper is or was known by."""
    citekey: str = ""
    sources: tuple[Source, ...] = ()
    extra: Mapping[str, Any] = field(default_factory=dict)
    merged: Merger | None = None
    """Set once the paper is part of another; then only that one is shown."""

    @property
    def title_is_derived(self) -> bool:
        """Whether the title is readq's guess."""
        return self.title_origin is TitleOrigin.DERIVED

    @property
    def title_remark(self) -> str:
        """Whence a derived title comes, as the reader is told; empty for a title that is not derived."""
        if not self.title_is_derived:
            return ""
        return "title derived from the abstract" if self.abstract else "its title is not known yet"
