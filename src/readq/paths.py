"""Where readq keeps things, and where its bundled lists are; files that others put there."""

from __future__ import annotations

import errno
import os
import stat
from pathlib import Path

NOT_A_FILE = "it is a pipe or device, not a file"


def default_library() -> Path:
    """`$READQ_LIBRARY`, else a folder of the platform's data folder."""
    named = os.environ.get("READQ_LIBRARY")
    if named:
        return Path(named).expanduser()
    import platformdirs  # costs 10 ms that `READQ_LIBRARY` users need not pay

    return Path(platformdirs.user_data_dir("readq", appauthor=False)) / "library"


def demo_library() -> Path:
    """`$READQ_DEMO`, else a folder of its own beside the reader's library."""
    named = os.environ.get("READQ_DEMO")
    if named:
        return Path(named).expanduser()
    import platformdirs

    return Path(platformdirs.user_data_dir("readq", appauthor=False)) / "demo-library"


def config_file() -> Path:
    """`$READQ_CONFIG`, else `config.toml` in the platform's settings folder."""
    named = os.environ.get("READQ_CONFIG")
    if named:
        return Path(named).expanduser()
    import platformdirs

    return Path(platformdirs.user_config_dir("readq", appauthor=False)) / "config.toml"


def theme_folder() -> Path:
    """`themes` beside the settings file: each TOML file in it is a theme."""
    return config_file().parent / "themes"


def template_folder() -> Path:
    """`templates` beside the settings file: each Markdown file in it is a template for notes."""
    return config_file().parent / "templates"


def cache_folder() -> Path:
    """`$READQ_CACHE`, else the platform's cache folder: what is in it may be deleted at any time."""
    named = os.environ.get("READQ_CACHE")
    if named:
        return Path(named).expanduser()
    import platformdirs

    return Path(platformdirs.user_cache_dir("readq", appauthor=False))


def log_file() -> Path:
    """`$READQ_LOG`, else `readq.log` in the platform's folder for logs: what errors in readq itself leave behind."""
    named = os.environ.get("READQ_LOG")
    if named:
        return Path(named).expanduser()
    import platformdirs

    return Path(platformdirs.user_log_dir("readq", appauthor=False)) / "readq.log"


def is_no_file(path: Path) -> bool:
    """Whether what is there may have nothing to read, or no end: a pipe, a socket, a device.

    The null device is a file without a line to everybody who names it.
    """
    try:
        kind = path.stat()
        known = stat.S_ISREG(kind.st_mode) or stat.S_ISDIR(kind.st_mode)
        return not known and not os.path.samestat(kind, Path(os.devnull).stat())
    except (OSError, ValueError):
        return False


def read_file(path: Path, most: int = -1) -> bytes:
    """What is in a file, up to `most` bytes; nobody waits for a pipe that stands in its place.

    Raises:
        OSError: It cannot be read, or is no file.
    """
    if is_no_file(path):
        raise OSError(errno.EINVAL, NOT_A_FILE, str(path))
    with path.open("rb") as file:
        return file.read(most)


def bundled_data() -> Path:
    """The folder of bundled lists: inside the package once installed, beside `src/` in a checkout."""
    package = Path(__file__).parent
    installed = package / "data"
    return installed if installed.is_dir() else package.parents[1] / "data"
