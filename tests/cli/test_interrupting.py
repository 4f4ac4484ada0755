"""Ctrl+c while a line is waited for."""

from __future__ import annotations

import os
import signal
import sys
import threading

import pytest
from tests.waiting import LONGEST

from readq.cli.interrupting import Interruptions

if sys.platform == "win32":
    pytest.skip("needs a pseudo-terminal", allow_module_level=True)

import pty


def test_ctrl_c_just_before_a_line_is_read_is_not_forgotten_until_the_next_line() -> None:
    ours, theirs = pty.openpty()
    late = threading.Timer(LONGEST, os.write, (ours, b"a line, far too late\n"))
    late.start()
    with open(theirs, encoding="utf-8") as lines, Interruptions() as interruptions:  # noqa: PTH123
        pressed = threading.Timer(0.1, os.kill, (os.getpid(), signal.SIGINT))
        pressed.start()
        try:
            with pytest.raises(KeyboardInterrupt):
                interruptions.wait_for(lines)
        finally:
            pressed.cancel()  # else it would end whatever runs next
        assert not late.finished.is_set()
    late.cancel()
    os.close(ours)


def test_what_is_typed_is_waited_for() -> None:
    ours, theirs = pty.openpty()
    with open(theirs, encoding="utf-8") as lines, Interruptions() as interruptions:  # noqa: PTH123
        threading.Timer(0.1, os.write, (ours, b"x\n")).start()
        interruptions.wait_for(lines)
        assert lines.readline() == "x\n"
        assert not interruptions.came
    os.close(ours)
