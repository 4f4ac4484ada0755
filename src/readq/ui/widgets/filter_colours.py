"""Colours for a filter as it is typed."""

from __future__ import annotations

import re
from collections.abc import Callable, Mapping

from rich.highlighter import Highlighter
from rich.style import Style
from rich.text import Text
from textual.color import Color

from readq.patterns import lazily

_TERM = lazily(
    r"""(?P<minus>-)?(?P<field>[a-z]+)(?P<operator>>=|<=|!=|[:=<>])(?P<value>"[^"]*"?|[^\s()]*)""",
    re.IGNORECASE,
)
_ALONE = lazily(r"(?<![^\s(])-(?=\S)|\b(?:OR|or|AND|and|NOT|not)\b")


class FilterColours(Highlighter):
    """Field blue, operator quiet, value amber, minus red; what is wrong is underlined."""

    def __init__(self, variables: Callable[[], Mapping[str, str]]) -> None:
        """Colour filters.

        Args:
            variables: Gives the app's CSS variables as they are now.
        """
        self._variables = variables
        self.fault: tuple[int, int] | None = None
        """Where the filter is wrong, and how far."""

    def highlight(self, text: Text) -> None:
        """Called by Textual each time the field is drawn."""
        for match in _ALONE.finditer(text.plain):
            text.stylize(self._style("rq-error", bold=True), *match.span())
        for match in _TERM.finditer(text.plain):
            for part, variable in _PARTS.items():
                text.stylize(self._style(variable), *match.span(part))
        if self.fault is not None:
            start, length = self.fault
            fault = self._style("rq-error") + Style(underline=True)
            text.stylize(fault, start, start + length)

    def _style(self, variable: str, *, bold: bool = False) -> Style:
        colour = Color.parse(self._variables()[variable])
        return Style(color=colour.rich_color, bold=bold or None)


_PARTS = {
    "minus": "rq-error",
    "field": "rq-queued",
    "operator": "rq-muted",
    "value": "rq-key",
}
