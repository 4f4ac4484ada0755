"""Text of papers: rendered for the terminal, made safe, and searched for names, titles and links."""

from readq.text.latex_tables import SYMBOLS as MACROS
from readq.text.links import code_link
from readq.text.model import Rendered, Span, Style
from readq.text.names import coined_names
from readq.text.render import render, render_title
from readq.text.safe import clean, clean_block, has_ink, strip_controls
from readq.text.titles import derive_title

__all__ = [
    "MACROS",
    "Rendered",
    "Span",
    "Style",
    "clean",
    "clean_block",
    "code_link",
    "coined_names",
    "derive_title",
    "has_ink",
    "render",
    "render_title",
    "strip_controls",
]
