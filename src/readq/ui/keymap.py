"""The reader's own keys, checked: Textual would take anything and say nothing."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from difflib import get_close_matches

from textual.binding import Binding, BindingsMap
from textual.dom import DOMNode
from textual.keys import Keys, key_to_character

from readq.ui.commands import key_name

Context = Sequence[type[DOMNode]]
"""What hears a key at the same time, from the focused widget outwards."""


def binding_ids(contexts: Iterable[Context]) -> set[str]:
    """Every id that can be given another key."""
    return {b.id for context in contexts for b in _bindings(context) if b.id}


def checked_keymap(
    keys: Mapping[str, str], contexts: Sequence[Context]
) -> tuple[dict[str, str], list[str]]:
    """The part of the reader's keymap that works, and a sentence for each entry that does not.

    Args:
        keys: Binding ids with keys, as the settings file has them.
        contexts: All there are.
    """
    known = binding_ids(contexts)
    good: dict[str, str] = {}
    problems: list[str] = []
    for binding_id, text in keys.items():
        wanted = [key.strip() for key in text.split(",") if key.strip()]
        wrong = next((key for key in wanted if not is_key(key)), None)
        if binding_id not in known:
            near = get_close_matches(binding_id, known, n=1)
            hint = f"; did you mean {near[0]}?" if near else "; ? lists them."
            problems.append(f"[keys] {binding_id}: there is no such command{hint}")
        elif not wanted:
            problems.append(f"[keys] {binding_id}: name at least one key.")
        elif wrong is not None:
            problems.append(f"[keys] {binding_id}: {wrong} is not a key.")
        else:
            good[binding_id] = ",".join(wanted)
    for loser, key, winner in list(_clashes(good, contexts)):
        problems.append(f"[keys] {loser}: {key_name(key)} is taken by {winner}.")
        good.pop(loser, None)
    return good, problems


def is_key(key: str) -> bool:
    """Whether a terminal can send this key."""
    *modifiers, last = key.split("+") if len(key) > 1 else [key]
    if not set(modifiers) <= {"ctrl", "shift", "alt", "super"}:
        return False
    return len(last) == 1 or last in _NAMED or key_to_character(last) is not None


_NAMED = frozenset(key.value for key in Keys) | {"space", "minus", "plus"}


def _bindings(context: Context) -> Iterator[Binding]:
    for node in context:
        for bindings in node._merge_bindings().key_to_bindings.values():
            yield from bindings


def _clashes(
    keymap: Mapping[str, str], contexts: Iterable[Context]
) -> Iterator[tuple[str, str, str]]:
    """Entries whose key does something else already where they work."""
    seen: set[tuple[str, str]] = set()
    for context in contexts:
        taken: dict[str, str] = {}
        own = {(b.id, b.key) for b in _bindings(context)}
        for binding in sorted(_bindings(context), key=lambda b: (b.id or "") in keymap):
            name = binding.id or ""
            for key in _keys_of(keymap.get(name, binding.key)):
                other = taken.setdefault(key, name)
                clash = other != name and name in keymap and (name, key) not in own
                if clash and (name, key) not in seen:
                    seen.add((name, key))
                    yield name, key, other or "the terminal interface itself"


def _keys_of(text: str) -> list[str]:
    return list(BindingsMap([Binding(text, "x")]).key_to_bindings)
