"""What the readers of XML formats have in common."""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Iterator
from xml.etree.ElementTree import Element

from readq.domain import Draft
from readq.errors import SourceError
from readq.importers.base import ImportIssue, Record, Shape, Tally, plural
from readq.importers.opening import TextSource
from readq.importers.xmlrecords import XmlTrouble, text_of, xml_records


class XmlReader(ABC):
    """One XML file."""

    tags: frozenset[str]
    """The elements that are records."""
    what: str
    """What the file is, after "from"."""

    def __init__(self, source: TextSource, _shape: Shape = "auto") -> None:
        self.source = source

    @abstractmethod
    def draft(self, record: Element, position: int, line: int) -> Draft | str:
        """The paper of a record, or why there is none."""

    def records(self) -> Iterator[Record]:
        """Give one draft or issue a record."""
        position = 0
        try:
            for record in xml_records(self.source, self.tags):
                position += 1
                found: Draft | str = "is too long for one paper"
                if not record.too_long:
                    found = self.draft(record.element, position, record.line)
                if isinstance(found, Draft):
                    yield found
                else:
                    key = text_of(record.element.find("id"))[:60] or f"record {position}"
                    yield ImportIssue(
                        self.source.name, record.line, key, f"{found}; it was left out"
                    )
        except XmlTrouble as trouble:
            what = f"line {trouble.line} is not XML ({trouble})"
            if position == 0:
                raise SourceError(f"{self.source.name}: {what}.") from None
            said = f"{what}; what comes before it was read. Get the file again"
            yield ImportIssue(self.source.name, trouble.line, "", said)
        if position == 0:
            raise SourceError(f"{self.source.name}: there is no paper in it.")

    def understood(self, tally: Tally) -> str:
        """Say what the file holds."""
        return f"{plural(tally.papers, 'paper')} from {self.what}"
