"""Regular expressions that are compiled when they are first used.

readq has some hundred of them; compiling all while it starts took longer than reading a library.
"""

from __future__ import annotations

import re
from typing import Any, cast


class _Later:
    """Stands for a compiled pattern until something of it is wanted."""

    _source: tuple[Any, int]

    def __init__(self, pattern: str | bytes, flags: int) -> None:
        self._source = pattern, flags

    def __getattr__(self, name: str) -> Any:
        # What was asked for stays at hand, so that this is called once for each method.
        value = getattr(re.compile(*self._source), name)
        setattr(self, name, value)
        return value


def lazily(pattern: str, flags: int | re.RegexFlag = 0) -> re.Pattern[str]:
    """What `re.compile` returns, but an error in the pattern shows at its first use.

    It has the methods and attributes of a pattern; give its `pattern` to functions of `re`.
    """
    return cast("re.Pattern[str]", _Later(pattern, int(flags)))


def lazily_bytes(pattern: bytes, flags: int | re.RegexFlag = 0) -> re.Pattern[bytes]:
    """The same for a pattern that looks at bytes."""
    return cast("re.Pattern[bytes]", _Later(pattern, int(flags)))
