"""Sets of keys to begin with, for hands that are used to another program."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import TYPE_CHECKING

from readq.config import Config

if TYPE_CHECKING:
    from readq.ui.keymap import Context, KeyProblem


_CHOSEN_IN = ("begin", "choice", "enrich", "help", "pair", "saved")
_LEFT = (
    *("choice.leave", "enrich.leave", "pair.leave", "plan.leave"),
    *("saved.cancel", "stats.leave", "triage.leave"),
)
_TYPED_IN_LEFT = (
    *("begin.leave", "filter.clear", "help.leave"),
    *("import.leave", "jump.close", "palette.leave", "prompt.cancel"),
)
PRESET_KEYS: Mapping[str, Mapping[str, str]] = {
    "vim": {},
    "rayyan": {  # include, exclude, undecided
        "paper.queue": "i,a",
        "paper.skip": "e,x",
        "paper.later": "u,m",
        "app.undo": "ctrl+z,ctrl+underscore",
        "app.shell": "f10",
        "app.import": "I",
        "paper.edit": "E",
    },
    "asreview": {  # relevant, irrelevant
        "paper.queue": "r,a",
        "paper.skip": "i,x",
        "paper.reading": "c",
        "app.import": "I",
    },
    "emacs": {
        "move.down": "ctrl+n,down,j",
        "move.up": "ctrl+p,up,k",
        "move.page.down": "ctrl+v,pagedown",
        "move.page.up": "alt+v,pageup",
        # Most terminals send alt+< as <, which must not move a paper within the queue.
        "move.first": "alt+less_than_sign,<,home,g",
        "move.last": "alt+greater_than_sign,>,end,G",
        "queue.first": "{",
        "queue.last": "}",
        "find.jump": "ctrl+s,/",
        "pane.out": "ctrl+g,escape",
        **dict.fromkeys(_TYPED_IN_LEFT, "ctrl+g,escape"),
        **dict.fromkeys(_LEFT, "ctrl+g,escape,q"),
        **{f"{place}.down": "ctrl+n,down,j" for place in _CHOSEN_IN},
        **{f"{place}.up": "ctrl+p,up,k" for place in _CHOSEN_IN},
        "app.undo": "ctrl+underscore,u",
        "app.palette": "alt+x",
        "palette.down": "ctrl+n,down",
        "palette.up": "ctrl+p,up",
    },
}
"""Keys by binding id; what is not named keeps the key it has."""


def keys_in_use(
    config: Config, contexts: Sequence[Context]
) -> tuple[dict[str, str], list[KeyProblem]]:
    """The keys of the preset with the reader's own over them, checked; see `checked_keymap`."""
    from readq.ui.keymap import checked_keymap

    return checked_keymap({**PRESET_KEYS[config.preset], **config.keys}, contexts)
