"""Settings from `config.toml`; every one has a default, and a wrong one is named, not guessed."""

from __future__ import annotations

import re
import tomllib
from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

from readq.domain import DailyCap
from readq.errors import ReadqError

_Readers = dict[str, tuple[str, Callable[[Any], Any]]]
"""What each setting must be, in words, and what makes it that or raises TypeError."""


class ConfigError(ReadqError):
    """The settings file cannot be used as it is."""


_KEY = "_key"
_MAIL = re.compile(r"[\w.+-]+@[\w.-]+", re.ASCII)


@dataclass(frozen=True, slots=True)
class ServiceSettings:
    """How services on the net are asked, once the reader wants them asked."""

    use: tuple[str, ...] = ()
    """Their names; empty for those that can be asked without more ado."""
    mail: str = ""
    """An address sent along, at which a service can complain; services are kinder to those who give one."""
    keys: Mapping[str, str] = field(default_factory=dict, repr=False)
    """Keys by service, written `openalex_key = "…"`."""


@dataclass(frozen=True, slots=True)
class RankSettings:
    """How the order of undecided papers is learnt; the `[rank]` table."""

    learn: bool = True
    """Whether decisions change the order at all."""
    explore: float = 0.0
    """The share of triage cards, 0 to 1, that show a paper about which little is known."""
    sure: bool = False
    """Suggest stopping only once the upper end of what may be left is reached."""
    libraries: tuple[Path, ...] = ()
    """Other libraries of the reader, whose queues tell what is wanted."""
    watch: tuple[str, ...] = ()
    """Words the reader watches for; `watch` of the whole settings."""


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
    show_notes: bool = False
    """Show the first line of each note in the list."""
    template: str = ""
    """Template that `ctrl+g` adds to a note; empty lets the reader choose."""
    watch: tuple[str, ...] = ()
    """Words to highlight in abstracts."""
    daily: DailyCap | None = None
    """How much the plan of a day takes; once it is set, a full day asks what a newly queued paper displaces."""
    rank: RankSettings = field(default_factory=RankSettings)
    """How papers are ranked."""
    keys: Mapping[str, str] = field(default_factory=dict)
    """Binding id to keys, such as `paper.queue = "a,Q"`."""
    services: ServiceSettings = field(default_factory=ServiceSettings)


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
    return Config(**_values(path, table, _READERS, ""))


def _values(path: Path, table: Mapping[str, Any], readers: _Readers, within: str) -> dict[str, Any]:
    unknown = sorted(table.keys() - readers.keys())
    if unknown:
        raise ConfigError(
            f'{path}: unknown setting "{within}{unknown[0]}"; readq knows '
            f"{', '.join(within + name for name in sorted(readers))}."
        )
    values: dict[str, Any] = {}
    for name, value in table.items():
        wanted, read = readers[name]
        try:
            values[name] = read(value)
        except TypeError:
            raise ConfigError(f'{path}: "{within}{name}" must be {wanted}.') from None
    if "rank" in values:
        values["rank"] = RankSettings(**_values(path, values["rank"], _RANK_READERS, "rank."))
    return values


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


def _folders(value: Any) -> tuple[Path, ...]:
    return tuple(Path(text).expanduser() for text in _words(value))


def _share(value: Any) -> float:
    if isinstance(value, bool) or not isinstance(value, int | float) or not 0 <= value <= 1:
        raise TypeError
    return float(value)


def _table(value: Any) -> dict[str, Any]:
    if not isinstance(value, dict):
        raise TypeError
    return value


def _services(value: Any) -> ServiceSettings:
    if not isinstance(value, dict):
        raise TypeError
    said = dict(value)
    use, mail = _words(said.pop("use", [])), _text(said.pop("mail", ""))
    keys = {name.removesuffix(_KEY): _text(key) for name, key in said.items()}
    sendable = all(key.isascii() and key.isprintable() for key in keys.values())
    if not all(name.endswith(_KEY) for name in said) or not sendable:
        raise TypeError
    if mail and not _MAIL.fullmatch(mail):
        raise TypeError
    return ServiceSettings(use, mail, keys)


def _daily(value: Any) -> DailyCap:
    try:
        return DailyCap.of(_text(value))
    except ValueError:
        raise TypeError from None


_READERS: _Readers = {
    "theme": ("text", _text),
    "ascii": ("true or false", _flag),
    "advance": ("true or false", _flag),
    "editor": ("text", _text),
    "show_notes": ("true or false", _flag),
    "template": ("text", _text),
    "watch": ("a list of text", _words),
    "daily": ('a time or a number of papers, such as "90 min" or "3 papers"', _daily),
    "rank": ("a table", _table),
    "keys": ("a table of binding ids and keys", _keys),
    "services": (
        'a table of "use" (a list of names), "mail" (an address) and keys such as "openalex_key"',
        _services,
    ),
}
_RANK_READERS: _Readers = {
    "learn": ("true or false", _flag),
    "explore": ("a number from 0 to 1", _share),
    "sure": ("true or false", _flag),
    "libraries": ("a list of folders", _folders),
}
