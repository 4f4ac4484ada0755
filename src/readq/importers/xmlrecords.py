"""The records of an XML text, one at a time; what is hostile in it is refused before it can grow."""

from __future__ import annotations

import re
from collections.abc import Iterator
from typing import TYPE_CHECKING, Any
from xml.etree.ElementTree import Element

from readq.errors import SourceError
from readq.importers.bibscan import MAX_RECORD
from readq.importers.opening import TextSource
from readq.patterns import lazily
from readq.records import dataclass

if TYPE_CHECKING:
    from defusedxml.ElementTree import DefusedXMLParser

MAX_DEPTH = 100

_NOT_IN_XML = lazily("[\x00-\x08\x0b\x0c\x0e-\x1f\ufffe\uffff]")
_ROOT = lazily(
    r"\s*(?:<\?[^>]*\?>\s*|<!--.*?-->\s*|<!DOCTYPE[^>\[]*(?:\[.*?\]\s*)?>\s*)*<([A-Za-z_][\w:.-]*)",
    re.DOTALL,
)


@dataclass(slots=True)
class XmlRecord:
    """One record with local names: namespaces are left out."""

    element: Element
    line: int
    too_long: bool = False


class XmlTrouble(Exception):  # noqa: N818
    """The text is not XML from here on."""

    def __init__(self, what: str, line: int) -> None:
        super().__init__(what)
        self.line = line


def root_of(head: str) -> str:
    """The name of the element that a text of XML begins with; empty if it is none."""
    found = _ROOT.match(head)
    return found[1] if found else ""


def xml_records(source: TextSource, tags: frozenset[str]) -> Iterator[XmlRecord]:
    """Every element of one of these names that is in no other such element.

    Raises:
        SourceError: The text declares entities, or nests too deep.
        XmlTrouble: It is not well-formed.
    """
    # Imported here: it takes 15 ms, and most lists are not XML.
    from defusedxml.common import DefusedXmlException
    from defusedxml.ElementTree import DefusedXMLParser, ParseError

    target = _Target(tags, source.name)
    parser = DefusedXMLParser(target=target)
    target.follow(parser)
    try:
        for piece in source.pieces():
            parser.feed(_NOT_IN_XML.sub("", piece))
            yield from target.take()
        parser.close()
    except DefusedXmlException:
        raise SourceError(
            f"{source.name}: it declares XML entities or refers to other files, which no list of papers "
            "needs and an attack does; remove the DOCTYPE if you trust it."
        ) from None
    except ParseError as error:
        yield from target.take()
        line, _ = error.position
        raise XmlTrouble(str(error).partition(":")[0], line) from None
    yield from target.take()


def text_of(element: Element | None) -> str:
    """All the text in an element on one line."""
    return " ".join("".join(element.itertext()).split()) if element is not None else ""


class _Target:
    """Builds the elements of records and forgets the rest."""

    def __init__(self, tags: frozenset[str], name: str) -> None:
        self._tags = tags
        self._name = name
        self._done: list[XmlRecord] = []
        self._open: list[Element] = []
        self._record: XmlRecord | None = None
        self._depth = self._size = 0
        self._parser: Any = None

    def follow(self, parser: DefusedXMLParser) -> None:
        """Ask this parser on which line it is."""
        self._parser = parser.parser

    def take(self) -> list[XmlRecord]:
        """The records finished since the last time."""
        done, self._done = self._done, []
        return done

    def start(self, tag: str, attributes: dict[str, str]) -> None:
        """An element begins."""
        self._depth += 1
        if self._depth > MAX_DEPTH:
            raise SourceError(
                f"{self._name}: its XML nests deeper than {MAX_DEPTH}; no list of papers does."
            )
        name = tag.rpartition("}")[2]
        if self._record is None and name not in self._tags:
            return
        element = Element(name, attributes)
        if self._record is None:
            self._record = XmlRecord(element, self._parser.CurrentLineNumber)
            self._size = 0
        elif self._record.too_long:
            element = self._open[-1]
        else:
            self._open[-1].append(element)
        self._grow(len(name) + 50)
        self._open.append(element)

    def data(self, text: str) -> None:
        """Text inside an element."""
        if self._record is None:
            return
        self._grow(len(text))
        if self._record.too_long:
            return
        element = self._open[-1]
        if len(element):
            element[-1].tail = (element[-1].tail or "") + text
        else:
            element.text = (element.text or "") + text

    def end(self, _tag: str) -> None:
        """An element ends."""
        self._depth -= 1
        if self._record is None:
            return
        self._open.pop()
        if not self._open:
            self._done.append(self._record)
            self._record = None

    def close(self) -> None:
        """The text ends."""

    def _grow(self, characters: int) -> None:
        self._size += characters
        if self._record is not None and self._size > MAX_RECORD:
            self._record.too_long = True
