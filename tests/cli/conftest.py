"""readq's commands, run as a shell would run them but within the process."""

from __future__ import annotations

import io
import json
import os
import subprocess
import sys
from collections.abc import Callable
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import pytest
from tests.services.conftest import running_stub, stub, ticking, unhurried  # noqa: F401

from readq.cli.root import run
from readq.library import open_library

ABSTRACTS = """ICML 2026

We introduce LanternNet, a method that lights up rare features of large models, and show on twelve tasks
that it finds more of them than probing does at a tenth of the cost.

Diffusion models forget what they saw first. We measure this forgetting and propose WarmRestart, a
schedule that halves it on three benchmarks without any loss in quality.

We prove that every two-layer network of width n can be pruned to width log n when its inputs lie on a
sphere, and that this bound is tight for all activations that are not polynomials.
"""


@dataclass(frozen=True)
class Ran:
    """What a command left behind."""

    code: int
    out: str
    err: str

    @property
    def json(self) -> Any:
        """Stdout as the one JSON value it is to be."""
        return json.loads(self.out)

    @property
    def sentence(self) -> str:
        """Stderr, which is to be one line in readq's name."""
        assert self.err.count("\n") == 1, self.err
        assert self.err.startswith("readq: ")
        assert "Traceback" not in self.err
        return self.err


Readq = Callable[..., Ran]


@pytest.fixture
def folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """The library's folder, known to every command."""
    place = tmp_path / "library"
    monkeypatch.setenv("READQ_LIBRARY", str(place))
    monkeypatch.chdir(tmp_path)
    for name in ("DISPLAY", "WAYLAND_DISPLAY"):  # no test opens a browser
        monkeypatch.delenv(name, raising=False)
    return place


@pytest.fixture
def readq(
    folder: Path, capsysbinary: pytest.CaptureFixture[bytes], monkeypatch: pytest.MonkeyPatch
) -> Readq:
    """Run a command; `stdin` is what it reads."""

    def call(*args: str, stdin: bytes = b"") -> Ran:
        monkeypatch.setattr(sys, "stdin", io.TextIOWrapper(io.BytesIO(stdin)))
        capsysbinary.readouterr()
        code = run(list(args))
        out, err = capsysbinary.readouterr()
        return Ran(code, out.decode(), err.decode())

    return call


@pytest.fixture
def shell(folder: Path) -> Callable[..., Ran]:
    """Run a command in a process of its own."""

    def call(*args: str, **env: str) -> Ran:
        ran = subprocess.run(
            [sys.executable, "-m", "readq", *args],
            stdin=subprocess.DEVNULL,
            capture_output=True,
            text=True,
            timeout=60,
            env={**os.environ, **env},
            check=False,
        )
        return Ran(ran.returncode, ran.stdout, ran.stderr)

    return call


@pytest.fixture
def ids(folder: Path, tmp_path: Path) -> list[str]:
    """Three papers in the library."""
    source = tmp_path / "list.txt"
    source.write_text(ABSTRACTS, encoding="utf-8")
    with open_library(folder) as library:
        assert library.add(source).added == 3
        return library.ids()


@pytest.fixture
def terminal(monkeypatch: pytest.MonkeyPatch) -> Callable[[int], None]:
    """Let commands believe that stdout is a terminal of so many columns."""

    def pretend(columns: int) -> None:
        monkeypatch.setenv("COLUMNS", str(columns))
        monkeypatch.setenv("TERM", "xterm-256color")
        monkeypatch.delenv("NO_COLOR", raising=False)
        monkeypatch.setattr("readq.cli.output.is_tty", lambda stream: True)

    return pretend
