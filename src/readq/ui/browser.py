"""Opening a link in a browser, where there is a screen to show it on."""

from __future__ import annotations

import os
import shutil
import subprocess
import sys
import threading
from collections.abc import Mapping

from readq.library import is_web_address


def browser_command(
    environ: Mapping[str, str] | None = None, platform: str = sys.platform
) -> tuple[str, ...] | None:
    """The program that opens a link in a browser; None where there is no screen to show it on."""
    environ = os.environ if environ is None else environ
    if environ.get("SSH_CONNECTION") or environ.get("SSH_TTY"):
        return None
    if platform == "darwin":
        return ("open",)
    if platform == "win32":
        return ("rundll32", "url.dll,FileProtocolHandler")
    if not (environ.get("DISPLAY") or environ.get("WAYLAND_DISPLAY")):
        return None
    found = shutil.which("xdg-open")
    return (found,) if found else None


def open_in_browser(address: str, command: tuple[str, ...]) -> None:
    """Start the browser without a shell and without waiting; OSError when it cannot be started."""
    if not is_web_address(address):
        raise OSError(f"{address} is no web address")
    browser = subprocess.Popen(
        [*command, address],
        stdin=subprocess.DEVNULL,
        stdout=subprocess.DEVNULL,
        stderr=subprocess.DEVNULL,
        start_new_session=True,
    )
    threading.Thread(target=browser.wait, daemon=True).start()  # leaves no zombie behind
