"""The report of an import adds up, whatever comes in and however damaged it is."""

from __future__ import annotations

import io
from pathlib import Path
from random import Random

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from tests.library.sources import empty

from readq.errors import SourceError
from readq.library import ImportReport, Library

TESTS = Path(__file__).parents[1]
SOURCES = sorted(
    path
    for folder in ("cases", "importers/inputs/hostile")
    for path in (TESTS / folder).iterdir()
    if path.is_file()
)
_PIECES = [
    b"",
    b"{",
    b"}",
    b'"',
    b"\n\n",
    b"\\",
    b"@misc{x,",
    b"TY  - JOUR\n",
    b"\xff",
    b"<",
    b",",
    b"\0",
]


def damaged(data: bytes, random: Random) -> bytes:
    """The bytes with a few of the things wrong that happen to files."""
    for _ in range(random.randint(1, 4)):
        at, end = sorted(random.randrange(len(data) + 1) for _ in range(2))
        match random.randrange(4):
            case 0:
                data = data[:end] or data
            case 1:
                data = data[:at] + data[min(end, at + 20) :] or data
            case 2:
                data = data[:end] + data[at:]
            case _:
                data = data[:at] + random.choice(_PIECES) + data[at:]
    return data[:200_000]


def add(library: Library, data: bytes, *, dry_run: bool) -> ImportReport | str:
    try:
        return library.add("-", stdin=io.BytesIO(data), dry_run=dry_run)
    except SourceError as error:
        return str(error)


def check(data: bytes) -> None:
    library = empty()
    first = add(library, data, dry_run=True)
    assert len(library) == 0
    second = add(library, data, dry_run=False)
    if isinstance(first, str) or isinstance(second, str):
        assert first == second
        assert len(library) == 0
        return
    assert first.to_json() == second.to_json()
    assert second.seen == second.added + second.updated + second.unchanged + second.rejected
    assert second.rejected == sum(not issue.kept for issue in second.issues)
    assert all(issue.message and issue.source for issue in second.issues)
    assert len(library) == second.added
    assert second.rejected or second.seen == 0 or len(second.paper_ids) > 0
    again = add(library, data, dry_run=False)
    assert isinstance(again, ImportReport)
    assert (again.seen, again.added, again.rejected) == (second.seen, 0, second.rejected)


@pytest.mark.parametrize("path", SOURCES, ids=lambda path: path.name)
def test_numbers_add_up(path: Path) -> None:
    check(path.read_bytes())


@settings(deadline=None, max_examples=120)
@given(st.sampled_from(SOURCES), st.integers(0, 10**6))
def test_numbers_add_up_for_damaged_lists(path: Path, seed: int) -> None:
    check(damaged(path.read_bytes(), Random(seed)))
