"""No test sees the developer's own library or settings, or reaches beyond this machine."""

from __future__ import annotations

import gc
import os
import socket
from collections.abc import Iterator
from contextlib import suppress
from pathlib import Path
from typing import Any

import pytest
from hypothesis import HealthCheck, settings

# How fast the machine is says nothing about readq; CI looks at the same examples every time.
settings.register_profile(
    "readq",
    deadline=None,
    suppress_health_check=[HealthCheck.too_slow],
    derandomize="CI" in os.environ,
)
settings.load_profile("readq")


def pytest_collection_finish() -> None:
    """What is loaded by now stays: the garbage collector need not look through it again and again."""
    gc.collect()
    gc.freeze()
    gc.set_threshold(20_000)


@pytest.fixture(autouse=True, scope="session")
def own_folders(tmp_path_factory: pytest.TempPathFactory) -> Iterator[None]:
    home = tmp_path_factory.mktemp("home")
    with pytest.MonkeyPatch.context() as patch:
        patch.setenv("READQ_LIBRARY", str(home / "library"))
        patch.setenv("READQ_DEMO", str(home / "demo"))
        patch.setenv("READQ_CONFIG", str(home / "config.toml"))
        patch.setenv("READQ_CACHE", str(home / "cache"))
        patch.setenv("READQ_LOG", str(home / "readq.log"))
        yield


_NUMBERS = Path("/proc/self/fd")


@pytest.fixture(autouse=True)
def no_more_open_files() -> Iterator[None]:
    """A test closes what it opens: thousands run in one process, and some systems give it 1,024 files in all."""
    before = _open_files()
    yield
    if len(_open_files()) > len(before):
        gc.collect()  # what nobody closed is closed when it goes, and cycles go late
        now = _open_files()
        more = {number: name for number, name in now.items() if before.get(number) != name}
        assert len(now) <= len(before), f"still open: {more}"


def _open_files() -> dict[str, str]:
    """The open files of this process by number, with their names; none where the system does not tell.

    Without connections: the thread at their other end closes them when it comes to it.
    """
    found = {}
    for number in _NUMBERS.iterdir() if _NUMBERS.is_dir() else ():
        with suppress(OSError):  # the folder that is being read
            name = str(number.readlink())
            if not name.startswith("socket:"):
                found[number.name] = name
    return found


NOWHERE = "http://127.0.0.1:9"
"""Nobody listens there."""


@pytest.fixture(autouse=True, scope="session")
def own_machine() -> Iterator[None]:
    """No name is looked up and no connection opened beyond this machine, also by processes started."""
    connect, look_up = socket.socket.connect, socket.getaddrinfo

    def is_here(host: object) -> bool:
        return host in (None, "localhost", "127.0.0.1", "::1")

    def connect_here(own: socket.socket, address: Any) -> None:
        if own.family in (socket.AF_INET, socket.AF_INET6):
            assert is_here(address[0]), f"a test wants to connect to {address}"
        connect(own, address)

    def look_up_here(host: Any, *args: Any, **more: Any) -> Any:
        assert is_here(host), f"a test wants to look up {host}"
        return look_up(host, *args, **more)

    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(socket.socket, "connect", connect_here)
        patch.setattr(socket, "getaddrinfo", look_up_here)
        for name in ("ARXIV", "CROSSREF", "SEMANTICSCHOLAR", "OPENALEX"):
            patch.setenv(f"READQ_{name}_URL", NOWHERE)
        for name in ("http_proxy", "https_proxy", "all_proxy"):
            patch.delenv(name, raising=False)
            patch.delenv(name.upper(), raising=False)
        yield
