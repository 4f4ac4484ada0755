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
    joined: list[Path] = field(default_factory=list)
    """Files whose notes had changed too: both texts are kept, what they share once."""
    unchanged: int = 0
    """Files that say what the library says, or what it said when they were written."""
    emptied: list[Path] = field(default_factory=list)
    """Files without text; the notes stay."""
    unreadable: list[Path] = field(default_factory=list)
    """Files that are not text in UTF-8, or too large for a note; the notes stay."""
    unknown: list[Path] = field(default_factory=list)
    """Files of papers that are not in the library."""
    change: Change | None = None
    """What it did, for undo."""


def take_notes(library: Noting, files: Iterable[NoteFile]) -> NotesTaken:
    """Bring notes up to date with their files, as one change.

    What is in several copies of a file is all kept; a file of a paper that has become part of another one is
    about that one.
    """
    report = NotesTaken()
    new: dict[str, str] = {}
    for file in files:
        report.seen += 1
        paper_id = library.survivor(file.paper_id)
        if paper_id is None:
            report.unknown.append(file.path)
        elif not file.is_readable:
            report.unreadable.append(file.path)
        else:
            before = library.reading(file.paper_id).note
            now = new.get(paper_id, library.reading(paper_id).note)
            after = _taken(file, before, now, report)
            if after != now:
                new[paper_id] = after
    report.change = library.notes(new) if new else None
    return report


def _taken(file: NoteFile, before: str, now: str, report: NotesTaken) -> str:
    """The note with what its file says; the report counts what was done.

    Args:
        file: The file.
        before: The library's note on the paper the file names.
        now: The note to bring up to date, which may be another one meanwhile.
        report: Of the whole folder.
    """
    text = as_note(file.note)
    is_left_alone = file.saved == note_digest(file.note)
    if is_same_note(now, text) or is_left_alone:
        report.unchanged += 1
    elif not text:
        report.emptied.append(file.path)
    elif not now.strip() or file.saved == note_digest(now):
        report.updated += 1
        return text
    else:
        base = before if file.saved == note_digest(before) else ""
        both = joined(base, now, text)
        if is_same_note(both, now):
            report.unchanged += 1
        else:
            report.joined.append(file.path)
            return both
    return now
