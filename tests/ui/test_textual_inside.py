"""What readq uses of Textual's inside.

Textual promises none of this. When one of these tests fails after an upgrade, the file named in it has to be
looked at before readq works with that version; nothing else reaches inside.
"""

from __future__ import annotations

import inspect
import re
import sys
from pathlib import Path
from typing import Any

import pytest
from textual._compositor import Compositor
from textual._styles_cache import StylesCache
from textual.app import App
from textual.command import CommandPalette, DiscoveryHit
from textual.dom import DOMNode
from textual.message_pump import MessagePump
from textual.notifications import Notification
from textual.reactive import _watch
from textual.screen import Screen
from textual.widget import Widget

from readq import ui

pytestmark = pytest.mark.painted

CALLED: list[tuple[type, str, list[str], str]] = [
    (App, "_check_bindings", ["self", "key", "priority"], "patient.py"),
    (App, "_broker_event", ["self", "event_name", "event", "default_namespace"], "guard.py"),
    (App, "_parse_action", ["self", "action", "default_namespace", "namespaces"], "guard.py"),
    (App, "_handle_exception", ["self", "error"], "failing.py"),
    (App, "_close_messages_no_wait", ["self"], "failing.py"),
    (App, "_display", ["self", "screen", "renderable"], "painting.py"),
    (App, "_unnotify", ["self", "notification", "refresh"], "toasts.py"),
    (MessagePump, "_get_message", ["self"], "widgets/held_keys.py"),
    (MessagePump, "_peek_message", ["self"], "widgets/held_keys.py"),
    (Screen, "_post_register", ["self", "app"], "screens/closing.py"),
    (Screen, "_forward_event", ["self", "event"], "screens/closing.py"),
    (
        Screen,
        "_push_result_callback",
        ["self", "requester", "callback", "future"],
        "screens/closing.py",
    ),
    (CommandPalette, "_watch__list_visible", ["self"], "screens/palette.py"),
    (Screen, "_compositor_refresh", ["self"], "painting.py"),
    (Screen, "_screen_resized", ["self", "size"], "painting.py"),
    (Compositor, "_render_chops", ["self", "crop", "is_rendered_line"], "behind.py"),
    (CommandPalette, "_action_command_list", ["self", "action"], "screens/palette.py"),
    (Compositor, "_get_renders", ["self", "crop"], "compositing.py"),
    (DOMNode, "_merge_bindings", [], "speaking.py, keymap.py"),
    (StylesCache, "get_inner_outer", ["cls", "base_background", "background"], "remains.py"),
]
"""Methods by name, with their parameters, and who calls or replaces them."""
SET: list[tuple[type, str, str]] = [
    (App, "_batch_count", "painting.py"),
    (App, "_driver", "window_title.py"),
    (App, "_exception", "failing.py"),
    (App, "_exception_event", "failing.py"),
    (App, "_return_code", "failing.py"),
    (App, "_filters", "speaking.py"),
    (App, "_notifications", "toasts.py"),
    (App, "_screen_stack", "guard.py"),
    (Screen, "_binding_chain", "widgets/held_keys.py"),
    (Screen, "_compositor", "screens/closing.py"),
    (MessagePump, "_message_queue", "widgets/held_keys.py"),
    (MessagePump, "_mounted_event", "patient.py"),
    (Widget, "_box_model_cache", "widgets/resized_text.py"),
    (CommandPalette, "_selected_command", "screens/palette.py"),
]
"""Attributes that readq reads or sets."""
if sys.platform != "win32":
    from textual.drivers.linux_driver import LinuxDriver

    CALLED.append((LinuxDriver, "_sigcont_application", ["self", "_"], "terminal_driver.py"))
    SET.extend(
        (LinuxDriver, name, "terminal_driver.py") for name in ("_key_thread", "_must_signal_resume")
    )
_OWN_OR_PUBLIC = re.compile(
    r"\b(?:app|screen|pump|_app|super\(\)|driver|stylesheet|vertical_scrollbar)\.(_[a-z]\w+)"
)


@pytest.mark.parametrize(("owner", "name", "parameters", "user"), CALLED)
def test_a_method_is_as_readq_calls_it(
    owner: type, name: str, parameters: list[str], user: str
) -> None:
    method: Any = getattr(owner, name, None)
    assert method is not None, f"Textual has no {owner.__name__}.{name} any more; see {user}"
    known = list(inspect.signature(method).parameters)
    assert known == parameters, f"{owner.__name__}.{name} takes {known} now; see {user}"


@pytest.mark.parametrize(("owner", "name", "user"), SET)
def test_an_attribute_is_there(owner: type, name: str, user: str) -> None:
    source = inspect.getsource(owner)
    there = hasattr(owner, name) or f"self.{name} = " in source or f"self.{name}: " in source
    assert there, f"{owner.__name__} has no {name} any more; see {user}"


def test_the_compositor_asks_for_lines_as_the_frugal_one_gives_them() -> None:
    source = inspect.getsource(Compositor._render_chops)
    assert "for region, clip, strips in renders" in source, "see compositing.py"
    assert "self._compositor = Compositor()" in inspect.getsource(Screen.__init__)


def test_a_chosen_command_and_a_message_are_built_as_readq_builds_them() -> None:
    assert DiscoveryHit("", lambda: None).command is not None
    assert Notification("x", timeout=-1).time_left < 0, "see toasts.py"


def test_nothing_else_reaches_inside() -> None:
    known = {name for _, name, _, _ in CALLED} | {name for _, name, _ in SET}
    folder = Path(ui.__file__).parent
    own = {
        name
        for path in folder.rglob("*.py")
        for name in re.findall(r"(?:def |self\.)(_[a-z]\w+)", path.read_text(encoding="utf-8"))
    }
    found = {
        (path.name, name)
        for path in folder.rglob("*.py")
        for name in _OWN_OR_PUBLIC.findall(path.read_text(encoding="utf-8"))
        if name not in known and name not in own
    }
    assert not found


def test_who_watches_the_app_is_kept_as_readq_looks_for_it() -> None:
    source = inspect.getsource(_watch)
    assert '"__watchers"' in source, "see remains.py"
    assert "watcher_list.append((node, callback))" in source, "see remains.py"
    assert "_closing" in inspect.getsource(MessagePump), "see remains.py"
