"""The terminal is closed under the running app."""

from __future__ import annotations

import asyncio
import signal
import threading
from io import StringIO

import pytest
from textual.drivers._writer_thread import WriterThread

from readq.ui.signals import leave_when_told


class Gone(StringIO):
    """A terminal that is gone."""

    def write(self, text: str) -> int:
        raise OSError(5, "Input/output error")


async def test_what_is_drawn_on_a_closed_terminal_keeps_nobody_waiting(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setattr(threading, "excepthook", threading.excepthook)
    told: list[int] = []
    leave_when_told(told.append)
    writer = WriterThread(Gone())
    writer.start()

    def draw() -> None:
        for _ in range(200):
            writer.write("frame")
        writer.stop()

    drawing = threading.Thread(target=draw, daemon=True)
    drawing.start()
    await asyncio.to_thread(drawing.join, 20)
    assert not drawing.is_alive()
    assert told == [128 + signal.SIGHUP]


async def test_another_failure_in_a_thread_is_still_told(monkeypatch: pytest.MonkeyPatch) -> None:
    told: list[type[BaseException]] = []
    monkeypatch.setattr(threading, "excepthook", lambda args: told.append(args.exc_type))
    leave_when_told(lambda code: None)

    def fail() -> None:
        raise ValueError

    thread = threading.Thread(target=fail)
    thread.start()
    thread.join()
    assert told == [ValueError]
