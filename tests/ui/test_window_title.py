"""The title of the terminal's window."""

from __future__ import annotations

import pytest

from readq.ui.window_title import title_sequence


@pytest.mark.parametrize(
    "name",
    [
        "plain",
        "\x1b[2Jgone",
        "ends\x07early\x1b]2;other\x07",
        "a\nb",
        "\x9b31m",
        "x" * 500,
        "\u202eback",
    ],
)
def test_a_name_can_neither_end_the_title_nor_steer_the_terminal(name: str) -> None:
    sequence = title_sequence(name)
    assert sequence.startswith("\x1b]2;readq: ")
    assert sequence.endswith("\x1b\\")
    inside = sequence[len("\x1b]2;") : -2]
    assert inside.isprintable()
    assert len(inside) <= 100
