"""Overlays and sub-screens, for layout only; look at each picture before accepting it."""

from __future__ import annotations

import sys
from collections.abc import Awaitable, Callable, Sequence
from typing import TYPE_CHECKING, Any

import pytest
from textual.pilot import Pilot
from textual.widgets import Input, TextArea

from readq.config import RankSettings

if TYPE_CHECKING:
    from tests.ui.conftest import MakeApp

    from readq.library import Library

pytestmark = pytest.mark.skipif(sys.platform == "win32", reason="drawn with other fonts and glyphs")


@pytest.mark.parametrize(
    ("name", "size", "theme", "keys"),
    [
        ("jump", (120, 35), "readq-ink", ("slash", *"progress", "down")),
        ("note", (120, 35), "readq-ink", ("n",)),
        ("plan-80x24", (80, 24), "readq-paper", ("P",)),
        ("plan-120x35", (120, 35), "readq-ink", ("P", "j")),
        ("copy", (80, 24), "readq-ink", ("y",)),
        ("help", (80, 24), "readq-paper", ("question_mark",)),
    ],
    ids=lambda value: value if isinstance(value, str) else "",
)
def test_the_screen_looks_right(
    snap_compare: Callable[..., bool],
    showcase: Library,
    make_app: MakeApp,
    name: str,
    size: tuple[int, int],
    theme: str,
    keys: tuple[str, ...],
) -> None:
    assert snap_compare(
        make_app(showcase, theme=theme), terminal_size=size, run_before=_pressing(keys)
    )


@pytest.mark.parametrize(
    ("size", "theme"),
    [((120, 35), "readq-ink"), ((80, 24), "readq-paper"), ((60, 20), "readq-ink")],
    ids=["120x35", "80x24", "60x20"],
)
def test_statistics_look_right(
    snap_compare: Callable[..., bool],
    diary: Library,
    make_app: MakeApp,
    size: tuple[int, int],
    theme: str,
) -> None:
    app = make_app(diary, theme=theme)
    assert snap_compare(app, terminal_size=size, run_before=_pressing(("S",)))


@pytest.mark.parametrize(
    ("size", "theme", "keys"),
    [
        ((120, 35), "readq-ink", ("T", "x", "a", "3", "m")),
        ((80, 24), "readq-paper", ("T", "x")),
    ],
    ids=["120x35", "80x24"],
)
def test_triage_looks_right(
    snap_compare: Callable[..., bool],
    desk: Library,
    make_app: MakeApp,
    size: tuple[int, int],
    theme: str,
    keys: Sequence[str],
) -> None:
    app = make_app(
        desk,
        theme=theme,
        watch=("reasoning", "length | budget", "compute"),
        rank=RankSettings(learn=False),
    )
    assert snap_compare(app, terminal_size=size, run_before=_pressing(keys))


def _pressing(keys: Sequence[str]) -> Callable[[Pilot[Any]], Awaitable[None]]:
    """Press keys, each to its end, and let everything come to rest."""

    async def prepare(pilot: Pilot[Any]) -> None:
        async def settle() -> None:
            await pilot.app.workers.wait_for_complete()
            await pilot.pause()

        await settle()
        await settle()
        for key in keys:
            await pilot.press(key)
            for field in pilot.app.screen.query("Input, TextArea"):
                if isinstance(field, Input | TextArea):
                    field.cursor_blink = False
            await settle()
        await pilot.pause(0.3)

    return prepare
