"""The terminal interface."""

from __future__ import annotations

import sys
from typing import TYPE_CHECKING, Any

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
    _load_the_event_loop()
    from readq.ui.app import run_app  # Textual takes half a second to load

    return run_app(library, config, start)


def _load_the_event_loop() -> None:
    """Load asyncio without TLS, which it does without where Python has none, and which takes a while to load.

    Services are asked by threads that load it themselves; the loop opens no connection.
    """
    modules: dict[str, Any] = sys.modules
    if "ssl" in modules or "asyncio" in modules:
        return
    modules["ssl"] = None
    try:
        import asyncio  # noqa: F401
    finally:
        del modules["ssl"]
