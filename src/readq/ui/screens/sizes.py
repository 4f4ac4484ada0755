"""The classes a screen gets by its size; the stylesheets say what they change."""

from __future__ import annotations

HORIZONTAL = [(0, "-xs"), (72, "-sm"), (108, "-md"), (150, "-lg")]
VERTICAL = [(0, "-short"), (22, "-norm"), (30, "-high"), (40, "-tall")]
