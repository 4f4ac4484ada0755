"""A short random session; `tests/benchmarks/random_session.py` is the long one."""

from __future__ import annotations

from asyncio import timeout
from typing import TYPE_CHECKING

import pytest
from tests.benchmarks import random_session as at_random
from tests.waiting import LONGEST

if TYPE_CHECKING:
    from pathlib import Path

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
