"""Colours of notes, for whatever draws them."""

from __future__ import annotations

from rich.theme import Theme as RichTheme
from textual.color import Color


def note_colours(variables: dict[str, str]) -> RichTheme:
    """What Markdown looks like under the app's theme.

    Args:
        variables: The app's CSS variables.
    """
    key = f"bold {_rich(variables['rq-key'])}"
    quiet = _rich(variables["rq-muted"])
    headings = {f"markdown.h{level}": key for level in range(1, 8)}
    return RichTheme(
        {
            **headings,
            "markdown.code": _rich(variables["rq-key"]),
            "markdown.code_block": _rich(variables["rq-key"]),
            "markdown.item.bullet": key,
            "markdown.item.number": key,
            "markdown.block_quote": quiet,
            "markdown.hr": quiet,
            "markdown.link": "underline",
            "markdown.paper": f"underline {_rich(variables['rq-queued'])}",
            "markdown.link_url": quiet,
        },
        inherit=True,
    )


def _rich(colour: str) -> str:
    return Color.parse(colour).rich_color.name
