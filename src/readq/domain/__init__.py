"""Values and rules of readq; standard library only."""

from readq.domain.daily import DailyCap, filled
from readq.domain.days import day_start, local_day, parse_day
from readq.domain.paper import (
    DERIVED_IN_LISTS,
    DERIVED_NOTE,
    Draft,
    Merger,
    Name,
    Paper,
    Source,
    TitleOrigin,
)
from readq.domain.reading import (
    IN_QUEUE,
    MAX_PRIORITY,
    Change,
    ChangeKind,
    PaperEdit,
    Reading,
    ReadingEdit,
    Status,
    raised,
    retagged,
)

__all__ = [
    "DERIVED_IN_LISTS",
    "DERIVED_NOTE",
    "IN_QUEUE",
    "MAX_PRIORITY",
    "Change",
    "ChangeKind",
    "DailyCap",
    "Draft",
    "Merger",
    "Name",
    "Paper",
    "PaperEdit",
    "Reading",
    "ReadingEdit",
    "Source",
    "Status",
    "TitleOrigin",
    "day_start",
    "filled",
    "local_day",
    "parse_day",
    "raised",
    "retagged",
]
