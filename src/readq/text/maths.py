# ruff: noqa: RUF001
"""LaTeX formulas as Unicode."""

from __future__ import annotations

import html
import unicodedata
from collections.abc import Callable

from readq.patterns import lazily
from readq.text.latex_tables import (
    ALPHABETS,
    DELIMITER_SIZES,
    DROPPED_WITH_ARGUMENT,
    FRACTIONS,
    FUNCTIONS,
    IGNORED,
    MATHS_ACCENTS,
    MATHS_ARGUMENT,
    SPACING,
    STYLED,
    SWITCHES,
    SYMBOLS,
    split_lost_braces,
)
from readq.text.output import Output
from readq.text.scanner import COMMAND, ENTITY, MAX_DEPTH, Scanner, accented, lowered, raised

ProseInto = Callable[[str, Output, int], None]
"""Reads prose inside a formula: source, output, depth."""

_LETTERS = lazily(r"[^\W\d_]+")
_PLAIN = lazily(r"[\d.,;:!?()\[\]+=<>*/|\"@#%]+")
_WORD_BEFORE = lazily(r"[^\W\d_]{2}$")
_WORD_AFTER = lazily(r"-[^\W\d_]{2}")
_ATOM = lazily(r"[^\s+\-−±·/=<>]*")
_ROOTS = {"3": "∛", "4": "∜"}
_PUNCTUATION = {
    ",": " ",
    ";": " ",
    ":": " ",
    " ": " ",
    ">": " ",
    "!": "",
    "/": "",
    "-": "",
    "|": "‖",
    "\\": " ",
}


