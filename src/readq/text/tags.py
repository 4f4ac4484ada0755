"""HTML and JATS tags in prose."""

from __future__ import annotations

import html
import re
from collections.abc import Callable

from readq.patterns import lazily
from readq.text.links import is_http, url_of
from readq.text.model import Style
from readq.text.output import Output
from readq.text.scanner import lowered, raised

_TAG = lazily(
    r"<(/?)\s*(?:jats:|mml:|ns\d:)?([A-Za-z][\w-]{0,20})((?:\s+[\w:-]+\s*=\s*(?:\"[^\"<>]*\"|'[^'<>]*'|[^\s<>\"']+))*)\s*/?>"
)
_HREF = lazily(r"(?:xlink:)?href\s*=\s*[\"']?([^\"'\s>]+)", re.IGNORECASE)

_STYLES: dict[str, Style] = {
    "b": "bold", "strong": "bold", "bold": "bold", "i": "italic", "em": "italic", "italic": "italic",
    "u": "underline", "underline": "underline", "code": "code", "tt": "code", "monospace": "code",
}  # fmt: skip
_BLOCKS = {
    "p",
    "div",
    "sec",
    "title",
    "li",
    "ul",
    "ol",
    "h1",
    "h2",
    "h3",
    "h4",
    "h5",
    "h6",
    "abstract",
    "list",
    "list-item",
}
_SCRIPTS: dict[str, Callable[[str], str]] = {"sub": lowered, "inf": lowered, "sup": raised}
_TRANSPARENT = {
    "span", "sc", "font", "small", "big", "a", "ext-link", "xref", "inline-formula", "disp-formula", "tex-math",
    "alternatives", "math", "mi", "mo", "mn", "mrow", "msub", "msup", "msubsup", "mtext", "mspace", "mfrac", "mover",
    "mstyle", "mfenced", "msqrt", "munder", "mtable", "mtr", "mtd", "semantics", "annotation", "body", "html", "nobr",
}  # fmt: skip
_PAIRED = {*_STYLES, *_SCRIPTS, "a", "ext-link"}


class TagReader:
    """Reads the tags of one text, remembering which are open."""

    __slots__ = ("_closers", "_open", "_source")

    def __init__(self, source: str) -> None:
        self._source = source
        self._open: list[tuple[str, int, Style, str]] = []
        self._closers: dict[str, int] = {}

    def read(self, at: int, out: Output, plain: Callable[[str], str]) -> int | None:
        """Read the tag at `at` and say where it ends; None when this is no tag but a sign in the text."""
        match = _TAG.match(self._source, at)
        if not match:
            return None
        name = match[2].lower()
        if name == "br":
            out.write("\n")
        elif name in _BLOCKS:
            out.write("\n\n")
        elif match[1] and name in _PAIRED:
            self._close(name, out)
        elif name in _PAIRED:
            return self._open_pair(name, match, out, plain)
        elif name not in _TRANSPARENT:
            return None
        return match.end()

    def _open_pair(
        self, name: str, tag: re.Match[str], out: Output, plain: Callable[[str], str]
    ) -> int | None:
        closer = self._closer(name, tag.end())
        if closer < 0:
            return None
        if name in _SCRIPTS:
            if closer - tag.end() > 100:
                return tag.end()
            out.write(_SCRIPTS[name](plain(self._source[tag.end() : closer])))
            return self._source.find(">", closer) + 1
        if name in _STYLES:
            self._open.append((name, out.length, _STYLES[name], ""))
        elif (href := _HREF.search(tag[3])) and is_http(href[1]):
            self._open.append((name, out.length, "link", url_of(html.unescape(href[1]))))
        return tag.end()

    def _closer(self, name: str, start: int) -> int:
        known = self._closers.get(name, 0)
        if known != -1 and known < start:
            found = re.compile(rf"</\s*(?:jats:)?{name}\s*>", re.IGNORECASE).search(
                self._source, start
            )
            known = self._closers[name] = found.start() if found else -1
        return known

    def _close(self, name: str, out: Output) -> None:
        for i in range(len(self._open) - 1, -1, -1):
            if self._open[i][0] == name:
                _, start, style, target = self._open.pop(i)
                out.mark(start, style, target)
                return
