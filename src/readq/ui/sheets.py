"""The stylesheets: what the first picture needs is read at once, the others when the app has time."""

from __future__ import annotations

from collections.abc import Iterable
from pathlib import Path, PurePath

from textual.css.stylesheet import Stylesheet

_HERE = Path(__file__).parent

FIRST = [_HERE / "app.tcss"]
"""For the first picture."""
MAIN = [_HERE / "main.tcss"]
"""For what the main screen gets later, for messages, and for plain terminals."""
LATER = [*MAIN, *(_HERE / name for name in ("cards.tcss", "pages.tcss", "triage.tcss"))]
"""For all other screens; a screen that opens sooner brings them along."""


def read_sheets(stylesheet: Stylesheet, paths: Iterable[PurePath]) -> bool:
    """Read those that have not been read; whether there were any."""
    missing = [path for path in paths if not stylesheet.has_source(str(path))]
    if missing:
        stylesheet.read_all(missing)
        stylesheet.parse()
    return bool(missing)
