"""What only the interface can say of the settings: whether keys clash and themes exist."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from difflib import get_close_matches
from pathlib import Path

from readq.config import Config, Problem, ServiceSettings, examined, first_of, lines_of
from readq.library.templates import templates
from readq.paths import template_folder, theme_folder
from readq.services import SERVICES
from readq.ui.app import ReadqApp
from readq.ui.bindings import contexts
from readq.ui.editor import EditorError, editor_command
from readq.ui.keymap import KeyProblem, ListedKey, listed_keys
from readq.ui.presets import keys_in_use
from readq.ui.user_themes import themes_there_are


def problems_of(path: Path) -> list[Problem]:
    """All that is wrong with a settings file, and with the keys and the theme it names, by line."""
    found, problems = examined(path)
    told = list(settings_problems(found))
    lines = lines_of(path, [name for name, _ in told])
    more = (Problem(line, said) for line, (_, said) in zip(lines, told, strict=True))
    return first_of([*problems, *more])


def settings_problems(config: Config) -> Iterator[tuple[str, str]]:
    """Settings that cannot be used, by name, each with a sentence."""
    names, files = themes_there_are(theme_folder())
    if config.theme not in names:
        yield "theme", f'there is no theme "{config.theme}"; {_there_are(config.theme, names)}'
    for said in files:
        yield "", said
    if config.editor:
        try:
            editor_command(config.editor)
        except EditorError as error:
            yield "editor", str(error)
    if config.template and config.template not in (known := templates(template_folder())):
        hint = _there_are(config.template, list(known))
        yield "template", f'there is no template "{config.template}"; {hint}'
    yield from _services_there_are_not(config.services)
    for folder in config.rank.libraries:
        if not folder.is_dir():
            yield "rank.libraries", f"there is no folder {folder}."
    for problem in keys_in_use(config, contexts(ReadqApp))[1]:
        yield f"keys.{problem.id}", problem.whole


def _services_there_are_not(settings: ServiceSettings) -> Iterator[tuple[str, str]]:
    said = [("services.use", name) for name in settings.use]
    said += [(f"services.{name}_key", name) for name in settings.keys]
    for setting, name in said:
        if name not in SERVICES:
            yield setting, f'there is no service "{name}"; {_there_are(name, list(SERVICES))}'


def _there_are(name: str, known: Sequence[str]) -> str:
    near = get_close_matches(name, known, n=1)
    return f'did you mean "{near[0]}"?' if near else f"there are {', '.join(known)}."


def keys_now(config: Config) -> tuple[list[ListedKey], list[KeyProblem]]:
    """Every command of the app with the keys it has, and what is wrong with those the reader chose."""
    everywhere = contexts(ReadqApp)
    keys, problems = keys_in_use(config, everywhere)
    return listed_keys(keys, everywhere), problems
