"""Themes of the reader's own, beside the settings file."""

from __future__ import annotations

import os
from pathlib import Path

import pytest
from tests.ui.conftest import MakeApp, MakeLibrary, MakePaper

from readq.ui.user_themes import user_themes
from readq.ui.widgets.paper_list import PaperList

GOOD = 'primary = "#7AA7F7"\nbackground = "#101018"\n[variables]\nrq-key = "#E8B04B"\nborder = "#7AA7F7 35%"\n'


def test_a_file_is_a_theme_of_its_name(tmp_path: Path) -> None:
    (tmp_path / "dusk.toml").write_text(GOOD)
    (tmp_path / "notes.txt").write_text("no theme")
    (theme,), problems = user_themes(tmp_path)
    assert (theme.name, theme.dark, theme.background) == ("dusk", True, "#101018")
    assert theme.variables == {"rq-key": "#E8B04B", "border": "#7AA7F7 35%"}
    assert problems == []


@pytest.mark.parametrize(
    ("name", "text", "problem"),
    [
        ("a.toml", 'background = "#101018"', 'it needs a colour named "primary"'),
        ("a.toml", 'primary = "bluish"', '"primary" must be a colour'),
        ("a.toml", "primary = 3", '"primary" must be a colour'),
        ("a.toml", 'primary = "red"\nprimery = "red"', '"primery" is no part of a theme'),
        ("a.toml", 'primary = "red"\ndark = "yes"', '"dark" must be true or false'),
        ("a.toml", 'primary = "red"\nvariables = 3', '"variables" must be a table'),
        ("a.toml", 'primary = "red"\n[variables]\n"x;}" = "red"', "is no name of a variable"),
        ("a.toml", 'primary = "red"\n[variables]\nx = "red; }"', '"x" must be a colour'),
        ("a.toml", "primary = ", "it is not TOML"),
        ("a.toml", "#" * 70_000, "larger than 64 KB"),
        ("nord.toml", GOOD, "there is a theme of that name already"),
        ("readq-ink.toml", GOOD, "there is a theme of that name already"),
        ("a b.toml", GOOD, "name the file with letters"),
    ],
)
def test_what_is_wrong_with_a_file_is_said(
    tmp_path: Path, name: str, text: str, problem: str
) -> None:
    (tmp_path / name).write_text(text)
    themes, (told,) = user_themes(tmp_path)
    assert themes == []
    assert told.startswith(f"themes/{name}: ")
    assert problem in told


def test_a_share_of_a_colour_of_a_sign_is_what_is_seen_of_it(tmp_path: Path) -> None:
    (tmp_path / "a.toml").write_text(
        'primary = "red"\nbackground = "#000000"\n[variables]\nrq-key = "#FFFFFF 50%"\n'
    )
    ((theme,), _) = user_themes(tmp_path)
    assert theme.variables["rq-key"] in ("#7F7F7F", "#808080")


@pytest.mark.skipif(os.name == "nt", reason="a pipe in the file system")
def test_a_pipe_is_no_theme_and_keeps_nobody_waiting(tmp_path: Path) -> None:
    os.mkfifo(tmp_path / "dusk.toml")
    said = "themes/dusk.toml: it cannot be read (it is a pipe or device, not a file)."
    assert user_themes(tmp_path) == ([], [said])


def test_a_missing_folder_holds_no_themes(tmp_path: Path) -> None:
    assert user_themes(tmp_path / "themes") == ([], [])


async def test_the_settings_name_a_theme_of_the_readers_own(
    make_app: MakeApp,
    make_library: MakeLibrary,
    make_paper: MakePaper,
    monkeypatch: pytest.MonkeyPatch,
    tmp_path: Path,
) -> None:
    monkeypatch.setenv("READQ_CONFIG", str(tmp_path / "config.toml"))
    (tmp_path / "themes").mkdir()
    (tmp_path / "themes" / "dusk.toml").write_text(GOOD)
    (tmp_path / "themes" / "bad.toml").write_text("primary = 3")
    app = make_app(make_library([make_paper(0)]), theme="dusk")
    async with app.run_test(notifications=True) as pilot:
        await pilot.pause()
        assert app.theme == "dusk"
        assert app.screen.styles.background.hex == "#101018"
        app._settle()
        await pilot.pause()
        assert any("themes/bad.toml" in str(n.message) for n in app._notifications)


async def test_a_theme_may_name_a_few_of_the_signs_only(
    make_app: MakeApp,
    make_library: MakeLibrary,
    make_paper: MakePaper,
    monkeypatch: pytest.MonkeyPatch,
    tmp_path: Path,
) -> None:
    monkeypatch.setenv("READQ_CONFIG", str(tmp_path / "config.toml"))
    (tmp_path / "themes").mkdir()
    (tmp_path / "themes" / "dusk.toml").write_text(
        'primary = "#7AA7F7"\n[variables]\nrq-new = "#112233"\nrq-key = "#7AA7F7 35%"\n'
    )
    app = make_app(make_library([make_paper(0)]), theme="dusk")
    async with app.run_test() as pilot:
        await pilot.pause()
        papers = app.screen.query_one(PaperList)
        triplet = papers.part("new").color
        assert triplet is not None
        assert triplet.triplet == (0x11, 0x22, 0x33)
        assert papers.part("later").color is not None
        await pilot.press("f", "a")  # the field is drawn in the colours of signs
        await pilot.pause()
