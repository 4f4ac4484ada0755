"""Colours: readable in both themes, and there under every other one."""

from __future__ import annotations

import re
from pathlib import Path

import pytest
from textual.color import Color
from textual.theme import BUILTIN_THEMES, Theme

from readq.ui import themes
from readq.ui.themes import INK, PAPER, sign_colours

GROUNDS = frozenset(
    f"rq-{name}"
    for name in ("cursor", "cursor-blur", "hover", "selected", "grabbed", "chip", "strip")
)
LINES = frozenset({"rq-bar-blur", "rq-frame"})
"""What is drawn but not read."""


def contrast(one: str, other: str) -> float:
    """The contrast ratio of WCAG 2."""

    def luminance(colour: str) -> float:
        parts = (
            c / 12.92 if c <= 0.03928 else ((c + 0.055) / 1.055) ** 2.4
            for c in Color.parse(colour).normalized
        )
        red, green, blue = parts
        return 0.2126 * red + 0.7152 * green + 0.0722 * blue

    dark, light = sorted((luminance(one), luminance(other)))
    return (light + 0.05) / (dark + 0.05)


@pytest.mark.parametrize("theme", [INK, PAPER], ids=lambda theme: theme.name)
def test_every_text_is_readable_on_every_ground(theme: Theme) -> None:
    """Text needs a contrast of 4.5 by WCAG 2, whatever row, chip, card or message it stands in."""
    colours = {name: c for name, c in theme.variables.items() if name.startswith("rq-")}
    assert colours.keys() > GROUNDS | LINES
    grounds = {name: colours[name] for name in GROUNDS}
    grounds |= {"background": theme.background or "", "surface": theme.surface or ""}
    grounds |= {"panel": theme.panel or ""}
    texts = {name: c for name, c in colours.items() if name not in GROUNDS | LINES}
    texts |= {"foreground": theme.foreground or "", "primary": theme.primary}
    poor = {
        (text, ground): round(contrast(colour, behind), 2)
        for text, colour in texts.items()
        for ground, behind in grounds.items()
        if contrast(colour, behind) < 4.5
    }
    assert poor == {}


def test_no_text_is_made_paler_than_its_colour() -> None:
    """A share of transparency would lower the contrast that the colours have."""
    for sheet in Path(themes.__file__).parent.glob("*.tcss"):
        pale = re.findall(r"[^-\w]color: \$[\w-]+ \d+%", sheet.read_text(encoding="utf-8"))
        assert pale == [], sheet


@pytest.mark.parametrize("name", sorted(BUILTIN_THEMES))
def test_every_theme_of_textual_gets_all_colours_of_readq(name: str) -> None:
    theme = BUILTIN_THEMES[name]
    colours = sign_colours(theme, theme.to_color_system().generate())
    assert colours.keys() == {v for v in INK.variables if v.startswith("rq-")}
    assert {v for v in INK.variables if v.startswith("rq-")} == {
        v for v in PAPER.variables if v.startswith("rq-")
    }
    assert all(Color.parse(colour) for colour in colours.values())
