"""LaTeX commands in prose."""

from __future__ import annotations

import re
import unicodedata
from abc import abstractmethod

from readq.patterns import lazily
from readq.text.latex_tables import (
    ALPHABETS,
    ASIDES,
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
    TEXT_ACCENTS,
    split_lost_braces,
)
from readq.text.links import is_http, url_of
from readq.text.scanner import COMMAND, Scanner, lowered, raised

_ACCENT = lazily(
    r"\\(?:([`'^\"~=.])\s*(?:\{\s*(?:\\([ij])(?![A-Za-z])|([A-Za-z]))\s*\}|\\([ij])(?![A-Za-z])|([A-Za-z]))"
    r"|([uvHcdbkr])(?:\s*\{\s*(?:\\([ij])(?![A-Za-z])|([A-Za-z]))\s*\}|\s+(?:\\([ij])(?![A-Za-z])|([A-Za-z]))))"
)
_STACKED = lazily(r"\\([`'^\"~=.]|[uvHcdbkrt])\s*(?=\{)")
"""An accent over something that is no bare letter: another accent, or two letters for a tie."""
_VERBATIM = lazily(r"([^\w\s{*])(.{0,200}?)\1")
_CITATION = lazily(
    r"(?:cite\w*|parencite|textcite|autocite|Cite\w*|ref|eqref|autoref|cref|Cref|nameref)$"
)
_SIZED = lazily(r"left|right|middle|[bB]igg?[lrm]?")
_BRACKETS = tuple("()[]|/<>\\")
_SPACED = {
    ",": " ",
    ";": " ",
    ":": " ",
    " ": " ",
    "\n": " ",
    ">": " ",
    "\\": " ",
    "!": "",
    "/": "",
    "-": "",
    "@": "",
}
_NATIONAL_LETTERS = {
    "ss",
    "ae",
    "AE",
    "oe",
    "OE",
    "aa",
    "AA",
    "o",
    "O",
    "l",
    "L",
    "i",
    "j",
    "dh",
    "DH",
    "dj",
    "DJ",
    "ng",
    "NG",
    "th",
    "TH",
}
_LONGEST_LETTER = 40
"""Characters in which a letter with its accents can be written."""
_QUOTING = {"enquote", "say", "textquote"}


