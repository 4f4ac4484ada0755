"""Libraries in the folder that holds one."""

from __future__ import annotations

from pathlib import Path

from readq.store import holds_library

_MOST = 50


def libraries_near(folder: Path) -> list[Path]:
    """The folders beside `folder` that hold a library, by name; itself is not among them."""
    try:
        beside = sorted(path for path in folder.parent.iterdir() if path.is_dir())[:_MOST]
    except OSError:
        return []
    return [path for path in beside if path != folder and holds_library(path)]
