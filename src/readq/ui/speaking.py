"""Messages of the app, and keys as messages and hints name them."""

from __future__ import annotations

import os
import time
from collections.abc import Callable, Mapping

from textual.actions import ActionParseResult
from textual.css.query import NoMatches
from textual.dom import DOMNode

from readq.config import Config
from readq.errors import ReadqError, UnknownPaperError
from readq.ui.commands import short_key
from readq.ui.marks import Marks, marks_for
from readq.ui.patient import Patient
from readq.ui.plain import PlainSigns, terminal_encoding
from readq.ui.presets import PRESET_KEYS
from readq.ui.screens.closing import acting_on
from readq.ui.sheets import FIRST, MAIN, read_sheets
from readq.ui.show import use_ascii
from readq.ui.toasts import Kind, Toasts


class Speaking(Patient):
    """An application that tells the reader things."""

    def __init__(self, config: Config, *, clock: Callable[[], float] = time.monotonic) -> None:
        self.config = config
        plain = config.ascii or "NO_COLOR" in os.environ
        super().__init__(
            css_path=[*FIRST, *MAIN] if plain else FIRST,
            # Without colours Textual must know so before it starts, or greys are all that is left.
            ansi_color=True if "NO_COLOR" in os.environ else None,
        )
        self.clock = clock
        self.signs: Marks = marks_for(config.ascii)
        use_ascii(self.signs.plain)
        if self.signs.plain:
            self._filters.append(PlainSigns(terminal_encoding()))
        self.toasts = Toasts(self, clock)
        self.keys: Mapping[str, str] = {**PRESET_KEYS[config.preset], **config.keys}
        """Keys that are not those the bindings bring along, by binding id."""

    async def run_action(
        self,
        action: str | ActionParseResult,
        default_namespace: DOMNode | None = None,
        namespaces: Mapping[str, DOMNode] | None = None,
    ) -> bool:
        """Do what a key stands for; what it is about may have gone meanwhile, which ends nothing."""
        try:
            with acting_on(default_namespace):
                return await super().run_action(action, default_namespace, namespaces)
        except UnknownPaperError:
            self.say("That paper is not in the library any more.", "warning")
        except ReadqError as error:
            self.say(str(error), "warning")
        except NoMatches:
            if not self._is_gone(default_namespace):
                raise
        return True

    def _is_gone(self, node: DOMNode | None) -> bool:
        """Whether it was on a screen that is closed, or closing."""
        stack = self.screen_stack
        if node is None or node is self:
            return False
        return not any(above in stack for above in node.ancestors_with_self)

    def say(
        self,
        text: str,
        kind: Kind = "information",
        undo: bool = False,
        *,
        heading: str = "",
        hint: tuple[str, str] | None = None,
        group: str = "",
        count: int = 1,
    ) -> None:
        """Show a short message.

        Args:
            text: What happened, what it means, what to do.
            kind: How serious it is.
            undo: Whether `u` takes it back.
            heading: A first line in bold.
            hint: The id of a binding and what it does now.
            group: Messages of one group in quick succession become one.
            count: How many papers it is about.
        """
        if undo:
            hint = ("app.undo", "undo")
        read_sheets(self.stylesheet, MAIN)
        shown = None if hint is None else (self.key_of(hint[0]), hint[1])
        self.toasts.say(text, kind, heading=heading, hint=shown, group=group, count=count)

    def key_of(self, binding_id: str) -> str:
        """The key the reader presses for a binding, as a hint writes it."""
        keys = self.keys.get(binding_id) or self._default_keys(binding_id)
        return short_key(keys.split(",")[0].strip(), plain=self.signs.plain) if keys else ""

    def _default_keys(self, binding_id: str) -> str:
        for node in (*self.screen_stack, self):
            for bindings in node._merge_bindings().key_to_bindings.values():
                for binding in bindings:
                    if binding.id == binding_id:
                        return binding.key
        from readq.ui.bindings import default_keys

        return default_keys(type(self)).get(binding_id, "")
