"""The key that says which words to watch for; they are lit wherever a paper is read."""

from __future__ import annotations

from collections.abc import Sequence
from typing import ClassVar

from textual.binding import Binding, BindingType

from readq.search import watch_groups
from readq.ui.screens.paper_screen import PaperScreen


class Watching(PaperScreen):
    """A screen on which watched words are lit."""

    BINDINGS: ClassVar[list[BindingType]] = [
        Binding("b", "watch_words", "watch words", id="watch.words", tooltip="words to light up"),
    ]

    def action_watch_words(self) -> None:
        """Ask which words to watch for."""
        from readq.ui.screens.prompt import TextPrompt

        prompt = TextPrompt(
            title="Watch words",
            value=", ".join(self.owner.watched.groups),
            hint="Each comma starts another colour, of six.  rl | ppo: one colour.  agent*: any ending.",
            of_words=True,
        )
        self.owner.push_screen(prompt, self._watch_for)

    def _watch_for(self, answer: str | None) -> None:
        if answer is not None:
            self.watch_for(watch_groups(answer))

    def watch_for(self, groups: Sequence[str]) -> None:
        """Watch for other words."""
        self.owner.watch_for(groups)
        self.reload()
