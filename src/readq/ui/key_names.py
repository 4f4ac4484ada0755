"""Names of keys as people write them, and which keys there are in every terminal."""

from __future__ import annotations

import re
import unicodedata
from collections.abc import Mapping

from textual._ansi_sequences import ANSI_SEQUENCES_KEYS
from textual.binding import Binding, BindingsMap
from textual.keys import KEY_NAME_REPLACEMENTS, Keys, key_to_character

from readq.patterns import lazily

_MODIFIERS: Mapping[str, str] = {
    **dict.fromkeys(("ctrl", "control", "c", "strg"), "ctrl"),
    **dict.fromkeys(("alt", "meta", "option", "m", "a"), "alt"),
    **dict.fromkeys(("shift", "s"), "shift"),
    **dict.fromkeys(("super", "cmd"), "super"),
}
_OTHER_NAMES: Mapping[str, str] = {
    "return": "enter",
    "cr": "enter",
    "esc": "escape",
    "del": "delete",
    "ins": "insert",
    "bs": "backspace",
    "spc": "space",
    "pgdn": "pagedown",
    "pgdown": "pagedown",
    "pgup": "pageup",
}
_NAMED = frozenset(
    last for key in Keys if (last := key.value.rpartition("+")[2]).isalnum() and len(last) > 1
) - {"backslash", "underscore"}
_UNICODE_NAMES = {short: name for name, short in KEY_NAME_REPLACEMENTS.items()}
_PART = lazily(r"(?<=.)[+-](?=.)")
_SAME: Mapping[str, tuple[str, str]] = {
    "ctrl+space": ("ctrl+@", "ctrl+space"),
    "ctrl+at": ("ctrl+@", "ctrl+space"),
    "ctrl+2": ("ctrl+@", "ctrl+2"),
    "ctrl+slash": ("ctrl+underscore", "ctrl+slash"),
    "ctrl+minus": ("ctrl+underscore", "ctrl+minus"),
}
"""Pairs of keys that are one in some terminals: the name there, and the one in others."""
_SENT_AS: Mapping[str, str] = {
    "ctrl+i": "tab",
    "ctrl+m": "enter",
    "ctrl+h": "backspace",
    "ctrl+left_square_bracket": "esc",
    "shift+enter": "enter",
    "ctrl+enter": "enter",
    "shift+space": "space",
    "shift+backspace": "backspace",
    "ctrl+backspace": "backspace",
    "ctrl+tab": "tab",
}
_SENT = frozenset(
    key.value for keys in ANSI_SEQUENCES_KEYS.values() if isinstance(keys, tuple) for key in keys
)
_WITH_MODIFIERS = frozenset(
    {"up", "down", "left", "right", "home", "end", "insert", "delete", "pageup", "pagedown"}
    | {f"f{n}" for n in range(1, 13)}
)


def named_keys(text: str) -> list[str]:
    """Textual's names of one key, as people write it: `F5`, `Ctrl+Q`, `C-x`, `^x`, `esc`, `PgDn`, `shift+q`, `é`.

    Returns:
        Several where terminals differ; empty if there is no such key.
    """
    text = unicodedata.normalize("NFC", text.strip())
    if len(text) == 1:
        return [_sign(text)] if text.isprintable() else []
    if text.startswith("<") and text.endswith(">"):
        text = text[1:-1]
    if text.startswith("^"):
        text = f"ctrl+{text[1:]}"
    parts = _PART.split(text)
    *words, last = parts if parts[0].casefold() in _MODIFIERS else [text]
    modifiers = {_MODIFIERS.get(word.casefold(), "") for word in words}
    if "" in modifiers or not (key := _last(last)):
        return []
    sign = key_to_character(key) or ""
    if "shift" in modifiers and sign and not sign.isspace():
        if not sign.isalpha():
            return []  # which sign that is, the keyboard decides
        key = sign.upper() if len(sign.upper()) == 1 else key
        sign = key
    if sign.isupper() and "ctrl" in modifiers:
        key = sign.lower()
    elif sign.isupper() and "alt" in modifiers:
        modifiers.add("shift")
        key = sign.lower()
    elif sign and not sign.isspace():
        modifiers.discard("shift")
    name = "+".join([*sorted(modifiers), key])
    return list(_SAME.get(name, (name,)))


def reached_by(key: str) -> str | None:
    """What most terminals make of a key: the key itself (empty), another one (its name), or nothing (None)."""
    *modifiers, last = key.split("+")
    if not modifiers or key in _SENT or (modifiers and last in _WITH_MODIFIERS):
        return ""
    if modifiers in (["alt"], ["alt", "shift"]) and len(last) == 1:
        return ""
    return _SENT_AS.get(key)


def _last(name: str) -> str:
    """Textual's name of a key without modifiers; empty if there is none."""
    if len(name) == 1:
        return _sign(name) if name.isprintable() else ""
    plain = re.sub(r"[\s_-]", "", name).casefold()
    plain = _OTHER_NAMES.get(plain, plain)
    if plain in _NAMED:
        return plain
    name = name.casefold().replace(" ", "_")
    sign = key_to_character(_UNICODE_NAMES.get(name, name)) or ""
    return _sign(sign) if sign.isprintable() and sign else ""


def _sign(sign: str) -> str:
    """Textual looks for `slash` where its keymap says `/`."""
    if sign == " ":
        return "space"
    if sign == ",":
        return "comma"
    return next(iter(BindingsMap([Binding(sign, "x")]).key_to_bindings))
