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
from readq.errors import ReadqError
from readq.exporters.filenames import file_stem, free_name, name_key
from readq.patterns import lazily
from readq.records import dataclass

_HEAD_BYTES = 1 << 16
_LARGEST = 1 << 24
_HEAD = lazily(r"\A\ufeff?---[ \t]*\r?\n(.*?)^---[ \t]*\r?(?:\n|\Z)", re.DOTALL | re.MULTILINE)
_KEY = lazily(r"([A-Za-z_][\w -]*):")
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
    files = dict(_known_files(folder))
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
    lines["readq_saved"] = _quoted(_digest(body))
    head = [f"{name}: {value}\n" for name, value in lines.items()]
    kept = dict(_head_lines(old))
    for name, own in zip(_LISTS, (paper.aliases, reading.tags), strict=True):
        items = list(dict.fromkeys((*own, *_listed(kept.pop(name, "")))))
        if items:
            head.append(f"{name}: [{', '.join(map(_quoted, items))}]\n")
    head += [text for name, text in kept.items() if name not in _OWN]
    return f"---\n{''.join(head)}---\n\n{body}\n"


@dataclass(frozen=True, slots=True)
class NoteFile:
    """One file of a folder of notes."""

    path: Path
    paper_id: str
    note: str
    saved: str
    """The digest of the note as readq wrote it last; empty in a file readq did not write."""


def notes_in(folder: Path) -> Iterator[NoteFile]:
    """Every file in the folder that has a paper's id in its head.

    Raises:
        ReadqError: There is no such folder.
    """
    if not folder.is_dir():
        raise ReadqError(f"There is no folder {folder} to take notes from.")
    for paper_id, path in _known_files(folder):
        text = _text_of(path)
        if text is not None:
            saved = _SAVED.search(text)
            yield NoteFile(
                path, paper_id, _body(_HEAD.sub("", text, count=1)), saved[1] if saved else ""
            )


def note_digest(note: str) -> str:
    """What stands in `readq_saved` of a note."""
    return _digest(_body(note))


def is_same_note(one: str, two: str) -> bool:
    """Whether two notes differ in no more than line ends and outer blank lines."""
    return _body(one) == _body(two)


def _facts(paper: Paper, reading: Reading) -> Iterator[tuple[str, str]]:
    yield "readq_id", _quoted(paper.id)
    yield "title", _quoted(paper.title)
    if paper.title_is_derived:
        yield "title_origin", paper.title_origin.value
    if paper.authors:
        yield "authors", f"[{', '.join(map(_quoted, paper.authors))}]"
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
            yield name, _quoted(text)
    yield "status", reading.status.value
    if reading.priority:
        yield "priority", str(reading.priority)
    if reading.rating is not None:
        yield "rating", str(reading.rating)
    if reading.deferred_until:
        yield "deferred_until", reading.deferred_until.isoformat()


def _quoted(text: str) -> str:
    """A YAML string in double quotes, on one line, with nothing invisible in it."""
    parts = []
    for character in text:
        code = ord(character)
        if character in '"\\':
            parts.append(f"\\{character}")
        elif character.isprintable():
            parts.append(character)
        else:
            parts.append(f"\\U{code:08X}" if code > 0xFFFF else f"\\u{code:04X}")
    return f'"{"".join(parts)}"'


def _head_lines(text: str) -> Iterator[tuple[str, str]]:
    """The entries of a head as they are written, by key; what belongs to none is under the one above."""
    found = _HEAD.match(text)
    name, lines = "", ""
    for line in found[1].splitlines(keepends=True) if found else ():
        key = _KEY.match(line)
        if key:
            if lines:
                yield name, lines
            name, lines = key[1], ""
        lines += line
    if lines:
        yield name, lines


def _listed(entry: str) -> list[str]:
    """The plain or quoted items of a YAML list, on one line or on several."""
    value = entry.partition(":")[2].strip()
    if value.startswith("["):
        parts = re.findall(r'"(?:[^"\\]|\\.)*"|\'[^\']*\'|[^\[\],\s][^,\]]*', value)
    else:
        parts = re.findall(r"^[ \t]*-[ \t]+(.+?)[ \t]*$", value, re.MULTILINE)
    return [item for item in map(_unquoted, parts) if item]


def _unquoted(item: str) -> str:
    item = item.strip()
    if item.startswith('"') and item.endswith('"') and len(item) > 1:
        return re.sub(
            r"\\(?:U([0-9A-F]{8})|u([0-9A-F]{4})|(.))",
            lambda found: chr(int(found[1] or found[2], 16)) if found[1] or found[2] else found[3],
            item[1:-1],
        )
    return item.strip("'")


def _is_edited(old: str, reading: Reading) -> bool:
    """Whether the text in the file is neither what readq wrote last nor what it would write."""
    saved = _SAVED.search(old)
    body = _body(_HEAD.sub("", old, count=1))
    return body != _body(reading.note) and not (saved and saved[1] == _digest(body))


def _body(note: str) -> str:
    return note.replace("\r\n", "\n").strip("\n")


def _digest(body: str) -> str:
    return sha256(body.encode()).hexdigest()[:12]


def _known_files(folder: Path) -> Iterator[tuple[str, Path]]:
    """Files with an id in their head, in the folder and the visible ones below it; links are not followed."""
    known: set[str] = set()
    for place, folders, names in os.walk(folder):
        folders[:] = sorted(name for name in folders if not name.startswith("."))
        for name in sorted(names):
            if name.endswith(".md") and not name.startswith("."):
                head = _HEAD.match(_text_of(Path(place, name), _HEAD_BYTES) or "")
                found = _ID.search(head[1]) if head else None
                if found and found[1] not in known:
                    known.add(found[1])
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
                return file.read(limit).decode("utf-8", "strict" if whole else "ignore")
    return None


def _create(path: Path, text: str) -> None:
    """Write a file that must not be there yet."""
    with os.fdopen(os.open(path, os.O_WRONLY | os.O_CREAT | os.O_EXCL, 0o600), "wb") as out:
        out.write(text.encode())
        out.flush()
        os.fsync(out.fileno())


def _replace(path: Path, text: str) -> None:
    """Put the text in the file's place, whole or not at all."""
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
