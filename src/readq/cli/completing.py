"""What a shell offers when a word is completed; each is looked up only by whoever asks for it."""

from __future__ import annotations

from collections.abc import Callable, Iterable

import click
from click.shell_completion import CompletionItem

Completer = Callable[[click.Context, click.Parameter, str], list[CompletionItem]]


def _of_kind(kind: str) -> Completer:
    def complete(_ctx: click.Context, _param: click.Parameter, begun: str) -> list[CompletionItem]:
        return [CompletionItem(begun, type=kind)]

    return complete


def _one_of(names: Callable[[], Iterable[str]]) -> Completer:
    def complete(_ctx: click.Context, _param: click.Parameter, begun: str) -> list[CompletionItem]:
        return [CompletionItem(name) for name in names() if name.startswith(begun)]

    return complete


def _themes() -> Iterable[str]:
    from readq.paths import theme_folder
    from readq.ui.user_themes import themes_there_are

    return themes_there_are(theme_folder())[0]


def _templates() -> Iterable[str]:
    from readq.library.templates import templates
    from readq.paths import template_folder

    return ["list", *templates(template_folder())]


def _sorts() -> Iterable[str]:
    from readq.library import RANK, SORTS

    return (*SORTS, RANK)


def _formats() -> Iterable[str]:
    from readq.domain.formats import READ

    return (word for name, more in READ.items() for word in (name, *more))


files = _of_kind("file")
"""A file or folder of the reader's."""
folders = _of_kind("dir")
themes = _one_of(_themes)
templates = _one_of(_templates)
sorts = _one_of(_sorts)
formats = _one_of(_formats)
