"""The signs on the screen: status marks, gutters and bars, with an ASCII set for plain terminals."""

from __future__ import annotations

from collections.abc import Mapping
from typing import TYPE_CHECKING

from readq.domain import Status
from readq.records import dataclass

if TYPE_CHECKING:
    from textual.app import App


@dataclass(frozen=True, slots=True)
class Marks:
    """One set of signs; each but `logo` and `ellipsis` is one cell wide in every terminal."""

    status: Mapping[Status, str]
    note: str
    """The paper has a note."""
    selected: str
    """The row is picked for a batch."""
    bar: str
    """Left edge of the highlighted row."""
    grabbed: str
    """The row is being moved."""
    logo: str
    ellipsis: str
    dot: str
    """Between two pieces of a line."""
    down: str
    up: str
    gauge: str
    """One cell of a gauge, full."""
    half: str
    """One cell of a gauge, half full."""
    track: str
    """One cell of a gauge, empty."""
    busy: str
    """Something goes on in the background."""
    failed: str
    """Something is not saved."""
    linked: str
    """A paper the note links to."""
    linking: str
    """A paper whose note links here."""
    at_least: str
    """Greater or equal, as the filter writes it."""

    @property
    def plain(self) -> bool:
        """Whether these are for terminals that show ASCII only."""
        return self.logo.isascii()


UNICODE = Marks(
    status={
        Status.NEW: "◦",
        Status.LATER: "◔",
        Status.QUEUED: "▸",
        Status.READING: "◒",
        Status.READ: "✓",
        Status.SKIPPED: "✗",
    },
    note="✎",
    selected="▪",
    bar="▌",
    grabbed="⠿",
    logo="▞",
    ellipsis="…",
    dot="·",
    down="↓",
    up="↑",
    gauge="━",
    half="╸",
    track="─",
    busy="⟳",
    failed="✗",
    linked="→",
    linking="←",
    at_least=">=",
)

ASCII = Marks(
    status={
        Status.NEW: ".",
        Status.LATER: "?",
        Status.QUEUED: ">",
        Status.READING: "~",
        Status.READ: "*",
        Status.SKIPPED: "x",
    },
    note="n",
    selected="#",
    bar="|",
    grabbed="=",
    logo="#",
    ellipsis="~",
    dot="-",
    down="v",
    up="^",
    gauge="=",
    half="-",
    track="-",
    busy="*",
    failed="x",
    linked=">",
    linking="<",
    at_least=">=",
)

STATUS_STYLE: Mapping[Status, str] = {
    Status.NEW: "$rq-new",
    Status.LATER: "$rq-later",
    Status.QUEUED: "$rq-queued",
    Status.READING: "bold $rq-reading",
    Status.READ: "$rq-read",
    Status.SKIPPED: "$rq-skipped",
}
"""How a status looks in a piece of `Content`."""

MUTED = "$rq-muted"
KEY = "bold $rq-key"
"""A key in a hint; headings and matched letters look the same."""


def chosen_style(app: App[object]) -> str:
    """The line of a few that `enter` would take, told apart without colours too."""
    return "bold reverse" if app.no_color else "bold $foreground on $rq-cursor"


def marks_for(ascii_only: bool) -> Marks:
    """The set to use."""
    return ASCII if ascii_only else UNICODE


def priority_level(priority: int) -> str:
    """`high` for 4 and 5, `middle` for 3, `low` for 1 and 2, `none` for 0."""
    return ("none", "low", "low", "middle", "high", "high")[priority]


def priority_style(priority: int) -> str:
    """How a priority looks in a piece of `Content`."""
    return {
        "none": MUTED,
        "low": f"bold {MUTED}",
        "middle": "bold $rq-queued",
        "high": "bold $rq-reading",
    }[priority_level(priority)]
