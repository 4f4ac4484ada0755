"""A line as long as a book, of whatever signs, costs its own line and no wait."""

from __future__ import annotations

from contextlib import suppress

import pytest
from tests.importers.reading import parsed

from readq.errors import SourceError

LONG = 60_000
PARTS = (
    "x",
    "x.",
    "1",
    "漢",
    "@a",
    "\\a",
    "_a*",
    "*a ",
    "` a",
    "[a](",
    "http://",
    "arxiv:",
    " ",
    "\t",
)


@pytest.mark.parametrize("part", PARTS)
@pytest.mark.parametrize(
    ("format_", "around"),
    [
        pytest.param("plain", "{0}\n", id="alone"),
        pytest.param("plain", "Title words here\n\na{0}b\n\nAnother title\n", id="among titles"),
        pytest.param("markdown", "# List\n\n- a{0}b\n- [A Title](https://a.b/x.pdf)\n", id="item"),
    ],
)
def test_a_long_line_is_read_at_once(part: str, format_: str, around: str) -> None:
    """A quadratic pattern would take minutes here."""
    text = around.format(part * (LONG // len(part)))
    with suppress(SourceError):
        drafts, issues = parsed(text, format_)
        assert drafts or issues
