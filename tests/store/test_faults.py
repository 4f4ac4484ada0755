"""A library on a disk that fails or loses power at every single call.

Of what each power cut may leave, a sample is looked at; READQ_FAULT_IMAGES sets how many (0: all).
"""

from __future__ import annotations

import contextlib
import errno
import os
from collections.abc import Callable
from pathlib import Path
from random import Random
from typing import Any

import pytest
from tests.store.disk import Platter, PowerCut, SimulatedFiles
from tests.store.samples import add, change, content, decide, paper, reading

from readq.domain import Status
from readq.errors import LibraryError, NotSavedError
from readq.store import LibraryFiles
from readq.store.vault import Vault

IMAGES = int(os.environ.get("READQ_FAULT_IMAGES", "5"))
FOLDER = Path("/library")
Step = tuple[int, Callable[[LibraryFiles], object]]


def hide_second(files: LibraryFiles) -> None:
    there = [paper_id for paper_id in files.paper_ids if paper_id == "p2"]
    files.commit(change(files, "hid"), hide=there, readings={"p2": None})


HISTORY: list[Step] = [
    (0, lambda files: add(files, paper("p1"), paper("p2"), paper("p3"))),
    (0, lambda files: decide(files, reading("p1"))),
    (1, lambda files: decide(files, reading("p2", Status.SKIPPED))),
    (0, lambda files: decide(files, reading("p1", note="a note"))),
    (0, lambda files: files.compact()),
    (0, lambda files: decide(files, reading("p3", rank=1.5))),
    (1, lambda files: hide_second(files)),
    (1, lambda files: decide(files, reading("p1", Status.READ))),
    (1, lambda files: files.compact()),
    (0, lambda files: add(files, paper("p4"), paper("p1", title="Anew"))),
    (1, lambda files: decide(files, reading("p4"))),
    (0, lambda files: files.compact()),
    (0, lambda files: decide(files, reading("p4", note="last"))),
]


def opened(platter: Platter) -> LibraryFiles:
    return LibraryFiles.open(FOLDER, files=SimulatedFiles(platter))


class Run:
    """Two processes go through the history; what may be found afterwards is written down."""

    def __init__(self, platter: Platter) -> None:
        self.platter = platter
        self.possible: list[dict[str, Any]] = []
        self.refused = 0

    def go(self) -> None:
        processes = [opened(self.platter), opened(self.platter)]
        self.possible = [content(processes[0])]
        for who, step in HISTORY:
            files = processes[who]
            files.refresh()
            before = content(files)
            # A refused change may stand once the other process saw it in the journal.
            assert before in self.possible
            self._plan(step)
            try:
                step(files)
            except LibraryError:
                self.refused += 1
                assert not files.refresh()
                assert content(files) == before
            else:
                self.possible = [content(files)]

    def _plan(self, step: Callable[[LibraryFiles], object]) -> None:
        """Work out what the step leads to from what is on disk now."""
        platter = Platter.of(self.platter.content(), self.platter.newest)
        files = opened(platter)
        self.possible.append(content(files))
        step(files)
        self.possible.append(content(files))


def count_calls() -> int:
    platter = Platter()
    run = Run(platter)
    run.go()
    assert run.refused == 0
    return platter.calls


CALLS = count_calls()


def survive(run: Run, random: Random) -> None:
    """Open what a power cut may leave, and go on working there."""
    images = list(run.platter.images(random))
    if 0 < IMAGES < len(images):
        images = random.sample(images, IMAGES)
    for image in images:
        platter = Platter.of(image, run.platter.newest)
        files = opened(platter)
        found = content(files)
        assert found in run.possible
        unchanged = {p: b for p, b in platter.content().items() if ".idx" not in p.name}
        assert unchanged == {p: b for p, b in image.items() if ".idx" not in p.name}
        decide(files, reading("p9", note="after the cut"))
        again = opened(platter)
        assert again.readings()["p9"].note == "after the cut"
        assert content(again) == content(files)


@pytest.mark.parametrize("cut_at", range(1, CALLS + 1))
def test_nothing_saved_is_lost_when_power_goes_at_any_call(cut_at: int) -> None:
    run = Run(Platter(cut_at=cut_at))
    with pytest.raises(PowerCut):
        run.go()
    survive(run, Random(cut_at))


@pytest.mark.parametrize(
    ("error", "span"), [(errno.EIO, 1), (errno.ENOSPC, 2), (errno.EIO, 6), (errno.ENOSPC, 25)]
)
def test_nothing_saved_is_lost_when_any_call_fails(error: int, span: int) -> None:
    for first in range(1, CALLS + 1):
        run = Run(Platter(fail_at=range(first, first + span), error=error))
        run.go()
        survive(run, Random(first))


def test_a_refused_change_leaves_the_library_usable() -> None:
    platter = Platter()
    files = opened(platter)
    add(files, paper("p1"))
    platter.fail_at = range(platter.calls + 1, platter.calls + 50)
    with pytest.raises(NotSavedError, match="not saved"):
        decide(files, reading("p1"))
    assert dict(files.readings()) == {}
    platter.fail_at = range(0)
    decide(files, reading("p1", note="second try"))
    assert dict(opened(platter).readings()) == {"p1": reading("p1", note="second try")}


def never_sync(files: SimulatedFiles, fd: int) -> None:
    files._call()


def never_sync_folder(files: SimulatedFiles, folder: Path) -> None:
    files._call()


def always(vault: Vault) -> bool:
    return True


@pytest.mark.parametrize(
    ("owner", "name", "fault"),
    [
        (SimulatedFiles, "sync", never_sync),
        (SimulatedFiles, "sync_folder", never_sync_folder),
        (Vault, "_give_up_own", Vault._drop_own),
        (Vault, "_last_line_is_safe", always),
    ],
)
def test_these_tests_notice_a_store_that_cuts_corners(
    owner: type, name: str, fault: Callable[..., object], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(owner, name, fault)
    assert any(goes_wrong(number) for number in range(1, 2 * CALLS))


def goes_wrong(number: int) -> bool:
    run = Run(Platter(fail_at=range(number, number + 2), cut_at=number + 9))
    try:
        with contextlib.suppress(PowerCut):
            run.go()
        survive(run, Random(number))
    except (AssertionError, LibraryError):
        return True
    return False


def test_failures_and_a_power_cut_soon_after_lose_nothing() -> None:
    assert not any(goes_wrong(number) for number in range(1, CALLS, 2))


def test_a_full_disk_leaves_no_half_written_snapshot() -> None:
    platter = Platter()
    files = opened(platter)
    add(files, paper("p1"))
    held = content(files)
    platter.fail_at, platter.error = range(platter.calls + 7, platter.calls + 8), errno.ENOSPC
    with pytest.raises(LibraryError, match="could not be compacted"):
        files.compact()
    platter.fail_at = range(0)
    assert [path.name for path in platter.names if path.name.startswith("papers")] == []
    assert content(files) == held
    files.compact()
    assert content(opened(platter)) == held
