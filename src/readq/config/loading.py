"""Reading `config.toml`; a wrong setting is named with its line, not guessed."""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Mapping, Sequence
from itertools import islice
from pathlib import Path
from typing import Any

from readq.config.settings import BY_NAME, TABLES, WrongPartsError
from readq.config.values import Config, RankSettings
from readq.errors import ReadqError
from readq.paths import read_file
from readq.patterns import lazily
from readq.records import dataclass

_KEY = r"(?:\"[^\"]*\"|'[^']*'|[\w-]+)"
_ENTRY = lazily(rf"\s*({_KEY}(?:\s*\.\s*{_KEY})*)\s*=")
_TABLE = lazily(rf"\s*\[\[?\s*({_KEY}(?:\s*\.\s*{_KEY})*)\s*\]")
_LARGEST = 1 << 20
MOST_TOLD = 50
"""Problems of one file."""
_ONE_LINE = lazily(r"(?!.*(?:\"\"\"|''')|.*=\s*[\[{][^\]}]*$|\s*[\]}])")
"""A line that neither begins nor ends what takes several."""
_HINTS = {
    "Invalid value": " Text goes in quotes; true, false and numbers do not.",
    "Expected '=' after a key": " A setting is written name = value.",
    "Expected newline or end of document": " Each setting has a line of its own.",
    "Illegal character": " A quote is opened and not closed on its line.",
    "Unterminated string": " A quote is opened and not closed.",
    "Cannot overwrite a value": " It is set twice; take one of the two away.",
    "Cannot declare": " The table is there twice; make one of the two.",
    "Unclosed": " A bracket is missing.",
    'Expected "\'"': " A quote is opened and not closed.",
    "Invalid statement": " A setting is written name = value.",
    "Expected ']'": " A ] is missing.",
}
"""What to do about each complaint of the TOML reader."""


class ConfigError(ReadqError):
    """The settings file cannot be used as it is; says everything that is wrong with it."""

    def __init__(self, path: Path, problems: Sequence[Problem]) -> None:
        self._told = tuple(placed(path, problem) for problem in problems)
        super().__init__("\n".join(self._told))

    @property
    def sentences(self) -> tuple[str, ...]:
        """Each problem with its place."""
        return self._told


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
    if problems:
        raise ConfigError(path, problems)
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
        return Config(), _unreadable(error, raw)
    values: dict[str, Any] = {}
    problems = first_of(_read(table, "", values, _places(text)))
    rank = {n.removeprefix("rank."): v for n, v in values.items() if n.startswith("rank.")}
    plain = {name: value for name, value in values.items() if "." not in name}
    return Config(**plain, rank=RankSettings(**rank)), problems


def first_of(problems: Iterable[Problem]) -> list[Problem]:
    """The first problems, in the order of their lines: a file with more is another one than was meant."""
    found = list(islice(problems, MOST_TOLD + 1))
    told = sorted(found[:MOST_TOLD], key=lambda problem: problem.line)
    if len(found) > MOST_TOLD:
        told.append(Problem(0, "more is wrong with it; is this the settings file?"))
    return told


def _unreadable(error: Exception, raw: bytes) -> list[Problem]:
    if isinstance(error, RecursionError):
        return [Problem(0, "not a TOML file (nested too deeply).")]
    if isinstance(error, UnicodeDecodeError):
        line = raw[: error.start].count(b"\n") + 1
        return [Problem(line, "not a TOML file (what stands there is not UTF-8).")]
    import tomllib

    if not isinstance(error, tomllib.TOMLDecodeError):
        return [Problem(0, "not a settings file (it holds a number of thousands of digits).")]
    return first_of(_broken_lines(raw.decode("utf-8-sig")))


def _broken_lines(text: str) -> Iterator[Problem]:
    """Every line that is no TOML: what is wrong with one says nothing of those behind it."""
    import tomllib

    lines, at = text.split("\n"), 0
    while True:
        try:
            tomllib.loads("\n".join(lines))
        except tomllib.TOMLDecodeError as error:
            found = re.search(r" \(at (?:line (\d+), column \d+|end of document)\)", str(error))
            line = int(found[1]) if found and found[1] else 0
            reason = str(error).replace(found[0], "") if found else str(error)
            hint = next((hint for begin, hint in _HINTS.items() if reason.startswith(begin)), "")
            yield Problem(line or len(lines) * (at == 0), f"not a TOML file ({reason}).{hint}")
        except (ValueError, RecursionError):
            return
        else:
            return
        # What begins on one line and ends on another cannot be left out alone.
        if line <= at or reason.startswith("Unclosed") or not _ONE_LINE.match(lines[line - 1]):
            return
        at, lines[line - 1] = line, ""


def _read(
    table: Mapping[str, Any], within: str, values: dict[str, Any], places: Mapping[str, int]
) -> Iterator[Problem]:
    """Take in what a table says; problems as they come."""
    for key, value in table.items():
        name = f"{within}{key}"
        setting = BY_NAME.get(name)
        if setting is not None:
            try:
                values[name] = setting.read(value)
            except WrongPartsError as wrong:
                for part, wanted in wrong.parts:
                    whole = f"{name}.{part}"
                    yield Problem(_line_of(places, whole), f'"{whole}" must be {wanted}.')
            except TypeError:
                yield Problem(_line_of(places, name), f'"{name}" must be {setting.wanted}.')
        elif name in TABLES and isinstance(value, dict):
            yield from _read(value, f"{name}.", values, places)
        elif name in TABLES:
            yield Problem(_line_of(places, name), f'"{name}" must be a table, [{name}].')
        else:
            known = [n for n in BY_NAME if n.startswith(within) and "." not in n[len(within) :]]
            known += [n for n in TABLES if not within and n not in known]
            from difflib import get_close_matches

            near = get_close_matches(name, BY_NAME, n=1)
            hint = f'did you mean "{near[0]}"?' if near else f"readq knows {', '.join(known)}."
            yield Problem(_line_of(places, name), f'unknown setting "{name}"; {hint}')


def lines_of(path: Path, names: Sequence[str]) -> list[int]:
    """The lines of a file on which settings stand, each counted from 1; 0 where it cannot be found."""
    try:
        text = read_file(path, _LARGEST).decode("utf-8-sig")
    except (OSError, UnicodeDecodeError):
        text = ""
    places = _places(text)
    return [_line_of(places, name) for name in names]


def _places(text: str) -> dict[str, int]:
    """The lines on which settings stand, and tables begin, by name."""
    table, places = "", dict[str, int]()
    for number, line in enumerate(text.splitlines(), 1):
        if heading := _TABLE.match(line):
            found = table = _plain(heading[1])
        elif entry := _ENTRY.match(line):
            found = f"{table}.{_plain(entry[1])}" if table else _plain(entry[1])
        else:
            continue
        while found:
            places.setdefault(found, number)
            found = found.rpartition(".")[0]
    return places


def _line_of(places: Mapping[str, int], name: str) -> int:
    """The line on which a setting stands, else its table, counted from 1; 0 if neither can be found."""
    while name and name not in places:
        name = name.rpartition(".")[0]
    return places.get(name, 0)


def _plain(key: str) -> str:
    """A dotted key without quotes and blanks."""
    return ".".join(part.strip("\"'") for part in re.findall(_KEY, key))
