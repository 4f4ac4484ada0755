"""What commands print: lines for people, JSON for programs, talk on stderr."""

from __future__ import annotations

import os
import shutil
import sys
from collections.abc import Iterable
from typing import IO, Any, Literal

from readq.domain import Paper, Status
from readq.patterns import lazily
from readq.records import dataclass

_MARKS = {
    Status.NEW: "◦",
    Status.LATER: "◔",
    Status.QUEUED: "▸",
    Status.READING: "◒",
    Status.READ: "✓",
    Status.SKIPPED: "✗",
}
_ASCII_MARKS = {
    Status.NEW: ".",
    Status.LATER: "?",
    Status.QUEUED: ">",
    Status.READING: "~",
    Status.READ: "*",
    Status.SKIPPED: "x",
}
_COLOURS = {
    Status.LATER: "magenta",
    Status.QUEUED: "blue",
    Status.READING: "yellow",
    Status.READ: "cyan",
}
# JSON leaves these as they are, yet a terminal acts on them or cannot encode them.
_UNSAFE_IN_JSON = lazily("[\x7f-\x9f\u200e\u200f\u2028-\u202e\u2066-\u2069\ud800-\udfff]")
_STEERING = lazily("[\x00-\x08\x0b\x0c\x0e-\x1f\x7f-\x9f\u202a-\u202e\u2066-\u2069]|\r(?!\n)")
Colour = Literal["auto", "always", "never"]
"""When lines are coloured."""
_CUT = '…"'
"""How titles end that are cut in what a change is called."""
_TEXT_WIDTH = 100
_PIPED_TEXT_WIDTH = 80


@dataclass(frozen=True, slots=True)
class Look:
    """How lines for people are drawn on the stdout of this run."""

    width: int | None = None
    """Cells of a line; None where nobody needs lines cut, as in a pipe."""
    colour: bool = False
    unicode: bool = True

    @classmethod
    def of_stderr(cls) -> Look:
        """What talk may look like there, in ASCII where `use_ascii` said so."""
        return cls(unicode=_has_unicode(sys.stderr) and not _ascii_only)

    @classmethod
    def of_stdout(cls, *, ascii_only: bool = False, colour: Colour = "auto") -> Look:
        """What the reader, the terminal, `NO_COLOR` and the encoding allow."""
        tty = is_tty(sys.stdout)
        wanted = tty and not os.environ.get("NO_COLOR") and os.environ.get("TERM") != "dumb"
        return cls(
            width=shutil.get_terminal_size().columns if tty else None,
            colour=colour == "always" or (colour == "auto" and wanted),
            unicode=_has_unicode(sys.stdout) and not ascii_only,
        )

    @property
    def ellipsis(self) -> str:
        """Stands for the rest of a line."""
        return "…" if self.unicode else "~"

    def label(self, text: str) -> str:
        """What a change is called, safe to show; where a title in it was cut, as this run says so."""
        shown = clean(text)
        return shown if self.unicode else shown.replace(_CUT, f'{self.ellipsis}"')

    def title(self, paper: Paper) -> str:
        """The title of a paper, safe to show; readq's own may end in an ellipsis."""
        shown = clean(paper.title)
        is_own = paper.title_is_derived and shown.endswith("…")
        return shown[:-1] + self.ellipsis if is_own else shown

    @property
    def dot(self) -> str:
        """Stands between facts on one line."""
        return " · " if self.unicode else " - "

    @property
    def text_width(self) -> int:
        """Cells of a line of running text."""
        return _PIPED_TEXT_WIDTH if self.width is None else max(min(self.width, _TEXT_WIDTH), 20)

    def mark(self, status: Status) -> str:
        """The status as one character, coloured where there is colour."""
        sign = (_MARKS if self.unicode else _ASCII_MARKS)[status]
        colour = _COLOURS.get(status)
        return self.style(sign, fg=colour) if colour else sign

    def style(self, text: str, **how: Any) -> str:
        """`click.style` where there is colour, the bare text elsewhere."""
        if not self.colour:
            return text
        from click import style

        return style(text, **how)


_ascii_only = False


def use_ascii(plain: bool) -> None:
    """Say whether own words on stderr are ASCII, too; nobody who says something there knows the options."""
    global _ascii_only
    _ascii_only = plain


def _has_unicode(stream: IO[Any] | None) -> bool:
    return (getattr(stream, "encoding", None) or "utf-8").lower().startswith("utf")


def is_tty(stream: IO[Any] | None) -> bool:
    """Whether the stream leads to a terminal; closed and missing streams do not."""
    try:
        return stream is not None and stream.isatty()
    except ValueError:
        return False


def clean(text: str) -> str:
    """One line that is safe to show; help and completions need not load what makes it so."""
    from readq.text import clean

    return clean(text)


def clean_block(text: str) -> str:
    """Several lines that are safe to show."""
    from readq.text import clean_block

    return clean_block(text)


def say(text: str) -> None:
    """One line of talk on stderr, safe to show."""
    print(Look.of_stderr().label(text), file=sys.stderr, flush=True)


def put_lines(lines: Iterable[str]) -> None:
    """Lines on stdout; they must be safe to show already."""
    sys.stdout.writelines(f"{line}\n" for line in lines)


def put_json(value: Any) -> None:
    """One JSON value on stdout."""
    sys.stdout.write(_as_json(value, indent=2) + "\n")


def put_json_list(values: Iterable[Any]) -> None:
    """One JSON list on stdout, a value a line, written as the values come."""
    separator = "["
    for value in values:
        sys.stdout.write(f"{separator}\n{_as_json(value)}")
        separator = ","
    sys.stdout.write("[]\n" if separator == "[" else "\n]\n")


def put_text(text: str) -> None:
    """A document on stdout in UTF-8, whatever its encoding, with its own line ends.

    Imports let nothing in that steers a terminal; should a library edited by hand hold it, it is left out.
    """
    sys.stdout.flush()
    sys.stdout.buffer.write(_STEERING.sub("", text).encode())
    sys.stdout.buffer.flush()


def counted(number: int, noun: str) -> str:
    """`1 paper`, `1,234 papers`."""
    return f"{number:,} {noun}{'' if number == 1 else 's'}"


def _as_json(value: Any, indent: int | None = None) -> str:
    import json

    text = json.dumps(value, ensure_ascii=not _has_unicode(sys.stdout), indent=indent)
    return _UNSAFE_IN_JSON.sub(lambda match: f"\\u{ord(match[0]):04x}", text)
