"""Keys for hands that are used to another program."""

from __future__ import annotations

import sys
from contextlib import nullcontext
from pathlib import Path
from typing import TYPE_CHECKING

import pytest
from textual.command import CommandList

from readq.config import PRESETS, Config
from readq.domain import Status
from readq.ui.app import ReadqApp
from readq.ui.bindings import contexts
from readq.ui.keymap import listed_keys
from readq.ui.presets import PRESET_KEYS, keys_in_use

if TYPE_CHECKING:
    from tests.ui.conftest import MakeLibrary, MakePaper, OpenApp

CONTEXTS = contexts(ReadqApp)


@pytest.mark.parametrize("preset", PRESETS)
def test_no_preset_has_a_key_for_two_things(preset: str) -> None:
    keys, problems = keys_in_use(Config(preset=preset), CONTEXTS)
    assert problems == []
    assert keys.keys() == PRESET_KEYS[preset].keys()


@pytest.mark.parametrize(
    ("preset", "keys", "statuses"),
    [
        ("vim", "axm", ("queued", "skipped", "later")),
        ("rayyan", "ieu", ("queued", "skipped", "later")),
        ("asreview", "ric", ("queued", "skipped", "reading")),
    ],
)
async def test_each_preset_decides_with_its_keys(
    open_app: OpenApp, preset: str, keys: str, statuses: tuple[str, ...]
) -> None:
    async with open_app(preset=preset) as it:
        await it.press(*keys)
        assert [it.status(n) for n in range(3)] == [Status(s) for s in statuses]
        await it.press("ctrl+z" if preset == "rayyan" else "u")
        assert it.status(2) is Status.NEW
        hints = it.lines()[-1]
        assert f"{keys[0]} queue" in hints
        assert f"{keys[1]} skip" in hints


async def test_emacs_keys_move_and_call_the_palette(open_app: OpenApp) -> None:
    async with open_app(preset="emacs") as it:
        await it.press("ctrl+n", "ctrl+n", "ctrl+p")
        assert it.highlighted == "p00001"
        await it.press("alt+greater_than_sign")
        assert it.highlighted == "p00011"
        await it.press("ctrl+s")
        assert type(it.app.screen).__name__ == "JumpScreen"
        await it.press("escape", "alt+x")
        assert type(it.app.screen).__name__ == "Palette"


async def test_emacs_keys_choose_and_leave_wherever_there_is_something_to_choose(
    open_app: OpenApp,
) -> None:
    async with open_app(preset="emacs") as it:
        for opens in ("y", "t", "f", "/", "?", "S", "F", "T", "i"):
            await it.press(opens)
            await it.press("ctrl+n", "ctrl+p", "ctrl+g")
            assert type(it.app.screen).__name__ == "MainScreen", opens
            await it.press("ctrl+g")
        assert it.library.log() == []


async def test_emacs_keys_choose_and_leave_in_the_palette(open_app: OpenApp) -> None:
    async with open_app(preset="emacs") as it:
        await it.press("alt+x")
        commands = it.app.screen.query_one(CommandList)
        await it.settle()
        assert commands.option_count > 3
        await it.press("down")
        first = commands.highlighted
        assert first is not None
        await it.press("ctrl+n", "ctrl+n")
        assert commands.highlighted == first + 2
        await it.press("ctrl+p")
        assert commands.highlighted == first + 1
        await it.press("ctrl+g")
        assert type(it.app.screen).__name__ == "MainScreen"


async def test_emacs_keys_that_terminals_send_without_alt_move_no_paper(open_app: OpenApp) -> None:
    async with open_app(preset="emacs") as it:
        await it.press("a", "a", "a", "w", "greater_than_sign", "less_than_sign")
        assert it.library.queue_ids() == ["p00000", "p00001", "p00002"]
        assert it.screen.queue.paper_id == "p00000"


async def test_own_keys_lie_over_the_preset_and_clashes_are_told(open_app: OpenApp) -> None:
    async with open_app(preset="rayyan", keys={"paper.skip": "X", "paper.tags": "i"}) as it:
        await it.press("X")
        assert it.status(0) is Status.SKIPPED
        assert "i is taken by paper.queue" in it.toasts()[0]


async def test_signs_can_be_keys(open_app: OpenApp) -> None:
    async with open_app(keys={"paper.queue": ";", "find.jump": "%", "paper.skip": "comma"}) as it:
        await it.press("semicolon", "comma")
        assert (it.status(0), it.status(1)) == (Status.QUEUED, Status.SKIPPED)
        await it.press("percent_sign")
        assert type(it.app.screen).__name__ == "JumpScreen"


