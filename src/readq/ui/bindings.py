"""Where keys work: what hears them together, from the focused widget outwards."""

from __future__ import annotations

from functools import cache

from textual.dom import DOMNode

from readq.ui.keymap import Context
from readq.ui.screens.choice import ChoiceScreen
from readq.ui.screens.duplicates import DuplicatesScreen
from readq.ui.screens.enrich import EnrichScreen
from readq.ui.screens.first_run import FirstRunScreen
from readq.ui.screens.help import HelpScreen
from readq.ui.screens.import_ import ImportScreen
from readq.ui.screens.jump import JumpScreen
from readq.ui.screens.jump_hits import HitList
from readq.ui.screens.main import MainScreen
from readq.ui.screens.note import NoteScreen
from readq.ui.screens.palette import Palette
from readq.ui.screens.plan import PlanScreen
from readq.ui.screens.prompt import TextPrompt
from readq.ui.screens.related import RelatedScreen
from readq.ui.screens.saved_filters import SavedFiltersScreen
from readq.ui.screens.statistics import StatisticsScreen
from readq.ui.screens.triage import TriageScreen
from readq.ui.widgets.card import Card
from readq.ui.widgets.detail import Detail
from readq.ui.widgets.filter_bar import FilterBar
from readq.ui.widgets.filter_field import FilterField
from readq.ui.widgets.paper_list import PaperList
from readq.ui.widgets.queue_list import QueueList


def contexts(app: type[DOMNode]) -> list[Context]:
    """All contexts with keys the reader may change."""
    panes: list[Context] = [(pane, MainScreen, app) for pane in (PaperList, Detail, QueueList)]
    overlays: list[type[DOMNode]] = [
        ChoiceScreen,
        EnrichScreen,
        FirstRunScreen,
        HelpScreen,
        ImportScreen,
        JumpScreen,
        Palette,
        SavedFiltersScreen,
        TextPrompt,
    ]
    return [
        *panes,
        (FilterField, FilterBar),
        (NoteScreen, app),
        (StatisticsScreen, app),
        (DuplicatesScreen, app),
        (Card, TriageScreen, app),
        (QueueList, PlanScreen, app),
        (HitList, RelatedScreen),
        *([overlay] for overlay in overlays),
    ]


@cache
def default_keys(app: type[DOMNode]) -> dict[str, str]:
    """The keys that bindings bring along, by id."""
    return {
        binding.id: binding.key
        for context in contexts(app)
        for node in context
        for bindings in reversed(node._merge_bindings().key_to_bindings.values())
        for binding in bindings
        if binding.id
    }
