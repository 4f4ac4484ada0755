"""Notes, which are Markdown, as one renderable: a note of 16 KB must not become 100 widgets."""

from __future__ import annotations

from typing import ClassVar

from rich.console import Console, ConsoleOptions, RenderResult
from rich.markdown import Heading, Markdown, MarkdownContext, MarkdownElement, Paragraph
from rich.text import TextType

from readq.text import clean_block
from readq.text.notelinks import links_in


class _PlainHeading(Heading):
    """A heading at the left, without a box."""

    def __rich_console__(self, console: Console, options: ConsoleOptions) -> RenderResult:
        self.text.justify = "left"
        yield self.text


class _Paragraph(Paragraph):
    """A paragraph in which links to papers stand out."""

    def on_text(self, context: MarkdownContext, text: TextType) -> None:
        if not isinstance(text, str):
            super().on_text(context, text)
            return
        at = 0
        for link in links_in(text):
            super().on_text(context, text[at : link.start])
            context.enter_style("markdown.paper")
            super().on_text(context, link.shown)
            context.leave_style()
            at = link.end
        super().on_text(context, text[at:])


class NoteText(Markdown):
    """A note as it is shown. Links are words and address; a click does nothing."""

    elements: ClassVar[dict[str, type[MarkdownElement]]] = {
        **Markdown.elements,
        "heading_open": _PlainHeading,
        "paragraph_open": _Paragraph,
    }

    def __init__(self, note: str) -> None:
        super().__init__(clean_block(note), code_theme="ansi_dark", hyperlinks=False)
