"""The settings as the rest of readq knows them."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import field
from pathlib import Path

from readq.domain import DailyCap
from readq.records import dataclass

PRESETS = ("vim", "rayyan", "asreview", "emacs")
"""Sets of keys the reader may choose from."""
DENSITIES = ("compact", "cosy")


@dataclass(frozen=True, slots=True)
class ServiceSettings:
    """How services on the net are asked, once the reader wants them asked; the `[services]` table."""

    use: tuple[str, ...] = ()
    """Their names; empty for those that can be asked without more ado."""
    mail: str = ""
    """An address sent along, at which a service can complain; services are kinder to those who give one."""
    keys: Mapping[str, str] = field(default_factory=dict, repr=False)
    """Keys by service, written `openalex_key = "…"`."""


@dataclass(frozen=True, slots=True)
class RankSettings:
    """How the order of undecided papers is learnt; the `[rank]` table."""

    learn: bool = True
    """Whether decisions change the order at all."""
    explore: float = 0.0
    """The share of triage cards, 0 to 1, that show a paper about which little is known."""
    sure: bool = False
    """Suggest stopping only once the upper end of what may be left is reached."""
    libraries: tuple[Path, ...] = ()
    """Other libraries of the reader, whose queues tell what is wanted."""
    watch: tuple[str, ...] = ()
    """Words the reader watches for; `watch` of the whole settings."""


@dataclass(frozen=True, slots=True)
class Config:
    """The reader's settings."""

    theme: str = "readq-ink"
    ascii: bool = False
    """Draw with ASCII only."""
    density: str = "compact"
    """Lines a paper has in the list: one (`compact`) or two (`cosy`)."""
    advance: bool = True
    """Move to the next paper after a decision."""
    show_notes: bool = False
    """Show the first line of each note in the list."""
    watch: tuple[str, ...] = ()
    """Words to highlight in abstracts."""
    editor: str = ""
    """Command for `N` and `readq note --edit`; empty means $VISUAL, then $EDITOR."""
    template: str = ""
    """Template that `ctrl+g` adds to a note; empty lets the reader choose."""
    daily: DailyCap | None = None
    """How much the plan of a day takes; once it is set, a full day asks what a newly queued paper displaces."""
    rank: RankSettings = field(default_factory=RankSettings)
    """How papers are ranked."""
    services: ServiceSettings = field(default_factory=ServiceSettings)
    """How services on the net are asked."""
    preset: str = "vim"
    """The set of keys to begin with."""
    keys: Mapping[str, str] = field(default_factory=dict)
    """Binding id to keys, such as `paper.queue = "a,Q"`."""
