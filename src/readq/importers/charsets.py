# ruff: noqa: RUF001
"""Which character set a text is in that is not UTF-8, and what becomes of bytes that fit into none."""

from __future__ import annotations

import codecs
import re
from dataclasses import field

from readq.patterns import lazily, lazily_bytes
from readq.records import dataclass

ERRORS = "readq.bytes"
"""Name of the error handler that keeps every byte: as Windows-1252, or as `\\xNN`."""

_SAMPLE = 64 * 1024
_HIGH = lazily_bytes(rb"[\x80-\xff]+")
_HIGH_LINE = lazily_bytes(rb"[^\n\r]{0,400}[\x80-\xff][^\n\r]{0,400}")
_GOOD = lazily_bytes(rb"[\xc2-\xdf][\x80-\xbf]|[\xe0-\xef][\x80-\xbf]{2}|[\xf0-\xf4][\x80-\xbf]{3}")
# Over-long forms, coded surrogates and bytes UTF-8 never uses: broken UTF-8 rather than another set.
_BROKEN = lazily_bytes(rb"[\xc0\xc1][\x80-\xbf]|\xed[\xa0-\xbf][\x80-\xbf]")
_DECLARED = lazily_bytes(
    rb"<\?xml[^>]{0,200}?encoding\s*=\s*[\"']([\w.:-]{1,40})|%[ \t]*Encoding:[ \t]*([\w.:-]{1,40})",
    re.IGNORECASE,
)
_MANY_BYTES = ("gb18030", "shift_jis", "euc_jp", "euc_kr", "big5")
_OTHERS = ("cp1251", "koi8_r", "cp1253", "cp1254", "cp1255", "cp1256", "cp1250", "cp1252")
_TRUSTED = frozenset((*_MANY_BYTES, *_OTHERS, "mac_roman", "iso8859_2", "iso8859_5", "iso8859_7"))
_AS_WINDOWS = {"iso8859_1": "cp1252", "iso8859_15": "iso8859_15", "iso8859_9": "cp1254"}
_PUNCTUATION = frozenset("‘’“”„‚‹›«»–—…•·°§©®™€£×¡¿½¼¾±²³µ\xa0")
_NOT_IN_WORDS = lazily(
    r"(?<=[^\W\d_])[^\w\s\x00-\x7f’·](?=[^\W\d_])|(?<=[^\W\d_])[³¹¿¼¾¥£¦]|[£¥¦¹³](?=[^\W\d_])"
)
_NAMES = {
    "cp1252": "Windows-1252 (Western European)",
    "cp1250": "Windows-1250 (Central European)",
    "cp1251": "Windows-1251 (Cyrillic)",
    "cp1253": "Windows-1253 (Greek)",
    "cp1254": "Windows-1254 (Turkish)",
    "cp1255": "Windows-1255 (Hebrew)",
    "cp1256": "Windows-1256 (Arabic)",
    "koi8_r": "KOI8-R (Cyrillic)",
    "gb18030": "GB 18030 (Chinese)",
    "big5": "Big5 (Chinese)",
    "shift_jis": "Shift JIS (Japanese)",
    "euc_jp": "EUC-JP (Japanese)",
    "euc_kr": "EUC-KR (Korean)",
}


@dataclass(slots=True)
class ByteSurvey:
    """What the bytes outside ASCII of a text look like."""

    good: int = 0
    """Bytes in characters that are right UTF-8."""
    broken: int = 0
    """Bytes in what UTF-8 forbids and nobody else writes."""
    high: int = 0
    lonely: int = 0
    """Other bytes that stand by ones and twos, as the accents of Western text do."""
    sample: list[bytes] = field(default_factory=list)
    sampled: int = 0

    def add(self, piece: bytes) -> None:
        """Look at the next bytes."""
        if piece.isascii():
            return
        self.high += len(piece) - len(_HIGH.sub(b"", piece))
        self.good += sum(map(len, _GOOD.findall(piece)))
        runs = map(len, _HIGH.findall(_GOOD.sub(b" ", piece)))
        self.lonely += sum(run for run in runs if run <= 2)
        self.broken += sum(map(len, _BROKEN.findall(piece)))
        if self.sampled < _SAMPLE:
            for line in _HIGH_LINE.findall(piece):
                self.sample.append(line)
                self.sampled += len(line)
                if self.sampled >= _SAMPLE:
                    break

    @property
    def is_mostly_utf8(self) -> bool:
        """Whether the text is UTF-8 with some bad bytes rather than in another set."""
        known = self.good + self.broken
        others = self.high - self.good
        return known * 4 >= self.high * 3 or (
            known * 3 >= self.high and self.lonely * 3 > others * 2
        )


