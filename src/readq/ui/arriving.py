"""What a terminal sends, before it is read as keys: only keys, the mouse and pastes are left of it."""

from __future__ import annotations

import re
import time
from collections.abc import Callable

from readq.patterns import lazily

PATIENCE = 1.0
"""Seconds in which the rest of a sequence comes; one cut short for longer is given up."""

_MOST_HELD = 65_536
_SHIFT, _CAPS = 1, 64
_REPLY = lazily(
    r"\x1b(?:\][^\x07\x1b\n]*(?:\x07|\x1b\\)"  # of a colour, the clipboard
    r"|[PX^_][^\x07\x1b\n]*\x1b\\"  # of the terminal's name, of pictures
    r"|\[[?>=][\d;:]*[A-Za-z]"  # of what it can do
    r"|\[(?!1;[5-8][p-y]|48;)[\d;:]+[a-ln-tv-z]"  # of its state, its size
    r"|\[<[\d;-]*[A-LN-Za-ln-z])"  # no answer: of the mouse, and the next key where the rest is lost
)
"""Answers to questions that readq does not ask; what ran before it in the terminal did."""
_BEGUN = lazily(
    r"\x1b(?:\[[<=>?\d][\d;:-]*|\[\?[\d;]*\$|(?:\]\d|P[\d>!+=$]|_G)[^\x07\x1b\n]*\x1b?)\Z"
)
"""A sequence nobody types, whose end is still to come."""
_KEY = lazily(r"\x1b\[([\d:]*)(?:;([\d:]*))?(?:;([\d:]*))?([u~ABCDEFHPQRS])")


class Arriving:
    """Takes what comes from a terminal piece by piece; a sequence may be cut anywhere by the way it came."""

    def __init__(self, clock: Callable[[], float] = time.monotonic) -> None:
        """Wait for the rest of a sequence by a clock that tells seconds."""
        self._clock = clock
        self._held = ""
        self._since = 0.0

    def take(self, text: str) -> str:
        """What there is to be read of this piece and what was held back of those before."""
        if self._held and self._clock() - self._since > PATIENCE:
            self._held = ""
        was_held, text = bool(self._held), self._held + text
        self._held = ""
        if "\x1b" not in text:
            return text
        text = _KEY.sub(_as_read, _REPLY.sub("", text))
        if (begun := _BEGUN.search(text)) and len(begun[0]) < _MOST_HELD:
            text, self._held = text[: begun.start()], begun[0]
            if not was_held:
                self._since = self._clock()
        return text


def _as_read(key: re.Match[str]) -> str:
    """A key with what it would be in other layouts, or let go, in the form in which it is told without.

    The parts are the letter, the same with shift, the same in the usual layout; then what is held
    down, and whether the key goes down; then the text.
    """
    letters, held, text, end = key.groups(default="")
    letter, _, others = letters.partition(":")
    with_shift = others.partition(":")[0]
    held, _, motion = held.partition(":")
    numbers = [n for n in (letter, with_shift, held, *text.split(":")) if n]
    if motion == "3" or not all(map(_is_letter, numbers)):
        return ""
    if end == "u" and not text:
        text = _typed(letter, with_shift, held)
    if not (others or motion or text != (key[3] or "")):
        return key[0]
    parts = [letter, held or "1", text]
    return f"\x1b[{';'.join(parts).rstrip(';')}{end}"


def _typed(letter: str, with_shift: str, held: str) -> str:
    """The text of a letter with nothing but shift held down, where the terminal does not tell it."""
    bits = int(held or "1") - 1
    character = chr(int(letter or "1"))
    if bits & ~0xC0 != _SHIFT or not character.isprintable() or 0xE000 <= ord(character) <= 0xF8FF:
        return ""
    if bits & _CAPS and character.isalpha():
        return letter
    if with_shift:
        return with_shift
    return str(ord(character.upper())) if len(character.upper()) == 1 != character.isupper() else ""


def _is_letter(number: str) -> bool:
    return len(number) < 8 and not 0xD800 <= int(number) < 0xE000 and int(number) < 0x110000
