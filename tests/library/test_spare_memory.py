"""What big pieces of work let go of goes back to the system, where there is a way."""

from __future__ import annotations

import ctypes
import os
import platform
import re
import subprocess
import sys
import tracemalloc
from collections.abc import Callable
from pathlib import Path

import pytest

from readq.domain.people import author_keys
from readq.library import Library
from readq.library.spare_memory import give_back
from readq.store import MemoryFiles


def resident() -> int:
    return int(Path("/proc/self/statm").read_text().split()[1]) * os.sysconf("SC_PAGE_SIZE")


@pytest.mark.skipif(platform.libc_ver()[0] != "glibc", reason="the call is GNU's")
def test_memory_let_go_of_is_given_back() -> None:
    blocks = [bytearray(b"x" * 60_000) for _ in range(1000)]
    pins = [bytearray(2_000) for _ in blocks]
    for n in range(0, len(blocks), 2):  # holes between blocks in use do not go back by themselves
        blocks[n] = bytearray()
    before = resident()
    give_back()
    assert before - resident() > 20_000_000
    assert all(block == b"x" * 60_000 for block in blocks[1::2])
    assert not any(map(any, pins))


def no_function(_: object) -> object:
    return object()


def no_library(_: object) -> object:
    raise OSError("no such library")


def no_name(_: object) -> object:
    raise TypeError("a name is wanted")


@pytest.mark.parametrize("found", [no_function, no_library, no_name])
def test_a_system_without_the_call_is_left_alone(
    monkeypatch: pytest.MonkeyPatch, found: Callable[[object], object]
) -> None:
    asked: list[object] = []

    def load(name: object) -> object:
        asked.append(name)
        return found(name)

    monkeypatch.setattr(ctypes, "CDLL", load)
    give_back()
    assert asked == [None]


def test_what_an_import_worked_out_about_each_author_is_let_go_of() -> None:
    with Library(MemoryFiles()) as library:
        tracemalloc.start()
        try:
            kept = author_keys([f"Bo Ek{n}" for n in range(20_000)])
            del kept
            before, _ = tracemalloc.get_traced_memory()
            library.look_after()
            after, _ = tracemalloc.get_traced_memory()
        finally:
            tracemalloc.stop()
    assert before - after > 2_000_000


THREADS = """
import ctypes, threading
from readq.library.spare_memory import keep_little

keep_little()
all_at_once = threading.Barrier(6)


def work():
    all_at_once.wait()
    kept.append([bytearray(5_000) for _ in range(50)])


kept = []
threads = [threading.Thread(target=work) for _ in range(6)]
for thread in threads:
    thread.start()
for thread in threads:
    thread.join()
ctypes.CDLL(None).malloc_stats()
"""


@pytest.mark.skipif(platform.libc_ver()[0] != "glibc", reason="the pools are GNU's")
def test_what_threads_leave_behind_lies_in_one_pool() -> None:
    told = subprocess.run(
        [sys.executable, "-c", THREADS], capture_output=True, text=True, check=True
    ).stderr
    assert re.findall(r"Arena \d+", told) == ["Arena 0"], told


HOLES = """
from pathlib import Path
from readq.library.spare_memory import keep_little

keep_little()


def resident():
    return int(Path("/proc/self/statm").read_text().split()[1])


bytearray(16_000_000)  # GNU's own limit would be as high from here on
blocks = [bytearray(b"x" * 200_000) for _ in range(200)]
pins = [bytearray(2_000) for _ in blocks]
before = resident()
for n in range(0, len(blocks), 2):
    blocks[n] = None
print(before - resident())
"""


@pytest.mark.skipif(platform.libc_ver()[0] != "glibc", reason="the limit is GNU's")
def test_holes_between_what_stays_go_back_by_themselves() -> None:
    told = subprocess.run(
        [sys.executable, "-c", HOLES], capture_output=True, text=True, check=True
    ).stdout
    assert int(told) * os.sysconf("SC_PAGE_SIZE") > 15_000_000, told
