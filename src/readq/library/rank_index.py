"""The ranking index of a library: made once, kept beside it, extended by what is imported."""

from __future__ import annotations

import re
import threading
from array import array
from collections.abc import Callable, Collection, Iterable, Iterator
from zlib import crc32

from readq.domain import Paper
from readq.patterns import lazily
from readq.store import Files
from readq.text import render
from readq.triage import PaperText, Ranker, TextIndex, load, pieces

_NAME = "ranking"
_KEPT_FROM = 500
"""Smaller libraries are read in no time."""
_MARKUP = lazily(r"[\\$<&*`^]")
_IN_WORDS = lazily(r"\\(?:[\"'`^~=.]|[uvHckrbd](?![A-Za-z]))|<[a-z/!]|&[a-z#]", re.IGNORECASE)
_COMMAND = lazily(
    r"\\(?:(?:begin|end|cite[tp]?|ref|label|url|href)\s*\{[^}]*\}|[A-Za-z]+\*?|.)", re.DOTALL
)
_AROUND_WORDS = str.maketrans(dict.fromkeys("${}*`^"))
_TOLD_EVERY = 64
_HEAD, _ALIGNED = 64, 8
_READING = 0.7
"""How much of the work is done once all texts are read."""

Share = Callable[[float], object]


class KeptIndex:
    """Gives a ranker that knows the papers as they are now; one thread at a time."""

    def __init__(self, files: Callable[[], Files]) -> None:
        """Read the papers of `files`."""
        self._files = files
        self._stale: set[str] = set()
        self._stale_lock = threading.Lock()
        self._checks: dict[str, int] = {}
        """What tells the texts that were read from others."""
        self._is_written = True

    def forget(self, paper_ids: Iterable[str]) -> None:
        """These papers came, went or changed; waits for nothing."""
        with self._stale_lock:
            self._stale.update(paper_ids)

    def ranker(self, progress: Share | None = None) -> Ranker:
        """Load the index or make it.

        Args:
            progress: Told how far that is, 0 to 1.
        """
        with self._stale_lock:
            self._stale.clear()
        kept = self._kept()
        ranker = None if kept is None else self._renewed(*kept)
        return ranker or self._made(progress)

    def up_to_date(self, ranker: Ranker, progress: Share | None = None) -> Ranker:
        """The ranker, or one that has taken in the papers that came or changed since."""
        with self._stale_lock:
            stale, self._stale = self._stale, set()
        if not stale:
            return ranker
        if ranker.index.built < _KEPT_FROM:
            return self._as_if_made_now(ranker, stale, progress)
        in_order = [i for i in self._files().paper_ids if i in stale]
        return self._renewed(ranker, in_order) or self._made(progress)

    def _as_if_made_now(
        self, ranker: Ranker, stale: Collection[str], progress: Share | None
    ) -> Ranker:
        """A ranker made anew when something changed.

        An index that is kept nowhere must not tell how it grew: after a restart the order would be another.
        """
        files = self._files()
        for paper_id in stale:
            is_there, was_there = files.has(paper_id), paper_id in ranker.index.number
            if is_there is not was_there or (
                is_there and _check(_text_of(files.paper(paper_id))) != self._checks.get(paper_id)
            ):
                return self._made(progress)
        return ranker

    def keep(self, ranker: Ranker) -> None:
        """Write the index if it is not on disk as it is."""
        if not self._is_written:
            self._write(self.up_to_date(ranker).index)

    def _made(self, progress: Share | None) -> Ranker:
        self._checks = {}
        marks = self._files().paper_marks()
        index = TextIndex.build(self._texts(progress))
        self._write(index, marks)
        return Ranker(index)

    def _texts(self, progress: Share | None) -> Iterator[PaperText]:
        files = self._files()
        ids = list(files.paper_ids)
        for count, paper_id in enumerate(ids):
            if progress is not None and count % _TOLD_EVERY == 0:
                progress(_READING * count / len(ids))
            try:
                text = _text_of(files.paper(paper_id))
            except KeyError:  # another process took it away
                continue
            self._checks[paper_id] = _check(text)
            yield text

    def _renewed(self, ranker: Ranker, paper_ids: Iterable[str]) -> Ranker | None:
        """The ranker with these papers as they are now; None when it is better made anew."""
        files = self._files()
        changed = []
        for paper_id in paper_ids:
            if not files.has(paper_id):
                continue  # it is shown nowhere, and may come back
            text = _text_of(files.paper(paper_id))
            check = _check(text)
            if self._checks.get(paper_id) != check:
                self._checks[paper_id] = check
                changed.append(text)
        if not changed:
            return ranker
        known = [text.id for text in changed if text.id in ranker.index.number]
        index = ranker.index.without(known).extended(changed)
        if index.is_outgrown:
            return None
        self._is_written = False
        return Ranker(index)

    # On disk

    def _kept(self) -> tuple[Ranker, Iterable[str]] | None:
        """What is on disk, and which papers changed since."""
        files = self._files()
        data = files.derived(_NAME)
        parts = None if data is None else _parted(data)
        if parts is None:
            return None
        marks, checks, packed = parts
        index, changed = load(packed), files.papers_changed_since(marks)
        if index is None or changed is None or len(checks) != len(index.ids):
            return None
        self._checks = {i: check for i, check in zip(index.ids, checks, strict=True) if i}
        return Ranker(index), changed

    def _write(self, index: TextIndex, marks: bytes | None = None) -> None:
        self._is_written = True
        if len(index) < _KEPT_FROM:
            return
        files = self._files()
        checks = array("I", (self._checks.get(i, 0) for i in index.ids))
        first = _opening(files.paper_marks() if marks is None else marks, checks)
        files.keep_derived(_NAME, first, *pieces(index))


def _text_of(paper: Paper) -> PaperText:
    return PaperText(paper.id, paper.title, _words_of(paper.abstract), paper.keywords)


def _words_of(abstract: str) -> str:
    """The abstract with little left but words: all that ranking looks at, in a quarter of the time.

    Accents, tags and entities, which could make one word two, are resolved as they are for the screen.
    """
    if not _MARKUP.search(abstract):
        return abstract
    if _IN_WORDS.search(abstract):
        return render(abstract).plain
    return _COMMAND.sub(" ", abstract).translate(_AROUND_WORDS)


def _check(text: PaperText) -> int:
    return crc32("\0".join((text.title, text.abstract, *text.keywords)).encode())


def _opening(marks: bytes, checks: array[int]) -> bytes:
    """What is before the index in its file: a line with the length and the checksum of two parts, and these.

    The index stays where a processor likes it.
    """
    own = checks.tobytes()
    head = b"%d %d %d" % (len(marks), len(own), crc32(own, crc32(marks)))
    room = -(len(marks) + len(own)) % _ALIGNED
    return b"".join((head.ljust(_HEAD - 1), b"\n", marks, own, b" " * room))


def _parted(data: bytes) -> tuple[bytes, array[int], memoryview] | None:
    """The parts again; None when this does not begin as `_opening` does."""
    numbers, rest = data[:_HEAD].split(), memoryview(data)[_HEAD:]
    if len(numbers) != 3 or not all(number.isdigit() for number in numbers):
        return None
    first, second, check = map(int, numbers)
    marks, own = bytes(rest[:first]), bytes(rest[first : first + second])
    if len(own) != second or second % 4 or crc32(own, crc32(marks)) != check:
        return None
    packed = first + second + -(first + second) % _ALIGNED
    return marks, array("I", own), rest[packed:]
