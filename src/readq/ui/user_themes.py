"""The reader's own themes: `themes/*.toml` beside the settings file.

# themes/dusk.toml
primary = "#7AA7F7"
background = "#101018"
dark = true
[variables]
rq-key = "#E8B04B"
"""

from __future__ import annotations

from collections.abc import Mapping
from pathlib import Path
from typing import Any

from textual.color import Color, ColorParseError
from textual.theme import BUILTIN_THEMES, Theme

from readq.paths import read_file
from readq.patterns import lazily
from readq.text import clean
from readq.ui.themes import THEMES

_COLOURS = (
    *("primary", "secondary", "accent", "warning", "error", "success"),
    *("foreground", "background", "surface", "panel"),
)
_KNOWN = frozenset({*_COLOURS, "dark", "variables"})
_NAME = lazily(r"[\w-]{1,40}")
_SHARE = lazily(r" +\d{1,3}%$")
_LARGEST, _MOST = 1 << 16, 100


class ThemeProblemError(Exception):
    """Why a file is no theme, as the end of a sentence that begins with its name."""


def user_themes(folder: Path) -> tuple[list[Theme], list[str]]:
    """The themes in a folder, and a sentence for each file that is none; a theme is called like its file."""
    themes, problems = [], []
    try:
        paths = sorted(path for path in folder.iterdir() if path.suffix == ".toml")[:_MOST]
    except OSError:
        return [], []
    for path in paths:
        try:
            themes.append(_theme(path))
        except ThemeProblemError as problem:
            problems.append(f"themes/{clean(path.name)}: {problem}")
    return themes, problems


def themes_there_are(folder: Path) -> tuple[list[str], list[str]]:
    """The names of all themes, the reader's own after those that come along, and what `user_themes` says."""
    own, problems = user_themes(folder)
    return [*(theme.name for theme in THEMES), *BUILTIN_THEMES, *(t.name for t in own)], problems


def _theme(path: Path) -> Theme:
    if not _NAME.fullmatch(path.stem):
        raise ThemeProblemError("name the file with letters, digits and -.")
    if path.stem in BUILTIN_THEMES or path.stem.startswith("readq-"):
        raise ThemeProblemError("there is a theme of that name already.")
    table = _table(path)
    if unknown := sorted(table.keys() - _KNOWN):
        raise ThemeProblemError(f'"{clean(unknown[0])}" is no part of a theme.')
    if "primary" not in table:
        raise ThemeProblemError('it needs a colour named "primary".')
    colours: dict[str, Any] = {
        name: _colour(name, table[name]) for name in _COLOURS if name in table
    }
    dark, variables = table.get("dark", True), table.get("variables", {})
    if not isinstance(dark, bool):
        raise ThemeProblemError('"dark" must be true or false.')
    if not isinstance(variables, dict):
        raise ThemeProblemError('"variables" must be a table, [variables].')
    for name in variables:
        if not _NAME.fullmatch(name):
            raise ThemeProblemError(f'"{clean(name)}" is no name of a variable.')
    named = {name: _colour(name, value, shares=True) for name, value in variables.items()}
    theme = Theme(name=path.stem, dark=dark, **colours)
    background = Color.parse(theme.to_color_system().generate()["background"])
    theme.variables = {
        name: _whole(value, background) if name.startswith("rq-") else value
        for name, value in named.items()
    }
    return theme


def _whole(value: str, background: Color) -> str:
    """A share of a colour as what is seen of it: signs are drawn where nothing shines through."""
    share = _SHARE.search(value)
    if share is None:
        return value
    colour = Color.parse(value[: share.start()])
    return background.blend(colour, min(int(share[0].strip(" %")), 100) / 100).hex


def _table(path: Path) -> Mapping[str, Any]:
    import tomllib

    try:
        raw = read_file(path, _LARGEST + 1)
        if len(raw) > _LARGEST:
            raise ThemeProblemError("it is larger than 64 KB; that is no theme.")
        return tomllib.loads(raw.decode("utf-8-sig"))
    except OSError as error:
        raise ThemeProblemError(f"it cannot be read ({error.strerror}).") from None
    except (ValueError, RecursionError) as error:
        raise ThemeProblemError(f"it is not TOML ({clean(str(error))}).") from None


def _colour(name: str, value: object, *, shares: bool = False) -> str:
    """A colour as Textual reads it; a variable may be a share of one, `#7AA7F7 35%`."""
    if isinstance(value, str) and value:
        try:
            Color.parse(_SHARE.sub("", value) if shares else value)
        except ColorParseError:
            pass
        else:
            return value
    raise ThemeProblemError(f'"{clean(name)}" must be a colour such as "#7AA7F7".')
