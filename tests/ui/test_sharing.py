"""Copying something of a paper, and choosing among its links."""

from __future__ import annotations

import os
import stat
from pathlib import Path
from typing import TYPE_CHECKING

import pytest

from readq.ui import clipboard
from readq.ui.screens.choice import ChoiceScreen
from readq.ui.screens.main import MainScreen

if TYPE_CHECKING:
    from tests.ui.conftest import MakeLibrary, MakePaper, OpenApp

    from readq.library import Library

pytestmark = pytest.mark.skipif(os.name == "nt", reason="shell scripts stand for programs")


@pytest.fixture
def library(make_library: MakeLibrary, make_paper: MakePaper) -> Library:
    """One paper with several links, and one without any."""
    rich = make_paper(
        0,
        "Masks [Can] Be Distracting",
        authors=("Ada B. van der Berg", "Alan Turing"),
        arxiv_id="2501.00001",
        code_url="https://example.org/code",
    )
    return make_library([rich, make_paper(1, "A Second\x1b]52;c;aGk=\x07 Paper", authors=())])


WANTED = {
    "t": "Masks [Can] Be Distracting",
    "l": "https://arxiv.org/abs/2501.00001",
    "m": r"[Masks \[Can\] Be Distracting](<https://arxiv.org/abs/2501.00001>)",
    "c": "van der Berg, A. B., & Turing, A. (2026). Masks [Can] Be Distracting. ICML. "
    "https://arxiv.org/abs/2501.00001",
}


@pytest.mark.parametrize("key", WANTED)
async def test_y_and_a_letter_copy_by_the_terminal(
    open_app: OpenApp, library: Library, key: str
) -> None:
    async with open_app(library) as it:
        await it.press("y")
        assert isinstance(it.app.screen, ChoiceScreen)
        assert WANTED["c"][:40] in it.text()
        await it.press(key)
        assert isinstance(it.app.screen, MainScreen)
        assert it.app.clipboard == WANTED[key]
        assert WANTED[key].split()[0] in it.toasts()[0]
        assert it.library.log() == []


async def test_bibtex_is_copied_as_an_export_would_write_it(
    open_app: OpenApp, library: Library
) -> None:
    async with open_app(library) as it:
        await it.press("y", "b")
        assert it.app.clipboard.startswith("@")
        assert it.app.clipboard == library.export("id:p00000", "bibtex").strip()


async def test_marked_papers_are_copied_together(open_app: OpenApp, library: Library) -> None:
    async with open_app(library) as it:
        await it.press("space", "space", "y", "down", "up", "enter")
        assert it.app.clipboard == "Masks [Can] Be Distracting\nA Second Paper"
        assert "2 papers" in it.toasts()[0]


async def test_what_a_paper_does_not_have_is_said(open_app: OpenApp, library: Library) -> None:
    async with open_app(library) as it:
        await it.press("j", "y", "l")
        assert it.toasts() == ["There is no link to copy."]
        assert it.app.clipboard == ""
        await it.press("y", "escape")
        assert isinstance(it.app.screen, MainScreen)


@pytest.mark.parametrize(
    ("environ", "platform", "program"),
    [
        ({}, "darwin", "pbcopy"),
        ({"WAYLAND_DISPLAY": "w", "DISPLAY": ":0"}, "linux", "wl-copy"),
        ({"DISPLAY": ":0"}, "linux", "xclip"),
        ({}, "linux", None),
        ({"DISPLAY": ":0", "SSH_CONNECTION": "a b c d"}, "linux", None),
        ({"WSL_DISTRO_NAME": "d"}, "linux", "clip.exe"),
    ],
)
def test_the_desktops_clipboard_is_used_where_the_reader_sits(
    monkeypatch: pytest.MonkeyPatch, environ: dict[str, str], platform: str, program: str | None
) -> None:
    monkeypatch.setattr("shutil.which", lambda name: f"/bin/{name}")
    command = clipboard.clipboard_command(environ, platform)
    assert (command and command[0]) == (program and f"/bin/{program}")


async def test_a_clipboard_program_gets_the_text_and_no_shell_sees_it(
    open_app: OpenApp, library: Library, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    program = tmp_path / "xclip"
    program.write_text(
        f'#!/bin/sh\nprintf "%s " "$@" > "{tmp_path}/args"; cat > "{tmp_path}/got"\n'
    )
    program.chmod(program.stat().st_mode | stat.S_IXUSR)
    monkeypatch.setenv("PATH", f"{tmp_path}:{os.environ['PATH']}")
    monkeypatch.setenv("DISPLAY", ":0")
    async with open_app(library) as it:
        await it.press("y", "t")
        assert (tmp_path / "got").read_text() == WANTED["t"]
        assert (tmp_path / "args").read_text() == "-selection clipboard "
        assert "If the terminal" not in it.toasts()[0]


async def test_where_no_program_takes_it_the_text_is_shown_to_copy_by_hand(
    open_app: OpenApp, library: Library, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(clipboard, "clipboard_command", lambda: (str(tmp_path / "gone"),))
    async with open_app(library) as it:
        await it.press("y", "l")
        assert WANTED["l"] in it.toasts()[0]
        assert "If the terminal lets it." in it.toasts()[0]


async def test_capital_o_lets_choose_a_link(
    open_app: OpenApp, library: Library, started: list[list[str]]
) -> None:
    async with open_app(library) as it:
        await it.press("O")
        assert "https://arxiv.org/pdf/2501.00001" in it.text()
        await it.press("3")
        assert started == [["/bin/browser", "https://example.org/code"]]
        await it.press("O", "j", "enter")
        assert started[1:] == [["/bin/browser", "https://arxiv.org/abs/2501.00001"]]
        await it.press("j", "O")
        assert it.toasts()[-1] == "This paper came without a link."


@pytest.mark.parametrize(
    ("address", "why"),
    [
        ("https://doi.org@example.net/x", "it leads to example.net"),
        ("https://xn--rxiv-43d.example/", "can be taken for others"),
        ("http://127.0.0.1:22/", "by number"),
    ],
)
async def test_an_odd_address_is_shown_and_opened_only_by_another_key(
    open_app: OpenApp,
    make_library: MakeLibrary,
    make_paper: MakePaper,
    started: list[list[str]],
    address: str,
    why: str,
) -> None:
    async with open_app(make_library([make_paper(0, pdf_url=address)])) as it:
        await it.press("o")
        assert started == []
        assert address in it.text()
        assert why in it.text()
        await it.press("escape")
        assert started == []
        await it.press("o", "o")
        assert started == [["/bin/browser", address]]


async def test_a_click_on_an_answer_gives_it(open_app: OpenApp, library: Library) -> None:
    async with open_app(library, size=(60, 20)) as it:
        await it.press("y")
        y = next(n for n, line in enumerate(it.lines()) if "citation" in line)
        await it.pilot.click(offset=(20, y))
        await it.settle()
        assert it.app.clipboard == WANTED["c"]
