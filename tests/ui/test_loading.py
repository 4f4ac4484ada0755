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


def run_script(script: str) -> str:
    done = subprocess.run(
        [sys.executable, "-W", "error", "-c", script], capture_output=True, text=True, check=False
    )
    assert done.stderr == ""
    return done.stdout.strip()


def test_textual_comes_without_widgets_that_are_only_named_and_has_their_names_later() -> None:
    script = """
import sys
from readq.ui.lean import load_textual
load_textual()
print("textual.app" in sys.modules, "textual.widgets._directory_tree" in sys.modules)
from textual.types import DirEntry, IgnoreReturnCallbackType
print(DirEntry.__module__)
"""
    assert run_script(script).split("\n") == ["True False", "textual.widgets._directory_tree"]


def test_a_name_that_is_defined_elsewhere_comes_from_the_module_itself() -> None:
    script = """
import sys
from readq.ui.lean import _Types
sys.modules["textual.types"] = _Types("textual.types")
from textual.types import DirEntry
print(DirEntry.__name__, type(sys.modules["textual.types"]).__name__)
"""
    assert run_script(script) == "DirEntry module"


def test_the_first_picture_waits_for_neither_palette_nor_field_nor_what_lies_behind_dialogs() -> (
    None
):
    script = """
import sys
from readq.ui.lean import load_textual
load_textual()
import readq.ui.app
print(*(name for name in sys.modules if name.startswith("readq.ui")))
"""
    loaded = set(run_script(script).split())
    assert "readq.ui.screens.main" in loaded
    assert loaded.isdisjoint(
        {
            "readq.ui.palette_commands",
            "readq.ui.screens.palette",
            "readq.ui.screens.overlay",
            "readq.ui.widgets.filter_field",
            "readq.ui.behind",
        }
    )
