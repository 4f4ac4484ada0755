"""The reader's notes as a folder of Markdown files, which Obsidian and its like open as it is.

Each file has a YAML head; by the id in it a file is known again, whatever it is called and wherever in the
folder it has been moved. readq keeps its own lines of the head and the note up to date, and nothing else.
"""

from __future__ import annotations

import os
import re
import stat
import tempfile
from collections.abc import Iterable, Iterator
from contextlib import suppress
from dataclasses import field
from hashlib import sha256
from pathlib import Path

from readq.domain import Paper, Reading
from readq.domain.joining import joined
from readq.errors import ReadqError
from readq.exporters.filenames import file_stem, free_name, name_key
from readq.exporters.yamlhead import HEAD, entries, listed, quoted
from readq.patterns import lazily
from readq.records import dataclass

_HEAD_BYTES = 1 << 20
"""Room for thousands of authors."""
_LARGEST = 1 << 24
_ID = lazily(r"^readq_id:[ \t]*[\"']?([\w-]+)", re.MULTILINE)
_SAVED = lazily(r"^readq_saved:[ \t]*[\"']?([0-9a-f]+)", re.MULTILINE)
_OWN = frozenset(
    [
        "readq_id",
        "readq_saved",
        "title",
        "title_origin",
        "authors",
        "venue",
        "year",
        "doi",
        "arxiv",
        "url",
        "citekey",
        "status",
        "priority",
        "rating",
        "deferred_until",
        "trashed",
    ]
)
_LISTS = ("aliases", "tags")
"""Lists to which the reader's other programs may add."""


@dataclass(slots=True)
class NotesReport:
    """What became of the notes."""

    written: int = 0
    """Files that are new."""
    updated: int = 0
    unchanged: int = 0
    edited: list[Path] = field(default_factory=list)
    """Files left alone: their text was changed outside readq, and the note is not the same."""

    @property
    def notes(self) -> int:
        """All notes there were."""
        return self.written + self.updated + self.unchanged + len(self.edited)


def _make(folder: Path) -> None:
    """Make the folder, readable by its owner only, and those above it."""
    try:
        folder.mkdir(mode=0o700, parents=True)
    except OSError as error:
        raise ReadqError(f"{folder} cannot be made: {error.strerror}.") from None


def write_notes(
    papers: Iterable[tuple[Paper, Reading]], folder: Path, *, force: bool = False
) -> NotesReport:
    """Write each note into its file.

    Args:
        papers: Those without a note are passed over.
        folder: Made if it is not there, with those above it; nothing outside it is written.
        force: Whether text changed outside readq may be overwritten.

    Raises:
        ReadqError: The folder cannot be used.
    """
    if not folder.is_dir():
        if folder.exists() or folder.is_symlink():
            raise ReadqError(f"{folder} is not a folder; name one for the notes.")
        _make(folder)
    report = NotesReport()
    files: dict[str, Path] = {}
    for paper_id, known in _known_files(folder):
        files.setdefault(paper_id, known)
    taken = {name_key(name) for name in os.listdir(folder)}  # noqa: PTH208
    for paper, reading in papers:
        if not reading.note.strip():
            continue
        path = files.get(paper.id)
        if path is None:
            name = free_name(file_stem(paper.title, paper.id), ".md", taken)
            taken.add(name_key(name))
            _create(folder / name, note_text(paper, reading))
            report.written += 1
            continue
        old = _text_of(path)
        if old is None or (_is_edited(old, reading) and not force):
            report.edited.append(path)
        elif (new := note_text(paper, reading, old)) == old:
            report.unchanged += 1
        else:
            _replace(path, new)
            report.updated += 1
    return report


def note_text(paper: Paper, reading: Reading, old: str = "") -> str:
    """The file of a note; lines that others put in the head of the old one stay."""
    body = _body(reading.note)
    lines = dict(_facts(paper, reading))
    lines["readq_saved"] = quoted(_digest(body))
    head = [f"{name}: {value}\n" for name, value in lines.items()]
    theirs = list(entries(old))
    for name, own in zip(_LISTS, (paper.aliases, reading.tags), strict=True):
        items = dict.fromkeys(own)
        items |= dict.fromkeys(i for known, text in theirs if known == name for i in listed(text))
        if items:
            head.append(f"{name}: [{', '.join(map(quoted, items))}]\n")
    head += [text for name, text in theirs if name not in _OWN and name not in _LISTS]
    return f"---\n{''.join(head)}---\n\n{body}\n"


@dataclass(frozen=True, slots=True)
class NoteFile:
    """One file of a folder of notes."""

    path: Path
    paper_id: str
    note: str
    saved: str
    """The digest of the note as readq wrote it last; empty in a file readq did not write."""
    is_readable: bool = True
    """Whether the file is text in UTF-8, of a size that can be a note."""


