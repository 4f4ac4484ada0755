"""Saving a note while it is being written: when to write, what to keep when it cannot be written."""

from __future__ import annotations

import contextlib
from dataclasses import replace

from readq.domain.joining import joined
from readq.errors import NotSavedError, ReadqError
from readq.library import Library
from readq.ui.rescue import Rescue


class NoteSaving:
    """The text of the note as the screen has it, beside the text as the library has it."""

    def __init__(self, library: Library, paper_id: str, title: str) -> None:
        """Start from the stored note on a paper."""
        self._library = library
        self._paper_id = paper_id
        self._rescue = Rescue(library.folder, title)
        self._draft = library.draft()
        self._last_change: int | None = None
        self.stored = library.reading(paper_id).note
        """The note as it was in the library when last looked at."""
        self.text = self.stored
        """The note as it is on the screen."""
        self._clean_text = self.stored
        self.failed = ""
        """Why the last save failed; empty when it did not."""

    def typed(self, text: str) -> None:
        """The screen shows `text` now; should readq be killed, the next start has it."""
        self.text = text
        if self._draft is None:
            return
        if self.is_dirty:
            reading = self._library.reading(self._paper_id)
            self._draft.keep(replace(reading, note=self.stored), text)
        else:
            self._draft.saved()

    def loaded(self, text: str) -> None:
        """The screen shows the stored note as `text`, which may differ in its line ends."""
        self.text = self._clean_text = text

    @property
    def is_dirty(self) -> bool:
        """Whether the screen has something that the library has not."""
        return self.text != self._clean_text

    @property
    def is_stale(self) -> bool:
        """Whether the stored note is no longer the one last looked at."""
        return self._library.reading(self._paper_id).note != self.stored

    def with_other_text(self) -> str | None:
        """The text with what somebody else made of the stored note meanwhile; None when it is as it was.

        Raises:
            ReadqError: The library cannot be read; a copy of the text is kept.
        """
        try:
            self._library.refresh()
        except ReadqError as error:
            self._set_aside(error)
            raise
        if not self.is_stale:
            return None
        before, self.stored = self.stored, self._library.reading(self._paper_id).note
        self._last_change = None
        return joined(before, self.text, self.stored) if self.is_dirty else self.stored

    def save(self) -> None:
        """Write the text, if it is new.

        Raises:
            ReadqError: It could not be written; a copy is kept.
        """
        if not self.is_dirty:
            self.failed = ""
            return
        merge = self._library.undo_id == self._last_change
        try:
            change = self._library.note(self._paper_id, self.text, merge=merge)
            self.stored = self._library.reading(self._paper_id).note
            if change is not None:
                self._last_change = change.id
            if not self._library.save():
                raise NotSavedError(self._library.save_error)
        except ReadqError as error:
            self._set_aside(error)
            raise
        self.failed = ""
        self._rescue.drop()
        self.loaded(self.text)
        if self._draft is not None:
            self._draft.saved()

    def save_quietly(self) -> None:
        """Save when the screen goes and nobody can be told any more; a copy is kept when it fails."""
        with contextlib.suppress(ReadqError):
            both = self.with_other_text()
            if both is not None and self.is_dirty:
                self.text = both
            self.save()
        if self._draft is not None:
            self._draft.close(keep=self.is_dirty and self._rescue.path is None)

    def _set_aside(self, error: ReadqError) -> None:
        self.failed = str(error)
        if self.is_dirty:
            with contextlib.suppress(OSError):
                self._rescue.keep(self.text)

    def rescued(self) -> str:
        """A sentence that tells where the copy is."""
        if self._rescue.path is None:
            return "No copy could be kept either; leave this window open."
        return f"A copy is in {self._rescue.path}"
