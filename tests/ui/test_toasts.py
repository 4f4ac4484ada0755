"""Short messages, also while the app is busy."""

from __future__ import annotations

from typing import Any

from tests.ui.conftest import OpenApp
from textual.notifications import Notify
from textual.widgets._toast import Toast, ToastHolder

from readq.ui.toasts import Toasts


class Busy:
    """An application that keeps what is posted for later."""

    screen_stack: tuple[()] = ()

    def __init__(self) -> None:
        self.posted: list[Notify] = []

    def post_message(self, message: Notify) -> None:
        self.posted.append(message)


def test_a_message_that_expires_before_it_is_drawn_does_not_stop_the_app() -> None:
    app: Any = Busy()
    Toasts(app, lambda: 0.0).say("Copied.")
    message = app.posted[0].notification
    message.raised_at -= 3600
    assert message.has_expired
    assert Toast(message)._timeout > 0  # a timer of Textual's that lies in the past never rests


async def test_messages_leave_nothing_behind_in_a_long_session(open_app: OpenApp) -> None:
    async with open_app() as it:
        for number in range(40):
            it.clock.seconds += 5
            it.app.toasts.say(f"Message {number}.", "warning")
            await it.settle()
        assert it.toasts() == ["Message 37.", "Message 38.", "Message 39."]
        assert len(it.screen.query(ToastHolder)) <= 4


async def test_keys_pressed_at_once_leave_one_message(open_app: OpenApp) -> None:
    async with open_app() as it:
        await it.press_at_once(*"aaaaaaaa")
        assert it.toasts() == ["Queued 8 papers\nu undo"]
        assert len(it.screen.query(Toast)) == 1


async def test_messages_at_once_are_three_at_most(open_app: OpenApp) -> None:
    async with open_app() as it:
        for number in range(6):
            it.app.toasts.say(f"Message {number}.", "warning")
        await it.settle()
        assert it.toasts() == ["Message 3.", "Message 4.", "Message 5."]