_FEWEST_WIDE = 8
"""Letters of UTF-16 at the least: of fewer zero bytes nothing can be told."""


def utf16_without_mark(sample: bytes) -> str:
    """The UTF-16 that a text of mostly ASCII letters is in, told by its zero bytes; empty if it is not."""
    even, odd = sample[::2].count(0), sample[1::2].count(0)
    half = len(sample) // 2
    if half < _FEWEST_WIDE:
        return ""
    if odd * 4 > half and even * 20 < max(odd, 1):
        return "utf-16-le"
    return "utf-16-be" if even * 4 > half and odd * 20 < max(even, 1) else ""


def declared(head: bytes) -> str:
    """The codec a text names itself, if it is one readq would guess too."""
    found = _DECLARED.search(head[:2000])
    if not found:
        return ""
    try:
        name = codecs.lookup(
            (found[1] or found[2]).decode("ascii").replace("ISO8859_", "iso8859-")
        ).name
    except (LookupError, ValueError):
        return ""
    name = name.replace("-", "_")
    name = _AS_WINDOWS.get(name, name)
    return name if name in _TRUSTED or name in _AS_WINDOWS.values() else ""


def guessed(lines: list[bytes]) -> str:
    """The codec that makes most sense of lines with bytes outside ASCII."""
    text = b"\n".join(lines)
    runs = _HIGH.findall(text)
    lonely = sum(len(run) for run in runs if len(run) <= 2)
    if lonely * 2 > sum(map(len, runs)):
        best = max(("cp1252", "cp1250"), key=lambda codec: _sense(text, codec))
        if _sense(text, best) >= 0.9:
            return best
    # Imported here: it takes 20 ms, and hardly any list needs it.
    from charset_normalizer import from_bytes

    order = (*_MANY_BYTES, *_OTHERS)
    found = from_bytes(text, cp_isolation=list(order))
    ranked = sorted(
        (match.chaos, -match.coherence, order.index(match.encoding))
        for match in found
        if match.encoding in order
    )
    return order[ranked[0][2]] if ranked else "cp1252"


def spoken(codec: str) -> str:
    """A codec's name for people."""
    return _NAMES.get(codec, codec.upper().replace("_", "-"))


def _sense(text: bytes, codec: str) -> float:
    """The share of characters outside ASCII that prose has: letters, and marks that are not in words."""
    shown = text.decode(codec, "replace")
    high = [character for character in shown if ord(character) > 127]
    fitting = sum(c.isalpha() or c in _PUNCTUATION for c in high)
    fitting -= len(_NOT_IN_WORDS.findall(shown))
    return fitting / len(high) if high else 0.0


def _kept(error: UnicodeError) -> tuple[str, int]:
    r"""Bad bytes as Windows-1252 where they stand alone, as `\xNN` where they are broken UTF-8."""
    if not isinstance(error, UnicodeDecodeError):
        raise error
    data, start = error.object, error.start
    broken = _BROKEN.match(data, start)
    if broken:
        return "".join(f"\\x{byte:02x}" for byte in broken.group()), broken.end()
    byte = data[start : start + 1]
    try:
        return byte.decode("cp1252"), start + 1
    except UnicodeDecodeError:
        return f"\\x{byte[0]:02x}", start + 1


codecs.register_error(ERRORS, _kept)
