"""The command palette."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any, ClassVar

from textual.app import ComposeResult
from textual.binding import Binding, BindingType
from textual.command import CommandPalette
from textual.screen import Screen
from textual.widget import Widget

Show = Callable[..., Any]


class Board(Widget, can_focus=True):
    """Something with a key of its own."""

    BINDINGS: ClassVar[list[BindingType]] = [
        Binding("s", "skip", "skip", id="paper.skip", tooltip="skip [/b] the paper\x1b[2J"),
        Binding("z", "unnamed", "without an id"),
    ]
    skipped = 0

    def action_skip(self) -> None:
        self.skipped += 1


class Page(Screen[None]):
    def compose(self) -> ComposeResult:
        yield Board()


async def found(shown: Any, words: str, first: str) -> None:
    """Open the palette, type, and wait until the first entry is the one meant."""
    await shown.press("ctrl+p")
    await shown.pilot.press(*("space" if w == " " else w for w in words))
    for _ in range(100):
        await shown.pilot.pause(0.02)
        options = shown.app.screen.query("CommandList").first().options
        if options and str(options[0].prompt).startswith(first):
            return


async def test_it_runs_an_action_of_the_screen_below_on_its_widget(show: Show) -> None:
    page = Page()
    async with show(page) as shown:
        await found(shown, "skip", "Skip")
        await shown.press("enter")
        for _ in range(100):
            if page.query_one(Board).skipped:
                break
            await shown.pilot.pause(0.02)
        assert page.query_one(Board).skipped == 1


async def test_it_shows_each_action_with_its_key_as_text(show: Show) -> None:
    async with show(Page()) as shown:
        await found(shown, "skip", "Skip")
        await shown.pilot.pause()
        text = shown.text()
        assert "Skip [/b] the paper" in text
        assert "\x1b" not in text
        assert any(line.strip(" │").startswith("s") for line in shown.lines())


async def test_before_anything_is_typed_it_lists_all_actions_and_themes_once(show: Show) -> None:
    async with show(Page()) as shown:
        await found(shown, "", "All")
        options = shown.app.screen.query("CommandList").first().options
        names = [str(option.prompt).splitlines()[0] for option in options]
        assert names.count("All keys") == 1
        assert names.index("Theme: readq-ink") > names.index("Quit")
        assert names.count("Theme: readq-paper") == 1
        assert "without an id" not in " ".join(names)


async def test_it_changes_the_theme(show: Show) -> None:
    async with show(Page()) as shown:
        await found(shown, "readqpaper", "Theme: readq-paper")
        await shown.press("enter")
        for _ in range(100):
            if shown.app.theme == "readq-paper":
                break
            await shown.pilot.pause(0.02)
        assert shown.app.theme == "readq-paper"
        assert not isinstance(shown.app.screen, CommandPalette)
