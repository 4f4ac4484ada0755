"""Colours: readable in both themes, and there under every other one."""

from __future__ import annotations

import pytest
from textual.color import Color
from textual.theme import BUILTIN_THEMES, Theme

from readq.ui.themes import INK, PAPER, sign_colours

TEXT = (
    "rq-muted",
    "rq-key",
    "rq-error",
    "rq-queued",
    "rq-reading",
    "rq-read",
    "rq-later",
    "rq-new",
)
GROUNDS = ("rq-cursor-blur", "rq-cursor", "rq-hover", "rq-strip", "rq-chip")


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
def test_text_is_readable_and_marks_can_be_told_apart(theme: Theme) -> None:
    assert theme.background
    assert theme.foreground
    for name in TEXT:
        assert contrast(theme.variables[name], theme.background) >= 4.5, name
    for ground in GROUNDS:
        assert contrast(theme.foreground, theme.variables[ground]) >= 4.5, ground
        for name in TEXT:
            assert contrast(theme.variables[name], theme.variables[ground]) >= 3, (name, ground)
    assert contrast(theme.variables["rq-skipped"], theme.background) >= 4.5


@pytest.mark.parametrize("name", sorted(BUILTIN_THEMES))
def test_every_theme_of_textual_gets_all_colours_of_readq(name: str) -> None:
    theme = BUILTIN_THEMES[name]
    colours = sign_colours(theme, theme.to_color_system().generate())
    assert colours.keys() == {v for v in INK.variables if v.startswith("rq-")}
    assert {v for v in INK.variables if v.startswith("rq-")} == {
        v for v in PAPER.variables if v.startswith("rq-")
    }
    assert all(Color.parse(colour) for colour in colours.values())
