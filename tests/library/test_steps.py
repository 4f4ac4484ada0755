"""Undo is the same whether what a step did is still in memory or is read from the log again."""

from __future__ import annotations

import gc
from contextlib import suppress
from pathlib import Path
from random import Random
from tempfile import TemporaryDirectory
from unittest.mock import patch

from hypothesis import example, given, settings
from hypothesis import strategies as st
from tests.library.commands import command, state
from tests.library.conftest import NOW, P, fill
from tests.library.sources import add_text

from readq.domain import Change, PaperEdit, ReadingEdit, Status
from readq.errors import UnknownPaperError
from readq.library import Library, parts, steps
from readq.library.history import History
from readq.store import LibraryFiles, MemoryFiles

_MOVES = (
    *("decide",) * 8,
    *("undo",) * 6,
    *("redo",) * 3,
    *("compact", "restart", "other window", "other window undoes", "import", "amend"),
)


def opened(folder: Path) -> Library:
    return Library(LibraryFiles.open(folder), now=lambda: NOW)


def move(library: Library, folder: Path, what: str, dice: Random) -> Library:
    if what == "decide":
        command(dice)(library)
    elif what == "amend":
        library.note(P[0], "x" * dice.randint(1, 3), merge=True)
    elif what == "undo":
        library.undo()
    elif what == "redo":
        library.redo()
    elif what == "compact":
        library.compact()
    elif what == "restart":
        library.close()
        return opened(folder)
    elif what == "import":
        titles = [f"Sampling of {dice.choice('abcdefgh')} number {n}\n" for n in range(7)]
        add_text(library, "".join(titles), shape="titles", tags=["new"])
    else:
        with opened(folder) as other:
            if what == "other window":
                command(dice)(other)
            else:
                other.undo()
    return library


def lived(kept: int, moves: list[str], seed: int) -> list[object]:
    """What a reader saw, step by step, where so many edits are kept."""
    dice, seen = Random(seed), list[object]()
    with (
        TemporaryDirectory() as name,
        patch.object(steps, "KEPT_EDITS", kept),
        patch.object(parts, "PART_PAPERS", 3),
    ):
        library = fill(opened(Path(name)))
        for what in moves:
            with suppress(UnknownPaperError):  # even that there are papers may be taken back
                library = move(library, Path(name), what, dice)
            seen.append((state(library), library.can_undo, library.can_redo, library.undo_id))
        while library.undo() is not None:
            seen.append((state(library), library.can_redo))
        library.close()
    return seen


@settings(max_examples=8, deadline=None)
@example(["other window undoes", "compact", "decide"], 0)
@given(st.lists(st.sampled_from(_MOVES), min_size=5, max_size=20), st.integers(0, 2**32))
def test_undo_is_the_same_however_much_of_it_is_in_memory(moves: list[str], seed: int) -> None:
    everything = lived(10**9, moves, seed)
    assert lived(0, moves, seed) == everything
    assert lived(3, moves, seed) == everything


def test_many_changes_to_many_papers_do_not_pile_up_in_memory(tmp_path: Path) -> None:
    def edits() -> int:
        gc.collect()
        return sum(isinstance(one, ReadingEdit) for one in gc.get_objects())

    with patch.object(steps, "KEPT_EDITS", 20), fill(opened(tmp_path)) as library:
        before = edits()
        for n in range(40):
            library.set_priority(P, 1 + n % 5)
        assert edits() - before <= 20
        for _ in range(40):
            assert library.undo() is not None
        assert edits() - before <= 20
        assert library.reading(P[0]).priority == 0
        for _ in range(40):
            assert library.redo() is not None
        assert edits() - before <= 20
        assert library.reading(P[0]).priority == 5


def test_a_step_taken_out_of_the_middle_names_the_papers_decided_on_later() -> None:
    with patch.object(steps, "KEPT_EDITS", 0):
        library = fill(Library(MemoryFiles(), now=lambda: NOW))
        added = library.can_undo
        assert added is not None
        library.mark(P[1:3], Status.READ)
        library.note(P[4], "kept")
        library.note(P[5], "gone")
        library.undo()
        assert library._log().decided_after(added) == {P[1], P[2], P[4]}


def test_a_step_of_parts_is_read_again_with_all_of_them() -> None:
    first = Change(1, "imported", NOW, papers=(PaperEdit(P[0], None, None),))
    second = Change(2, "imported", NOW, of=1, papers=(PaperEdit(P[1], None, None),))
    history = History([first, second], {1: first, 2: second}.__getitem__)
    assert history.undo_id == 2
    assert history.to_undo is not None
    assert [edit.paper_id for edit in history.to_undo.papers] == [P[0], P[1]]
