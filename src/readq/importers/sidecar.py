"""Abstracts that a conference site keeps in a second file, by the number of the talk."""

from __future__ import annotations

import json
from collections.abc import Mapping
from pathlib import Path
from typing import Any

_MAX_BYTES = 128 * 2**20
_MOST_FILES = 2000
_FEWEST_WORDS = 20


def abstracts_beside(path: Path | None) -> tuple[dict[str, str], str]:
    """The abstracts in `icml-2026-abstracts.json` for `icml-2026-orals-posters.json`, and the file's name.

    Nothing for a source that is no file, has no such file beside it, or is that file itself.
    """
    if path is None or "abstracts" in path.stem.lower():
        return {}, ""
    for other in _candidates(path):
        try:
            if other.stat().st_size > _MAX_BYTES:
                continue
            value = json.loads(other.read_bytes())
        except (OSError, ValueError, RecursionError):
            continue
        if are_abstracts(value):
            return {key: text for key, text in value.items() if isinstance(text, str)}, other.name
    return {}, ""


def are_abstracts(value: Any) -> bool:
    """Whether a JSON value gives one text of an abstract's length to each of its names."""
    if not isinstance(value, Mapping) or not value:
        return False
    texts = [text for text in value.values() if text]
    long = sum(isinstance(text, str) and len(text.split()) >= _FEWEST_WORDS for text in texts)
    return all(isinstance(text, str) for text in texts) and long * 2 > len(texts)


def _candidates(path: Path) -> list[Path]:
    """Files named as this one is up to the word "abstracts"."""
    found = []
    stem = path.name.lower()
    try:
        for number, other in enumerate(path.parent.iterdir()):
            if number > _MOST_FILES:
                break
            name = other.name.lower()
            before = name.partition("abstracts")[0].rstrip("-_. ")
            if (
                "abstracts" in name
                and name.endswith(".json")
                and before
                and stem.startswith(before)
            ):
                found.append(other)
    except OSError:
        return []
    return sorted(found)
