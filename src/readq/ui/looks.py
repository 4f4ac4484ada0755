"""What the settings say about the app: its theme and its keys."""

from __future__ import annotations

from collections.abc import Sequence
from operator import itemgetter
from typing import TYPE_CHECKING

from textual.reactive import Initialize, Reactive
from textual.theme import Theme

from readq.config import lines_of
from readq.paths import config_file, theme_folder
from readq.ui.presets import PRESET_KEYS, keys_in_use
from readq.ui.speaking import Speaking
from readq.ui.themes import INK, THEMES, sign_colours
from readq.ui.widgets.note_colours import note_colours

if TYPE_CHECKING:
    from readq.ui.keymap import KeyProblem


class Looks(Speaking):
    """An application in the reader's theme, with the reader's keys."""

    _pushed_colours = False
    _has_user_themes = False
    _theme_problems: Sequence[str] = ()

    def _first_theme(self) -> str:
        """Called while Textual sets up, so that what it reads first is in the right colours at once."""
        for theme in THEMES:
            self.register_theme(theme)
        if self.config.theme not in self.available_themes:
            self.read_user_themes()
        return self._wanted_theme()

    theme: Reactive[str] = Reactive[str](Initialize(_first_theme))

    def read_user_themes(self, *, again: bool = False) -> None:
        """Take in the themes beside the settings file, once, and note which cannot be used."""
        if self._has_user_themes and not again:
            return
        self._has_user_themes = True
        if not (folder := theme_folder()).is_dir():
            return
        from readq.ui.user_themes import user_themes

        themes, self._theme_problems = user_themes(folder)
        for theme in themes:
            self.register_theme(theme)

    def tell_theme_problems(self) -> None:
        """Say which files are no themes."""
        if self._theme_problems:
            self.say(
                "\n".join(self._theme_problems), "warning", heading="Themes that cannot be used"
            )
        self._theme_problems = []

    def use_settings(self) -> None:
        """Use the theme and the keys of the settings, and say what cannot be used."""
        self._use_theme()
        self._use_keys()

    def on_mount(self) -> None:
        """Use what the settings say."""
        self.theme_changed_signal.subscribe(self, self._use_note_colours)
        self.use_settings()
        self._use_note_colours(self.current_theme)

    def _use_theme(self) -> None:
        wanted = self.config.theme
        self.theme = self._wanted_theme()
        if self.theme != wanted:
            (line,) = lines_of(config_file(), ["theme"])
            where = f"{config_file()}, line {line}: " if line else ""
            said = f'there is no theme "{wanted}"; readq-ink is used. ctrl+p lists those there are.'
            self.say(where + (said if where else said[:1].upper() + said[1:]), "warning")

    def _wanted_theme(self) -> str:
        wanted = self.config.theme
        return wanted if wanted in self.available_themes else INK.name

    def _use_keys(self) -> None:
        keys = {**PRESET_KEYS[self.config.preset], **self.config.keys}
        problems: list[KeyProblem] = []
        if keys:  # what every screen binds is loaded only for those who changed a key
            from readq.ui.bindings import contexts

            keys, problems = keys_in_use(self.config, contexts(type(self)))
        self.keys = keys
        self.set_keymap(keys)
        if problems:
            path = config_file()
            lines = lines_of(path, [f"keys.{problem.id}" for problem in problems])
            told = [
                f"line {line}: {problem.whole}" if line else problem.whole
                for line, problem in sorted(zip(lines, problems, strict=True), key=itemgetter(0))
            ]
            self.say("\n".join([*told, str(path)]), "warning", heading="Keys in the settings")

    def get_theme_variable_defaults(self) -> dict[str, str]:
        """Colours of readq's signs under a theme that does not name them."""
        theme = self.current_theme
        return sign_colours(theme, theme.to_color_system().generate())

    def _use_note_colours(self, theme: Theme) -> None:
        if self._pushed_colours:
            self.console.pop_theme()
        self.console.push_theme(note_colours(self.theme_variables))
        self._pushed_colours = True
