"""Reading `config.toml`; a wrong setting is named with its line, not guessed."""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping
from pathlib import Path
from typing import Any

from readq.config.settings import BY_NAME, TABLES, WrongPartError
from readq.config.values import Config, RankSettings
from readq.errors import ReadqError
from readq.paths import read_file
from readq.patterns import lazily
from readq.records import dataclass

_KEY = r"(?:\"[^\"]*\"|'[^']*'|[\w-]+)"
_ENTRY = lazily(rf"\s*({_KEY}(?:\s*\.\s*{_KEY})*)\s*=")
_TABLE = lazily(rf"\s*\[\[?\s*({_KEY}(?:\s*\.\s*{_KEY})*)\s*\]")
_LARGEST = 1 << 20


class ConfigError(ReadqError):
    """The settings file cannot be used as it is."""


@dataclass(frozen=True, slots=True)
class Problem:
    """One thing that is wrong with a settings file."""

    line: int
    """Counted from 1; 0 if there is no telling."""
    message: str


def load_config(path: Path) -> Config:
    """Read the settings.

    Returns:
        The settings; the defaults where the file does not exist or does not say.

    Raises:
        ConfigError: The file cannot be read, is not TOML, or a setting is unknown or of the wrong type.
    """
    config, problems = examined(path)
    for problem in problems:
        raise ConfigError(placed(path, problem))
    return config


def placed(path: Path, problem: Problem) -> str:
    """What is wrong, and where."""
    where = f"{path}, line {problem.line}" if problem.line else str(path)
    return f"{where}: {problem.message}"


def examined(path: Path) -> tuple[Config, list[Problem]]:
    """The settings as far as they can be used, and everything that is wrong with them."""
    try:
        raw = read_file(path, _LARGEST + 1)
    except FileNotFoundError:
        return Config(), []
    except OSError as error:
        return Config(), [Problem(0, f"cannot be read ({error.strerror}).")]
    if len(raw) > _LARGEST:
        return Config(), [Problem(0, "larger than 1 MB; that is no settings file.")]
    import tomllib  # most readers have no settings file

    try:
        text = raw.decode("utf-8-sig")
        table = tomllib.loads(text)
    except (ValueError, RecursionError) as error:
        return Config(), [_unreadable(error, raw)]
    values: dict[str, Any] = {}
    problems = list(_read(table, "", values, text))
    rank = {n.removeprefix("rank."): v for n, v in values.items() if n.startswith("rank.")}
    plain = {name: value for name, value in values.items() if "." not in name}
    return Config(**plain, rank=RankSettings(**rank)), sorted(problems, key=lambda p: p.line)


def _unreadable(error: Exception, raw: bytes) -> Problem:
    if isinstance(error, RecursionError):
        return Problem(0, "not a TOML file (nested too deeply).")
    if isinstance(error, UnicodeDecodeError):
        line = raw[: error.start].count(b"\n") + 1
        return Problem(line, "not a TOML file (what stands there is not UTF-8).")
    import tomllib

    if not isinstance(error, tomllib.TOMLDecodeError):
        return Problem(0, "not a settings file (it holds a number of thousands of digits).")
    found = re.search(r" \(at line (\d+), column \d+\)", str(error))
    reason = str(error).replace(found[0], "") if found else str(error)
    return Problem(int(found[1]) if found else 0, f"not a TOML file ({reason}).")


def _read(
    table: Mapping[str, Any], within: str, values: dict[str, Any], text: str
) -> Iterator[Problem]:
    """Take in what a table says; problems as they come."""
    for key, value in table.items():
        name = f"{within}{key}"
        setting = BY_NAME.get(name)
        if setting is not None:
            try:
                values[name] = setting.read(value)
            except WrongPartError as part:
                whole = f"{name}.{part.name}"
                yield Problem(line_of(text, whole), f'"{whole}" must be {part.wanted}.')
            except TypeError:
                yield Problem(line_of(text, name), f'"{name}" must be {setting.wanted}.')
        elif name in TABLES and isinstance(value, dict):
            yield from _read(value, f"{name}.", values, text)
        elif name in TABLES:
            yield Problem(line_of(text, name), f'"{name}" must be a table, [{name}].')
        else:
            known = [n for n in BY_NAME if n.startswith(within) and "." not in n[len(within) :]]
            known += [n for n in TABLES if not within and n not in known]
            from difflib import get_close_matches

            near = get_close_matches(name, BY_NAME, n=1)
            hint = f'did you mean "{near[0]}"?' if near else f"readq knows {', '.join(known)}."
            yield Problem(line_of(text, name), f'unknown setting "{name}"; {hint}')


def line_of(text: str, name: str) -> int:
    """The line on which a setting stands, counted from 1; 0 if it cannot be found."""
    table = ""
    for number, line in enumerate(text.splitlines(), 1):
        if heading := _TABLE.match(line):
            table = f"{_plain(heading[1])}."
            found = table
        elif entry := _ENTRY.match(line):
            found = f"{table}{_plain(entry[1])}."
        else:
            continue
        if found.startswith(f"{name}."):
            return number
    return line_of(text, name.rpartition(".")[0]) if "." in name else 0


def _plain(key: str) -> str:
    """A dotted key without quotes and blanks."""
    return ".".join(part.strip("\"'") for part in re.findall(_KEY, key))
