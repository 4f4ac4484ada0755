"""No test sees the developer's own library or settings."""

from __future__ import annotations

from collections.abc import Iterator

import pytest


@pytest.fixture(autouse=True, scope="session")
def own_folders(tmp_path_factory: pytest.TempPathFactory) -> Iterator[None]:
    home = tmp_path_factory.mktemp("home")
    with pytest.MonkeyPatch.context() as patch:
        patch.setenv("READQ_LIBRARY", str(home / "library"))
        patch.setenv("READQ_DEMO", str(home / "demo"))
        patch.setenv("READQ_CONFIG", str(home / "config.toml"))
        yield
