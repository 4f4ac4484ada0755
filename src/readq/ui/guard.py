"""What nothing on the screen may set off, whatever text it shows."""

from __future__ import annotations

from collections.abc import Mapping

from textual import events
from textual.actions import ActionParseResult
from textual.dom import DOMNode
from textual.driver import Driver

from readq.ui.failing import Failing
from readq.ui.lineage import Lineage

REFUSED = frozenset(
    {
        "add_class",
        "back",
        "change_theme",
        "deliver_screenshot",
        "hide_help_panel",
        "notify",
        "pop_screen",
        "push_screen",
        "remove_class",
        "screenshot",
        "show_help_panel",
        "simulate_key",
        "suspend_process",
        "switch_mode",
        "switch_screen",
        "toggle",
        "toggle_class",
        "toggle_dark",
    }
)
"""Textual's actions that write files, type for the reader or change what is shown; no key of readq uses them."""


class Guarded(Failing, Lineage):
    """An application in which text carries no actions, and answers of the terminal press no keys."""

    def get_driver_class(self) -> type[Driver]:
        """Textual's driver for where readq runs; in a terminal, one that takes whatever it sends."""
        driver = super().get_driver_class()
        if driver.__name__ != "LinuxDriver":
            return driver
        from readq.ui.terminal_driver import TerminalDriver  # other systems cannot import it

        return TerminalDriver

    async def _broker_event(
        self, event_name: str, event: events.Event, default_namespace: DOMNode
    ) -> bool:
        """Nothing readq shows carries actions of its own: a click in text runs none."""
        return False

    async def run_action(
        self,
        action: str | ActionParseResult,
        default_namespace: DOMNode | None = None,
        namespaces: Mapping[str, DOMNode] | None = None,
    ) -> bool:
        """Do what a key stands for; actions of Textual that readq has no use for are refused by name."""
        target, name, _ = self._parse_action(action, default_namespace or self, namespaces)
        if name in REFUSED and not is_own(type(target), name):
            return False
        return await super().run_action(action, default_namespace, namespaces)


def is_own(node: type[DOMNode], action: str) -> bool:
    """Whether an action of this name is readq's own doing."""
    method = getattr(node, f"action_{action}", None)
    return method is not None and method.__module__.startswith("readq.")
