"""Opening a source as text: files, gzip, standard input; encodings and limits."""

from __future__ import annotations

import codecs
import errno
import gzip
import io
import os
import re
import stat
import sys
import tempfile
import weakref
import zlib
from collections.abc import Callable, Iterable, Iterator
from contextlib import AbstractContextManager, contextmanager
from pathlib import Path
from typing import IO, cast

from readq.errors import SourceError
from readq.importers.charsets import (
    ERRORS,
    ByteSurvey,
    declared,
    guessed,
    spoken,
    utf16_without_mark,
)
from readq.patterns import lazily, lazily_bytes

MAX_BYTES = 512 * 2**20
"""More than this is not read, packed or unpacked."""

MAX_RATIO = 100
"""A gzip file that grows by more than this is not unpacked."""

_HEAD = 64 * 1024
_CHUNK = 1 << 20
_PIECE = 1 << 16
_IN_MEMORY = 16 * 2**20
# Below this a high ratio does no harm: a few repeated lines pack that well.
_RATIO_COUNTS_FROM = 2**20
_ADDRESS = lazily(r"[a-z][a-z0-9+.-]*://|www\.", re.IGNORECASE)
_CONTROL = lazily_bytes(rb"[\x00-\x08\x0e-\x1a\x1c-\x1f]")
_BOMS = (
    (codecs.BOM_UTF8, "utf-8"),
    (codecs.BOM_UTF16_LE, "utf-16-le"),
    (codecs.BOM_UTF16_BE, "utf-16-be"),
)


Opener = Callable[[], AbstractContextManager[IO[bytes]]]


class RawSource:
    """A source as it is stored."""

    remark: tuple[int, str] | None = None
    """What is to be said about its bytes: the line and a sentence."""
    charset = ""
    """The character set it is read in, in words, where that was a guess."""
    together: tuple[Path, ...] = ()
    """Files that are read in one go with it."""

    def __init__(
        self, name: str, reopen: Opener, total_bytes: int, path: Path | None = None
    ) -> None:
        """Keep how to read it.

        Args:
            name: What to call the source in messages, without a folder.
            reopen: Gives the stored bytes from the start, once for each pass.
            total_bytes: Its size as stored.
            path: Where it is, if it is a file.
        """
        self.name = name
        self.path = path
        self.reopen = reopen
        self.total_bytes = total_bytes

    @property
    def bytes_read(self) -> int:
        """How far it has been read."""
        return self.total_bytes

    def first_bytes(self) -> bytes:
        """The stored bytes at the start."""
        try:
            with self.reopen() as raw:
                return raw.read(_HEAD)
        except OSError as error:
            raise SourceError(f"{self.name}: cannot be read ({error.strerror}).") from error

    def as_text(self) -> TextSource:
        """The same source as text.

        Raises:
            SourceError: It is empty, too large or not text.
        """
        try:
            return TextSource(self.name, self.reopen, self.total_bytes, self)
        except OSError as error:
            raise SourceError(f"{self.name}: cannot be read ({error.strerror}).") from error


