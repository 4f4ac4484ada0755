"""`readq stats`, and when its lines and others are coloured."""

from __future__ import annotations

from collections.abc import Callable

import pytest
from tests.cli.conftest import Readq

from readq.cli.cells import cell_width


@pytest.fixture
def decided(readq: Readq, ids: list[str]) -> Readq:
    readq("mark", "queued", ids[0])
    readq("mark", "skipped", ids[1])
    readq("tag", ids[0], "+rl")
    return readq


def test_a_terminal_gets_bars_and_a_pipe_plain_lines(
    decided: Readq, terminal: Callable[[int], None]
) -> None:
    plain = decided("stats").out
    assert "━" not in plain
    assert "\x1b" not in plain
    terminal(80)
    shown = decided("stats", "--color", "never").out
    assert "━" in shown
    assert "1 kept, 1 skipped" in shown
    assert max(map(cell_width, shown.splitlines())) <= 80
    assert [line.split("  ")[:2] for line in plain.splitlines()][:6] == [
        line.split("  ")[:2] for line in shown.splitlines()
    ][:6]


@pytest.mark.parametrize(
    "call", ["stats", "list", "queue", "next", "log", "show {0}", "jump lantern"]
)
def test_color_says_when_lines_are_coloured(
    decided: Readq,
    ids: list[str],
    terminal: Callable[[int], None],
    monkeypatch: pytest.MonkeyPatch,
    call: str,
) -> None:
    words = call.format(ids[0]).split()
    assert "\x1b[" not in decided(*words).out
    if call != "stats":  # bars are for terminals only
        assert ("\x1b[" in decided(*words, "--color", "always").out) is (call != "log")
    terminal(80)
    assert ("\x1b[" in decided(*words).out) is (call != "log")
    assert "\x1b[" not in decided(*words, "--color", "never").out
    monkeypatch.setenv("NO_COLOR", "1")
    assert "\x1b[" not in decided(*words, "--color", "auto").out
    assert "\x1b[" not in decided(*words, "--json", "--color", "always").out


def test_an_unknown_time_for_colours_is_named(readq: Readq) -> None:
    ran = readq("list", "--color", "sometimes")
    assert (ran.code, "sometimes" in ran.sentence) == (2, True)
