"""What readq says when something cannot be done.

    ReadqError
     ├─ UsageError            the call itself is wrong (exit 2)
     │   └─ FilterError       a filter that does not parse, with its column
     ├─ SourceError           a file or feed that cannot be read
     ├─ ServiceError          a service on the net that gave no usable answer
     ├─ UnknownPaperError     no paper answers to that name
     │   └─ AmbiguousPaperError  several do
     └─ LibraryError          the library folder
         ├─ DamagedLibraryError   a file was found damaged; nothing was changed
         ├─ NewerLibraryError     written by a newer readq
         ├─ LockedLibraryError    another process holds the lock for too long
         └─ NotSavedError         the change could not be written

Every message is one sentence or two for the person at the terminal: what happened, where, what to do.
"""

from __future__ import annotations


class ReadqError(Exception):
    """Base of all errors a person can cause or meet; its text is shown as it is."""

    exit_code = 1

    @property
    def sentences(self) -> tuple[str, ...]:
        """What to say, a line each."""
        return (str(self),)


class UsageError(ReadqError):
    """The request itself makes no sense: an unknown word, a number out of range."""

    exit_code = 2


class FilterError(UsageError):
    """A filter that does not parse.

    Attributes:
        column: Where the trouble starts in the filter, counted from 0.
        length: How many characters are concerned (0 at the end of the text).
    """

    def __init__(self, message: str, column: int, length: int = 0) -> None:
        super().__init__(message)
        self.column = column
        self.length = length


class SourceError(ReadqError):
    """A file, folder or feed that cannot be read as a list of papers."""


class ServiceError(ReadqError):
    """A service on the net that was asked and gave no usable answer.

    Attributes:
        lasting: Whether asking it again in this run is of no use.
    """

    def __init__(self, message: str, *, lasting: bool = False) -> None:
        super().__init__(message)
        self.lasting = lasting


class UnknownPaperError(ReadqError):
    """No paper in the library answers to the given id, citekey, DOI or arXiv id."""


class AmbiguousPaperError(UnknownPaperError):
    """More than one paper answers to the given name."""


class LibraryError(ReadqError):
    """Something is wrong with the library folder."""


class DamagedLibraryError(LibraryError):
    """A file of the library is damaged; it was left exactly as it is."""


class NewerLibraryError(LibraryError):
    """The library was written by a newer readq."""


class LockedLibraryError(LibraryError):
    """Another process holds the library's lock and did not let go in time."""


class NotSavedError(LibraryError):
    """The change could not be written to disk; what was there before still is."""
