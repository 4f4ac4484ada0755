"""What the palette of commands lists."""

from __future__ import annotations

from abc import abstractmethod
from collections.abc import Callable, Iterable
from functools import partial
from typing import TYPE_CHECKING, Any

from textual.command import DiscoveryHit, Hit, Hits, Provider
from textual.content import Content, Span
from textual.fuzzy import Matcher

from readq.records import dataclass
from readq.text import clean
from readq.ui.commands import KeyCommand, key_name, live_commands
from readq.ui.screens.app_of import app_of
from readq.ui.show import content

if TYPE_CHECKING:
    from textual.app import App

_SECOND = 0.9
"""What a match in an explanation counts, beside one in a title."""
_KEYLESS = (("Settings", "open the settings file in your editor", "app.settings"),)
"""What the app can do that needs no key: title, explanation, action."""

Entry = tuple[str, str, Callable[[], Any]]
"""Title, explanation, and what to run."""


class _Commands(Provider):
    """Entries of the palette; all text goes in as `Content`, since the palette takes `str` for markup."""

    @abstractmethod
    def entries(self) -> Iterable[Entry]:
        """What can be searched."""

    def before_typing(self) -> Iterable[Entry]:
        """What is listed before anything is typed; Textual mixes what several providers list."""
        return self.entries()

    async def discover(self) -> Hits:
        """List entries without a search."""
        for title, about, run in self.before_typing():
            yield DiscoveryHit(content(title), run, text=title, help=_as_help(about))

    async def search(self, query: str) -> Hits:
        """The entries that match the letters typed."""
        matcher = self.matcher(query)
        for title, about, run in self.entries():
            score = max(matcher.match(title), _SECOND * matcher.match(about))
            if score > 0:
                shown = _highlighted(matcher, title)
                yield Hit(score, shown, run, text=title, help=_as_help(about))


@dataclass(frozen=True, slots=True)
class UseTheme:
    """Shows the app in a theme when called."""

    app: App[Any]
    name: str

    def __call__(self) -> None:
        """Change to it."""
        self.app.theme = self.name


class ThemeCommands(_Commands):
    """The themes, our own first."""

    def entries(self) -> Iterable[Entry]:
        """One entry a theme."""
        names = sorted(self.app.available_themes, key=lambda n: (not n.startswith("readq"), n))
        for name in names:
            yield f"Theme: {clean(name)}", "colours", UseTheme(self.app, name)

    def before_typing(self) -> Iterable[Entry]:
        """None: the actions list them, so that they come last."""
        return ()


class MoreCommands(_Commands):
    """Kept filters, exports and other libraries, from the main screen."""

    def entries(self) -> Iterable[Entry]:
        """One entry each."""
        from readq.ui.screens.main import MainScreen

        screen, app = self.screen, app_of(self.screen)
        if not isinstance(screen, MainScreen):
            return
        from readq.ui.exporting import FORMATS, ask_where
        from readq.ui.left_aside import BRING_BACK

        if app.left_aside.paths:
            yield BRING_BACK, "those of last time", app.left_aside.bring_back
        for _, text in sorted(app.library.habits.now().saved.items()):
            yield f"Filter: {clean(text)}", "kept filter", partial(screen.filter_bar.use, text)
        for name, (shown, _) in FORMATS.items():
            run = partial(ask_where, app, name, screen.filter_bar.text.strip())
            yield f"Export as {shown}", "what the list shows, to a file", run
        for name, folder in app.libraries.others():
            yield f"Library: {name}", "show it", partial(app.libraries.go_to, folder)

    def before_typing(self) -> Iterable[Entry]:
        """None: the actions list them."""
        return ()


class ActionCommands(_Commands):
    """Everything the screen below can do, with its key."""

    def before_typing(self) -> Iterable[Entry]:
        """The actions, then all else."""
        more = MoreCommands(self.screen), ThemeCommands(self.screen)
        return (*self.entries(), *(entry for provider in more for entry in provider.entries()))

    def entries(self) -> Iterable[Entry]:
        """In the order of the alphabet; what two keys do is one entry."""
        plain = app_of(self.screen).signs.plain
        by_action: dict[str, KeyCommand] = {}
        for command in live_commands(self.screen):
            if command.id != "app.palette":
                by_action.setdefault(command.action, command)
        with_keys = [
            (
                _title(command),
                _keys(command, plain=plain),
                partial(self.app.run_action, command.action, command.node),
            )
            for command in by_action.values()
        ]
        without = [
            (title, about, partial(self.app.run_action, action))
            for title, about, action in _KEYLESS
        ]
        yield from sorted([*with_keys, *without], key=lambda entry: entry[0].casefold())


def _title(command: KeyCommand) -> str:
    words = command.about or command.words
    return words[:1].upper() + words[1:]


def _keys(command: KeyCommand, *, plain: bool) -> str:
    keys = " ".join(key_name(key, plain=plain) for key in command.keys)
    return f"{keys} · {command.context}" if command.context else keys


def _highlighted(matcher: Matcher, text: str) -> Content:
    _, offsets = matcher.fuzzy_search.match(matcher.query, text)
    style = matcher.match_style
    return content(text).add_spans([Span(o, o + 1, style) for o in offsets if text[o].strip()])


def _as_help(text: str) -> Any:
    return content(text)
