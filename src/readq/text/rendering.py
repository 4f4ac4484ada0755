"""Abstracts and titles as plain Unicode text with styles and links."""

from __future__ import annotations

import re

from readq.patterns import lazily, lazily_bytes
from readq.text.escapes import unescaped_latex, unescaped_tags
from readq.text.links import may_hold_address
from readq.text.model import Rendered
from readq.text.output import Output, folded
from readq.text.prose import ProseScanner, has_markup

_UNTIDY = lazily("[\xad\u2010\u2011\u200b\ufb00-\ufb06\ufeff]")
_TIDY = {
    0xAD: None, 0x200B: None, 0xFEFF: None, 0x2010: "-", 0x2011: "-", 0xFB00: "ff", 0xFB01: "fi", 0xFB02: "fl",
    0xFB03: "ffi", 0xFB04: "ffl", 0xFB05: "st", 0xFB06: "st",
}  # fmt: skip

_SIGNS = bytes(range(32)) + b"\\${}~`*[_^<&\x7f"
"""What markup, a lost backslash or white space that is folded can begin with; two signs that are nothing alone left out."""

# "\times" and "\textit{" that went through a JSON or C unescape start with a tab, which may since have become a space.
_EATEN_TIMES = lazily(r"[\t ]imes(?![a-z])")
_EATEN_TEXT = lazily(r"([\s($]?)[\t ]ext(?=(?:bf|it|tt|sc|rm|sf|color)?\{)")
_EATEN_TAB = lazily(r"\t(?=heta\b|ilde\{|au\b)")
# The look back comes second, so that the search passes over all other letters at once.
_BARE_COMMAND = lazily(
    r"(?:e(?<![\\\w/]e)mph|t(?<![\\\w/]t)ext(?:bf|it|tt|sc)|c(?<![\\\w/]c)ite[pt]?|w(?<![\\\w/]w)idetilde"
    r"|u(?<![\\\w/]u)rl|h(?<![\\\w/]h)ref)(?=\{)"
)
_EATEN_EMPH = lazily(r"(?<![\\\w])mph(?=\{)")
_PDF_HYPHEN = lazily(r"\(cid:173\)\s?")

# A space lost between a word and a CamelCase name: "architecture:LocalRegret", "andGlobalRegret".
# Looked for among kinds of letters: that takes half the time.
_KINDS = (
    bytes(
        97 if chr(c).islower() or chr(c) in ",;:" else 65 if chr(c).isupper() else 32
        for c in range(128)
    )
    + b" " * 128
)
_MAYBE_GLUED = lazily_bytes(rb"aAa+Aa")
_GLUED = lazily(
    r"((?<![{\\/\w.@-])[a-z]{4,}[,;:]|(?<![\w{\\/.@-])(?:and|or|of|the|with|by|on|in|to|for|from))(?=[A-Z][a-z]+[A-Z][a-z])"
)
_JATS_HEADING = lazily(r"<(?:jats:)?title>\s*Abstract\s*</(?:jats:)?title>", re.IGNORECASE)
_BRACES = lazily(r"[{}]")
_LINE_END = lazily(r"[ \t]*\n\s*")
_STRAIGHT_OPENER = lazily(r"\"([^\"“”`$\n]{1,200}?)''")
_STRAIGHT_CLOSER = lazily(r"``([^\"“”`$\n]{1,200}?)\"")


def render(raw: str) -> Rendered:
    """Plain text, styles and links of an abstract as its source wrote it.

    Understands LaTeX prose and formulas, Markdown emphasis and links, HTML and JATS tags, and
    repairs what sources commonly break. No word is lost: a command it does not know stays as typed.
    """
    return _rendered(_without_group(raw), keeps_sets=True)


def _without_group(raw: str) -> str:
    """An abstract without braces around the whole of it, which say nothing."""
    while raw.startswith("{") and raw.endswith("}") and (inside := raw[1:-1].strip()):
        depth = 1
        for brace in _BRACES.finditer(raw, 1, len(raw) - 1):
            depth += 1 if brace[0] == "{" else -1
            if depth == 0:
                return raw
        if depth != 1:
            return raw
        raw = inside
    return raw


def render_title(raw: str) -> str:
    """A title on one line, its LaTeX, Markdown and HTML resolved."""
    if "\\text" in raw:
        raw = unescaped_latex(raw)
    return " ".join(_rendered(raw, keeps_sets=False).plain.split())


def _rendered(raw: str, *, keeps_sets: bool) -> Rendered:
    text = raw
    if not text.isascii() and _UNTIDY.search(text):
        text = text.translate(_TIDY)
    if _is_mere_text(text):
        return Rendered(folded(_unglued(text)))
    text = _repaired(text)
    if not has_markup(text):
        return Rendered(folded(text))
    out = Output()
    ProseScanner(text, out, keeps_sets=keeps_sets).run()
    return out.rendered()


def _is_mere_text(text: str) -> bool:
    """Whether a quick look finds neither markup nor anything to repair but a lost space, as in most abstracts."""
    raw = text.encode("utf-8", "replace")
    if len(raw.translate(None, _SIGNS)) < len(raw):
        return False
    telling = "--" in text or "''" in text or " imes" in text or "(cid:173)" in text
    return not (telling or may_hold_address(text))


def _repaired(text: str) -> str:
    if "\n" in text:
        # A broken line is a blank to whatever goes over it: a quotation, a link, a word in italics.
        text = _LINE_END.sub(lambda m: "\n\n" if m[0].count("\n") > 1 else " ", text)
    if "imes" in text:
        text = _EATEN_TIMES.sub(r"\\times{}", text)
    if "\t" in text:
        text = _EATEN_TAB.sub(r"\\t", text)
    if "{" in text:
        if " ext" in text or "\text" in text:
            text = _EATEN_TEXT.sub(lambda m: f"{m[1] or ' '}\\text", text)
        if "mph{" in text:
            text = _EATEN_EMPH.sub(r"\\emph", text)
        text = _BARE_COMMAND.sub(r"\\\g<0>", text)
    if "(cid:173)" in text:
        text = _PDF_HYPHEN.sub("", text)
    text = _unglued(text)
    if "&" in text:
        text = unescaped_tags(text)
    if "<" in text:
        text = _JATS_HEADING.sub("", text)
    if "''" in text:
        text = _STRAIGHT_OPENER.sub(r"“\1”", text)
    if "``" in text:
        text = _STRAIGHT_CLOSER.sub(r"“\1”", text)
    return text


def _unglued(text: str) -> str:
    kinds = text.encode("utf-8", "replace").translate(_KINDS)
    first = kinds.find(b"aA")
    return _GLUED.sub(r"\1 ", text) if first >= 0 and _MAYBE_GLUED.search(kinds, first) else text
