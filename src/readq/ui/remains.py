"""What Textual keeps of pictures and widgets that nobody will see again.

It remembers colours by what draws a widget, and with that every line of widgets that have long gone; blank lines
of every width there ever was, with all that was cut from them; and who is to hear of a change of theme, until the
theme changes. All of it is made anew in no time.
"""

from __future__ import annotations

from typing import Any

from textual._styles_cache import StylesCache
from textual.app import App
from textual.strip import Strip


def forget_gone(app: App[Any]) -> None:
    """Let go of it; for when a screen has closed or the window has another size."""
    StylesCache.get_inner_outer.cache_clear()
    Strip.blank.cache_clear()
    for watchers in getattr(app, "__watchers", {}).values():
        watchers[:] = [told for told in watchers if not told[0]._closing]
