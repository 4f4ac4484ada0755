"""The reader's own keys, checked: Textual would take anything and say nothing."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from difflib import get_close_matches

from textual.binding import Binding, BindingsMap
from textual.dom import DOMNode
from textual.keys import Keys, key_to_character

from readq.records import dataclass
from readq.ui.commands import key_name

Context = Sequence[type[DOMNode]]
"""What hears a key at the same time, from the focused widget outwards."""


@dataclass(frozen=True, slots=True)
class KeyProblem:
    """Why an entry of the reader's keymap is not used."""

    id: str
    message: str

    def __str__(self) -> str:
        """A sentence that names the entry."""
        return f"[keys] {self.id}: {self.message}"


@dataclass(frozen=True, slots=True)
class ListedKey:
    """One command with its keys."""

    where: str
    """Which part of the app hears it."""
    id: str
    keys: tuple[str, ...]
    """As Textual names them."""
    does: str


def listed_keys(keymap: Mapping[str, str], contexts: Iterable[Context]) -> list[ListedKey]:
    """Every command that has a name, with the keys it has under a checked keymap; each once a place."""
    found: dict[tuple[str, str], ListedKey] = {}
    for node in dict.fromkeys(node for context in contexts for node in context):
        where = node.BINDING_GROUP_TITLE or node.__name__
        for binding in _bindings((node,)):
            name, does = binding.id or "", binding.tooltip or binding.description
            before = found[where, name].keys if (where, name) in found else ()
            if name and not (before and name in keymap):
                keys = (*before, *_keys_of(keymap.get(name, binding.key)))
                found[where, name] = ListedKey(where, name, keys, does)
    return list(found.values())


def binding_ids(contexts: Iterable[Context]) -> set[str]:
    """Every id that can be given another key."""
    return {b.id for context in contexts for b in _bindings(context) if b.id}


def checked_keymap(
    keys: Mapping[str, str], contexts: Sequence[Context]
) -> tuple[dict[str, str], list[KeyProblem]]:
    """The part of the reader's keymap that works, and a sentence for each entry that does not.

    Args:
        keys: Binding ids with keys, as the settings file has them.
        contexts: All there are.
    """
    known = binding_ids(contexts)
    good: dict[str, str] = {}
    problems: list[KeyProblem] = []
    for binding_id, text in keys.items():
        wanted = [key.strip() for key in text.split(",") if key.strip()]
        wrong = next((key for key in wanted if not is_key(key)), None)
        if binding_id not in known:
            near = get_close_matches(binding_id, known, n=1)
            hint = f"; did you mean {near[0]}?" if near else "; ? lists them."
            problems.append(KeyProblem(binding_id, f"there is no such command{hint}"))
        elif not wanted:
            problems.append(KeyProblem(binding_id, "name at least one key."))
        elif wrong is not None:
            problems.append(KeyProblem(binding_id, f"{wrong} is not a key."))
        else:
            # Textual looks for `slash` where its keymap says `/`.
            good[binding_id] = ",".join(_keys_of(",".join(wanted)))
    for loser, key, winner in list(_clashes(good, contexts)):
        problems.append(KeyProblem(loser, f"{key_name(key)} is taken by {winner}."))
        good.pop(loser, None)
    return good, problems


def _keys_of(text: str) -> list[str]:
    return list(BindingsMap([Binding(text, "x")]).key_to_bindings)


def is_key(key: str) -> bool:
    """Whether a terminal can send this key."""
    *modifiers, last = key.split("+") if len(key) > 1 else [key]
    if not set(modifiers) <= {"ctrl", "shift", "alt", "super"}:
        return False
    return len(last) == 1 or last in _NAMED or key_to_character(last) is not None


_NAMED = (
    frozenset(key.value for key in Keys)
    | {"space", "minus", "plus"}
    | {next(iter(_keys_of(chr(code)))) for code in range(33, 127) if chr(code) != ","}
    | {"comma"}
)


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
        taken: dict[str, tuple[str, str]] = {}
        own = {(b.id, b.key) for b in _bindings(context)}
        for binding in sorted(_bindings(context), key=lambda b: (b.id or "") in keymap):
            name = binding.id or ""
            for key in _keys_of(keymap.get(name, binding.key)):
                other, action = taken.setdefault(key, (name, binding.action))
                same = other == name or action == binding.action
                clash = not same and name in keymap and (name, key) not in own
                if clash and (name, key) not in seen:
                    seen.add((name, key))
                    yield name, key, other or "the terminal interface itself"
