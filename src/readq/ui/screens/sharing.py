"""Keys that take something of a paper to other programs: its links, and what can be pasted."""

from __future__ import annotations

from collections.abc import Sequence
from functools import partial
from typing import ClassVar

from textual import work
from textual.binding import Binding, BindingType

from readq.errors import ReadqError
from readq.library import links_of, snippet
from readq.ui.clipboard import copy
from readq.ui.screens.paper_screen import PaperScreen

_COPIED = (
    ("title", "title", "t"),
    ("link", "link", "l"),
    ("bibtex", "BibTeX", "b"),
    ("markdown", "Markdown", "m"),
    ("citation", "citation", "c"),
)
"""What can be copied, how it is called, and its key."""


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
        from readq.ui.screens.choice import Answer, ChoiceScreen

        for paper_id in self.targets()[:1]:
            links = list(links_of(self.library.paper(paper_id)))
            if len(links) < 2:
                self.action_open_link()
                return
            answers = [Answer(what, address) for what, address in links]
            screen = ChoiceScreen(f"Links of {self.short_title(paper_id)}", answers)
            self.owner.push_screen(screen, partial(self._open_chosen, links))

    def _open_chosen(self, links: Sequence[tuple[str, str]], place: int | None) -> None:
        from readq.ui.outside import open_address

        if place is not None:
            open_address(self.owner, links[place][1])

    def action_copy(self) -> None:
        """Ask what of the papers to copy."""
        from readq.ui.screens.choice import Answer, ChoiceScreen

        ids = self.targets()
        if not ids:
            return
        alone = len(ids) == 1
        question = (
            f"Copy of {self.short_title(ids[0])}" if alone else f"Copy of {len(ids):,} papers"
        )
        answers = [
            Answer(words, self._preview(ids[0], kind) if alone else "", key)
            for kind, words, key in _COPIED
        ]
        self.owner.push_screen(ChoiceScreen(question, answers), partial(self._copy, ids))

    def _preview(self, paper_id: str, kind: str) -> str:
        if kind == "bibtex":  # looks at the keys of all papers
            return "an entry for your .bib file"
        return snippet(self.library, [paper_id], kind) or "none"

    def _copy(self, ids: Sequence[str], place: int | None) -> None:
        if place is not None:
            kind, words, _ = _COPIED[place]
            many = f"{words} of {len(ids):,} papers" if len(ids) > 1 else words
            self._copy_away(ids, kind, many)

    @work(thread=True, group="copy", exit_on_error=False)
    def _copy_away(self, ids: Sequence[str], kind: str, what: str) -> None:
        say = partial(self.app.call_from_thread, self.owner.say)
        try:
            text = snippet(self.library, ids, kind)
        except ReadqError as error:
            say(str(error), "warning")
            return
        if text:
            copy(self.owner, text, what)
        else:
            say(f"There is no {what} to copy.", "warning")
