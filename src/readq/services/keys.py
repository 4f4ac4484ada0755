"""Keys of services in the system's own safe, for readers who installed the way to it."""

from __future__ import annotations

from importlib import import_module

_SAFE = "readq"


def key_from_keyring(service: str) -> str:
    """The key that `keyring set readq SERVICE` put away; empty where there is none, or no safe."""
    try:
        keyring = import_module("keyring")
    except ImportError:
        return ""
    try:
        key = keyring.get_password(_SAFE, service)
    except Exception:  # a safe that is locked, broken or absent fails in ways of its own
        return ""
    return key.strip() if isinstance(key, str) and key.isascii() and key.isprintable() else ""
