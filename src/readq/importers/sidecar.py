"""Abstracts that a conference site keeps in a second file, by the number of the talk."""

from __future__ import annotations

import json
from collections.abc import Callable, Mapping, Sequence
from pathlib import Path
from typing import Any

from readq.paths import read_file

_MAX_BYTES = 128 * 2**20
_MOST_FILES = 2000
_FEWEST_WORDS = 20


def abstracts_beside(
    path: Path | None, together: Sequence[Path], ids: Callable[[], frozenset[str]]
) -> tuple[dict[str, str], str]:
    """The abstracts in `icml-2026-abstracts.json` for `icml-2026-orals-posters.json`, and the file's name.

    A file that is just called `abstracts.json`, or was named together with the list, has them too if it
    knows half of the list's first papers.

    Args:
        path: The list. Nothing for a source that is no file, has no such file, or is that file itself.
        together: The files that are added with it.
        ids: Gives the ids of the list's first papers.
    """
    if path is None or "abstracts" in path.stem.lower():
        return {}, ""
    named, loose = _candidates(path)
    for other in named:
        if abstracts := _abstracts_in(other):
            return abstracts, other.name
    for other in dict.fromkeys((*(p for p in together if _is_called_so(p.name)), *loose)):
        if other != path and (abstracts := _abstracts_in(other)):
            known = ids()
            if known and sum(i in abstracts for i in known) * 2 >= len(known):
                return abstracts, other.name
    return {}, ""


def _abstracts_in(path: Path) -> dict[str, str]:
    try:
        if path.stat().st_size > _MAX_BYTES:
            return {}
        value = json.loads(read_file(path))
    except (OSError, ValueError, RecursionError):
        return {}
    if not are_abstracts(value):
        return {}
    return {key: text for key, text in value.items() if isinstance(text, str)}


def _is_called_so(name: str) -> bool:
    return "abstracts" in name.lower() and name.lower().endswith(".json")


def are_abstracts(value: Any) -> bool:
    """Whether a JSON value gives one text of an abstract's length to each of its names."""
    if not isinstance(value, Mapping) or not value:
        return False
    texts = [text for text in value.values() if text]
    long = sum(isinstance(text, str) and len(text.split()) >= _FEWEST_WORDS for text in texts)
    return all(isinstance(text, str) for text in texts) and long * 2 > len(texts)


def _candidates(path: Path) -> tuple[list[Path], list[Path]]:
    """Files beside this one that are named as it is up to the word "abstracts", and those that begin with it."""
    named, loose = [], []
    stem = path.name.lower()
    try:
        for number, other in enumerate(path.parent.iterdir()):
            if number > _MOST_FILES:
                break
            if _is_called_so(other.name):
                before = other.name.lower().partition("abstracts")[0].rstrip("-_. ")
                if not before:
                    loose.append(other)
                elif stem.startswith(before):
                    named.append(other)
    except OSError:
        return [], []
    return sorted(named), sorted(loose)
