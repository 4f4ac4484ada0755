"""A short random session; `tests/benchmarks/random_session.py` is the long one."""

from __future__ import annotations

import subprocess
import sys
from asyncio import timeout
from pathlib import Path
from typing import TYPE_CHECKING

import pytest
from tests.benchmarks import random_session as at_random
from tests.waiting import LONGEST

if TYPE_CHECKING:
    from tests.ui.conftest import MakeApp, MakeLibrary, MakePaper

pytestmark = pytest.mark.painted


@pytest.mark.parametrize("seed", [11, 12])
async def test_whatever_is_pressed_pasted_clicked_and_resized_the_app_goes_on(
    make_app: MakeApp,
    make_library: MakeLibrary,
    make_paper: MakePaper,
    monkeypatch: pytest.MonkeyPatch,
    tmp_path: Path,
    seed: int,
) -> None:
    monkeypatch.chdir(tmp_path)
    monkeypatch.setenv("SSH_CONNECTION", "none")
    monkeypatch.setattr("socket.socket.connect", at_random.refused)
    app = make_app(make_library(map(make_paper, range(40))))
    async with timeout(LONGEST), app.run_test(size=(80, 24), notifications=True) as pilot:
        session = at_random.Session(pilot, seed)
        await session.run(300)
        assert app._exception is None, " | ".join(session.last)
        assert session.done == 300


OFFERED = """
import sys
from pathlib import Path
from tests.benchmarks.random_session import own_surroundings

own_surroundings(Path(sys.argv[1]))
print(Path("papers.bib").absolute())
"""


def test_what_a_long_random_session_exports_goes_with_its_folder(tmp_path: Path) -> None:
    command = [sys.executable, "-c", OFFERED, str(tmp_path)]
    told = subprocess.run(command, capture_output=True, text=True, check=True).stdout
    assert Path(told.strip()).parent.samefile(tmp_path)
