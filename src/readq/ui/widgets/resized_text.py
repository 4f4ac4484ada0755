"""A text that is laid out by hand for the width it has."""

from __future__ import annotations

from textual.visual import VisualType
from textual.widgets import Static

from readq.ui.lineage import Lineage


class ResizedText(Static, Lineage):
    """Has the height of what it says now.

    Textual keeps the height of the text before if the screen is laid out between two changes.
    """

    def update(self, content: VisualType = "", *, layout: bool = True) -> None:
        """Say something else."""
        self._box_model_cache.clear()
        super().update(content, layout=layout)
