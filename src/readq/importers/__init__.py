"""Reading lists of papers in the formats they come in."""

from readq.importers.base import ImportIssue, Shape, SourceReading
from readq.importers.detection import FORMATS, read_source
from readq.importers.opening import stdin_name

__all__ = ["FORMATS", "ImportIssue", "Shape", "SourceReading", "read_source", "stdin_name"]
