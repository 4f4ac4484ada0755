"""The stylesheets: what the first picture needs is read at once, the others when the app has time."""

from __future__ import annotations

from pathlib import Path

_HERE = Path(__file__).parent

FIRST = [_HERE / "app.tcss"]
"""For the main screen and what all screens have in common."""
LATER = [_HERE / name for name in ("cards.tcss", "pages.tcss", "triage.tcss")]
"""For all other screens; a screen that opens sooner brings them along."""
