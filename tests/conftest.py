"""No test sees the developer's own library or settings."""

from __future__ import annotations

import os
from collections.abc import Iterator

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


@pytest.fixture(autouse=True, scope="session")
def own_folders(tmp_path_factory: pytest.TempPathFactory) -> Iterator[None]:
    home = tmp_path_factory.mktemp("home")
    with pytest.MonkeyPatch.context() as patch:
        patch.setenv("READQ_LIBRARY", str(home / "library"))
        patch.setenv("READQ_DEMO", str(home / "demo"))
        patch.setenv("READQ_CONFIG", str(home / "config.toml"))
        yield