class TextSource(RawSource):
    """A source whose bytes are known to be text; it can be read from the start any number of times."""

    def __init__(
        self, name: str, reopen: Opener, total_bytes: int, stored: RawSource | None = None
    ) -> None:
        """Look the source through once.

        Args:
            name: What to call the source in messages, without a folder.
            reopen: Gives the stored bytes from the start, once for each pass.
            total_bytes: Its size as stored.
            stored: The source this is the text of.

        Raises:
            SourceError: It is empty, too large or not text.
        """
        super().__init__(name, reopen, total_bytes, stored.path if stored else None)
        # Standard input lives as long as the source it was read into.
        self._stored = stored
        self._raw: IO[bytes] | None = None
        self._errors = "strict"
        self._bom, self._packed = b"", False
        self._packed = self._first_bytes().startswith(b"\x1f\x8b")
        head = self._first_bytes()
        self._bom, self._encoding = next(
            (b for b in _BOMS if head.startswith(b[0])), (b"", "utf-8")
        )
        if not self._bom:
            self._encoding = utf16_without_mark(head[:8192]) or "utf-8"
        self._refuse_other_than_text(head)
        self._check_all(head)
        self.head = self._decoder()(head[len(self._bom) :])
        """The first characters of the text."""

    @property
    def bytes_read(self) -> int:
        """How far the stored bytes have been read in the pass under way; all of them after a pass."""
        if self._raw is None or self._raw.closed:
            return self.total_bytes
        return min(self._raw.tell(), self.total_bytes)

    def lines(self) -> Iterator[str]:
        """The lines from the start, with LF at their ends however the source ends them.

        A line of more than a million characters comes in pieces.
        """
        with self._opened() as raw:
            text = self._as_text(raw)
            try:
                yield from _in_lines(iter(lambda: text.read(_PIECE), ""))
            finally:
                if not raw.closed:
                    text.detach()

    def pieces(self) -> Iterator[str]:
        """The text from the start in pieces of about a million characters, with LF at the ends of lines."""
        with self._opened() as raw:
            text = self._as_text(raw)
            try:
                yield from iter(lambda: text.read(_CHUNK), "")
            finally:
                if not raw.closed:
                    text.detach()

    def chunks(self) -> Iterator[str]:
        """The text from the start in pieces of about a million characters, line ends as they are."""
        decode = self._decoder()
        with self._opened() as raw:
            while piece := raw.read(_CHUNK):
                yield decode(piece)
            yield decode(b"", True)

    def _decoder(self) -> Callable[..., str]:
        return codecs.getincrementaldecoder(self._encoding)(self._errors).decode

    def _as_text(self, raw: io.BufferedIOBase) -> io.TextIOWrapper:
        return io.TextIOWrapper(
            cast("IO[bytes]", raw), self._encoding, errors=self._errors, newline=None
        )

    @contextmanager
    def _opened(self) -> Iterator[io.BufferedIOBase]:
        try:
            with self.reopen() as self._raw:
                self._refuse_changed(self._raw)
                raw = gzip.GzipFile(fileobj=self._raw, mode="rb") if self._packed else self._raw
                raw.read(len(self._bom))
                yield cast("io.BufferedIOBase", raw)
                self._refuse_changed(self._raw)
        except (EOFError, zlib.error, gzip.BadGzipFile) as error:
            raise SourceError(f"{self.name}: the gzip file is damaged or cut short.") from error
        except UnicodeDecodeError as error:
            raise SourceError(self._changed()) from error
        except OSError as error:  # the file went away, or the disk did
            raise SourceError(f"{self.name}: cannot be read ({error.strerror}).") from error

    def _changed(self) -> str:
        return f"{self.name}: the file changed while it was read; add it again when it is finished."

    def _refuse_changed(self, raw: IO[bytes]) -> None:
        """Half a file would look like a whole list."""
        if self.path and not raw.closed and os.fstat(raw.fileno()).st_size != self.total_bytes:
            raise SourceError(self._changed())

    def _first_bytes(self) -> bytes:
        with self._opened() as raw:
            return raw.read(_HEAD)

    def _refuse_other_than_text(self, head: bytes) -> None:
        if not head:
            raise SourceError(f"{self.name} is empty.")
        if self._encoding != "utf-8":
            return
        kind = next((what for magic, what in _MAGIC if head.startswith(magic)), "")
        if head[257:262] == b"ustar":
            kind = f"a tar archive, which readq cannot read; {_UNPACK}"
        if kind:
            raise SourceError(f"{self.name} is {kind}")
        sample = head[:8192]
        if len(_CONTROL.findall(sample)) * 50 > len(sample):
            raise SourceError(f"{self.name} is a binary file, not a list of papers.")

    def _check_all(self, head: bytes) -> None:
        """Read everything once, so that nothing is imported from a source that turns out unreadable."""
        wrong = self._first_wrong_byte()
        if wrong is None:
            return
        offset, line = wrong
        survey = ByteSurvey()
        seen = 0
        with self._opened() as raw:
            while piece := raw.read(_CHUNK):
                seen += len(piece)
                self._check_size(seen)
                survey.add(piece)
        self._errors = ERRORS if self._encoding == "utf-8" else "replace"
        if self._bom or survey.is_mostly_utf8:
            self.remark = (line, self._wrong_byte(offset))
        else:
            self._encoding = declared(head)
            if not self._encoding:
                self._encoding = guessed(survey.sample)
                self.charset = spoken(self._encoding)
            self._errors = ERRORS

    def _first_wrong_byte(self) -> tuple[int, int] | None:
        """Offset and line of the first byte that does not fit the encoding; None if all do."""
        decode = self._decoder()
        seen, line, anything = len(self._bom), 1, False
        with self._opened() as raw:
            while True:
                piece = raw.read(_CHUNK)
                try:
                    text = decode(piece, not piece)
                except UnicodeDecodeError as error:
                    # The decoder may still have held the first bytes of a character.
                    held = len(error.object) - len(piece)
                    line += error.object[: error.start].count(b"\n")
                    return seen - held + error.start, line
                seen += len(piece)
                if not piece:
                    break
                self._check_size(seen)
                line += piece.count(b"\n")
                anything = anything or not text.isspace()
        if not anything:
            raise SourceError(f"{self.name} has nothing but white space in it.")
        return None

    def _check_size(self, seen: int) -> None:
        if seen > MAX_BYTES:
            raise SourceError(
                f"{self.name}: more than {MAX_BYTES // 2**20} MB; split it and add the parts."
            )
        if self._packed and seen > max(_RATIO_COUNTS_FROM, MAX_RATIO * self.total_bytes):
            raise SourceError(
                f"{self.name}: unpacks to more than {MAX_RATIO} times its size, which no list of papers "
                "does; unpack it yourself if you trust it."
            )

    def _wrong_byte(self, offset: int) -> str:
        encoding = self._encoding.upper().removesuffix("-LE").removesuffix("-BE")
        return (
            f"not {encoding} at byte {offset}, and perhaps further on; such bytes were read as Windows-1252, "
            "or kept as \\xNN where they make no letter. Save the file as UTF-8 and add it again if it looks wrong"
        )


