"""Textual and asyncio are loaded without what readq's first picture does without."""

from __future__ import annotations

import sys
from importlib import import_module
from types import ModuleType
from typing import Any

_TYPES = "textual.types"


class _Types(ModuleType):
    """Stands for `textual.types`, which loads a file tree and other widgets just to name their types."""

    def __getattr__(self, name: str) -> Any:
        """Take a name from where it is defined, else from the module itself."""
        if name.startswith("__"):  # what Python asks to find out whether this is a package
            raise AttributeError(name)
        defined = import_module("textual._types")
        if hasattr(defined, name):
            return getattr(defined, name)
        if sys.modules.get(_TYPES) is self:
            del sys.modules[_TYPES]
        return getattr(import_module(_TYPES), name)


def load_textual() -> None:
    """Load the module of Textual that brings all others the app begins with."""
    _load_the_event_loop()
    if _TYPES in sys.modules:
        return
    stand_in = sys.modules[_TYPES] = _Types(_TYPES)
    try:
        import_module("textual.app")
    finally:
        if sys.modules.get(_TYPES) is stand_in:
            del sys.modules[_TYPES]


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
