"""Prose with LaTeX, Markdown and HTML in it, read in one pass."""

from __future__ import annotations

import html
import re
import unicodedata
from collections.abc import Callable

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
from readq.text.links import VERBATIM_START, is_http, url_of, verbatim_at
from readq.text.maths import MathsScanner
from readq.text.model import Style
from readq.text.output import Output
from readq.text.scanner import COMMAND, ENTITY, MAX_DEPTH, Scanner, lowered, raised
from readq.text.tags import TagReader

_TOKEN = re.compile(rf"[\\${{}}~`*\[_^<&]|''|--|{VERBATIM_START}")
_ACCENT = re.compile(
    r"\\(?:([`'^\"~=.])\s*(?:\{\s*(?:\\([ij])(?![A-Za-z])|([A-Za-z]))\s*\}|\\([ij])(?![A-Za-z])|([A-Za-z]))"
    r"|([uvHcdbkr])(?:\s*\{\s*(?:\\([ij])(?![A-Za-z])|([A-Za-z]))\s*\}|\s+(?:\\([ij])(?![A-Za-z])|([A-Za-z]))))"
)
_CITATION = re.compile(r"(?:cite\w*|parencite|textcite|autocite|Cite\w*|ref|eqref|autoref|cref|Cref|nameref)$")
_MARKDOWN_LINK = re.compile(r"\[([^\[\]\n]{1,300})\]\(\s*(https?://[^\s()]+(?:\([^\s()]*\)[^\s()]*)*)(?:\s+\"[^\"]*\")?\s*\)")
_UNDERSCORES = re.compile(r"(__?)(?=[^\s_])([^_\n]{1,200}?)(?<=\S)\1(?!\w)")
_CODE = re.compile(r"`([^`\n']{1,80})`")
_SINGLE_QUOTED = re.compile(r"`([^`'\n]{1,80})'(?!\w)")
_DOLLARS = re.compile(r"\$((?:[^\\$]|\\.){1,600})\$", re.DOTALL)
_TELLING = re.compile(r"[\\^_=<>{}∈≤≥]")
_PRICE = re.compile(r"\d[\d,.]*\s*(?:[KMBk]|million|billion)?\s+[a-z]{2,}")
_SWITCH = re.compile(r"\s*\\([a-z]+)(?![A-Za-z])\s*")
_SPACED = {",": " ", ";": " ", ":": " ", " ": " ", "\n": " ", ">": " ", "\\": " ", "!": "", "/": "", "-": "", "@": ""}
_NATIONAL_LETTERS = set("ss ae AE oe OE aa AA o O l L i j dh DH th TH".split())
_EMPHASIS: dict[int, tuple[Style, ...]] = {1: ("italic",), 2: ("bold",), 3: ("bold", "italic")}
_EMPHASIS_END = {k: re.compile(rf"(?<![\s*\\])\*{{{k}}}(?!\*)") for k in (1, 2, 3)}
_MAX_EMPHASIS = 600


def has_markup(text: str) -> bool:
    """Whether there is anything in text that is not simply itself."""
    return _TOKEN.search(text) is not None


