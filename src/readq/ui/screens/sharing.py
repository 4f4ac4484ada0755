"""Keys that take something of a paper to other programs: its links, and what can be pasted."""

from __future__ import annotations

from typing import ClassVar

from textual.binding import Binding, BindingType

from readq.ui.screens.asking import ask_what_to_copy, ask_which_link
from readq.ui.screens.paper_screen import PaperScreen


class Sharing(PaperScreen):
    """A screen from which papers are opened and copied."""

    BINDINGS: ClassVar[list[BindingType]] = [
        Binding("o", "open_link", "open", id="paper.open", tooltip="open the PDF or page"),
        Binding("O", "choose_link", "links", id="paper.links", tooltip="choose a link to open"),
        Binding("y", "copy", "copy", id="paper.copy", tooltip="copy title, link, BibTeX ..."),
    ]

    def action_open_link(self) -> None:
        """Open the best link in a browser."""
        from readq.ui.outside import open_link

        for paper_id in self.targets()[:1]:
            open_link(self.owner, self.library.paper(paper_id))

    def action_choose_link(self) -> None:
        """Choose among the links of the paper."""
        for paper_id in self.targets()[:1]:
            ask_which_link(self.owner, self.library, paper_id)

    def action_copy(self) -> None:
        """Ask what of the papers to copy."""
        if ids := self.targets():
            ask_what_to_copy(self.owner, self.library, ids)
