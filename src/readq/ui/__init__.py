"""The terminal interface."""

from __future__ import annotations

from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from readq.config import Config
    from readq.library import Library

__all__ = ["run"]


def run(library: Library, config: Config) -> int:
    """Show the library until the reader leaves.

    Args:
        library: The papers.
        config: The reader's settings.

    Returns:
        The exit code.
    """
    from readq.ui.app import run_app  # Textual takes half a second to load

    return run_app(library, config)