class ProseScanner(Scanner):
    """Reads an abstract, a title or a piece of one."""

    __slots__ = ("_keeps_sets", "_tags")

    def __init__(self, source: str, out: Output, *, keeps_sets: bool = True, depth: int = 0) -> None:
        super().__init__(source, out, depth)
        self._keeps_sets = keeps_sets
        self._tags = TagReader(source)

    def run(self) -> None:
        """Write the whole text."""
        source, out = self.source, self.out
        if self.depth > MAX_DEPTH:
            out.write(source)
            return
        while token := _TOKEN.search(source, self.at):
            out.write(source[self.at : token.start()])
            self.at = token.start()
            _READERS.get(token[0][0], ProseScanner._verbatim)(self)
        out.write(source[self.at :])

    def _nested(self, source: str) -> None:
        ProseScanner(source, self.out, keeps_sets=self._keeps_sets, depth=self.depth + 1).run()

    def _maths(self, source: str, *, italic: bool = True) -> None:
        MathsScanner(source, self.out, _prose_into, italic=italic, depth=self.depth + 1).run()

    def _literally(self, count: int = 1) -> None:
        self.out.write(self.source[self.at : self.at + count])
        self.at += count

    # --- marks of Markdown, TeX and HTML ---

    def _verbatim(self) -> None:
        written, end = verbatim_at(self.source, self.at)
        if not written:
            self._literally()
            return
        start = self.out.length
        target = url_of(written)
        self.out.write(re.sub(r"\\([_%&#~])", r"\1", written))
        if target:
            self.out.mark(start, "link", target)
        self.at = end

    def _dollar(self) -> None:
        source = self.source
        if source.startswith("$$", self.at):
            end = source.find("$$", self.at + 2, self.at + 2000)
            if end > 0:
                self._maths(source[self.at + 2 : end])
                self.at = end + 2
                return
        match = _DOLLARS.match(source, self.at)
        if match and _is_formula(match[1], source[match.end() : match.end() + 1]):
            self.at = match.end()
            if "://" in match[1]:
                self._nested(match[1])
            else:
                self._maths(match[1])
        else:
            self._literally()

    def _group(self) -> None:
        start, at = self.out.length, self.at
        inner = self.group()
        if inner is None:
            self._literally()
            return
        switch = _SWITCH.match(inner)
        if switch and switch[1] in SWITCHES:
            self._nested(inner[switch.end() :])
            self.out.mark(start, SWITCHES[switch[1]])
        elif self._keeps_sets and "\\" not in inner and re.search(r",|\||\.\.\.", inner):
            self.out.write("{")
            self._nested(inner)
            self.out.write("}")
        elif not inner and at and self.source[at - 1].isspace():
            self.out.write("{}")
        else:
            self._nested(inner)

    def _stray_brace(self) -> None:
        self.at += 1

    def _tilde(self) -> None:
        before = self.source[self.at - 1 : self.at] or " "
        after = self.source[self.at + 1 : self.at + 2] or " "
        tie = not before.isspace() and not after.isspace() and not (before.isdigit() and after.isdigit())
        self.out.write(" " if tie and before not in "(/<>≈" else "~")
        self.at += 1

    def _backquote(self) -> None:
        source = self.source
        if source.startswith("``", self.at):
            self.out.write("“")
            self.at += 2
        elif code := _CODE.match(source, self.at):
            start = self.out.length
            self.out.write(code[1])
            self.out.mark(start, "code")
            self.at = code.end()
        elif quoted := _SINGLE_QUOTED.match(source, self.at):
            self.out.write("‘")
            self._nested(quoted[1])
            self.out.write("’")
            self.at = quoted.end()
        else:
            self.out.write("‘" if source[self.at + 1 : self.at + 2].isalnum() else "`")
            self.at += 1

    def _closing_quotes(self) -> None:
        self.out.write("”")
        self.at += 2

    def _dashes(self) -> None:
        source, end = self.source, self.at
        while source.startswith("-", end):
            end += 1
        count = end - self.at
        is_option = source[self.at - 1 : self.at] in ("", " ", "\n") and source[end : end + 1].isalpha()
        if count == 2 and not is_option:
            self.out.write("–")
        elif count == 3:
            self.out.write("—")
        else:
            self.out.write("-" * count)
        self.at = end

    def _stars(self) -> None:
        source, end = self.source, self.at
        while source.startswith("*", end) and end - self.at < 4:
            end += 1
        count = end - self.at
        before, after = source[self.at - 1 : self.at], source[end : end + 1]
        opens = bool(after) and not after.isspace() and (not before.isalnum() or after.isalnum() or after in '("“[\\$')
        if count > 3 or not opens or (count == 1 and before.isdigit()):
            self._literally(count)
            return
        close = _EMPHASIS_END[count].search(source, end, end + _MAX_EMPHASIS)
        inner = source[end : close.start()] if close else ""
        if not close or not inner or inner.count("$") % 2 or "\n\n" in inner:
            self._literally(count)
            return
        start = self.out.length
        self._nested(inner)
        for style in _EMPHASIS[count]:
            self.out.mark(start, style)
        self.at = close.end()

    def _underscore(self) -> None:
        before = self.source[self.at - 1 : self.at]
        match = _UNDERSCORES.match(self.source, self.at)
        if match and not before.isalnum() and before not in ("\\", "_", ")", "]", "}", "."):
            start = self.out.length
            self._nested(match[2])
            self.out.mark(start, "bold" if len(match[1]) == 2 else "italic")
            self.at = match.end()
        elif self.source.startswith("_{", self.at) and before.isalnum():
            self._script(lowered)
        else:
            self._literally()

    def _caret(self) -> None:
        before, after = self.source[self.at - 1 : self.at], self.source[self.at + 1 : self.at + 3]
        lone_digit = before.isalnum() and after[:1].isdigit() and not after[1:].isalnum()
        if lone_digit or after.startswith("{"):
            self._script(raised)
        else:
            self._literally()

    def _script(self, placed: Callable[[str], str]) -> None:
        self.at += 1
        inside = Output()
        MathsScanner(self.argument(), inside, _prose_into, italic=False, depth=self.depth + 1).run()
        self.out.write(placed(inside.text()))

    def _bracket(self) -> None:
        link = _MARKDOWN_LINK.match(self.source, self.at)
        if not link:
            self._literally()
            return
        start = self.out.length
        self._nested(link[1])
        self.out.mark(start, "link", url_of(link[2]))
        self.at = link.end()

    def _tag(self) -> None:
        end = self._tags.read(self.at, self.out, lambda inner: _plain_prose(inner, self.depth + 1))
        if end is None:
            self._literally()
        else:
            self.at = end

    def _ampersand(self) -> None:
        entity = ENTITY.match(self.source, self.at)
        character = html.unescape(entity[0]) if entity else ""
        if entity and character != entity[0]:
            self.out.write(character if character.isprintable() else " ")
            self.at = entity.end()
        else:
            self._literally()

    # --- LaTeX commands ---

    def _backslash(self) -> None:
        source = self.source
        opener = source[self.at + 1 : self.at + 2]
        if opener and opener in "([":
            end = source.find("\\)" if opener == "(" else "\\]", self.at + 2, self.at + 2000)
            if end > 0:
                self._maths(source[self.at + 2 : end])
                self.at = end + 2
                return
        if accent := _ACCENT.match(source, self.at):
            mark = TEXT_ACCENTS[accent[1] or accent[6]]
            letter = next(g for g in (*accent.groups()[1:5], *accent.groups()[6:]) if g)
            self.out.write(unicodedata.normalize("NFC", letter + mark))
            self.at = accent.end()
            return
        command = COMMAND.match(source, self.at)
        if not command:
            self._literally()
            return
        self.at = command.end()
        name = command[1]
        if not (self._link_command(name) or self._text_command(name) or self._maths_command(name, command.start())):
            self._other_command(name, command)

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
            self._nested(self.argument() if self.peek() == "{" else url)
            if is_http(url):
                self.out.mark(start, "link", url_of(url))
            return True
        return False

    def _text_command(self, name: str) -> bool:
        out = self.out
        if name in STYLED or name == "textcolor":
            self._styled(name)
        elif _CITATION.match(name):
            while self.option():
                pass
            keys = self.argument() if self.peek() == "{" else ""
            out.write(f"[{', '.join(k.strip() for k in keys.split(','))}]" if keys else "")
        elif name in ASIDES:
            out.write(" (")
            self._nested(self.argument())
            out.write(")")
        elif name in ("SI", "qty"):
            self._nested(self.argument())
            out.write(" ")
            self._nested(self.argument())
        elif name in ("begin", "end"):
            self.argument()
            self.option()
            out.write(" ")
        elif name in DROPPED_WITH_ARGUMENT:
            self.option()
            if self.peek() == "{":
                self.argument()
        elif name in ("textsuperscript", "textsubscript"):
            inner = _plain_prose(self.argument(), self.depth + 1)
            out.write(raised(inner) if name == "textsuperscript" else lowered(inner))
        else:
            return False
        return True

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
            self._maths(argument, italic=False)
        else:
            self._nested(argument)
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
        self._maths(self.source[start:end], italic=False)
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
                self._maths(f"\\{lost[0]}{{{lost[1][0]}}}{lost[1][1:]}", italic=False)
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
                self._nested(inner)
                self.out.write("}")


def _prose_into(source: str, out: Output, depth: int) -> None:
    ProseScanner(source, out, depth=depth).run()


def _plain_prose(source: str, depth: int) -> str:
    out = Output()
    _prose_into(source, out, depth)
    return out.text()


def _is_formula(body: str, after: str) -> bool:
    """Whether dollar signs around `body` make a formula; else they are amounts of money."""
    if "\n\n" in body:
        return False
    telling = _TELLING.search(body)
    if body[0].isspace() or body[-1].isspace():
        return bool(telling) and not _PRICE.match(body)
    return bool(telling) or not (after.isdigit() or _PRICE.match(body))


_READERS: dict[str, Callable[[ProseScanner], None]] = {
    "\\": ProseScanner._backslash,
    "$": ProseScanner._dollar,
    "{": ProseScanner._group,
    "}": ProseScanner._stray_brace,
    "~": ProseScanner._tilde,
    "`": ProseScanner._backquote,
    "'": ProseScanner._closing_quotes,
    "-": ProseScanner._dashes,
    "*": ProseScanner._stars,
    "_": ProseScanner._underscore,
    "^": ProseScanner._caret,
    "[": ProseScanner._bracket,
    "<": ProseScanner._tag,
    "&": ProseScanner._ampersand,
}
