"""The terminal interface."""

from __future__ import annotations

from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from readq.config import Config
    from readq.library import Library
    from readq.ui.start import Start

__all__ = ["run"]


def run(library: Library, config: Config, start: Start | None = None) -> int:
    """Show the library until the reader leaves.

    Args:
        library: The papers.
        config: The reader's settings.
        start: What to begin with; the list when None.

    Returns:
        The exit code.
    """
    from readq.ui.lean import load_textual

    load_textual()
    from readq.ui.app import run_app

    return run_app(library, config, start)
