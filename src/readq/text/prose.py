# ruff: noqa: RUF001
"""Prose with LaTeX, Markdown and HTML in it, read in one pass."""

from __future__ import annotations

import html
import re
from collections.abc import Callable

from readq.patterns import lazily
from readq.text.commands import CommandScanner
from readq.text.latex_tables import SWITCHES
from readq.text.links import VERBATIM_START, may_hold_address, url_of, verbatim_at
from readq.text.maths import MathsScanner
from readq.text.model import Style
from readq.text.output import Output
from readq.text.scanner import ENTITY, MAX_DEPTH, lowered, raised
from readq.text.tags import TagReader

# The signs in front of the second one are those it begins with: so the search passes over all others at once.
_TOKEN = lazily(rf"[\\${{}}~`*\[_^<&]|''|--|{VERBATIM_START}")
_SIGN = lazily(r"[\\${}~`*\[_^<&'-](?:(?<=['-])(?:(?<=')'|(?<=-)-)|(?<!['-]))")
_MARKDOWN_LINK = lazily(
    r"\[([^\[\]\n]{1,300})\]\(\s*(https?://[^\s()]+(?:\([^\s()]*\)[^\s()]*)*)(?:\s+\"[^\"]*\")?\s*\)"
)
_UNDERSCORES = lazily(r"(__?)(?=[^\s_])([^_\n]{1,200}?)(?<=\S)\1(?!\w|\.\w)")
_CODE = lazily(r"`([^`\n']{1,80})`")
_SINGLE_QUOTED = lazily(r"`([^`'\n]{1,80})'(?!\w)")
_DOLLARS = lazily(r"\$((?:[^\\$]|\\.){1,600})\$", re.DOTALL)
_TELLING = lazily(r"[\\^_=<>{}∈≤≥]")
_PRICE = lazily(r"\d[\d,.]*\s*(?:[KMBk]|million|billion)?\s+[a-z]{2,}")
_SWITCH = lazily(r"\s*\\([a-z]+)(?![A-Za-z])\s*")
_EMPHASIS: dict[int, tuple[Style, ...]] = {1: ("italic",), 2: ("bold",), 3: ("bold", "italic")}
_EMPHASIS_END = {k: re.compile(rf"(?<![\s*\\])\*{{{k}}}(?!\*)") for k in (1, 2, 3)}
_MAX_EMPHASIS = 600


def has_markup(text: str) -> bool:
    """Whether there is anything in text that is not simply itself."""
    return _tokens_of(text).search(text) is not None


def _tokens_of(text: str) -> re.Pattern[str]:
    return _TOKEN if may_hold_address(text) else _SIGN


