"""Keys that bring text from outside to every place it can reach, and what may come out of it."""

from __future__ import annotations

from tests.ui.terminal import CTRL_P, ENTER, ESC, TAB

_MODES = (7, 25, 1000, 1003, 1004, 1006, 1015, 1049, 2004, 2026, 2048)
DRAWING = frozenset(
    {
        *("csi m", "csi H", "csi <u", "csi >25u", "csi ?2026$p", "csi ?2048$p", "string ]22"),
        *(f"csi ?{mode}{on}" for mode in _MODES for on in "hl"),
        *("control 0a", "control 0d", "csi t", "string ]2"),
    }
)
"""What Textual itself sends: colours, places, modes of its own; and the title of the window, set and put back
(`test_window_title` says what can be in it). Nothing else steers the terminal."""

EVERYWHERE = (
    *("j", "j", "k", ENTER, "j", "=", ESC),  # list, detail, the abstract as its source wrote it
    *("w", "j", "J", "M", "j", ESC, ESC),  # queue
    *("P", "d", "u", "q"),  # plan
    *("S", "q"),  # statistics: tags
    *(CTRL_P, ESC, "?", ESC),  # palette, help
    *("/", "a", "z", ESC),  # jump, its preview
    *("f", "tag:", ESC, "f", "author:", ESC, "f", 'title:"', ESC, ESC),  # completions of the filter
    *("n", "\x1b", "L", ESC),  # note, its preview and links
    *("t", ESC, "y", ESC, "O", ESC, "Z", ESC, "e", ESC),  # prompts with titles on their borders
    *("a", "x", "u", "m", "5", "d", "r"),  # messages
    *("F", ESC, "R", ESC, "i", "~", TAB, ESC),  # saved filters, related papers, import
    *("T", "a", "x", "u", ESC, ESC),  # triage
)
