"""Exports, libraries and kept filters in the palette."""

from __future__ import annotations

from pathlib import Path

import pytest
from tests.ui.conftest import OpenApp

from readq.library import open_library
from readq.ui.commands import MoreCommands
from readq.ui.exporting import FORMATS
from readq.ui.screens.closing import Palette


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
