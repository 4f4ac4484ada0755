"""Markup that a program escaped once more on its way: OpenReview and NeurIPS write the LaTeX of titles as text."""

from __future__ import annotations

import re

from readq.patterns import lazily

# `\textbackslash mu` and `{\textbackslash}mu` are what becomes of `\mu`, `{\textasciicircum}` of `^`. Followed by
# empty braces, as readq writes it, the sign is meant.
_BACKSLASH = lazily(r"(?:\{\\textbackslash\}|\\textbackslash(?:\s|(?=\\)))(?=[A-Za-z'\"])")
_CARET = lazily(r"\{\\textasciicircum\}|\\textasciicircum\s")
_BRACE = lazily(r"\\(?:lbrace|rbrace)(?![A-Za-z])(?:\{\})?\s?")
_ESCAPED = lazily(r"\\([${}_])")
_FORMULA = lazily(r"\\\$[^$]{0,200}\{\\text(?:asciicircum|backslash)\}[^$]{0,200}\\\$")
_TWO_QUOTES = lazily(r"\\''(?=[A-Za-z])")

_TAG_NAMES = "i|b|em|strong|italic|bold|u|sub|sup|sc|scp|tt|code|p|br|span|div|sec|title|ul|ol|li|h[1-6]|(?:jats|mml):[a-z-]+"
_ESCAPED_TAG = lazily(rf"&lt;(/?(?:{_TAG_NAMES})(?:\s[^&<>]{{0,100}})?/?)&gt;", re.IGNORECASE)
_ENTITY_OF_ENTITY = lazily(
    r"\\?&(?:amp;)+(?=(?:amp|lt|gt|quot|apos|nbsp|#\d{1,6}|#x[0-9a-f]{1,6});)", re.IGNORECASE
)
_LATEX_ENTITY = lazily(r"\\&(?=(?:amp|lt|gt|quot|apos|nbsp|\\?#\d{1,6});)", re.IGNORECASE)


def unescaped_tags(text: str) -> str:
    """Entities of entities (`&amp;lt;`) as entities, and tags written with entities as tags."""
    text = _ENTITY_OF_ENTITY.sub("&", text)
    text = _LATEX_ENTITY.sub("&", text)
    # Among real tags one that is written with entities and never closed is spoken of.
    are_tags = "&lt;/" in text or ("&lt;" in text and "<" not in text)
    return _ESCAPED_TAG.sub(r"<\1>", text) if are_tags else text


def unescaped_latex(title: str) -> str:
    """A title as LaTeX again, where its LaTeX was written as text; any other title as it is."""
    if not (_BACKSLASH.search(title) or _FORMULA.search(title)):
        return title
    title = _BACKSLASH.sub(r"\\", title)
    title = _CARET.sub("^", title)
    title = _BRACE.sub(lambda found: "{" if found[0].startswith("\\l") else "}", title)
    return _TWO_QUOTES.sub(r'\\"', _ESCAPED.sub(r"\1", title))
