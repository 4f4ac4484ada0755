"""Pick: the jump to a title, for a command that prints what was chosen."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import ClassVar

from textual.binding import BindingType

from readq.library import Library
from readq.ui.screens.hits_screen import JumpResult, acts
from readq.ui.screens.jump import JumpScreen
from readq.ui.widgets.hint_bar import Hint


class PickScreen(JumpScreen):
    """The overlay of `readq pick`."""

    BINDING_GROUP_TITLE = "Pick"
    HELP = "Words of the title in any order, the starts of words, initials; typing errors are fine."
    SHOWN_KEYS: ClassVar[tuple[Hint, ...]] = (
        Hint(("jump.go",), "take"),
        Hint(("jump.mark",), "mark"),
        Hint(("jump.close",), "take nothing"),
        Hint(("jump.open",), "open"),
        Hint(("app.help.f1",), "help"),
    )
    BINDINGS: ClassVar[list[BindingType]] = [
        acts("mark", "mark_hit", "mark", about="mark it, to take several", keys="tab"),
    ]

    def __init__(
        self,
        library: Library,
        shown_ids: Iterable[str],
        *,
        recent: Sequence[str],
        query: str,
        many: bool,
    ) -> None:
        """Look for papers to choose.

        Args:
            library: Where to look.
            shown_ids: All papers; of others it is said that a filter hides them.
            recent: Papers jumped to lately, newest first.
            query: What is typed already.
            many: Whether several may be chosen.
        """
        super().__init__(library, shown_ids, recent=recent, query=query)
        self._many = many
        self._marked: list[str] = []

    def check_action(self, action: str, parameters: tuple[object, ...]) -> bool | None:
        """There is no list to filter, and marks only where several may be chosen."""
        if action == "filter" or (action == "mark_hit" and not self._many):
            return False
        return super().check_action(action, parameters)

    def action_mark_hit(self) -> None:
        """Take the highlighted paper too, or not."""
        self.when_found(self._mark)

    def _mark(self) -> None:
        paper_id = self.hits.paper_id
        if paper_id in self._marked:
            self._marked.remove(paper_id)
        elif paper_id:
            self._marked.append(paper_id)
        self.hits.marked = frozenset(self._marked)
        self.hits.action_step(1)

    def chosen(self, result: JumpResult | None) -> list[str]:
        """The papers chosen, in that order."""
        if result is None:
            return []
        ids = self._marked or [result.paper_id or ""]
        found = (self.library.survivor(paper_id) for paper_id in ids)
        return [paper_id for paper_id in found if paper_id is not None]

    def _go(self) -> None:
        if self._marked:
            self.dismiss(JumpResult("go", self._marked[0], self.typed))
        else:
            super()._go()
