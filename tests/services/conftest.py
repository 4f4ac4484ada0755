"""A stub of all four services, and what asks it."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import pytest
from tests.services.stub import Stub, Ticking, stub_server

from readq.services import Account, Asking, Service, Time

Ask = Callable[..., Asking]


@pytest.fixture(scope="session")
def running_stub() -> Iterator[Stub]:
    with stub_server() as stub:
        yield stub


@pytest.fixture
def stub(running_stub: Stub, monkeypatch: pytest.MonkeyPatch) -> Stub:
    """Services that know nothing yet."""
    running_stub.asked.clear()
    running_stub.answering.clear()
    for name in ("arxiv", "crossref", "semanticscholar", "openalex"):
        monkeypatch.setenv(f"READQ_{name.upper()}_URL", f"{running_stub.address}/{name}")
    return running_stub


@pytest.fixture
def ticking() -> Ticking:
    """Time that passes when somebody waits."""
    return Ticking()


@pytest.fixture
def unhurried(
    stub: Stub, ticking: Ticking, monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> Stub:
    """The stub, for commands and the app: they wait for nothing, and their cache is empty."""
    time = Time(now=ticking.now, clock=ticking.clock, sleep=ticking.sleep)
    monkeypatch.setattr("readq.services.asking.Time", lambda: time)
    monkeypatch.setenv("READQ_CACHE", str(tmp_path / "cache"))
    return stub


@pytest.fixture
def ask(stub: Stub, ticking: Ticking, tmp_path: Path) -> Iterator[Ask]:
    """Makes what asks services; `account` is who asks."""
    made: list[Asking] = []

    def make(*names: str, account: Account | None = None, **how: Any) -> Asking:
        time = Time(now=ticking.now, clock=ticking.clock, sleep=ticking.sleep)
        wanted = names or ("arxiv", "crossref", "semanticscholar")
        asking = Asking(
            wanted, lambda _: account or Account(), tmp_path / "cache", time=time, **how
        )
        made.append(asking)
        return asking

    yield make
    for asking in made:
        asking.close()


def only(asking: Asking) -> Service:
    """The one service it asks."""
    (service,) = asking.services
    return service
