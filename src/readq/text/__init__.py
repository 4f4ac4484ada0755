"""Text of papers: rendered for the terminal, made safe, and searched for names, titles and links."""

from typing import TYPE_CHECKING

from readq.deferred import deferred
from readq.text.safe import clean, clean_block, has_ink, strip_controls

if TYPE_CHECKING:
    from readq.text.latex_tables import SYMBOLS as MACROS
    from readq.text.links import code_link
    from readq.text.model import Rendered, Span, Style
    from readq.text.names import coined_names
    from readq.text.rendering import render, render_title
    from readq.text.titles import derive_title
else:
    __getattr__ = deferred(
        __name__,
        {
            "code_link": "links",
            "coined_names": "names",
            "render": "rendering",
            "render_title": "rendering",
            "derive_title": "titles",
        },
        {
            "MACROS": "readq.text.latex_tables:SYMBOLS",
            "Rendered": "model",
            "Span": "model",
            "Style": "model",
        },
    )


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
