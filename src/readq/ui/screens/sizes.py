"""The classes a screen gets by its size; the stylesheets say what they change."""

from __future__ import annotations

HORIZONTAL = [(0, "-xs"), (72, "-sm"), (108, "-md"), (150, "-lg")]
VERTICAL = [(0, "-short"), (22, "-norm"), (30, "-high"), (40, "-tall")]


def classes_for(width: int, height: int) -> list[str]:
    """The classes of a screen of that size, as Textual will find them too, once it has styled all for none."""
    found = []
    for size, breakpoints in ((width, HORIZONTAL), (height, VERTICAL)):
        found += [name for least, name in breakpoints if size >= least][-1:]
    return found
