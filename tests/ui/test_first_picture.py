"""The first picture shows papers before everything is there, and loses nothing the reader does."""

from __future__ import annotations

import asyncio
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from typing import Any

import pytest
from tests.ui.conftest import Clock, MakeApp, Opened, library_of, paper
from textual import events

from readq.ui.app import ReadqApp
from readq.ui.screens import main
from readq.ui.widgets.hint_bar import HintBar

pytestmark = pytest.mark.painted


@asynccontextmanager
async def just_opened(
    make_app: MakeApp, size: tuple[int, int] = (120, 35)
) -> AsyncIterator[Opened]:
    """The app with its first picture, and nothing more yet."""
    app = make_app(library_of(map(paper, range(12))))
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(main, "WHOLE_AFTER", 60.0)  # nothing but a key brings it in
        async with app.run_test(size=size, notifications=True) as pilot:
            it = Opened(app, pilot, Clock())
            assert not it.screen.is_whole
            yield it


def send(it: Opened, *keys: str) -> None:
    for key in keys:
        event = events.Key(key, " " if key == "space" else key if len(key) == 1 else None)
        event.set_sender(it.app)
        it.app.post_message(event)


async def whole(it: Opened) -> None:
    await it.screen.until_begun(20)
    for _ in range(3):
        await it.settle()


async def test_it_looks_as_it_will_when_all_is_there(make_app: MakeApp) -> None:
    for size in ((60, 20), (80, 24), (120, 35)):
        async with just_opened(make_app, size) as it:
            first = it.lines()
            await whole(it)
            later = it.lines()
        assert "Title of paper 3" in "".join(first)
        assert "#" not in "".join(first), "a widget's own name is nothing to read"
        bar = 1 if size[1] >= 22 else 0
        assert first[bar] == later[bar]
        assert [line[:8] for line in first[1:]] == [line[:8] for line in later[1:]]


async def test_the_list_is_painted_before_the_rest_is_drawn(
    make_app: MakeApp, monkeypatch: pytest.MonkeyPatch
) -> None:
    done: list[str] = []
    display, hints = ReadqApp._display, HintBar.render

    def painted(app: ReadqApp, screen: Any, picture: Any) -> None:
        if isinstance(screen, main.MainScreen) and picture is not None:
            drawn = picture.render_segments(app.console)
            done.append("list" if "Title of paper 3" in drawn else "else")
        display(app, screen, picture)

    def drawn(bar: HintBar) -> Any:
        done.append("hints")
        return hints(bar)

    monkeypatch.setattr(ReadqApp, "_display", painted)
    monkeypatch.setattr(HintBar, "render", drawn)
    async with just_opened(make_app):
        assert "hints" in done
    assert done.index("list") < done.index("hints")
    assert done[0] == "list"


async def test_keys_pressed_before_all_is_there_are_not_lost(make_app: MakeApp) -> None:
    async with just_opened(make_app) as it:
        send(it, "j", "j", "x", "f")
        await whole(it)
        assert it.screen.filter_bar.has_focus_within
        await it.press("5", "enter")
        await it.pilot.pause(0.2)
        await it.settle()
        assert it.status(2) == "skipped"
        assert it.screen.filter_bar.text == "5"
        assert it.screen.papers.paper_ids == ["p00005"]


async def test_a_click_on_a_count_before_all_is_there_filters(make_app: MakeApp) -> None:
    async with just_opened(make_app) as it:
        it.screen.filter_bar.put("5")
        assert it.screen.filter_bar.text == "5"
        await whole(it)
        await it.settle()
        assert it.screen.filter_bar.field.value == "5"
        assert it.screen.papers.paper_ids == ["p00005"]


@pytest.mark.parametrize("size", [(120, 35), (80, 24), (60, 20)])
async def test_letters_on_the_heels_of_the_key_for_the_filter_are_the_filter(
    make_app: MakeApp, size: tuple[int, int]
) -> None:
    async with just_opened(make_app, size) as it:
        send(it, *"fpaper", "space", *"5x", "left")
        await whole(it)
        assert it.screen.filter_bar.has_focus_within
        assert it.screen.filter_bar.text == "paper 5x"
        assert it.screen.filter_bar.field.cursor_position == 7
        assert not it.library.log()


async def test_being_told_to_end_before_all_is_there_loses_no_key(make_app: MakeApp) -> None:
    async with just_opened(make_app) as it:
        send(it, "x", "m", "d")
        it.app.leave(143)
        it.app.leave(129)
        send(it, "x")
        for _ in range(1500):
            if not it.app.is_running:
                break
            await asyncio.sleep(0.01)
    assert it.app.return_value == 143
    assert [it.status(n) for n in range(4)] == ["skipped", "later", "read", "new"]
