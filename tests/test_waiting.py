"""What the tests wait with."""

from __future__ import annotations

import os
import resource
from collections.abc import Iterator

import pytest
from tests.waiting import readable

MANY = 1_100
"""More files than `select` takes."""


@pytest.fixture
def many_files() -> Iterator[None]:
    soft, hard = resource.getrlimit(resource.RLIMIT_NOFILE)
    if soft != resource.RLIM_INFINITY:
        resource.setrlimit(resource.RLIMIT_NOFILE, (max(soft, MANY + 100), hard))
    yield
    resource.setrlimit(resource.RLIMIT_NOFILE, (soft, hard))


@pytest.mark.usefixtures("many_files")
def test_a_terminal_is_heard_however_many_files_are_open() -> None:
    ours, theirs = os.pipe()
    far = os.dup2(ours, MANY)
    try:
        assert not readable(far, 0)
        os.write(theirs, b"x")
        assert readable(far, 0)
    finally:
        for descriptor in (ours, theirs, far):
            os.close(descriptor)
