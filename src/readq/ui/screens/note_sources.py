"""Text for a note from elsewhere: templates, and the reader's own editor."""

from __future__ import annotations

from abc import abstractmethod
from typing import ClassVar

from textual.app import SuspendNotSupported
from textual.binding import Binding, BindingType

from readq.config import Config
from readq.library import Library
from readq.library.templates import filled, templates
from readq.paths import template_folder
from readq.ui.editor import (
    Detached,
    Edited,
    EditorError,
    NotTaken,
    Outcome,
    edit,
    editor_command,
    is_editor_named,
)
from readq.ui.rescue import Rescue
from readq.ui.screens.app_of import app_of
from readq.ui.screens.choice import Answer, ChoiceScreen
from readq.ui.screens.note_linking import NoteLinking
from readq.ui.toasts import Kind

_NO_EDITOR = (
    "Name your editor in $VISUAL or $EDITOR, or as `editor` in the settings (`readq config`);"
    " this key then opens the note in it."
)


class NoteSources(NoteLinking):
    """The part of the note editor that takes text in."""

    BINDINGS: ClassVar[list[BindingType]] = [
        Binding(
            "ctrl+e",
            "outside",
            "$EDITOR",
            id="note.outside",
            tooltip="write in $VISUAL or $EDITOR",
            priority=True,
        ),
        Binding(
            "ctrl+g",
            "template",
            "template",
            id="note.template",
            tooltip="insert a template",
            priority=True,
        ),
    ]

    def __init__(self, library: Library, paper_id: str, config: Config) -> None:
        super().__init__(library, paper_id)
        self._config = config
        self._paper_title = library.hot(paper_id).title

    @property
    def has_editor(self) -> bool:
        """Whether the reader has named an editor; nobody is to find himself in one he cannot leave."""
        return is_editor_named(self._config.editor)

    @abstractmethod
    def take_over(self, text: str) -> None:
        """The note is this text now; it is to be saved."""

    def _say(self, text: str, kind: Kind = "information") -> None:
        app_of(self).say(text, kind)

    # Templates

    def action_template(self) -> None:
        """Add a template at the cursor."""
        known = templates(template_folder())
        wanted = self._config.template
        if wanted and wanted not in known:
            self._say(f'There is no template "{wanted}"; there are {", ".join(known)}.', "warning")
        elif wanted or len(known) == 1:
            self._insert(known[wanted or next(iter(known))])
        else:
            names = list(known)
            answers = [Answer(name, known[name].strip().split("\n")[0]) for name in names]
            self.app.push_screen(
                ChoiceScreen("Template", answers),
                lambda place: None if place is None else self._insert(known[names[place]]),
            )

    def _insert(self, template: str) -> None:
        today = app_of(self).now().astimezone().date()
        self.area.insert(filled(template, self._library.paper(self._paper_id), today))

    # The reader's own editor

    def action_outside(self) -> None:
        """Write the note in the reader's own editor; the app waits."""
        if not self.has_editor:
            self._say(_NO_EDITOR)
            return
        before = self.area.text
        outcome = self._edited_outside(before)
        if isinstance(outcome, Edited):
            self.take_over(outcome.text)
            return
        if isinstance(outcome, Detached):
            app_of(self).late.watch(self._library, self._paper_id, outcome)
        if outcome is not None and outcome.message:
            self._say(outcome.message, "warning")

    def _edited_outside(self, text: str) -> Outcome | None:
        rescue = Rescue(self._library.folder, self._paper_title)
        try:
            command = editor_command(self._config.editor)
            with self.app.suspend():
                return edit(text, title=self._paper_title, command=command, rescue=rescue)
        except EditorError as error:
            return NotTaken(str(error))
        except SuspendNotSupported:
            return NotTaken("An editor cannot be started from here; write the note in this window.")