def notes_in(folder: Path) -> Iterator[NoteFile]:
    """Every file in the folder that has a paper's id in its head; there may be copies of one.

    Raises:
        ReadqError: There is no such folder.
    """
    if not folder.is_dir():
        raise ReadqError(f"There is no folder {folder} to take notes from.")
    for paper_id, path in _known_files(folder):
        text = _text_of(path)
        if text is None:
            yield NoteFile(path, paper_id, "", "", is_readable=False)
        else:
            saved = _SAVED.search(text)
            note = _body(HEAD.sub("", text, count=1))
            yield NoteFile(path, paper_id, note, saved[1] if saved else "")


def note_digest(note: str) -> str:
    """What stands in `readq_saved` of a note."""
    return _digest(_body(note))


def is_same_note(one: str, two: str) -> bool:
    """Whether two notes differ in no more than line ends and outer blank lines."""
    return _body(one) == _body(two)


def _facts(paper: Paper, reading: Reading) -> Iterator[tuple[str, str]]:
    yield "readq_id", quoted(paper.id)
    yield "title", quoted(paper.title)
    if paper.title_is_derived:
        yield "title_origin", paper.title_origin.value
    if paper.authors:
        yield "authors", f"[{', '.join(map(quoted, paper.authors))}]"
    texts = {
        "venue": paper.venue,
        "doi": paper.doi,
        "arxiv": paper.arxiv_id,
        "url": paper.url,
        "citekey": paper.citekey,
    }
    if paper.year is not None:
        yield "year", str(paper.year)
    for name, text in texts.items():
        if text:
            yield name, quoted(text)
    yield "status", reading.status.value
    if reading.priority:
        yield "priority", str(reading.priority)
    if reading.rating is not None:
        yield "rating", str(reading.rating)
    if reading.deferred_until:
        yield "deferred_until", reading.deferred_until.isoformat()
    if reading.trashed:
        yield "trashed", reading.trashed.isoformat()


def _is_edited(old: str, reading: Reading) -> bool:
    """Whether the file says what readq did not write and the note does not say.

    Where only the file was changed, what is missing in it counts too.
    """
    saved = _SAVED.search(old)
    body, note = _body(HEAD.sub("", old, count=1)), _body(reading.note)
    if body == note or (saved and saved[1] == _digest(body)):
        return False
    return bool(saved and saved[1] == _digest(note)) or joined("", note, body) != note


def _body(note: str) -> str:
    return note.replace("\r\n", "\n").strip("\n")


def _digest(body: str) -> str:
    return sha256(body.encode()).hexdigest()[:12]


def _known_files(folder: Path) -> Iterator[tuple[str, Path]]:
    """Files with an id in their head, in the folder and the visible ones below it; links are not followed.

    The first of the copies of one file is the original: what makes copies makes their names longer.
    """
    yield from sorted(_with_ids(folder), key=lambda file: (len(str(file[1])), file[1]))


def _with_ids(folder: Path) -> Iterator[tuple[str, Path]]:
    for place, folders, names in os.walk(folder):
        folders[:] = sorted(name for name in folders if not name.startswith("."))
        for name in sorted(names):
            if name.endswith(".md") and not name.startswith("."):
                head = HEAD.match(_text_of(Path(place, name), _HEAD_BYTES) or "")
                found = _ID.search(head[1]) if head else None
                if found:
                    yield found[1], Path(place, name)


def _text_of(path: Path, limit: int = _LARGEST) -> str | None:
    """The text of a plain file, or its beginning; None for anything else."""
    with suppress(OSError, UnicodeDecodeError):
        fd = os.open(
            path, os.O_RDONLY | getattr(os, "O_NOFOLLOW", 0) | getattr(os, "O_NONBLOCK", 0)
        )
        with os.fdopen(fd, "rb") as file:
            if stat.S_ISREG(os.fstat(fd).st_mode):
                whole = limit == _LARGEST
                data = file.read(limit)
                if whole and file.read(1):
                    return None  # half a text is worse than none
                return data.decode("utf-8", "strict" if whole else "ignore")
    return None


def _create(path: Path, text: str) -> None:
    """Write a file that must not be there yet."""
    try:
        os.close(os.open(path, os.O_WRONLY | os.O_CREAT | os.O_EXCL, 0o600))
    except OSError as error:
        raise _unwritten(path, error) from None
    try:
        _replace(path, text)
    except BaseException:
        with suppress(OSError):
            path.unlink()
        raise


def _replace(path: Path, text: str) -> None:
    """Put the text in the file's place, whole or not at all."""
    try:
        fd, name = tempfile.mkstemp(prefix=".readq-", suffix=".tmp", dir=path.parent)
        try:
            with os.fdopen(fd, "wb") as out:
                out.write(text.encode())
                out.flush()
                os.fsync(out.fileno())
            Path(name).replace(path)
        except BaseException:
            with suppress(OSError):
                Path(name).unlink()
            raise
    except OSError as error:
        raise _unwritten(path, error) from None


def _unwritten(path: Path, error: OSError) -> ReadqError:
    return ReadqError(
        f"{path} cannot be written: {error.strerror}. The notes before it are written; "
        "the same command goes on."
    )
