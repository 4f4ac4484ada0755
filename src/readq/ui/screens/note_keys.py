"""Keys that write notes and follow the links in them."""

from __future__ import annotations

from typing import ClassVar

from textual import work
from textual.binding import Binding, BindingType

from readq.ui.screens.sharing import Sharing


class NoteKeys(Sharing):
    """A screen from which notes are written."""

    BINDINGS: ClassVar[list[BindingType]] = [
        Binding("n", "note", "note", id="paper.note", tooltip="write a note"),
        Binding("N", "note_outside", "editor", id="paper.note.ext", tooltip="note in $EDITOR"),
        Binding(
            "L", "linked", "linked", id="paper.linked", tooltip="go to a paper linked by notes"
        ),
    ]

    def action_note(self) -> None:
        """Open the note editor."""
        from readq.ui.screens.note import NoteScreen

        ids = self.targets()[:1]
        if ids:
            screen = NoteScreen(self.library, ids[0], self.owner.config)
            self.owner.push_screen(screen, self._back_from_note)

    def _back_from_note(self, paper_id: str | None) -> None:
        self.reload()
        if paper_id is not None:
            self.visit(paper_id)

    def action_linked(self) -> None:
        """Go to a paper that the note links to, or whose note links here."""
        for paper_id in self.targets()[:1]:
            self._find_linked(paper_id)

    @work(thread=True, exclusive=True, group="links", exit_on_error=False)
    def _find_linked(self, paper_id: str) -> None:
        linked, linking = self.library.linked(paper_id), self.library.linking(paper_id)
        self.owner.call_from_thread(self._choose_linked, linked, linking)

    def _choose_linked(self, linked: list[str], linking: list[str]) -> None:
        from readq.ui.screens.choice import Answer, ChoiceScreen

        ids = [*linked, *linking]
        if not self.is_current:
            return
        if not ids:
            self.owner.say("No note links to or from this paper. [[ in a note begins a link.")
        elif len(ids) == 1:
            self.visit(ids[0])
        else:
            kinds = ["links to"] * len(linked) + ["linked from"] * len(linking)
            titles = (self.library.hot(i).title for i in ids)
            self.owner.push_screen(
                ChoiceScreen("Linked by notes", [*map(Answer, kinds, titles)]),
                lambda place: None if place is None else self.visit(ids[place]),
            )

    def action_note_outside(self) -> None:
        """Write the note in the reader's own editor; in readq's where none is named."""
        from readq.ui.editor import is_editor_named
        from readq.ui.outside import edit_note_outside

        if not is_editor_named(self.owner.config.editor):
            self.action_note()
            return
        for paper_id in self.targets()[:1]:
            edit_note_outside(self.owner, self.library, paper_id)
            self.decided(go_on=False)
