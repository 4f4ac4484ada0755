"""What is drawn can be read: the colour of every letter on its ground, on every screen, in both themes."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING

from tests.ui.test_main_themes import contrast
from tests.ui.test_plain import SCREENS
from textual.widget import Widget

from readq.domain import Reading, Status

if TYPE_CHECKING:
    from tests.ui.conftest import MakeLibrary, MakePaper, OpenApp, Opened

LEAST = 4.5
"""The contrast that text needs by WCAG 2."""


def pale(it: Opened) -> dict[tuple[str, str], str]:
    """Colour and ground of letters on the top screen that are hard to read, with an example."""
    found = {}
    top = it.app.screen
    for widget in top.query(Widget):
        if not (
            widget.is_attached and widget.display and widget.size.area and not widget.is_container
        ):
            continue
        for strip in widget.render_lines(widget.size.region):
            for text, style, _ in strip:
                if style is None or style.color is None or style.bgcolor is None:
                    continue
                if not re.search(r"\w", text):
                    continue
                colours = [c.get_truecolor().hex for c in (style.color, style.bgcolor)]
                colour, ground = colours if not style.reverse else colours[::-1]
                if contrast(colour, ground) < LEAST:
                    found[colour, ground] = f"{widget!r}: {text.strip()}"
    return found


async def test_every_letter_drawn_can_be_read(
    open_app: OpenApp, make_library: MakeLibrary, make_paper: MakePaper
) -> None:
    papers = [make_paper(n, "A title " + "of many words " * (n % 8)) for n in range(40)]
    readings = [
        Reading(f"p{n:05}", list(Status)[n % 6], n % 6, rank=float(n), tags=("a", "b"))
        for n in range(30)
    ]
    library = make_library(papers, readings)
    library.note("p00000", "# A\n\n- `b`\n\n> q [[p00003]]\n")
    found = {}
    async with open_app(library, size=(120, 35)) as it:
        for name, keys in SCREENS.items():
            await it.pilot.press(*keys)
            await it.settle()
            for theme in ("readq-paper", "readq-ink"):
                it.app.theme = theme
                await it.pilot.pause()
                if poor := pale(it):
                    found[name, theme] = poor
            while len(it.app.screen_stack) > 1:
                it.app.pop_screen()
            await it.pilot.press("escape", "escape", "escape")
    assert found == {}
