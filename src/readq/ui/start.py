"""Where the app begins, when that is not the list."""

from __future__ import annotations

from collections.abc import Callable
from typing import TYPE_CHECKING

from readq.library import Library

if TYPE_CHECKING:
    from readq.ui.screens.hits_screen import JumpResult
    from readq.ui.screens.main import MainScreen

Start = Callable[["MainScreen"], None]
"""Called once the main screen is there, before any key is heard."""


def in_triage(wanted: str) -> Start:
    """Begin with triage of what a filter shows."""

    def begin(main: MainScreen) -> None:
        from readq.domain import local_day
        from readq.search import parse

        main.filter_bar.put(wanted)
        main.words = parse(wanted, today=local_day(main.owner.now()), lenient=True).words
        main.action_triage()

    return begin


class Picking:
    """Begin with the jump to a title, and end with the papers chosen there."""

    def __init__(self, query: str, *, many: bool) -> None:
        """Look for papers.

        Args:
            query: What is typed already.
            many: Whether several may be chosen.
        """
        self.paper_ids: list[str] = []
        """What was chosen, in that order; empty for nothing."""
        self._query, self._many = query, many

    def __call__(self, main: MainScreen) -> None:
        """Open the overlay."""
        from readq.ui.screens.pick import PickScreen

        library: Library = main.library
        screen = PickScreen(
            library,
            library.ids(),
            recent=library.habits.now().jumps,
            query=self._query,
            many=self._many,
        )

        def leave(result: JumpResult | None) -> None:
            self.paper_ids = screen.chosen(result)
            main.owner.exit(0)

        main.owner.push_screen(screen, leave)
