"""Which keys the hint bar of the main screen shows, in order of use."""

from __future__ import annotations

from collections.abc import Mapping

from readq.ui.widgets.hint_bar import Hint


def _one(binding_id: str, words: str) -> Hint:
    return Hint((binding_id,), words)


_PRIORITY = Hint(tuple(f"paper.prio.{n}" for n in range(6)), "priority", joint="-")
_HELP = _one("app.help", "help")

HINTS: Mapping[str, tuple[Hint, ...]] = {
    "list": (
        _one("find.jump", "jump"),
        _one("find.filter", "filter"),
        _one("paper.queue", "queue"),
        _one("paper.skip", "skip"),
        _one("paper.done", "done"),
        _one("paper.note", "note"),
        _one("app.undo", "undo"),
        _PRIORITY,
        _one("app.triage", "triage"),
        _one("app.palette", "commands"),
        _one("app.import", "import"),
        _one("app.add", "add"),
        _one("paper.later", "later"),
        _one("paper.open", "open"),
        _one("paper.tags", "tags"),
        _one("paper.edit", "complete"),
        _one("view.density", "density"),
        _one("paper.delete", "trash"),
        _HELP,
    ),
    "marked": (
        _one("paper.queue", "queue"),
        _one("paper.skip", "skip"),
        _one("paper.done", "done"),
        _PRIORITY,
        _one("paper.tags", "tags"),
        _one("paper.edit", "complete"),
        _one("sel.all", "all shown"),
        _one("paper.delete", "trash"),
        _one("pane.out", "clear"),
        _HELP,
    ),
    "trash": (
        _one("paper.delete", "take out"),
        _one("paper.note", "note"),
        _one("app.undo", "undo"),
        _one("find.filter", "filter"),
        _one("pane.out", "all papers"),
        _one("find.jump", "jump"),
        _one("paper.open", "open"),
        _HELP,
    ),
    "detail": (
        Hint(("move.down", "move.up"), "scroll"),
        Hint(("paper.prev", "paper.next"), "prev/next", joint=" "),
        _one("paper.note", "note"),
        _one("paper.open", "open pdf"),
        _one("paper.queue", "queue"),
        _one("paper.skip", "skip"),
        _one("view.source", "source"),
        _one("view.zoom", "zoom"),
        _one("pane.out", "list"),
        _HELP,
    ),
    "queue": (
        Hint(("queue.down", "queue.up"), "move"),
        _one("queue.grab", "grab"),
        _one("queue.read", "read now"),
        _one("paper.done", "done"),
        _one("paper.skip", "drop"),
        _one("paper.defer", "defer"),
        _PRIORITY,
        _one("queue.sort", "sort once"),
        _one("app.undo", "undo"),
        _one("pane.next", "next pane"),
        _HELP,
    ),
    "grabbed": (
        Hint(("move.down", "move.up"), "move"),
        _one("queue.grab", "drop"),
        _one("pane.out", "put back"),
        _HELP,
    ),
    "filter": (
        _one("filter.apply", "apply"),
        _one("filter.complete", "complete"),
        Hint(("filter.older", "filter.newer"), "history", joint=""),
        _one("filter.save", "save"),
        _one("filter.clear", "clear"),
        _one("app.help.f1", "help"),
    ),
}
"""Hints by pane, and by what goes on in it."""
