"""To the shell and back with ctrl+z."""

from __future__ import annotations

import os
import signal
import sys
from typing import TYPE_CHECKING
from unittest.mock import Mock

import pytest
from textual.app import SuspendNotSupported

from readq.ui import shell

if TYPE_CHECKING:
    from tests.ui.conftest import OpenApp

if sys.platform == "win32":
    pytest.skip("there are no jobs", allow_module_level=True)


@pytest.mark.parametrize("has_jobs", [True, False])
def test_the_app_stops_only_where_a_shell_can_go_on_with_it(
    monkeypatch: pytest.MonkeyPatch, has_jobs: bool
) -> None:
    kill = Mock()
    monkeypatch.setattr(os, "kill", kill)
    monkeypatch.setattr(os, "getsid", lambda pid: 7)
    monkeypatch.setattr(os, "getpgrp", lambda: 7)
    monkeypatch.setattr(os, "getpgid", lambda pid: 5 if has_jobs else 7)
    app = Mock(is_headless=False, is_web=False)
    if has_jobs:
        shell.go_to_shell(app)
        kill.assert_called_once_with(os.getpid(), signal.SIGTSTP)
    else:
        with pytest.raises(SuspendNotSupported):
            shell.go_to_shell(app)
        kill.assert_not_called()


async def test_without_a_shell_ctrl_z_says_so(open_app: OpenApp) -> None:
    async with open_app() as it:
        await it.press("ctrl+z")
        assert it.toasts() == ["There is no shell here to go back to."]
        assert it.app.is_running


async def test_in_a_note_ctrl_z_takes_back_what_was_typed(open_app: OpenApp) -> None:
    async with open_app() as it:
        await it.press("n", "a", "b", "ctrl+z", "escape")
        assert it.library.reading("p00000").note == ""
        assert it.toasts() == []
