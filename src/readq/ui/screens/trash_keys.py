"""The key that moves papers to the trash, and out of it again."""

from __future__ import annotations

from typing import ClassVar

from textual.binding import Binding, BindingType

from readq.ui.screens.paper_keys import PaperKeys


class TrashKeys(PaperKeys):
    """A screen from which papers can be thrown away."""

    BINDINGS: ClassVar[list[BindingType]] = [
        Binding("D", "trash", "trash", id="paper.delete", tooltip="to the trash, or back from it"),
    ]

    def action_trash(self) -> None:
        """Move the papers to the trash; when all are there already, take them out again."""
        ids = self.targets()
        if not ids:
            return
        back = self.library.trash_ids.issuperset(ids)
        act = self.library.untrash if back else self.library.trash
        change = self.owner.decide(lambda: act(ids))
        if change is not None:
            self._tell("Took out of the trash:" if back else "Moved to the trash:", change)
            self.decided(go_on=not back)
