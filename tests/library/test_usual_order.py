"""What the list shows first, before anything else is loaded, is the library's order and no other."""

from __future__ import annotations

from collections.abc import Iterator
from datetime import timedelta
from pathlib import Path

import pytest
from tests.library.conftest import NOW, paper

from readq.library import Library
from readq.library.core import open_library
from readq.library.usual_order import KEPT_FROM

LATER = NOW + timedelta(days=1)


@pytest.fixture(scope="module")
def place(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A library whose order has been asked for."""
    place = tmp_path_factory.mktemp("order") / "library"
    with open_library(place) as library:
        many = {p.id: p for p in map(paper, range(KEPT_FROM))}
        library._commit("imported", added=many)
        library.ids()
    return place


@pytest.fixture
def library(place: Path) -> Iterator[Library]:
    with open_library(place) as library:
        yield library


def at_once(library: Library) -> list[str]:
    """The order that is known before what filters need is there."""
    ids = library.ids_at_once()
    assert library._filtering_in_use is None
    return ids or []


def test_the_first_list_needs_nothing_that_filters_need(library: Library) -> None:
    assert at_once(library) == library.ids()


def test_papers_that_came_meanwhile_are_in_it(place: Path) -> None:
    with open_library(place) as library:
        newest = paper(5_000, added=LATER)
        library._commit("imported", added={newest.id: newest})
    for _ in range(2):
        with open_library(place) as library:
            assert library.ids_at_once() == library.ids()
            assert library.ids()[0] == newest.id
    with open_library(place) as library:
        assert at_once(library)[0] == newest.id


def test_papers_that_went_are_not_in_it(place: Path) -> None:
    with open_library(place) as library:
        gone = library.ids()[3]
        library._commit("took away", hide=[gone])
    with open_library(place) as library:
        assert library.ids_at_once() == library.ids()
        assert gone not in library.ids()


def test_a_damaged_file_is_not_believed(place: Path) -> None:
    file = place / "order.idx"
    with open_library(place) as library:
        expected = library.ids()
    whole = file.read_bytes()
    for damaged in (b"", b"\0" * 90, whole[:-3], whole[:200] + b"?" + whole[201:]):
        file.write_bytes(damaged)
        with open_library(place) as library:
            assert library.ids_at_once() == expected
