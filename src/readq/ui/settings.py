"""What only the interface can say of the settings: whether keys clash and themes exist."""

from __future__ import annotations

from collections.abc import Iterator
from difflib import get_close_matches

from readq.config import Config
from readq.paths import theme_folder
from readq.ui.app import ReadqApp
from readq.ui.bindings import contexts
from readq.ui.keymap import KeyProblem, ListedKey, listed_keys
from readq.ui.presets import keys_in_use
from readq.ui.user_themes import themes_there_are


def settings_problems(config: Config) -> Iterator[tuple[str, str]]:
    """Settings that cannot be used, by name, each with a sentence."""
    names, files = themes_there_are(theme_folder())
    if config.theme not in names:
        near = get_close_matches(config.theme, names, n=1)
        hint = f'did you mean "{near[0]}"?' if near else f"there are {', '.join(names)}."
        yield "theme", f'there is no theme "{config.theme}"; {hint}'
    for said in files:
        yield "", said
    for problem in keys_in_use(config, contexts(ReadqApp))[1]:
        yield f"keys.{problem.id}", str(problem)


def keys_now(config: Config) -> tuple[list[ListedKey], list[KeyProblem]]:
    """Every command of the app with the keys it has, and what is wrong with those the reader chose."""
    everywhere = contexts(ReadqApp)
    keys, problems = keys_in_use(config, everywhere)
    return listed_keys(keys, everywhere), problems
