"""What can be done now: the live key bindings, for the help screen, the hints and the palette."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass, replace
from functools import partial
from typing import TYPE_CHECKING, Any

from textual.command import DiscoveryHit, Hit, Hits, Provider
from textual.keys import format_key

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


def key_name(key: str) -> str:
    """A key as people write it: `ctrl+d`, `esc`, `?`, `↓`."""
    *modifiers, last = key.split("+") if key != "+" else [key]
    name = _NAMES.get(last) or _FUNCTION_KEYS.get(last) or format_key(last)
    return clean("+".join([*modifiers, name]))


def short_key(key: str) -> str:
    """A key as a hint writes it: `^d` for ctrl+d."""
    return key_name(key).replace("ctrl+", "^")


class ActionCommands(Provider):
    """Everything the screen below can do, with its key."""

    async def discover(self) -> Hits:
        """All of it, in the order of the alphabet."""
        for command in self._commands():
            yield DiscoveryHit(_title(command), self._runner(command), help=_help(command))

    async def search(self, query: str) -> Hits:
        """What matches the letters typed."""
        matcher = self.matcher(query)
        for command in self._commands():
            title = _title(command)
            score = max(matcher.match(title), 0.9 * matcher.match(_help(command)))
            if score > 0:
                yield Hit(
                    score,
                    matcher.highlight(title),
                    self._runner(command),
                    text=title,
                    help=_help(command),
                )

    def _commands(self) -> Iterable[KeyCommand]:
        by_action: dict[str, KeyCommand] = {}
        for command in live_commands(self.screen):
            if command.id != "app.palette":
                by_action.setdefault(command.action, command)
        return sorted(by_action.values(), key=lambda command: _title(command).casefold())

    def _runner(self, command: KeyCommand) -> partial[Any]:
        return partial(self.app.run_action, command.action, command.node)


class ThemeCommands(Provider):
    """The themes, to look at and keep."""

    async def discover(self) -> Hits:
        """All themes, our own first."""
        for name in self._names():
            yield DiscoveryHit(f"Theme: {name}", partial(self._use, name), help="colours")

    async def search(self, query: str) -> Hits:
        """The themes that match the letters typed."""
        matcher = self.matcher(query)
        for name in self._names():
            title = f"Theme: {name}"
            if (score := matcher.match(title)) > 0:
                yield Hit(
                    score,
                    matcher.highlight(title),
                    partial(self._use, name),
                    text=title,
                    help="colours",
                )

    def _names(self) -> list[str]:
        names = map(clean, self.app.available_themes)
        return sorted(names, key=lambda name: (not name.startswith("readq"), name))

    def _use(self, name: str) -> None:
        self.app.theme = name


def _title(command: KeyCommand) -> str:
    words = command.about or command.words
    return words[:1].upper() + words[1:]


def _help(command: KeyCommand) -> str:
    keys = " ".join(map(key_name, command.keys))
    return f"{keys} · {command.context}" if command.context else keys
