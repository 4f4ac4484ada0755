"""Reading JSON bit by bit, so that one bad place does not cost the whole file."""

from __future__ import annotations

import json
import re
from collections.abc import Iterator
from typing import Any

from readq.importers.pieces import next_text
from readq.patterns import lazily
from readq.records import dataclass

MAX_VALUE = 16 * 2**20
"""Characters after which a record is given up."""

_SPACE = lazily(r"[ \t\n\r]*")
_NEXT_LINE = lazily(r"\n[ \t\r]*(?=[\[{])")
_NEXT_RECORD = lazily(r"\}\s*,\s*(?=\{)")
# A number or literal this near to the end of what is loaded may go on after it.
_MARGIN = 16


@dataclass(frozen=True, slots=True)
class Unfit:
    """Stands for a number JSON readers do not agree on."""

    what: str


class JsonTrouble(Exception):  # noqa: N818
    """Text that is not JSON.

    Attributes:
        line: Where, counted from 1.
        at_end: Whether the text simply stops too early.
    """

    def __init__(self, what: str, line: int, *, at_end: bool = False) -> None:
        super().__init__(what)
        self.line = line
        self.at_end = at_end


def _integer(digits: str) -> int | Unfit:
    return int(digits) if len(digits) < 300 else Unfit(f"a number of {len(digits):,} digits")


def _constant(name: str) -> Unfit | None:
    """NaN is how some programs write "nothing here"; infinities mean nothing readq could keep."""
    return None if name == "NaN" else Unfit(name)


_decoder = json.JSONDecoder(parse_int=_integer, parse_constant=_constant)


def decode_line(text: str, line: int) -> Any:
    """The one JSON value of a line.

    Raises:
        JsonTrouble: It is none.
    """
    try:
        return _decoder.decode(text)
    except json.JSONDecodeError as error:
        raise JsonTrouble(_said(error), line) from None
    except RecursionError:
        raise JsonTrouble("brackets within brackets too deep", line) from None


class JsonText:
    """A cursor over JSON text that comes in pieces."""

    def __init__(self, chunks: Iterator[str]) -> None:
        self._chunks = chunks
        self._text = ""
        self._at = 0
        self._line = 1
        self._counted = 0

    @property
    def line(self) -> int:
        """The line the cursor is on, counted from 1."""
        self._line += self._text.count("\n", self._counted, self._at)
        self._counted = self._at
        return self._line

    def peek(self) -> str:
        """The next character that is not white space; empty at the end."""
        while True:
            found = _SPACE.match(self._text, self._at)
            self._at = found.end() if found else self._at
            if self._at < len(self._text):
                return self._text[self._at]
            if not self._more():
                return ""

    def skip(self, character: str) -> bool:
        """Step over the next character if it is this one."""
        if self.peek() != character:
            return False
        self._at += 1
        return True

    def value(self) -> Any:
        """The next value; the cursor goes behind it, or stays where it is when there is trouble.

        Raises:
            JsonTrouble: There is no JSON value here.
        """
        if not self.peek():
            raise JsonTrouble("the text stops where a value is due", self.line, at_end=True)
        while True:
            try:
                value, end = _decoder.raw_decode(self._text, self._at)
            except json.JSONDecodeError as error:
                cut = self._may_be_cut(error)
                if cut and len(self._text) - self._at > MAX_VALUE:
                    what = f"longer than {MAX_VALUE // 2**20} MB, which no paper is"
                    raise JsonTrouble(what, self.line) from None
                if cut and self._more():
                    continue
                line = self.line + self._text.count("\n", self._at, error.pos)
                raise JsonTrouble(_said(error), line, at_end=cut) from None
            except RecursionError:
                raise JsonTrouble("brackets within brackets too deep", self.line) from None
            may_go_on = end + _MARGIN > len(self._text) and isinstance(value, (int, float, Unfit))
            if not (may_go_on and self._more()):
                self._at = end
                return value

    def to_next_record(self) -> bool:
        """After trouble: go to the next `{` that follows a `},`; False when there is none."""
        return self._to(_NEXT_RECORD)

    def to_next_line(self) -> bool:
        """After other text: go to the next line that begins with a value; False when there is none."""
        return self._to(_NEXT_LINE)

    def _to(self, pattern: re.Pattern[str]) -> bool:
        while True:
            found = pattern.search(self._text, self._at)
            if found:
                self._at = found.end()
                return True
            # The pattern may lie across the border of two pieces.
            self._at = max(self._at, len(self._text) - 64)
            if not self._more():
                return False

    def _may_be_cut(self, error: json.JSONDecodeError) -> bool:
        return error.msg.startswith("Unterminated string") or error.pos + _MARGIN > len(self._text)

    def _more(self) -> bool:
        more = next_text(self._chunks, len(self._text) - self._at)
        if not more:
            return False
        _ = self.line
        self._text = self._text[self._at :] + more
        self._at = self._counted = 0
        return True


def _said(error: json.JSONDecodeError) -> str:
    reason = error.msg[0].lower() + error.msg[1:]
    return f"not JSON ({reason}, column {error.colno})"
