"""Lines of shell that name readq."""

from __future__ import annotations

import os
import subprocess
import sys


def shell(line: str, **env: str) -> subprocess.CompletedProcess[bytes]:
    """Run a line in which `readq` is this readq; it fails if any part of a pipe does."""
    return subprocess.run(
        ["bash", "-o", "pipefail", "-c", line.replace("readq", f'"{sys.executable}" -m readq')],
        capture_output=True,
        timeout=60,
        env={**os.environ, **env},
        check=False,
    )
