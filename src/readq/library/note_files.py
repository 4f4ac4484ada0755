"""Notes edited as files, taken back into the library."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import field
from pathlib import Path

from readq.domain import Change
from readq.domain.joining import joined
from readq.exporters.notefolder import NoteFile, is_same_note, note_digest
from readq.library.noting import Noting, as_note
from readq.records import dataclass


@dataclass(slots=True)
class NotesTaken:
    """What became of a folder of notes; the numbers add up to `seen`."""

    seen: int = 0
    """Files with a paper's id."""
    updated: int = 0
    """Notes that are as their file says now."""
    joined: int = 0
    """Notes that had changed too: both texts are kept, what they share once."""
    unchanged: int = 0
    """Files that say what the library says, or what it said when they were written."""
    emptied: list[Path] = field(default_factory=list)
    """Files without text; the notes stay."""
    unknown: list[Path] = field(default_factory=list)
    """Files of papers that are not in the library."""
    change: Change | None = None
    """What it did, for undo."""


def take_notes(library: Noting, files: Iterable[NoteFile]) -> NotesTaken:
    """Bring notes up to date with their files, as one change."""
    report = NotesTaken()
    new: dict[str, str] = {}
    for file in files:
        report.seen += 1
        if file.paper_id not in library:
            report.unknown.append(file.path)
            continue
        note = library.reading(file.paper_id).note
        text = as_note(file.note)
        left_alone = file.saved == note_digest(file.note)
        if is_same_note(note, text) or left_alone:
            report.unchanged += 1
        elif not text:
            report.emptied.append(file.path)
        elif not note.strip() or file.saved == note_digest(note):
            report.updated += 1
            new[file.paper_id] = text
        elif is_same_note(both := joined("", note, text), note):
            report.unchanged += 1
        else:
            report.joined += 1
            new[file.paper_id] = both
    report.change = library.notes(new) if new else None
    return report
