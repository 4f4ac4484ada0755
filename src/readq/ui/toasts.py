"""Short messages at the bottom right: three at most, the same kind within two seconds as one."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any, Literal

from textual.app import App
from textual.content import Content
from textual.notifications import Notification, Notify
from textual.widgets._toast import ToastRack

from readq.records import dataclass
from readq.ui.marks import KEY, MUTED
from readq.ui.show import block

Kind = Literal["information", "warning", "error"]

MOST = 3
MERGE_WITHIN = 2.0

_SEEN_AFTER: dict[Kind, float] = {"information": 1, "warning": 3}
"""Seconds after which a message has been read by somebody who goes on."""

_SECONDS: dict[Kind, float] = {"information": 3, "warning": 8, "error": 24 * 3600}
_SECONDS_WITH_UNDO = 6


_LEAST = 0.01
"""Seconds; Textual's timers run for ever, and block everything, when they are to ring in the past."""


class _Message(Notification):
    """A message that an app which was busy until it expired can still show."""

    withdrawn = False
    """Whether it is not to be seen any more; it may be on its way to the screen still."""

    @property
    def time_left(self) -> float:
        """Seconds for which it is still to be seen."""
        return max(super().time_left, _LEAST)

    @property
    def has_expired(self) -> bool:
        """Whether its time is over."""
        return self.withdrawn or super().time_left <= 0


@dataclass
class _Shown:
    notification: _Message
    group: str
    count: int
    at: float
    offers: str


class Toasts:
    """What is on show."""

    def __init__(self, app: App[Any], clock: Callable[[], float]) -> None:
        """Speak through `app`; `clock` gives seconds."""
        self._app = app
        self._clock = clock
        self._shown: list[_Shown] = []

    def say(
        self,
        text: str,
        kind: Kind = "information",
        *,
        heading: str = "",
        hint: tuple[str, str] | None = None,
        group: str = "",
        count: int = 1,
    ) -> None:
        """Show a message.

        Args:
            text: What happened, what it means, what to do.
            kind: How serious it is; errors stay until they are dismissed.
            heading: A first line in bold.
            hint: A key and what it does now.
            group: Messages of one group that follow each other at once become one, which counts papers.
            count: How many papers this one is about.
        """
        self._put_away()
        now = self._clock()
        last = self._shown[-1] if self._shown else None
        if group and last is not None and last.group == group and now - last.at < MERGE_WITHIN:
            count += last.count
            heading, text = f"{group} {count:,} papers", ""
            self._withdraw(last)
        elif not group:  # what is said again is there once
            self._withdraw_all(lambda shown: shown.group == f"{kind}: {text}")
        seconds = _SECONDS_WITH_UNDO if hint and kind == "information" else _SECONDS[kind]
        # A finished Content passes through the toast as it is: nothing in it is read as markup.
        message: Any = _content(text, heading, hint)
        notification = _Message(message, severity=kind, timeout=seconds, markup=True)
        self._app.post_message(Notify(notification))
        offers = hint[1] if hint is not None else ""
        shown = _Shown(notification, group or f"{kind}: {text}", count, now, offers)
        self._shown.append(shown)
        self._shown = [s for s in self._shown if not s.notification.has_expired]
        while len(self._shown) > MOST:
            self._withdraw(self._shown[0])

    def dismiss_errors(self) -> bool:
        """Take errors away; whether there were any."""
        errors = [
            s
            for s in self._shown
            if s.notification.severity == "error" and s.notification in self._app._notifications
        ]
        for shown in errors:
            self._withdraw(shown)
        return bool(errors)

    def dismiss_steps(self) -> None:
        """Take away what offers to undo or redo a step, which is not the last one any more."""
        self._withdraw_all(lambda shown: shown.offers in ("undo", "redo"))

    def dismiss_seen(self) -> None:
        """Take away what only informs or warns and has been on show for a while: the reader goes on."""
        now = self._clock()
        self._withdraw_all(
            lambda shown: (
                now - shown.at >= _SEEN_AFTER.get(shown.notification.severity, float("inf"))
            )
        )

    def _withdraw_all(self, stale: Callable[[_Shown], bool]) -> None:
        for shown in [s for s in self._shown if stale(s)]:
            self._withdraw(shown)

    def _put_away(self) -> None:
        """Remove what earlier messages stood in, which Textual leaves behind when one is withdrawn."""
        for screen in self._app.screen_stack:
            for rack in screen.children:
                if isinstance(rack, ToastRack):
                    for holder in rack.children:
                        if holder.is_mounted and not holder.children:
                            holder.remove()

    def _withdraw(self, shown: _Shown) -> None:
        self._shown.remove(shown)
        shown.notification.withdrawn = True
        self._app._unnotify(shown.notification)


def _content(text: str, heading: str, hint: tuple[str, str] | None) -> Content:
    line = block(text)
    if hint is not None:
        key, what = hint
        gap = "   " if text else ""
        line = Content.assemble(line, gap, (key, KEY), (f" {what}", MUTED))
    return Content.assemble(block(heading, "bold"), "\n", line) if heading else line
