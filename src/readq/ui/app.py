"""The application: themes, keys, messages, and the one way a decision reaches the library."""

from __future__ import annotations

import gc
import sys
import time
from collections.abc import Callable, Sequence
from contextlib import suppress
from dataclasses import replace
from datetime import datetime
from functools import partial
from typing import TYPE_CHECKING, Any, ClassVar

from textual.app import SuspendNotSupported
from textual.binding import Binding, BindingType
from textual.screen import Screen
from textual.worker import get_current_worker

from readq.config import Config
from readq.domain import Change
from readq.errors import NotSavedError, ReadqError
from readq.library import Library, keep_little, rank_settings, utc_now, watch_groups_of
from readq.paths import log_file
from readq.ui.ahead import load_ahead
from readq.ui.imports import ImportEnded, Imports
from readq.ui.late import LateTexts
from readq.ui.learning import Learner
from readq.ui.left_aside import LeftAside
from readq.ui.libraries import Libraries
from readq.ui.looks import Looks
from readq.ui.lookups import LookupEnded, Lookups
from readq.ui.remains import forget_gone
from readq.ui.screens.library_screen import LibraryScreen
from readq.ui.screens.main import MainScreen
from readq.ui.screens.sizes import HORIZONTAL, VERTICAL
from readq.ui.sheets import LATER, read_sheets
from readq.ui.signals import leave_when_told
from readq.ui.window_title import WindowTitle

if TYPE_CHECKING:
    from textual.command import Provider

    from readq.search import Watch
    from readq.ui.start import Start


_SAVE_AGAIN_EVERY = 5.0
_LOOK_AFTER_SOON = 2.0
_SETTLE_AFTER, _BETWEEN_SHEETS = 0.5, 0.1
_TIDY_EVERY = 2.0
_LOOK_AFTER_EVERY = 60.0


def _provider(name: str) -> type[Provider]:
    """What lists commands in the palette, which few need at the start."""
    from readq.ui import palette_commands

    provider: type[Provider] = getattr(palette_commands, name)
    return provider