def test_the_live_keys_are_listed_once_a_place() -> None:
    listed = listed_keys({"paper.queue": "i,a"}, CONTEXTS)
    assert len({(key.where, key.id) for key in listed}) == len(listed)
    (queue,) = [key for key in listed if key.id == "paper.queue" and key.where == "Papers"]
    assert queue.keys == ("i", "a")
    assert queue.does == "queue, or take out"
    assert all(key.does and key.keys for key in listed), [k for k in listed if not k.does]


async def test_hints_in_words_name_the_readers_own_keys(
    open_app: OpenApp, make_library: MakeLibrary
) -> None:
    keys = {"paper.queue": "Q", "find.filter": "comma", "pane.out": "f9", "app.quit": "X"}
    async with open_app(keys=keys, size=(120, 35)) as it:
        assert it.screen.queue.notice == "Empty.  Q puts a paper here"
        assert it.line(1).strip().startswith(", Filter")
        await it.press("ctrl+c")
        assert it.toasts()[-1] == "press X to quit"
        await it.press("comma", *"zzz", "enter")
        assert "Nothing matches.  F9 clears the filter" in it.screen.papers.notice


@pytest.mark.skipif(sys.platform == "win32", reason="a shell script")
async def test_the_settings_are_opened_from_help_and_used_at_once(
    open_app: OpenApp, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    path = tmp_path / "own" / "config.toml"
    monkeypatch.setenv("READQ_CONFIG", str(path))
    program = tmp_path / "editor"
    program.write_text(
        '#!/bin/sh\nprintf \'theme = "readq-paper"\\npreset = "rayyan"\\n\' > "$1"\n'
    )
    program.chmod(0o700)
    monkeypatch.setenv("VISUAL", str(program))
    async with open_app() as it:
        monkeypatch.setattr(it.app, "suspend", nullcontext)
        await it.press("?", "e")
        assert it.app.theme == "readq-paper"
        await it.press("i")
        assert it.status(0) is Status.QUEUED
        program.write_text("#!/bin/sh\necho 'them = 1' > \"$1\"\n")
        it.app.action_settings()
        await it.settle()
        assert "line 1" in it.toasts()[-1]
        assert it.app.theme == "readq-paper"


async def test_the_palette_opens_the_settings_too(open_app: OpenApp) -> None:
    async with open_app() as it:
        await it.press("ctrl+p", *"settings")
        await it.pilot.pause(0.3)
        assert "Settings" in it.text()


async def test_rows_stay_as_high_as_the_reader_left_them_in_this_library(
    open_app: OpenApp, make_library: MakeLibrary, make_paper: MakePaper
) -> None:
    library = make_library(map(make_paper, range(5)))
    async with open_app(library, density="cosy") as it:
        assert it.screen.papers.row_height == 2
        await it.press("v")
    async with open_app(library, density="cosy") as it:
        assert it.screen.papers.row_height == 1


@pytest.mark.skipif(sys.platform == "win32", reason="a shell script")
async def test_every_setting_is_in_use_once_the_editor_is_closed(
    open_app: OpenApp, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    path = tmp_path / "config.toml"
    monkeypatch.setenv("READQ_CONFIG", str(path))
    text = (
        'theme = "dusk"\ndensity = "cosy"\nshow_notes = true\nwatch = ["abstract"]\n'
        'advance = "stay"\n[rank]\nlearn = false\n'
    )
    (tmp_path / "new").write_text(text)
    program = tmp_path / "editor"
    program.write_text(f'#!/bin/sh\ncp "{tmp_path}/new" "$1"\n')
    program.chmod(0o700)
    monkeypatch.setenv("VISUAL", str(program))
    async with open_app(editor="no-such-editor") as it:
        it.library.note("p00001", "A remark of mine")
        monkeypatch.setattr(it.app, "suspend", nullcontext)
        (tmp_path / "themes").mkdir()
        (tmp_path / "themes" / "dusk.toml").write_text('primary = "#7AA7F7"\n')
        it.app.action_settings()
        await it.settle()
        assert it.app.theme == "dusk"
        assert it.screen.papers.row_height == 2
        assert "A remark of mine" in it.text()
        assert it.app.watched.groups == ("abstract",)
        assert not it.library.rank_settings.learn
        await it.press("a")
        assert it.highlighted == "p00000"
        assert "no-such-editor, named in the editor setting, was not found" in it.toasts()[0]