_UNPACK = "unpack it and add the list inside."
_MAGIC = (
    (
        b"%PDF",
        "a PDF file, which readq reads only as it is and not packed or as another format.",
    ),
    (b"PK\x03\x04", f"a zip archive (or an office document), which readq cannot read; {_UNPACK}"),
    (b"PK\x05\x06", "an empty zip archive."),
    (b"BZh", f"a bzip2 archive, which readq cannot read; {_UNPACK}"),
    (b"\xfd7zXZ", f"an xz archive, which readq cannot read; {_UNPACK}"),
    (b"\x28\xb5\x2f\xfd", f"a zstd archive, which readq cannot read; {_UNPACK}"),
    (b"7z\xbc\xaf", f"a 7z archive, which readq cannot read; {_UNPACK}"),
    (b"Rar!", f"a RAR archive, which readq cannot read; {_UNPACK}"),
    (b"\x89PNG", "a picture, not a list of papers."),
    (b"\xff\xd8\xff", "a picture, not a list of papers."),
    (b"SQLite format 3", "an SQLite database, which readq cannot read; export it to JSON."),
    (b"\x7fELF", "a program, not a list of papers."),
    (b"\x1f\x8b", "a gzip file within a gzip file; unpack it and add the list inside."),
    (b"{\\rtf", "an RTF document; save it as plain text (UTF-8) and add that."),
)


def open_source(source: str | Path, stdin: IO[bytes] | None = None) -> RawSource:
    """Open a file, or standard input for `-`.

    Raises:
        SourceError: There is no such file, or it is not a plain file.
    """
    if str(source) == "-":
        return _open_stdin(stdin or sys.stdin.buffer)
    if not str(source):
        raise SourceError('"" names no file.')
    path = Path(source).expanduser()
    try:
        found = path.stat()
        if stat.S_ISDIR(found.st_mode):
            raise SourceError(f"{path} is a folder; name the files in it.")
        if not stat.S_ISREG(found.st_mode):
            raise SourceError(f"{path} is a pipe or device, not a file; to read a pipe, name -.")
        if found.st_size > MAX_BYTES:
            raise SourceError(
                f"{path.name}: more than {MAX_BYTES // 2**20} MB; split it and add the parts."
            )
        with path.open("rb") as stream:
            stream.read(1)
        return RawSource(path.name, lambda: path.open("rb"), found.st_size, path)
    except FileNotFoundError:
        if _ADDRESS.match(str(source)):
            raise SourceError(
                f"{source} is a web address, which readq does not fetch: save what is there as a file and "
                "add that. Addresses of papers on arXiv and OpenReview and DOIs are added as they are."
            ) from None
        raise SourceError(f"{path}: no such file.") from None
    except ValueError as error:
        raise SourceError(f"{str(source)!r} is not a file name ({error}).") from None
    except OSError as error:
        reason = "its name is too long" if error.errno == errno.ENAMETOOLONG else error.strerror
        raise SourceError(f"{path}: cannot be read ({reason}).") from error


def stdin_name(stdin: IO[bytes] | None) -> str:
    """What to call what `-` reads: its `title`, if it has one."""
    return str(getattr(stdin, "title", "standard input"))


def _open_stdin(stdin: IO[bytes]) -> RawSource:
    spool = cast("IO[bytes]", tempfile.SpooledTemporaryFile(max_size=_IN_MEMORY))  # noqa: SIM115
    size = 0
    while piece := stdin.read(_CHUNK):
        size += len(piece)
        if size > MAX_BYTES:
            spool.close()
            raise SourceError(f"{stdin_name(stdin)}: more than {MAX_BYTES // 2**20} MB.")
        spool.write(piece)

    @contextmanager
    def rewound() -> Iterator[IO[bytes]]:
        spool.seek(0)
        yield spool

    source = RawSource(stdin_name(stdin), rewound, size)
    weakref.finalize(source, spool.close)
    return source


def _in_lines(pieces: Iterable[str]) -> Iterator[str]:
    """Lines from pieces of text: to cut many out of a large piece is cheaper than to read them one by one."""
    rest = ""
    for piece in pieces:
        if "\n" in piece:
            first, *others = piece.split("\n")
            yield f"{rest}{first}\n"
            rest = others.pop()
            for line in others:
                yield f"{line}\n"
        else:
            rest += piece
            if len(rest) >= _CHUNK:
                yield rest
                rest = ""
    if rest:
        yield rest
