"""A disk that fails to read for a moment: nothing is lost, and nothing half known is built on."""

from __future__ import annotations

from pathlib import Path

import pytest
from tests.store.disk import Platter, SimulatedFiles
from tests.store.samples import add, change, content, decide, paper, reading

from readq.domain import Status
from readq.errors import LibraryError
from readq.store import LibraryFiles

FOLDER = Path("/library")


def opened(platter: Platter) -> LibraryFiles:
    return LibraryFiles.open(FOLDER, files=SimulatedFiles(platter))


@pytest.fixture
def platter() -> Platter:
    """A library of three papers in its JSON files."""
    platter = Platter()
    files = opened(platter)
    add(files, paper("p1"), paper("p2"), paper("p3"))
    decide(files, reading("p1"), reading("p2"))
    files.compact()
    return platter


@pytest.mark.parametrize("first", range(1, 12))
def test_changes_of_another_process_are_not_passed_over(platter: Platter, first: int) -> None:
    ours, theirs = opened(platter), opened(platter)
    theirs.commit(change(theirs), papers={"p2": paper("p2", abstract="")}, readings={"p1": None})
    decide(theirs, reading("p3", note="theirs"))
    platter.fail_reads = range(platter.reads + first, platter.reads + first + 1)
    for turn in range(3):
        try:
            ours.refresh()
            decide(ours, reading("p2", note=f"ours {turn}"))
        except LibraryError as error:
            assert "cannot be read" in str(error)  # noqa: PT017
    platter.fail_reads = range(0)
    ours.refresh()
    assert ours.readings()["p3"].note == "theirs"
    assert "p1" not in ours.readings()
    ours.compact()
    theirs.refresh()
    assert content(ours) == content(theirs) == content(opened(platter))


def test_a_snapshot_that_cannot_be_read_costs_nothing(platter: Platter) -> None:
    held = content(opened(platter))
    platter.reads = 0
    for first in range(1, 8):
        platter.fail_reads = range(platter.reads + first, platter.reads + first + 1)
        try:
            files = opened(platter)
        except LibraryError as error:
            assert str(FOLDER) in str(error)  # noqa: PT017
            continue
        assert content(files) == held


def test_a_paper_that_cannot_be_read_is_a_refusal(platter: Platter) -> None:
    files = opened(platter)
    platter.fail_reads = range(10**9)
    with pytest.raises(LibraryError, match=r"papers\.json cannot be read"):
        files.paper("p1")
    with pytest.raises(LibraryError, match=r"readings\.json cannot be read"):
        decide(files, reading("p1", note="n"))
    platter.fail_reads = range(0)
    decide(files, reading("p1", note="n"))
    assert opened(platter).readings()["p1"].note == "n"


def test_what_another_process_took_away_is_gone_though_the_library_is_read_anew(
    platter: Platter,
) -> None:
    ours, theirs = opened(platter), opened(platter)
    assert ours.readings()["p1"].status is Status.QUEUED
    theirs.commit(change(theirs), readings={"p1": None})
    platter.fail_at = range(platter.calls + 2, platter.calls + 9)  # all but the first write
    with pytest.raises(LibraryError):
        decide(theirs, reading("p2", note="refused"))
    platter.fail_at = range(0)
    decide(theirs, reading("p3"))
    ours.refresh()
    assert ours.readings().get("p1") is None
    assert content(ours) == content(theirs)
