"""One library in memory and one on disk: what holds for one holds for the other."""

from __future__ import annotations

from collections.abc import Iterator
from datetime import UTC, datetime
from pathlib import Path
from typing import Any

import pytest

from readq.domain import Paper, TitleOrigin
from readq.library import Library
from readq.store import LibraryFiles, MemoryFiles

NOW = datetime(2026, 7, 1, 9, 30, tzinfo=UTC)


def paper(number: int, **fields: Any) -> Paper:
    values: dict[str, Any] = {
        "id": f"p{number}aaaaaaaa",
        "title": f"On the {number}th question of learning",
        "title_origin": TitleOrigin.SOURCE,
        "added": NOW,
        "abstract": f"We answer question {number}.",
    }
    return Paper(**{**values, **fields})


P = [paper(n).id for n in range(6)]
"""The ids of the papers in every library here."""


def fill(library: Library) -> Library:
    library._commit("began", added={i: paper(n) for n, i in enumerate(P)})
    return library


@pytest.fixture(params=["memory", "disk"])
def library(request: pytest.FixtureRequest, tmp_path: Path) -> Iterator[Library]:
    files = MemoryFiles() if request.param == "memory" else LibraryFiles.open(tmp_path / "library")
    with Library(files, now=lambda: NOW) as opened:
        yield fill(opened)