class ProseScanner(CommandScanner):
    """Reads an abstract, a title or a piece of one."""

    __slots__ = ("_keeps_sets", "_tags")

    def __init__(
        self, source: str, out: Output, *, keeps_sets: bool = True, depth: int = 0
    ) -> None:
        super().__init__(source, out, depth)
        self._keeps_sets = keeps_sets
        self._tags = TagReader(source)

    def run(self) -> None:
        """Write the whole text."""
        source, out = self.source, self.out
        if self.depth > MAX_DEPTH:
            out.write(source)
            return
        search = _tokens_of(source).search
        while token := search(source, self.at):
            out.write(source[self.at : token.start()])
            self.at = token.start()
            _READERS.get(token[0][0], ProseScanner._verbatim)(self)
        out.write(source[self.at :])

    def nested(self, source: str) -> None:
        """Write a piece of prose inside this one."""
        ProseScanner(source, self.out, keeps_sets=self._keeps_sets, depth=self.depth + 1).run()

    def maths(self, source: str, *, italic: bool = True) -> None:
        """Write a formula."""
        MathsScanner(source, self.out, _prose_into, italic=italic, depth=self.depth + 1).run()

    def plain(self, source: str) -> str:
        """A piece of prose as plain text, not written."""
        out = Output()
        _prose_into(source, out, self.depth + 1)
        return out.text()

    def _verbatim(self) -> None:
        written, end = verbatim_at(self.source, self.at)
        if not written:
            self.literally()
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
                self.maths(source[self.at + 2 : end])
                self.at = end + 2
                return
        match = _DOLLARS.match(source, self.at)
        if match and _is_formula(match[1], source[match.end() : match.end() + 1]):
            self.at = match.end()
            if "://" in match[1]:
                self.nested(match[1])
            else:
                self.maths(match[1])
        else:
            self.literally()

    def _group(self) -> None:
        start, at = self.out.length, self.at
        inner = self.group()
        if inner is None:
            self.literally()
            return
        switch = _SWITCH.match(inner)
        if switch and switch[1] in SWITCHES:
            self.nested(inner[switch.end() :])
            self.out.mark(start, SWITCHES[switch[1]])
        elif self._keeps_sets and "\\" not in inner and re.search(r",|\||\.\.\.", inner):
            self.out.write("{")
            self.nested(inner)
            self.out.write("}")
        elif not inner and at and self.source[at - 1].isspace():
            self.out.write("{}")
        else:
            self.nested(inner)

    def _stray_brace(self) -> None:
        self.at += 1

    def _tilde(self) -> None:
        before = self.source[self.at - 1 : self.at] or " "
        after = self.source[self.at + 1 : self.at + 2] or " "
        tie = (
            not before.isspace()
            and not after.isspace()
            and not (before.isdigit() and after.isdigit())
        )
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
            self.nested(quoted[1])
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
        is_option = (
            source[self.at - 1 : self.at] in ("", " ", "\n") and source[end : end + 1].isalpha()
        )
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
        opens = (
            bool(after)
            and not after.isspace()
            and (not before.isalnum() or after.isalnum() or after in '("“[\\$')
        )
        if count > 3 or not opens or (count == 1 and before.isdigit()):
            self.literally(count)
            return
        close = _EMPHASIS_END[count].search(source, end, end + _MAX_EMPHASIS)
        inner = source[end : close.start()] if close else ""
        if not close or not inner or inner.count("$") % 2 or "\n\n" in inner:
            self.literally(count)
            return
        start = self.out.length
        self.nested(inner)
        for style in _EMPHASIS[count]:
            self.out.mark(start, style)
        self.at = close.end()

    def _underscore(self) -> None:
        before = self.source[self.at - 1 : self.at]
        match = _UNDERSCORES.match(self.source, self.at)
        if match and not before.isalnum() and before not in ("\\", "_", ")", "]", "}", "."):
            start = self.out.length
            self.nested(match[2])
            self.out.mark(start, "bold" if len(match[1]) == 2 else "italic")
            self.at = match.end()
        elif self.source.startswith("_{", self.at) and before.isalnum():
            self._script(lowered)
        else:
            self.literally()

    def _caret(self) -> None:
        before = self.source[self.at - 1 : self.at] if self.at else self.out.last
        after = self.source[self.at + 1 : self.at + 3]
        lone_digit = before.isalnum() and after[:1].isdigit() and not after[1:].isalnum()
        if lone_digit or after.startswith("{"):
            self._script(raised)
        else:
            self.literally()

    def _script(self, placed: Callable[[str], str]) -> None:
        self.at += 1
        inside = Output()
        MathsScanner(self.argument(), inside, _prose_into, italic=False, depth=self.depth + 1).run()
        self.out.write(placed(inside.text()))

    def _bracket(self) -> None:
        link = _MARKDOWN_LINK.match(self.source, self.at)
        if not link:
            self.literally()
            return
        start = self.out.length
        self.nested(link[1])
        self.out.mark(start, "link", url_of(link[2]))
        self.at = link.end()

    def _tag(self) -> None:
        end = self._tags.read(self.at, self.out, self.plain)
        if end is None:
            self.literally()
        else:
            self.at = end

    def _ampersand(self) -> None:
        entity = ENTITY.match(self.source, self.at)
        character = html.unescape(entity[0]) if entity else ""
        if entity and character != entity[0]:
            self.out.write(character if character.isprintable() else " ")
            self.at = entity.end()
        else:
            self.literally()


def _prose_into(source: str, out: Output, depth: int) -> None:
    ProseScanner(source, out, depth=depth).run()


def _is_formula(body: str, after: str) -> bool:
    """Whether dollar signs around `body` make a formula; else they are amounts of money."""
    if "\n\n" in body:
        return False
    telling = _TELLING.search(body)
    if body[0].isspace() or body[-1].isspace():
        return (bool(telling) and not _PRICE.match(body)) or (
            len(body.strip()) <= 2 and body.strip().isalpha()
        )
    return bool(telling) or not (after.isdigit() or _PRICE.match(body))


_READERS: dict[str, Callable[[ProseScanner], None]] = {
    "\\": ProseScanner.command,
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
