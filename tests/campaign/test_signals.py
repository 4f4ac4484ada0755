"""The app told to end while keys stream in: the terminal is as before, and so is every decision."""

from __future__ import annotations

import os
import signal
from pathlib import Path
from random import Random

import pytest

if os.name == "nt":
    pytest.skip("needs a pseudo-terminal", allow_module_level=True)

from tests.campaign.terminal import check_decisions, make_library, run_until


@pytest.mark.parametrize("number", [signal.SIGTERM, signal.SIGHUP])
def test_a_signal_ends_the_app_with_terminal_and_decisions_in_order(
    tmp_path: Path, number: signal.Signals
) -> None:
    folder = tmp_path / "library"
    make_library(folder)
    ending = run_until(number, folder, Random(3))
    assert ending.code == 128 + number
    ending.check_terminal()
    assert check_decisions(folder, ending, 1) > 0


def test_closing_the_terminal_ends_the_app(tmp_path: Path) -> None:
    folder = tmp_path / "library"
    make_library(folder)
    ending = run_until(0, folder, Random(3), hang_up=True)
    assert ending.code == 128 + signal.SIGHUP
    assert check_decisions(folder, ending, 1) > 0


@pytest.mark.parametrize("told", [(signal.SIGTSTP, signal.SIGCONT), (signal.SIGCONT,)])
def test_told_to_go_on_stopped_or_not_the_app_is_there_as_before(
    tmp_path: Path, told: tuple[signal.Signals, ...]
) -> None:
    folder = tmp_path / "library"
    make_library(folder)
    ending = run_until(signal.SIGTERM, folder, Random(3), told_before=told)
    assert ending.code == 128 + signal.SIGTERM
    assert ending.threads_more == 0
    ending.check_terminal()
    assert check_decisions(folder, ending, 1) > 0
