"""Finding the records of a BibTeX file, however broken, and reading their fields.

BibTeX counts braces and knows no escape, so a record ends where its braces balance. A record whose braces
never do ends before the next line that begins another; its fields are then told apart by their lines.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping
from dataclasses import field

from readq.importers.pieces import next_text
from readq.patterns import lazily
from readq.records import dataclass

MAX_RECORD = 8 * 2**20
"""Characters after which a record is given up."""

_MAX_MACRO = 100_000
_MOST_INSIDE = 3
"""Records on lines of their own that a value may quote before its braces are taken for unbalanced."""
_TAIL = 256
"""Characters kept at the end of a piece, in which a record may begin."""

_START = lazily(r"(?<![\w.])@\s*([^\W_][\w-]*)\s*([{(])")
_BOUNDARY = r"\n[ \t]*@\s*[^\W_][\w-]*\s*[{(]"
# One set of signs in front lets the search pass over all others at once.
_NEXT_RECORD = lazily(_BOUNDARY)
_BRACE = lazily(rf"[{{}}\n](?:(?<=[{{}}])|(?<=\n){_BOUNDARY[2:]})")
_PAREN = lazily(rf"[{{}}()\"]|{_BOUNDARY}")
_BRACE_ONLY = lazily(r"[{}]")
_UNESCAPED_BRACE = lazily(r"\\.|[{}]", re.DOTALL)
_BRACE_OR_QUOTE = lazily(r'[{}"]')
# Braces three deep in one step; what is deeper is counted.
_VALUE = lazily(
    r"\{(?:[^{}]++|\{(?:[^{}]++|\{(?:[^{}]++|\{[^{}]*+\})*+\})*+\})*+\}"
    r'|"(?:[^"{}]++|\{(?:[^{}]++|\{(?:[^{}]++|\{[^{}]*+\})*+\})*+\})*+"'
)
_NAME = r"[^\W\d][\w:.+/-]*"
_KEY = lazily(r"\s*+([^,={}\"]{0,500}?)\s*+(?:,|$)")
_ODD_KEY = lazily(r"\s*+([^,=\s]{1,200}),")
_KEY_WITHOUT_COMMA = lazily(rf"\s*+([^,={{}}\"\s]{{1,200}})\s++(?={_NAME}\s*=\s*[{{\"\d])")
_KEY_GOES_ON = lazily(rf"\s*([\w.:+/-]{{1,80}})\s*,(?=\s*{_NAME}\s*=)")
_NOT_IN_KEYS = lazily(r"[{}\\\"'`^~]")
_FIELD = lazily(rf"[\s,]*({_NAME})\s*=\s*")
_WITHOUT_EQUALS = lazily(rf"[\s,]*({_NAME})\s*(?=[{{\"]|\d{{1,4}}\s*(?:[,}}]|$))")
_WHOLE_FIELD = lazily(
    rf"[\s,]*({_NAME})\s*=\s*(?:\{{((?:[^{{}}]++|\{{(?:[^{{}}]++|\{{[^{{}}]*+\}})*+\}})*+)\}}|(\d+))\s*+(?:,|\Z)"
)
_NEXT_FIELD = lazily(
    rf"(?:[}}\"]?\s*,?[ \t]*\n[\s,]*|[}}\"][ \t]*,[ \t]*)"
    rf"(?={_NAME}\s*=\s*(?:[{{\"\d]|[A-Za-z]+\s*[,#}}\n]))"
)
_GOES_ON = lazily(rf"[^@{{}}]{{0,2000}}?[}}\"]\s*,\s*\n?\s*{_NAME}\s*=\s*[{{\"\d]")
_GOES_ON_AT_ONCE = lazily(rf"\s*,\s*{_NAME}\s*=\s*[{{\"\d]")
_BARE = lazily(r"[^\s,#{}()\"=]+")
_SPACE = lazily(r"\s*")

MONTHS = ("jan", "feb", "mar", "apr", "may", "jun", "jul", "aug", "sep", "oct", "nov", "dec")


@dataclass(slots=True)
class BibRecord:
    """One `@type{key, …}` of a file."""

    kind: str
    """In lower case."""
    line: int
    key: str = ""
    fields: dict[str, str] = field(default_factory=dict)
    """By name in lower case; macros and `#` are resolved, white space is as in the file."""
    troubles: list[str] = field(default_factory=list)
    """What was wrong and has been put right, each the end of a sentence about the record."""
    too_long: bool = False


class BibScanner:
    """One pass over a BibTeX text that comes in pieces."""

    def __init__(self, pieces: Iterator[str], macros: Mapping[str, str] | None = None) -> None:
        """Start before the first record.

        Args:
            pieces: The text, with LF at the ends of lines.
            macros: What is defined further down than it is used.
        """
        self._pieces = pieces
        self._text = ""
        self._at = 0
        self._line = 1
        self._counted = 0
        self.macros = dict(zip(MONTHS, MONTHS, strict=True)) | dict(macros or {})
        """What `@string` has defined up to here."""

    def records(self) -> Iterator[BibRecord]:
        """Every record but comments, preambles and macro definitions, which work on those after them."""
        while True:
            found = _START.search(self._text, self._at)
            if found is None or found.end() == len(self._text):
                self._at = found.start() if found else max(self._at, len(self._text) - _TAIL)
                if self._more():
                    continue
                if found is None:
                    return
                found = _START.search(self._text, self._at)
                if found is None:
                    return
            if self._is_commented_out(found.start()):
                self._at = found.end()
                continue
            self._at = found.start()
            record = self._record(found)
            if record is not None:
                yield record

    def _is_commented_out(self, at: int) -> bool:
        line = self._text[self._text.rfind("\n", 0, at) + 1 : at]
        return line.lstrip().startswith("%")

    def _record(self, found: re.Match[str]) -> BibRecord | None:
        kind, opener = found[1].lower(), found[2]
        record = BibRecord(kind, self._current_line())
        head = found.end() - found.start()
        end, balanced = self._end(opener, head)
        if end < 0:
            record.too_long = True
            self._skip()
            return record
        start = self._at + head
        stop = self._at + end
        if kind == "comment":
            self._at = stop + 1 if balanced else start
            return None
        self._at = stop + 1 if balanced else stop
        if kind in ("preamble", "string"):
            if kind == "string":
                self._define(start, stop)
            return None
        self._read(record, start, stop, balanced=balanced)
        return record

    def _end(self, opener: str, head: int) -> tuple[int, bool]:
        """Where the record at the cursor ends, counted from the cursor, and whether its braces balance there.

        Negative if the record is too long.
        """
        while True:
            end, cut, decided = self._balanced_end(opener, self._at + head)
            if end >= 0:
                if len(self._text) - end < _TAIL and self._more():
                    continue
                if not self._goes_on(end + 1):
                    return end - self._at, True
                cut, decided = self._next_record(end), False
            if not decided:
                too_long = len(self._text) - self._at > MAX_RECORD
                if too_long and cut < 0:
                    return -1, False
                if not too_long and self._more():
                    continue
                cut = cut if cut >= 0 else len(self._text)
            return cut - self._at, False

    def _balanced_end(self, opener: str, at: int) -> tuple[int, int, bool]:
        """Where the braces balance; else where the next record begins, and whether that is certain."""
        depth, cut, inside, quoted = 1, -1, 0, False
        by_paren = opener == "("
        for found in (_PAREN if by_paren else _BRACE).finditer(self._text, at):
            sign = found[0]
            if len(sign) > 1:
                cut = cut if cut >= 0 else found.start() + 1
                if depth == 1 and self._is_between_fields(at, found.start()):
                    return -1, found.start() + 1, True
                inside += 1
                if inside > _MOST_INSIDE:
                    return -1, cut, True
                depth += sign[-1] == "{"
            elif sign == "{":
                depth += 1
            elif sign == "}":
                depth -= 1
                if depth <= 0 and not by_paren:
                    return found.start(), -1, True
            elif depth == 1 and sign == '"':
                quoted = not quoted
            elif depth == 1 and sign == ")" and not quoted:
                return found.start(), -1, True
        return -1, cut, False

    def _is_between_fields(self, start: int, at: int) -> bool:
        """Whether a value ends here, as far as can be told: no record begins between two fields."""
        before = self._text[max(start, at - _TAIL) : at].rstrip()
        if before[-1:] not in ("}", '"', ",") and not before[-1:].isdigit():
            return False
        depth, quotes = 0, 0
        for sign in _BRACE_OR_QUOTE.finditer(self._text, start, at):
            if sign[0] == '"':
                quotes += depth == 0
            else:
                depth += 1 if sign[0] == "{" else -1
        return quotes % 2 == 0

    def _goes_on(self, at: int) -> bool:
        """Whether fields follow a closing brace that seemed to be the last: there was one too many."""
        limit = min(len(self._text), at + 4000)
        cut = _NEXT_RECORD.search(self._text, at, limit)
        limit = cut.start() if cut else limit
        return bool(
            _GOES_ON_AT_ONCE.match(self._text, at, limit) or _GOES_ON.match(self._text, at, limit)
        )

    def _next_record(self, at: int) -> int:
        found = _NEXT_RECORD.search(self._text, at)
        return found.start() + 1 if found else -1

    def _skip(self) -> None:
        """Go to the next line that begins a record."""
        self._at += 1
        while True:
            found = _NEXT_RECORD.search(self._text, self._at)
            if found:
                self._at = found.start() + 1
                return
            self._at = max(self._at, len(self._text) - _TAIL)
            if not self._more():
                self._at = len(self._text)
                return

    def _define(self, start: int, stop: int) -> None:
        found = _FIELD.match(self._text, start, stop)
        if found:
            value, _, _ = self._value(found.end(), stop)
            self.macros[found[1].lower()] = value[:_MAX_MACRO]

    def _read(self, record: BibRecord, start: int, stop: int, *, balanced: bool) -> None:
        text = self._text
        found = _KEY.match(text, start, stop)
        if found is None and (found := _KEY_WITHOUT_COMMA.match(text, start, stop)):
            record.troubles.append("a comma is missing after its key")
        found = found or _ODD_KEY.match(text, start, stop)
        if found:
            record.key = " ".join(_NOT_IN_KEYS.sub("", found[1]).split())
            start = found.end()
        at, repaired = start, not balanced
        while True:
            found = _WHOLE_FIELD.match(text, at, stop) if balanced else None
            if found:
                at = found.end()
                self._keep(record, found[1].lower(), found[2] or found[3] or "")
                continue
            found = _FIELD.match(text, at, stop)
            if found is None and at == start and (tail := _KEY_GOES_ON.match(text, at, stop)):
                record.key = f"{record.key}-{tail[1]}"
                record.troubles.append(f"has a comma in its key, which is now {record.key}")
                at = tail.end()
                continue
            if found is None and (found := _WITHOUT_EQUALS.match(text, at, stop)):
                record.troubles.append(
                    f"an equals sign is missing after its {found[1].lower().rstrip(':')}"
                )
            if found is None:
                if text[at:stop].strip(" \t\r\n,}"):
                    following = _NEXT_FIELD.search(text, at, stop)
                    if following:
                        at, repaired = following.end(), True
                        continue
                    repaired = True
                break
            name = found[1].lower().rstrip(":")
            value, at, complete = self._value(found.end(), stop)
            if complete and not balanced and not text[at:stop].strip():
                # The value has taken the brace that closes the record, unless one inside is escaped.
                value, at, complete = self._value_with_escapes(found.end(), stop)
                if not text[at:stop].strip() and _NEXT_FIELD.search(text, found.end() + 1, at):
                    complete = False
            if complete:
                following = _SPACE.match(text, at, stop)
                after = following.end() if following else at
                if after < stop and text[after] not in ",})":
                    if _FIELD.match(text, after, stop):
                        record.troubles.append(f"a comma is missing after its {name}")
                    else:
                        complete = False
            if not complete:
                value, at = self._rescued(found.end(), stop)
                repaired = True
            self._keep(record, name, value)
        if repaired and record.fields:
            record.troubles.append(
                "has braces or quotes that do not balance; its fields were told apart by their lines"
            )

    def _keep(self, record: BibRecord, name: str, value: str) -> None:
        known = record.fields.setdefault(name, value)
        if known == value or not value.strip():
            return
        if not known.strip():
            record.fields[name] = value
            return
        number = 2
        while record.fields.setdefault(f"{name}-{number}", value) != value:
            number += 1
        record.troubles.append(
            f"has {name} twice; the first was taken, and the other kept beside it"
        )

    def _value(self, at: int, stop: int) -> tuple[str, int, bool]:
        """The value at `at`, where it ends, and whether it is whole."""
        text = self._text
        parts: list[str] = []
        size = 0
        while at < stop:
            sign = text[at]
            if sign in '{"':
                end = self._closing(at, stop)
                if end < 0:
                    return "".join(parts), at, False
                part = text[at + 1 : end]
                at = end + 1
            else:
                found = _BARE.match(text, at, stop)
                if found is None:
                    return "".join(parts), at, False
                part = self.macros.get(found[0].lower(), found[0])
                at = found.end()
            size += len(part)
            if size <= MAX_RECORD:
                parts.append(part)
            space = _SPACE.match(text, at, stop)
            after = space.end() if space else at
            if after >= stop or text[after] != "#":
                return "".join(parts), at, True
            space = _SPACE.match(text, after + 1, stop)
            at = space.end() if space else after + 1
        return "".join(parts), at, bool(parts)

    def _closing(self, at: int, stop: int) -> int:
        """Where the brace or quote at `at` is closed; negative if nowhere."""
        found = _VALUE.match(self._text, at, stop)
        if found:
            return found.end() - 1
        quoted = self._text[at] == '"'
        depth = 0
        for sign in (_BRACE_OR_QUOTE if quoted else _BRACE_ONLY).finditer(self._text, at + 1, stop):
            if sign[0] == "{":
                depth += 1
            elif sign[0] == "}":
                depth -= 1
                if depth < 0 and not quoted:
                    return sign.start()
            elif depth <= 0:
                return sign.start()
        return -1

    def _value_with_escapes(self, at: int, stop: int) -> tuple[str, int, bool]:
        """A braced value, counting no brace behind a backslash."""
        depth = 0
        for sign in _UNESCAPED_BRACE.finditer(self._text, at, stop):
            depth += (sign[0] == "{") - (sign[0] == "}")
            if depth == 0 and sign[0] == "}":
                return self._text[at + 1 : sign.start()], sign.end(), True
        return "", at, False

    def _rescued(self, start: int, stop: int) -> tuple[str, int]:
        """A value that does not end where it should: everything up to the next line that begins a field."""
        text = self._text
        following = _NEXT_FIELD.search(text, start + 1, stop)
        end = following.start() if following else stop
        value = text[start:end].strip()
        if not following:
            value = _without_last_brace(value)
        if value[:1] in ("{", '"'):
            value = _without_last_brace(value[1:]) if not following else value[1:].rstrip()
        return value, following.end() if following else stop

    def _current_line(self) -> int:
        self._line += self._text.count("\n", self._counted, self._at)
        self._counted = self._at
        return self._line

    def _more(self) -> bool:
        more = next_text(self._pieces, len(self._text) - self._at)
        if not more:
            return False
        self._current_line()
        self._text = self._text[self._at :] + more
        self._at = self._counted = 0
        return True


def _without_last_brace(value: str) -> str:
    value = value.rstrip()
    return value[:-1].rstrip().rstrip(",").rstrip() if value.endswith(("}", '"')) else value