class CommandScanner(Scanner):
    """Reads one LaTeX command of prose with its arguments."""

    __slots__ = ()

    @abstractmethod
    def nested(self, source: str) -> None:
        """Write a piece of prose inside this one."""

    @abstractmethod
    def maths(self, source: str, *, italic: bool = True) -> None:
        """Write a formula."""

    @abstractmethod
    def plain(self, source: str) -> str:
        """A piece of prose as plain text, not written."""

    def literally(self, count: int = 1) -> None:
        """Write the next characters as they are."""
        self.out.write(self.source[self.at : self.at + count])
        self.at += count

    def command(self) -> None:
        """Write what the backslash here begins."""
        source = self.source
        opener = source[self.at + 1 : self.at + 2]
        if opener and opener in "([":
            end = source.find("\\)" if opener == "(" else "\\]", self.at + 2, self.at + 2000)
            if end > 0:
                self.maths(source[self.at + 2 : end])
                self.at = end + 2
                return
        if accent := _ACCENT.match(source, self.at):
            mark = TEXT_ACCENTS[accent[1] or accent[6]]
            letter = next(g for g in (*accent.groups()[1:5], *accent.groups()[6:]) if g)
            self.out.write(unicodedata.normalize("NFC", letter + mark))
            self.at = accent.end()
            return
        if self._stacked_accent():
            return
        command = COMMAND.match(source, self.at)
        if not command:
            self.literally()
            return
        self.at = command.end()
        name = command[1]
        if not (
            self._link_command(name)
            or self._text_command(name)
            or self._maths_command(name, command.start())
        ):
            self._other_command(name, command)

    def _stacked_accent(self) -> bool:
        accent = _STACKED.match(self.source, self.at)
        if not accent:
            return False
        start, self.at = self.at, accent.end()
        inner = self.group()
        letters = self.plain(inner) if inner and len(inner) <= _LONGEST_LETTER else ""
        if not letters.isalpha() or len(letters) != 1 + (accent[1] == "t"):
            self.at = start
            return False
        marked = letters[0] + TEXT_ACCENTS[accent[1]] + letters[1:]
        self.out.write(unicodedata.normalize("NFC", marked))
        return True

    def _link_command(self, name: str) -> bool:
        if name in ("url", "path", "nolinkurl"):
            start = self.out.length
            url = re.sub(r"\\([_%&#~{}])|\\", lambda m: m[1] or "", self.argument()).strip()
            self.out.write(url)
            if is_http(url):
                self.out.mark(start, "link", url_of(url))
            return True
        if name in ("href", "hyperlink"):
            start = self.out.length
            url = self.argument()
            self.skip_spaces()
            self.nested(self.argument() if self.peek() == "{" else url)
            if is_http(url):
                self.out.mark(start, "link", url_of(url))
            return True
        return False

    def _text_command(self, name: str) -> bool:
        out = self.out
        if name == "verb" and (verbatim := _VERBATIM.match(self.source, self.at)):
            out.write(verbatim[2])
            self.at = verbatim.end()
        elif name in STYLED or name == "textcolor":
            self._styled(name)
        elif _CITATION.match(name):
            self._citation()
        elif name in ASIDES:
            out.write(" (")
            self.nested(self.argument())
            out.write(")")
        elif name in _QUOTING:
            out.write("“")
            self.nested(self.argument())
            out.write("”")
        elif name in ("SI", "qty"):
            self.nested(self.argument())
            out.write(" ")
            self.nested(self.argument())
        elif name in ("begin", "end"):
            self.argument()
            self.option()
            out.write(" ")
        elif name in DROPPED_WITH_ARGUMENT:
            self.option()
            if self.peek() == "{":
                self.argument()
        elif name in ("textsuperscript", "textsubscript"):
            inner = self.plain(self.argument())
            out.write(raised(inner) if name == "textsuperscript" else lowered(inner))
        else:
            return False
        return True

    def _citation(self) -> None:
        """Keys in brackets, with what is said before and behind them: `[see lee2020, Theorem 1]`."""
        said: list[str] = []
        while self.peek() == "[" and len(said) < 3:
            said.append(self.plain(self.option()))
        keys = self.argument() if self.peek() == "{" else ""
        if keys:
            before = f"{said.pop(0)} " if len(said) > 1 and said[0] else ""
            named = ", ".join([*(key.strip() for key in keys.split(",")), *filter(None, said)])
            self.out.write(f"[{before}{named}]")

    def _styled(self, name: str) -> None:
        self.skip_spaces()
        if self.peek() != "{":
            return
        if name == "textcolor":
            self.argument()
        argument = self.argument()
        start = self.out.length
        if name == "ce":
            argument = re.sub(r"(?<=[A-Za-z)])(\d+)", r"$_{\1}$", argument)
        if name.startswith("math") or name in MATHS_ARGUMENT:
            self.maths(argument, italic=False)
        else:
            self.nested(argument)
        self.out.mark(start, STYLED.get(name))

    def _maths_command(self, name: str, start: int) -> bool:
        """A construct of maths outside a formula: only it and its arguments are read as maths."""
        if name in ALPHABETS or name in MATHS_ACCENTS or name == "sqrt":
            self.option()
            self.argument()
        elif name in FRACTIONS:
            self.argument()
            self.argument()
        elif name not in SYMBOLS and name not in FUNCTIONS:
            return False
        end = self.at
        self.maths(self.source[start:end], italic=False)
        if self.source.startswith("{}", end):
            self.at += 2
        elif name in _NATIONAL_LETTERS and self.peek() == " ":
            self.at += 1
        return True

    def _other_command(self, name: str, command: re.Match[str]) -> None:
        out = self.out
        if name in _SPACED:
            out.write(_SPACED[name])
        elif name in SPACING:
            out.write(" ")
        elif _SIZED.fullmatch(name) and self.peek() in _BRACKETS:
            return
        elif name in IGNORED or name in SWITCHES:
            if self.source.startswith("{}", self.at):
                self.at += 2
            elif name != "xspace" and self.peek().isspace():
                self.at += 1
        elif name in "%&$#_{}*|\"'^~=.`":
            out.write(name)
            if self.source.startswith("{}", self.at):
                self.at += 2
        elif lost := split_lost_braces(name):
            start = out.length
            if lost[0] in STYLED and not lost[0].startswith("math"):
                out.write(lost[1])
                out.mark(start, STYLED[lost[0]])
            else:
                self.maths(f"\\{lost[0]}{{{lost[1][0]}}}{lost[1][1:]}", italic=False)
        else:
            self._unknown(command[0])

    def _unknown(self, written: str) -> None:
        self.out.write(written)
        while self.peek() == "{":
            inner = self.group()
            if inner is None:
                break
            if inner:
                self.out.write("{")
                self.nested(inner)
                self.out.write("}")
