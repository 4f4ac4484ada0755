"""Textual's driver for a terminal, with an ear for whatever terminals send."""

from __future__ import annotations

import os
import termios
from codecs import getincrementaldecoder
from selectors import EVENT_READ, SelectSelector

from textual._xterm_parser import XTermParser
from textual.drivers.linux_driver import LinuxDriver

from readq.ui.arriving import Arriving
from readq.ui.placing import placed

_LOOK_EVERY = 0.1
_AT_ONCE = 4096


class TerminalDriver(LinuxDriver):
    """Reads keys from a terminal; nothing a terminal sends ends the app, and its answers press no keys."""

    def write(self, data: str) -> None:
        """Draw what is sent, each column in its place."""
        super().write(placed(data))

    def _sigcont_application(self, *_: object) -> None:
        """Go on, after a stop; a terminal that is closed says so too, and then nothing was stopped.

        Textual would start a second pair of threads for that, of which one is never told to end.
        """
        if self._must_signal_resume:
            super()._sigcont_application()
        else:
            self._loop.call_soon_threadsafe(self._set_up_again)

    def _set_up_again(self) -> None:
        """Set the terminal up as it was, where a shell used it while the process was stopped from outside."""
        thread, before = self._key_thread, self.attrs_before
        if thread is None or not thread.is_alive():
            return  # the app is ending
        try:
            termios.tcgetattr(self.fileno)
        except termios.error:
            return  # the terminal is gone
        self.exit_event.set()
        thread.join()
        self.exit_event.clear()
        self.close()
        self._must_signal_resume = True
        self.start_application_mode()  # type: ignore[no-untyped-call]
        self.attrs_before = before

    def run_input_thread(self) -> None:
        """Read until told to end, and then what is still there."""
        parser, arriving = XTermParser(self._debug), Arriving()
        decode = getincrementaldecoder("utf-8")("replace").decode
        with SelectSelector() as selector:
            selector.register(self.fileno, EVENT_READ)
            is_last = False
            while not is_last:
                is_last = self.exit_event.is_set()
                came = bool(selector.select(_LOOK_EVERY))
                data = os.read(self.fileno, _AT_ONCE) if came else b""
                if came and not data:  # nobody is at the other end
                    self.exit_event.wait(_LOOK_EVERY)
                text = arriving.take(decode(data))
                for event in (*(parser.feed(text) if text else ()), *parser.tick()):
                    self.process_message(event)