class MathsScanner(Scanner):
    """Reads one formula."""

    __slots__ = ("_italic", "_prose_into", "_start")

    def __init__(
        self,
        source: str,
        out: Output,
        prose_into: ProseInto,
        *,
        italic: bool = True,
        depth: int = 0,
    ) -> None:
        super().__init__(source, out, depth)
        self._prose_into = prose_into
        self._italic = italic
        self._start = out.length

    def run(self) -> None:
        """Write the whole formula."""
        if self.depth > MAX_DEPTH:
            self.out.write(self.source)
            return
        source, size = self.source, len(self.source)
        while self.at < size:
            if plain := _PLAIN.match(source, self.at):
                self.out.write(plain[0])
                self.at = plain.end()
            elif letters := _LETTERS.match(source, self.at):
                self._letters(letters[0])
                self.at = letters.end()
            else:
                self._special(source[self.at])

    def _letters(self, letters: str) -> None:
        start = self.out.length
        self.out.write(letters)
        if self._italic and len(letters) <= 2:
            self.out.mark(start, "italic")

    def _special(self, character: str) -> None:
        if character == "\\":
            self._command()
            return
        if character == "&" and (entity := ENTITY.match(self.source, self.at)):
            self.out.write(html.unescape(entity[0]))
            self.at = entity.end()
            return
        self.at += 1
        if character in "^_":
            self._script(character)
        elif character == "{":
            self.at -= 1
            inner = self.group()
            if inner is None:
                self.at += 1
            else:
                self._nested(inner, italic=self._italic)
        elif character == "-":
            words = _WORD_BEFORE.search(self.out.pieces[-1] if self.out.pieces else "")
            self.out.write("-" if words and _WORD_AFTER.match(self.source, self.at - 1) else "−")
        elif character in " ~\n\t":
            if self.out.last != " ":
                self.out.write(" ")
        elif character == "'":
            self.out.write("′")
        elif character not in "}&$":
            self.out.write(character)

    def _script(self, mark: str) -> None:
        argument = self.argument()
        text = "∘" if argument.strip() == "\\circ" else self._plain(argument)
        self.out.write(raised(text) if mark == "^" else lowered(text))

    def _nested(self, source: str, *, italic: bool = False, out: Output | None = None) -> None:
        MathsScanner(
            source, out or self.out, self._prose_into, italic=italic, depth=self.depth + 1
        ).run()

    def _plain(self, source: str) -> str:
        out = Output()
        self._nested(source, out=out)
        return out.text()

    def _command(self) -> None:
        command = COMMAND.match(self.source, self.at)
        if not command:
            self.out.write("\\")
            self.at += 1
            return
        self.at = command.end()
        name = command[1]
        if name in STYLED:
            self._styled(name)
        elif name in ALPHABETS:
            alphabet = ALPHABETS[name]
            self.out.write("".join(alphabet.get(c, c) for c in self._plain(self.argument())))
        elif name in SYMBOLS:
            self._symbol(name)
        elif not self._construct(name) and not self._formatting(name):
            self._unknown(command[0])

    def _styled(self, name: str) -> None:
        argument = self.argument()
        start = self.out.length
        if name.startswith("math") or name in MATHS_ARGUMENT:
            self._nested(argument)
        else:
            self._prose_into(argument, self.out, self.depth + 1)
        self.out.mark(start, STYLED[name])

    def _symbol(self, name: str) -> None:
        after = self.source[self.at :].lstrip() if name == "sim" else ""
        if name == "sim" and self.out.length == self._start and (not after or after[0].isdigit()):
            self.out.write("~")
            self.skip_spaces()
            return
        self.out.write(SYMBOLS[name])
        if self.peek() == " " and self.source[self.at + 1 : self.at + 2] in tuple("_^{,.)"):
            self.at += 1

    def _construct(self, name: str) -> bool:
        """A command that builds something out of its arguments."""
        if name in FUNCTIONS:
            if self.out.length > self._start and self.out.last.isalnum():
                self.out.write(" ")
            self.out.write(name)
            if self.peek().isalnum() or self.peek() == "\\":
                self.out.write(" ")
        elif name in MATHS_ACCENTS:
            self.out.write(accented(self._plain(self.argument()), MATHS_ACCENTS[name]))
        elif name in FRACTIONS:
            above, below = (
                self._plain(self.argument()).strip(),
                self._plain(self.argument()).strip(),
            )
            self.out.write(f"{_atom(above)}/{_atom(below)}")
        elif name == "sqrt":
            degree = self.option()
            inner = self._plain(self.argument()).strip()
            root = _ROOTS.get(degree) or (raised(self._plain(degree)) if degree else "") + "√"
            short = len(inner) <= 1 or (len(inner) == 2 and inner.isalnum())
            self.out.write(root + (inner if short else f"({inner})"))
        elif name in ("binom", "dbinom", "tbinom"):
            self.out.write(f"C({self._plain(self.argument())}, {self._plain(self.argument())})")
        elif name == "not":
            self.out.write(unicodedata.normalize("NFC", self._plain(self.argument()) + "\u0338"))
        elif name in ("stackrel", "overset", "underset"):
            mark, base = self._plain(self.argument()), self._plain(self.argument())
            self.out.write(base + (lowered(mark) if name == "underset" else raised(mark)))
        elif name == "textcolor":
            self.argument()
            self._nested(self.argument(), italic=self._italic)
        else:
            return False
        return True

    def _formatting(self, name: str) -> bool:
        """A command about spacing, size or layout, or an escaped character."""
        if name in SPACING:
            self.out.write(" ")
        elif name in DELIMITER_SIZES:
            self.skip_spaces()
            if self.peek() == ".":
                self.at += 1
        elif name in IGNORED or name in SWITCHES:
            if self.peek() == " ":
                self.at += 1
        elif name in DROPPED_WITH_ARGUMENT:
            self.argument()
        elif name in _PUNCTUATION:
            self.out.write(_PUNCTUATION[name])
        elif name in "%&$#_{}":
            self.out.write(name)
        else:
            return False
        return True

    def _unknown(self, written: str) -> None:
        lost = split_lost_braces(written[1:])
        if lost:
            command, rest = lost
            self._nested(f"\\{command}{{{rest[0]}}}{rest[1:]}")
            return
        self.out.write(written)
        while self.peek() == "{":
            inner = self.group()
            if inner is None:
                break
            if inner:
                self.out.write("{")
                self._nested(inner)
                self.out.write("}")


def _atom(text: str) -> str:
    return text if _ATOM.fullmatch(text) else f"({text})"
