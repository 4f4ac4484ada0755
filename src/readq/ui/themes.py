"""The two themes of readq, and colours for its signs under any other theme.

Blue, amber and teal tell states apart for people who do not tell red from green.
"""

from __future__ import annotations

from textual.color import Color
from textual.theme import Theme

INK = Theme(
    name="readq-ink",
    dark=True,
    primary="#7AA7F7",
    secondary="#8B94AF",
    accent="#E8B04B",
    warning="#E8B04B",
    error="#F0785A",
    success="#3FBFA0",
    foreground="#D5DAEA",
    background="#10131C",
    surface="#161A26",
    panel="#1E2333",
    variables={
        "rq-new": "#949DB8",
        "rq-later": "#B9A2F2",
        "rq-queued": "#7AA7F7",
        "rq-reading": "#E8B04B",
        "rq-read": "#3FBFA0",
        "rq-skipped": "#8B94AF",
        "rq-muted": "#949DB8",
        "rq-key": "#E8B04B",
        "rq-error": "#F0785A",
        "rq-watch-1": "#E8B04B",
        "rq-watch-2": "#7AA7F7",
        "rq-watch-3": "#3FBFA0",
        "rq-watch-4": "#B9A2F2",
        "rq-watch-5": "#F08FB0",
        "rq-watch-6": "#A9CB6B",
        "rq-cursor": "#212A45",
        "rq-cursor-blur": "#1B2131",
        "rq-bar-blur": "#3A425A",
        "rq-hover": "#171C2A",
        "rq-selected": "#2E2920",
        "rq-grabbed": "#352C1F",
        "rq-chip": "#222940",
        "rq-strip": "#1E2333",
        "rq-frame": "#2E3650",
        "border": "#7AA7F7",
        "border-blurred": "#2E3650",
        "scrollbar": "#2E3650",
        "scrollbar-hover": "#3A425A",
        "scrollbar-active": "#7AA7F7",
        "scrollbar-background": "#10131C",
        "scrollbar-background-hover": "#10131C",
        "scrollbar-background-active": "#10131C",
        "scrollbar-corner-color": "#10131C",
        "input-cursor-background": "#D5DAEA",
        "input-cursor-foreground": "#10131C",
        "input-selection-background": "#7AA7F7 35%",
    },
)

PAPER = Theme(
    name="readq-paper",
    dark=False,
    primary="#1F5FBF",
    secondary="#67645B",
    accent="#8C5200",
    warning="#8C5200",
    error="#B3401C",
    success="#00735C",
    foreground="#23262E",
    background="#F7F4EC",
    surface="#FCFAF4",
    panel="#ECE7DA",
    variables={
        "rq-new": "#5C5950",
        "rq-later": "#6B4FA3",
        "rq-queued": "#1F5FBF",
        "rq-reading": "#8C5200",
        "rq-read": "#00735C",
        "rq-skipped": "#636057",
        "rq-muted": "#5C5950",
        "rq-key": "#8C5200",
        "rq-error": "#B3401C",
        "rq-watch-1": "#8C5200",
        "rq-watch-2": "#1F5FBF",
        "rq-watch-3": "#00735C",
        "rq-watch-4": "#6B4FA3",
        "rq-watch-5": "#A8326B",
        "rq-watch-6": "#566408",
        "rq-cursor": "#DCE6F6",
        "rq-cursor-blur": "#EFEADD",
        "rq-bar-blur": "#C3BBA6",
        "rq-hover": "#F2EEE3",
        "rq-selected": "#EFE5D2",
        "rq-grabbed": "#F6E4C2",
        "rq-chip": "#ECE7DA",
        "rq-strip": "#ECE7DA",
        "rq-frame": "#CFC8B6",
        "border": "#1F5FBF",
        "border-blurred": "#CFC8B6",
        "scrollbar": "#CFC8B6",
        "scrollbar-hover": "#B9B19C",
        "scrollbar-active": "#1F5FBF",
        "scrollbar-background": "#F7F4EC",
        "scrollbar-background-hover": "#F7F4EC",
        "scrollbar-background-active": "#F7F4EC",
        "scrollbar-corner-color": "#F7F4EC",
        "input-cursor-background": "#23262E",
        "input-cursor-foreground": "#F7F4EC",
        "input-selection-background": "#1F5FBF 25%",
    },
)

THEMES = (INK, PAPER)

_TEXT_COLOURS = {
    "rq-later": "text-accent",
    "rq-queued": "text-primary",
    "rq-reading": "text-warning",
    "rq-read": "text-success",
    "rq-key": "text-warning",
    "rq-error": "text-error",
    "rq-watch-1": "text-warning",
    "rq-watch-2": "text-primary",
    "rq-watch-3": "text-success",
    "rq-watch-4": "text-accent",
    "rq-watch-5": "text-secondary",
    "rq-watch-6": "text-error",
}
_TINTS = {
    "rq-cursor": ("primary", 0.22),
    "rq-cursor-blur": ("foreground", 0.08),
    "rq-bar-blur": ("foreground", 0.30),
    "rq-hover": ("foreground", 0.05),
    "rq-selected": ("warning", 0.16),
    "rq-grabbed": ("warning", 0.28),
    "rq-chip": ("primary", 0.14),
    "rq-strip": ("foreground", 0.07),
    "rq-frame": ("foreground", 0.20),
}
_QUIET = ("rq-new", "rq-skipped", "rq-muted")
_MUTED = 0.68
_SIGNS = {*_TEXT_COLOURS, *_TINTS, *_QUIET}


def sign_colours(theme: Theme, generated: dict[str, str]) -> dict[str, str]:
    """The `$rq-*` variables under `theme`, from the colours it stands for.

    Args:
        theme: Any theme.
        generated: What its colour system makes of it.
    """
    if theme.variables.keys() >= _SIGNS:
        return {}
    colours = {name: generated[source] for name, source in _TEXT_COLOURS.items()}
    if theme.ansi:
        tints = dict.fromkeys(_TINTS, "transparent")
        tints |= {"rq-bar-blur": "ansi_bright_black", "rq-frame": "ansi_bright_black"}
        quiet = "ansi_bright_black"
    else:
        background = Color.parse(generated["background"])
        tints = {
            name: background.blend(Color.parse(generated[source]), share).hex
            for name, (source, share) in _TINTS.items()
        }
        quiet = background.blend(Color.parse(generated["foreground"]), _MUTED).hex
    return colours | tints | dict.fromkeys(_QUIET, quiet)
