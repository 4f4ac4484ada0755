"""What the app leaves out while it opens is there when it is needed."""

from __future__ import annotations

import subprocess
import sys

SCRIPT = """
import sys
from readq.ui.lean import load_textual
load_textual()
assert "ssl" not in sys.modules and sys.modules["asyncio"]
import httpx, ssl
client = httpx.Client(verify=ssl.create_default_context())
try:
    client.get("https://127.0.0.1:9/")
except httpx.ConnectError as error:
    print("asked", "refused" in str(error))
"""


def test_services_are_asked_over_tls_although_the_app_opened_without() -> None:
    done = subprocess.run(
        [sys.executable, "-W", "error", "-c", SCRIPT], capture_output=True, text=True, check=False
    )
    assert (done.stdout.strip(), done.stderr) == ("asked True", "")
