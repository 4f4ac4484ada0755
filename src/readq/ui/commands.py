"""What can be done now: the live key bindings, for the help screen, the hints and the palette."""

from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING, Any

from textual.keys import format_key

from readq.records import dataclass
from readq.text import clean

if TYPE_CHECKING:
    from textual.dom import DOMNode
    from textual.screen import Screen

_NAMES = {
    "escape": "esc",
    "space": "space",
    "tab": "tab",
    "enter": "enter",
    "backspace": "backspace",
    "pagedown": "PgDn",
    "pageup": "PgUp",
    "home": "Home",
    "end": "End",
    "down": "↓",
    "up": "↑",
    "left": "←",
    "right": "→",
    "delete": "del",
}
_ARROWS = frozenset({"down", "up", "left", "right"})
_FUNCTION_KEYS = {f"f{n}": f"F{n}" for n in range(1, 25)}


@dataclass(frozen=True, slots=True)
class KeyCommand:
    """One thing a key does now, whichever key the reader gave it."""

    id: str
    """The binding's id, such as `paper.skip`."""
    keys: tuple[str, ...]
    """Textual's names of the keys."""
    words: str
    """What it does, as the hint bar says it."""
    about: str
    """What it does at more length; empty if there is no more to say."""
    action: str
    node: DOMNode
    """Where the action lives."""
    context: str
    """The title of that widget's group of bindings."""


def live_commands(screen: Screen[Any]) -> list[KeyCommand]:
    """The commands whose keys work on `screen` now, each once, from the focused widget outwards."""
    found: dict[str, KeyCommand] = {}
    for key, active in screen.active_bindings.items():
        binding = active.binding
        if not binding.id or not (binding.description or binding.tooltip):
            continue
        known = found.get(binding.id)
        if known is not None:
            found[binding.id] = replace(known, keys=(*known.keys, key))
            continue
        found[binding.id] = KeyCommand(
            id=binding.id,
            keys=(key,),
            words=clean(binding.description or binding.tooltip),
            about=clean(binding.tooltip),
            action=binding.action,
            node=active.node,
            context=clean(active.node.BINDING_GROUP_TITLE or ""),
        )
    return list(found.values())


def key_name(key: str, *, plain: bool = False) -> str:
    """A key as people write it: `ctrl+d`, `esc`, `?`, `↓`; with `plain` in ASCII, `down`."""
    *modifiers, last = key.split("+") if key != "+" else [key]
    name = (
        last
        if plain and last in _ARROWS
        else _NAMES.get(last) or _FUNCTION_KEYS.get(last) or format_key(last)
    )
    return clean("+".join([*modifiers, name]))


def short_key(key: str, *, plain: bool = False) -> str:
    """A key as a hint writes it: `^d` for ctrl+d."""
    return key_name(key, plain=plain).replace("ctrl+", "^")
