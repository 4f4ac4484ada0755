"""How the parts of a row look.

Said here instead of in the stylesheet: with a rule for each of twenty parts, Textual works them out for each list
when it opens and whenever the focus comes or goes, and that took longer than drawing all rows.
"""

from __future__ import annotations

from collections.abc import Mapping
from functools import lru_cache
from typing import NamedTuple

from rich.style import Style
from textual.color import Color

from readq.domain import Status


class Part(NamedTuple):
    """Colours by the names that themes give them; empty keeps what is below."""

    colour: str = ""
    on: str = ""
    text: str = ""
    """`bold` or the like, and `not bold`."""
    colourless: str = ""
    """The same where nothing has a colour, if it is another."""


PARTS: dict[str, Part] = {
    "cursor": Part(on="rq-cursor-blur", text="bold"),
    "bar": Part("rq-bar-blur"),
    "hover": Part(on="rq-hover"),
    "selected": Part(on="rq-selected", colourless="underline"),
    "grabbed": Part(on="rq-grabbed", text="bold", colourless="bold reverse"),
    "derived": Part(text="italic"),
    "faded": Part("rq-skipped"),
    "quiet": Part("rq-muted", text="not bold"),
    "note": Part("rq-later", text="not bold"),
    "score": Part("rq-queued", text="not bold"),
    "number": Part("rq-muted", text="not bold"),
    "today": Part("rq-key", text="bold"),
    "priority-high": Part("rq-reading", text="bold"),
    "priority-middle": Part("rq-queued", text="not bold"),
    "priority-low": Part("rq-muted", text="not bold"),
    Status.NEW: Part("rq-new", text="not bold"),
    Status.LATER: Part("rq-later"),
    Status.QUEUED: Part("rq-queued"),
    Status.READING: Part("rq-reading", text="bold"),
    Status.READ: Part("rq-read"),
    Status.SKIPPED: Part("rq-skipped"),
}
"""Of rows without the focus."""
WITH_FOCUS: dict[str, Part] = {
    **PARTS,
    "cursor": Part(on="rq-cursor", text="bold", colourless="bold reverse"),
    "bar": Part("rq-key"),
}
HITS: dict[str, Part] = {
    **PARTS,
    "match": Part("rq-key", text="bold", colourless="bold underline"),
    "cursor": Part("foreground", on="rq-cursor", text="bold", colourless="bold reverse"),
    "bar": Part("rq-key"),
    "faded": Part("foreground"),
}
"""Of what was looked for: the keys go to another place, the highlight stays."""


def style_of(part: Part, colours: Mapping[str, str], *, colourless: bool) -> Style:
    """How a part looks in a theme.

    Args:
        part: The part.
        colours: The theme's colours by name.
        colourless: Whether the terminal shows none.
    """
    text = part.colourless if colourless and part.colourless else part.text
    return _made(colours.get(part.colour, ""), colours.get(part.on, ""), text)


@lru_cache(maxsize=256)
def _made(colour: str, on: str, text: str) -> Style:
    front, back = (Color.parse(name) if name else None for name in (colour, on))
    return Style(
        color=front.rich_color if front is not None and front.a else None,
        bgcolor=back.rich_color if back is not None and back.a else None,
    ) + Style.parse(text)
