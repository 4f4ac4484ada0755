"""Whole screens, for layout only; look at each picture before accepting it."""

from __future__ import annotations

import sys
from collections.abc import Callable, Sequence
from typing import TYPE_CHECKING

import pytest
from tests.waiting import LONGEST
from textual.pilot import Pilot

from readq.ui.screens.main import MainScreen

if TYPE_CHECKING:
    from tests.ui.conftest import MakeApp

    from readq.library import Library

pytestmark = pytest.mark.skipif(sys.platform == "win32", reason="drawn with other fonts and glyphs")

SnapCompare = Callable[..., bool]

DARK, LIGHT = "readq-ink", "readq-paper"


def _word(value: object) -> str:
    is_size = isinstance(value, tuple) and len(value) == 2 and isinstance(value[0], int)
    return "x".join(map(str, value)) if is_size and isinstance(value, tuple) else ""


@pytest.mark.parametrize(
    ("name", "size", "theme", "keys"),
    [
        ("main", (120, 35), DARK, ()),
        ("main", (80, 24), DARK, ()),
        ("main", (60, 20), DARK, ()),
        ("main", (120, 35), LIGHT, ()),
        ("queue", (80, 24), DARK, ("w", "j", "j")),
        ("filter-error", (80, 24), DARK, ("f", "=auther:welleck year>=2025")),
        ("marked", (120, 35), DARK, ("j", "j", "space", "space", "j", "space")),
        ("grabbed", (120, 35), LIGHT, ("w", "j", "M", "j")),
    ],
    ids=lambda value: value if isinstance(value, str) else _word(value),
)
def test_the_main_screen_looks_right(
    snap_compare: SnapCompare,
    showcase: Library,
    make_app: MakeApp,
    name: str,
    size: tuple[int, int],
    theme: str,
    keys: Sequence[str],
) -> None:
    async def prepare(pilot: Pilot[int]) -> None:
        await pilot.pause()
        screen = pilot.app.screen
        assert isinstance(screen, MainScreen)
        await screen.until_begun(LONGEST)
        screen.filter_bar.field.cursor_blink = False
        await pilot.app.workers.wait_for_complete()
        await pilot.pause()
        for key in keys:
            if key.startswith("="):  # at once: the list follows pauses in typing
                field = screen.filter_bar.field
                field.value, field.cursor_position = key[1:], len(key) - 1
                for _ in range(200):
                    if screen.filter_bar.error is not None:
                        break
                    await pilot.pause(0.05)
            else:
                await pilot.press(key)
            await pilot.app.workers.wait_for_complete()
            await pilot.pause()
        screen.refresh_detail()
        await pilot.pause(0.1)

    assert snap_compare(make_app(showcase, theme=theme), terminal_size=size, run_before=prepare)
