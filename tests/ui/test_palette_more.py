"""Exports, libraries and kept filters in the palette."""

from __future__ import annotations

from asyncio import timeout
from pathlib import Path

import pytest
from tests.ui.conftest import OpenApp
from tests.waiting import LONGEST

from readq.library import open_library
from readq.ui.exporting import FORMATS
from readq.ui.palette_commands import MoreCommands
from readq.ui.screens.main import MainScreen
from readq.ui.screens.palette import PREVIEW_AFTER, Palette
from readq.ui.themes import PAPER


def entries(it: object) -> dict[str, object]:
    return {title: run for title, _, run in MoreCommands(it.screen).entries()}  # type: ignore[attr-defined]


async def test_what_the_list_shows_is_exported_to_a_file_that_is_not_overwritten(
    open_app: OpenApp, tmp_path: Path
) -> None:
    async with open_app() as it:
        it.screen.filter_bar.use("title:0")
        await it.settle()
        file, taken = tmp_path / "out.bib", tmp_path / "mine.bib"
        taken.write_text("my own")
        entries(it)["Export as BibTeX"]()  # type: ignore[operator]
        await it.settle()
        it.app.screen.query_one("#prompt-input").value = str(taken)  # type: ignore[attr-defined]
        await it.press("enter")
        assert "is there already" in it.text()
        assert taken.read_text() == "my own"
        it.app.screen.query_one("#prompt-input").value = str(file)  # type: ignore[attr-defined]
        await it.press("enter")
        await it.settle()
        assert file.read_text().count("@") == len(it.screen.papers.paper_ids)
        assert "Exported" in it.toasts()[-1]


async def test_every_format_is_there(open_app: OpenApp) -> None:
    from readq.exporters import EXPORTERS

    assert set(FORMATS) == set(EXPORTERS)
    async with open_app() as it:
        assert {f"Export as {shown}" for shown, _ in FORMATS.values()} <= set(entries(it))


async def test_another_library_is_shown_and_left_again(
    open_app: OpenApp, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    folder = tmp_path / "other"
    (tmp_path / "list.txt").write_text("One title\n\nAnother title\n")
    with open_library(folder) as library:
        library.add(tmp_path / "list.txt")
    monkeypatch.setenv("READQ_LIBRARY", str(folder))
    async with open_app() as it:
        entries(it)[f"Library: {folder}"]()  # type: ignore[operator]
        await it.settle()
        await it.settle()
        assert it.app.library.folder == folder
        assert len(it.screen.papers.paper_ids) == 2
        it.app.libraries.close()


async def test_commands_found_when_the_palette_has_gone_do_no_harm(open_app: OpenApp) -> None:
    async with open_app() as it:
        await it.press("ctrl+p")
        palette = it.app.screen
        assert isinstance(palette, Palette)
        await palette.query("*").remove()
        palette._list_visible = not palette._list_visible
        await it.settle()
        assert it.app.is_running


async def test_a_theme_is_shown_while_it_is_highlighted(open_app: OpenApp) -> None:
    async with open_app() as it:

        async def until(theme: str) -> None:
            async with timeout(LONGEST):
                while it.app.theme != theme:  # keys that follow each other show none on the way
                    await it.pilot.pause(PREVIEW_AFTER / 4)

        await it.press("ctrl+p", *"theme: readq-paper")
        await until("readq-paper")
        await it.settle()
        behind = it.app.screen_stack[0]
        assert behind.styles.background.hex == PAPER.background
        await it.press("escape")
        assert it.app.theme == "readq-ink"
        await it.press("ctrl+p", *"theme: nord")
        await until("nord")
        await it.press(*["backspace"] * 11)
        await it.press(*"qqqqq")
        await until("readq-ink")
        await it.press(*["backspace"] * 5)
        await it.press(*"theme: nord", "enter")
        await it.settle()
        assert it.app.theme == "nord"
        assert isinstance(it.app.screen, MainScreen)


async def test_a_chosen_command_takes_the_previewed_theme_away(open_app: OpenApp) -> None:
    async with open_app() as it:
        await it.press("ctrl+p")
        palette = it.app.screen
        assert isinstance(palette, Palette)
        it.app.theme = "nord"
        await it.press(*"statistics", "enter")
        await it.settle()
        assert it.app.theme == "readq-ink"
