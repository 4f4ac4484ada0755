"""The YAML head of a Markdown file, as far as it must be read to leave what others wrote in it alone."""

from __future__ import annotations

import re
from collections.abc import Iterator

from readq.patterns import lazily

HEAD = lazily(r"\A\ufeff?---[ \t]*\r?\n(.*?)^---[ \t]*\r?(?:\n|\Z)", re.DOTALL | re.MULTILINE)
"""A head, with the marks around it."""

_GOES_ON = (" ", "\t", "\r", "\n", "]", "}", ":")
"""What a line begins with that belongs to the entry above; a list may stand at the margin, too."""
_KEY = lazily(r"""("(?:[^"\\]|\\.)*"|'(?:[^']|'')*'|[^\s"'#][^\n]*?)[ \t]*:(?=\s)""")
_ITEM = r""""(?:[^"\\]|\\.)*"|'(?:[^']|'')*'"""
_IN_BRACKETS = lazily(rf"{_ITEM}|[^\[\]\s,][^\[\],\n]*")
_BELOW_EACH_OTHER = lazily(rf"^[ \t]*-[ \t]+({_ITEM}|[^\n]+?)[ \t\r]*(?: #[^\n]*)?$", re.MULTILINE)
_ESCAPE = lazily(r"\\(?:U([0-9A-Fa-f]{8})|u([0-9A-Fa-f]{4})|x([0-9A-Fa-f]{2})|(.))")
_REMARK = lazily(r"(?:^|\s)#.*")
_SHORT = {"n": "\n", "t": "\t", "r": "\r", "0": "\0", "_": "\xa0", "N": "\x85"}
_NOTHING = frozenset(["", "~", "null", "Null", "NULL", "|", ">"])


def quoted(text: str) -> str:
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


def entries(text: str) -> Iterator[tuple[str, str]]:
    """The entries of the head of a file: key, and the lines as they are written.

    A remark is an entry without a key, and so is a line that makes no sense.
    """
    found = HEAD.match(text)
    name, lines = "", ""
    for line in found[1].split("\n")[:-1] if found else ():
        if not (lines and (line.startswith(_GOES_ON) or not line or _is_item(line))):
            if lines:
                yield name, lines
            key = _KEY.match(f"{line}\n")
            name, lines = _unquoted(key[1]) if key else "", ""
        lines += f"{line}\n"
    if lines:
        yield name, lines


def listed(entry: str) -> list[str]:
    """What a list says: in brackets, one below the other, or parted by commas."""
    value = entry.partition(":")[2].strip()
    if value.startswith("["):
        parts = _IN_BRACKETS.findall(value)
    elif _BELOW_EACH_OTHER.search(value):
        parts = _BELOW_EACH_OTHER.findall(value)
    elif value.startswith(('"', "'")):
        parts = [value]
    else:
        parts = _REMARK.sub("", value.partition("\n")[0]).split(",")
    items = [part.strip() for part in parts]
    return [_unquoted(item) for item in items if item not in _NOTHING and _unquoted(item)]


def _is_item(line: str) -> bool:
    return line == "-" or line.startswith(("- ", "-\r"))


def _unquoted(item: str) -> str:
    if len(item) > 1 and item[0] == item[-1] == "'":
        return item[1:-1].replace("''", "'")
    if len(item) > 1 and item[0] == item[-1] == '"':
        return _ESCAPE.sub(_meant, item[1:-1])
    return item


def _meant(escape: re.Match[str]) -> str:
    code = escape[1] or escape[2] or escape[3]
    if not code:
        return _SHORT.get(escape[4], escape[4])
    number = int(code, 16)
    return chr(number) if number <= 0x10FFFF else "\ufffd"
