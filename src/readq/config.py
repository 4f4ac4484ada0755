"""Settings from `config.toml`; every one has a default, and a wrong one is named, not guessed."""

from __future__ import annotations

import tomllib
from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

from readq.errors import ReadqError


class ConfigError(ReadqError):
    """The settings file cannot be used as it is."""


@dataclass(frozen=True, slots=True)
class Config:
    """The reader's settings."""

    theme: str = "readq-ink"
    ascii: bool = False
    """Draw marks and borders with ASCII only."""
    advance: bool = True
    """Move to the next paper after a decision in the list."""
    editor: str = ""
    """Command for `N` and `readq note --edit`; empty means $VISUAL, then $EDITOR."""
    watch: tuple[str, ...] = ()
    """Words to highlight in abstracts."""
    keys: Mapping[str, str] = field(default_factory=dict)
    """Binding id to keys, such as `paper.queue = "a,Q"`."""


def load_config(path: Path) -> Config:
    """Read the settings.

    Returns:
        The settings; the defaults where the file does not exist or does not say.

    Raises:
        ConfigError: The file cannot be read, is not TOML, or a setting is unknown or of the wrong type.
    """
    try:
        raw = path.read_bytes()
    except FileNotFoundError:
        return Config()
    except OSError as error:
        raise ConfigError(f"{path}: cannot be read ({error.strerror}).") from error
    try:
        table = tomllib.loads(raw.decode("utf-8"))
    except (tomllib.TOMLDecodeError, UnicodeDecodeError, RecursionError) as error:
        reason = "nested too deeply" if isinstance(error, RecursionError) else str(error)
        raise ConfigError(f"{path}: not a TOML file ({reason}).") from error
    unknown = sorted(table.keys() - _READERS.keys())
    if unknown:
        raise ConfigError(
            f'{path}: unknown setting "{unknown[0]}"; readq knows {", ".join(sorted(_READERS))}.'
        )
    values: dict[str, Any] = {}
    for name, value in table.items():
        wanted, read = _READERS[name]
        try:
            values[name] = read(value)
        except TypeError:
            raise ConfigError(f'{path}: "{name}" must be {wanted}.') from None
    return Config(**values)


def _text(value: Any) -> str:
    if not isinstance(value, str):
        raise TypeError
    return value


def _flag(value: Any) -> bool:
    if not isinstance(value, bool):
        raise TypeError
    return value


def _words(value: Any) -> tuple[str, ...]:
    if not isinstance(value, list):
        raise TypeError
    return tuple(_text(item) for item in value)


def _keys(value: Any) -> dict[str, str]:
    """Dotted ids arrive as nested tables (`paper.queue = "a"`) or as quoted keys."""
    if not isinstance(value, dict):
        raise TypeError
    flat: dict[str, str] = {}
    for name, keys in value.items():
        if isinstance(keys, dict):
            flat.update({f"{name}.{inner}": text for inner, text in _keys(keys).items()})
        else:
            flat[name] = _text(keys)
    return flat


_READERS: dict[str, tuple[str, Callable[[Any], Any]]] = {
    "theme": ("text", _text),
    "ascii": ("true or false", _flag),
    "advance": ("true or false", _flag),
    "editor": ("text", _text),
    "watch": ("a list of text", _words),
    "keys": ("a table of binding ids and keys", _keys),
}
