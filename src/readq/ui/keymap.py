"""The reader's own keys, checked: Textual would take anything and say nothing."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from difflib import get_close_matches

from textual.binding import Binding, BindingsMap
from textual.dom import DOMNode
from textual.keys import key_to_character

from readq.records import dataclass
from readq.ui.commands import key_name
from readq.ui.key_names import named_keys, reached_by

_EDITING = frozenset({"backspace", "delete", "left", "right", "home", "end", "space"})
"""Keys that text fields need, besides signs."""
_TAKEN = "Name another key, or give that one another."
_WRITTEN = "`readq keys` shows how keys are written."
Context = Sequence[type[DOMNode]]
"""What hears a key at the same time, from the focused widget outwards."""


@dataclass(frozen=True, slots=True)
class KeyProblem:
    """What is wrong with an entry of the reader's keymap; unless it is just a remark, the entry is not used."""

    id: str
    message: str
    advice: str = ""
    """What can be done, where the message does not say."""

    @property
    def whole(self) -> str:
        """The sentence, and what can be done."""
        return f"{self} {self.advice}".rstrip()

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
        named = [named_keys(key) for key in wanted]
        if binding_id not in known:
            near = get_close_matches(binding_id, known, n=1)
            hint = f"; did you mean {near[0]}?" if near else "; `readq keys` lists them."
            problems.append(KeyProblem(binding_id, f"there is no such command{hint}"))
        elif not wanted:
            how = 'the key , is written "comma".' if "," in text else "name at least one key."
            problems.append(KeyProblem(binding_id, how))
        elif [] in named:
            wrong = wanted[named.index([])]
            problems.append(KeyProblem(binding_id, f"{wrong} is not a key.", _WRITTEN))
        else:
            good[binding_id] = ",".join(dict.fromkeys(key for keys in named for key in keys))
    # What is refused has its old key again, which another entry may have taken.
    while clashes := list(_clashes(good, contexts)):
        for loser, key, winner in clashes:
            problems.append(KeyProblem(loser, f"{key_name(key)} is taken by {winner}.", _TAKEN))
            good.pop(loser, None)
    return good, [*problems, *_remarks(good)]


def _remarks(keymap: Mapping[str, str]) -> Iterator[KeyProblem]:
    """A sentence for each entry that is used, but whose keys do not arrive from every terminal."""
    for binding_id, text in keymap.items():
        keys = text.split(",")
        made = [reached_by(key) for key in keys]
        if "" not in made:
            other = next(iter(filter(None, made)), None)
            sent = f"most terminals send {other} for" if other else "many terminals do not send"
            yield KeyProblem(binding_id, f"{sent} {key_name(keys[0])}; name another key with it.")


def _keys_of(text: str) -> list[str]:
    return list(BindingsMap([Binding(text, "x")]).key_to_bindings)


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
        for name, key in _typed(keymap, context):
            if (name, key) not in seen:
                seen.add((name, key))
                yield name, key, "what is typed there"
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


def _typed(keymap: Mapping[str, str], context: Context) -> Iterator[tuple[str, str]]:
    """Entries that would take keys from the text one types."""
    for binding in _bindings([node for node in context if getattr(node, "TYPED_IN", False)]):
        own = binding.key
        for key in _keys_of(keymap.get(binding.id or "", own)):
            if key != own and (key in _EDITING or key_to_character(key)):
                yield binding.id or "", key