class ReadqApp(Looks):
    """readq in the terminal."""

    TITLE = "readq"
    HORIZONTAL_BREAKPOINTS = HORIZONTAL
    VERTICAL_BREAKPOINTS = VERTICAL
    COMMANDS: ClassVar[Any] = {
        partial(_provider, name) for name in ("ActionCommands", "MoreCommands", "ThemeCommands")
    }
    BINDING_GROUP_TITLE = "readq"
    BINDINGS: ClassVar[list[BindingType]] = [
        Binding("?", "help", "help", id="app.help", tooltip="all keys"),
        Binding("f1", "help", "help", id="app.help.f1", tooltip="all keys"),
        Binding("ctrl+p", "command_palette", "commands", id="app.palette", tooltip="all commands"),
        Binding(
            "p", "next_paper", "next to read", id="queue.next", tooltip="the paper to read next"
        ),
        Binding("q", "quit", "quit", id="app.quit", tooltip="quit"),
        Binding(
            "ctrl+z", "to_shell", "shell", id="app.shell", tooltip="to the shell, fg comes back"
        ),
    ]

    def __init__(
        self,
        library: Library,
        config: Config,
        *,
        now: Callable[[], datetime] = utc_now,
        clock: Callable[[], float] = time.monotonic,
        start: Start | None = None,
    ) -> None:
        """Show `library`.

        Args:
            library: The papers.
            config: The reader's settings.
            now: Gives the time of day.
            clock: Gives seconds, for what happens in quick succession.
            start: What to begin with; the list when None.
        """
        super().__init__(config, clock=clock)
        self.library = self._prepared(library)
        self.libraries = Libraries(self)
        self.left_aside = LeftAside(self)
        self.window = WindowTitle(self)
        self.now = now
        self.start = start
        self.late = LateTexts(self)
        self.lookups = Lookups(self)
        self.imports = Imports(self)
        self._learner = Learner(self)
        self._watched: Watch | None = None
        self._told_unsaved = False
        self._may_leave_unsaved = False

    def _prepared(self, library: Library) -> Library:
        library.hold_unsaved()
        self.use_ranking(library)
        return library

    def use_ranking(self, library: Library) -> None:
        """Rank the papers of a library as the settings and the reader's own watch words say."""
        library.rank_settings = rank_settings(self.config, library)

    def get_default_screen(self) -> Screen[None]:
        """The main screen."""
        return MainScreen(self.library)

    def _settle(self) -> None:
        """Do what the first picture need not wait for."""
        keep_little()
        if not gc.isenabled():  # the command put it off
            self.tidying.begin()
            self.set_interval(_TIDY_EVERY, self.tidying.tidy)
        self._read_sheets()
        self.run_worker(self._load_ahead, group="ahead", thread=True, exit_on_error=False)
        self.window.show(self.library.name)
        self.read_user_themes()
        self.tell_theme_problems()
        self.left_aside.look()

    def _load_ahead(self) -> None:
        worker = get_current_worker()
        load_ahead(lambda: worker.is_cancelled)
        self.tidying.set_aside()

    def _read_sheets(self) -> None:
        """Read what other screens look like, one stylesheet at a time so that no key waits for long."""
        for path in LATER:
            if read_sheets(self.stylesheet, [path]):
                self.set_timer(_BETWEEN_SHEETS, self._read_sheets)
                break

    def on_mount(self) -> None:
        """Begin what goes on in the background."""
        if not self.is_headless:
            leave_when_told(self.leave)
        # A shell has used the terminal meanwhile; Textual draws nothing where the size is the same.
        self.app_resume_signal.subscribe(self, lambda _: self.refresh(layout=True))
        self.set_interval(_SAVE_AGAIN_EVERY, self.save_again)
        self.set_timer(_LOOK_AFTER_SOON, self._look_after)
        self.set_timer(_SETTLE_AFTER, self._settle)
        self.set_interval(_LOOK_AFTER_EVERY, self._look_after)

    def action_settings(self) -> None:
        """Open the settings in the reader's editor, then use them."""
        from readq.ui.outside import edit_settings, use_changed_settings

        config = edit_settings(self)
        if config is not None:
            use_changed_settings(self, config)

    @property
    def watched(self) -> Watch:
        """The words the reader watches for."""
        from readq.search import Watch

        groups = self.library.rank_settings.watch
        if self._watched is None or self._watched.groups != groups:
            self._watched = Watch(groups)
        return self._watched

    def watch_for(self, groups: Sequence[str]) -> None:
        """Watch for other words from now on, in this library."""
        settings = self.library.rank_settings
        self.library.rank_settings = replace(settings, watch=watch_groups_of(groups))
        try:
            self.library.habits.watch_for(groups)
        except ReadqError as error:
            self.say(str(error), "warning", heading="The words are not kept")

    # Decisions and messages

    def decide(self, act: Callable[[], Change | None]) -> Change | None:
        """Let the reader's decision reach the library; when it cannot be saved, say why and go on.

        Args:
            act: One call to the library.

        Returns:
            What it changed; None when nothing is different.
        """
        try:
            change = act()
        except NotSavedError as error:
            self.say(str(error), "error", heading="Not saved")
            change = None
        except ReadqError as error:
            self.say(str(error), "warning")
            change = None
        self._may_leave_unsaved = False
        self._show_saving()
        if self.library.ranking_in_use:
            self.learn()
        return change

    def learn(self) -> None:
        """Let the order of undecided papers follow the decisions, now and after each one to come."""
        self._learner.learn()

    def on_learnt(self) -> None:
        """Take in what was decided meanwhile, too."""
        self._learner.finished()

    def _look_after(self) -> None:
        forget_gone(self)
        self.run_worker(self._care, group="care", thread=True, exclusive=True)

    def _care(self) -> None:
        worker = get_current_worker()
        self.library.look_after(lambda: worker.is_cancelled)

    def save_again(self) -> None:
        """Try once more to write decisions that are shown but not on disk."""
        if self.library.unsaved:
            self.library.save()
            self._show_saving()

    def _show_saving(self) -> None:
        """Say it once when decisions begin to wait, and once when they are on disk after all."""
        unsaved = self.library.unsaved
        if unsaved and not self._told_unsaved:
            self.say(
                f"{self.library.save_error}\nWhat you decide is kept here and tried again.",
                "error",
                heading="Not saved yet",
            )
        elif self._told_unsaved and not unsaved:
            self.toasts.dismiss_errors()
            self.say("Everything is saved now.")
        self._told_unsaved = bool(unsaved)
        for screen in reversed(self.screen_stack):
            if isinstance(screen, LibraryScreen) and screen.is_mounted:
                screen.show_bar()
                if not screen.is_modal:
                    break  # those below follow when they come to light again

    # Screens

    def welcome(self) -> None:
        """Ask what to begin with, since there is no paper yet."""
        from readq.ui.screens.first_run import FirstRunScreen

        self.push_screen(
            FirstRunScreen(self.library.folder, lambda: not self.library.is_empty), self._begin
        )

    def _begin(self, choice: str | None) -> None:
        if choice == "import":
            self.open_import()
        elif choice == "add" and isinstance(self.screen, MainScreen):
            self.screen.action_add()
        elif choice == "sample":
            self.libraries.show_samples()

    def show_library(self, library: Library) -> None:
        """Show another library."""
        self.library = self._prepared(library)
        self.window.show(library.name)
        for screen in self.screen_stack:
            if isinstance(screen, MainScreen):
                screen.use(library)
        self.left_aside.look()

    def open_import(self, path: str = "", *, pasted: str = "") -> None:
        """Open the import screen, with a file or a pasted list to look at if there is one."""
        self.imports.show(path, pasted=pasted)

    def on_import_ended(self, event: ImportEnded) -> None:
        """Tell what an import brought."""
        self.imports.finish(event)

    def on_lookup_ended(self, event: LookupEnded) -> None:
        """Show what services said."""
        self.lookups.finish(event)

    def action_next_paper(self) -> None:
        """Go to the paper to read next, from wherever the reader is."""
        self.leave_pages()
        if isinstance(self.screen, MainScreen):
            self.screen.go_to_next()

    def action_jump(self) -> None:
        """Look for a title from a page that has no list; who goes to one leaves the page."""
        main = self.screen_stack[0]
        if isinstance(main, MainScreen):
            main.action_jump()

    def visit(self, paper_id: str) -> None:
        """Go to a paper in the list, from wherever the reader is."""
        self.leave_pages()
        if isinstance(self.screen, MainScreen):
            self.screen.visit(paper_id)

    @property
    def listed_ids(self) -> Sequence[str]:
        """The papers that the list shows now."""
        main = self.screen_stack[0]
        return main.papers.paper_ids if isinstance(main, MainScreen) else ()

    def leave_pages(self) -> None:
        """Close all that is over the main screen."""
        while len(self.screen_stack) > 1 and not isinstance(self.screen, MainScreen):
            self.screen.dismiss(None)

    def action_help(self) -> None:
        """Show all keys."""
        from readq.ui.screens.help import HelpScreen

        self.push_screen(HelpScreen())

    async def action_quit(self) -> None:
        """Leave; when something is not on disk, only at the second time."""
        self.save_again()
        if self.library.unsaved and not self._may_leave_unsaved:
            self._may_leave_unsaved = True
            many = f"{self.library.unsaved:,} change{'s' * (self.library.unsaved != 1)}"
            self.say(
                f"{many} not on disk yet. Once more leaves, and keeps them in a file.", "warning"
            )
            return
        self.exit(0)

    def action_to_shell(self) -> None:
        """Go to the shell and leave the app waiting."""
        from readq.ui.shell import go_to_shell

        try:
            go_to_shell(self)
        except SuspendNotSupported:
            self.say("There is no shell here to go back to.")

    def action_help_quit(self) -> None:
        """Ctrl+c copies selected text; without any, the reader wants to know how to leave."""
        screen = self.screen
        by_key = isinstance(screen, MainScreen) and not screen.filter_bar.has_focus_within
        self.say(f"press {self.key_of('app.quit') if by_key else 'ctrl+q'} to quit")


def run_app(library: Library, config: Config, start: Start | None = None) -> int:
    """Show the library until the reader leaves; the exit code, which is 1 if changes are not on disk."""
    from readq.ui.failing import told_failures
    from readq.ui.plain import terminal_encoding
    from readq.ui.rescue import keep_unsaved

    if not terminal_encoding().startswith("utf"):
        config = replace(config, ascii=True)
    app = ReadqApp(library, config, start=start)
    code = 0
    try:
        code = app.run() or app.return_code or 0
    except (ReadqError, OSError):
        raise
    except Exception as error:
        app.failures.append(error)
        code = 1
    finally:
        app.window.restore()
        if app.failures:
            with suppress(OSError):
                print(told_failures(app.failures, log_file(), app.now()), file=sys.stderr)
        for path in app.late.leave():
            with suppress(OSError):
                print(f"readq: what an editor saved last is in {path}", file=sys.stderr)
        for opened in dict.fromkeys((library, app.library, *app.libraries.opened.values())):
            if told := keep_unsaved(opened):
                code = code or 1
                with suppress(OSError):  # the terminal may be gone
                    print(told, file=sys.stderr)
        app.libraries.close()
    return code
