"""Other programs: the reader's editor and browser."""

from __future__ import annotations

from typing import TYPE_CHECKING

from textual.app import SuspendNotSupported

from readq.config import Config, load_config, make_file
from readq.domain import Paper
from readq.errors import ReadqError
from readq.library import Library, is_web_address, links_of, oddity
from readq.paths import config_file
from readq.ui.browser import browser_command, open_in_browser
from readq.ui.editor import (
    Detached,
    Edited,
    EditorError,
    NotTaken,
    edit,
    editor_command,
    editor_for_settings,
    run_on,
)
from readq.ui.rescue import Rescue
from readq.ui.screens.choice import Answer, ChoiceScreen
from readq.ui.screens.main import MainScreen

if TYPE_CHECKING:
    from readq.ui.app import ReadqApp


def edit_note_outside(app: ReadqApp, library: Library, paper_id: str) -> None:
    """Edit a paper's note in $VISUAL or $EDITOR; the app waits."""
    paper, before = library.hot(paper_id), library.reading(paper_id).note
    rescue = Rescue(library.folder, paper.title)
    try:
        command = editor_command(app.config.editor)
        with app.suspend():
            outcome = edit(before, title=paper.title, command=command, rescue=rescue)
    except EditorError as error:
        app.say(str(error), "error")
        return
    except SuspendNotSupported:
        app.say("An editor cannot be started from here; n writes the note in readq.", "warning")
        return
    if isinstance(outcome, Edited):
        text = outcome.text
        saved = app.decide(lambda: library.note(paper_id, text))
        if saved is None and library.save_error:
            app.say(f"What you wrote is kept in {rescue.keep(text)}", "warning")
        elif saved is not None:
            app.say("Note saved", undo=True)
    elif isinstance(outcome, NotTaken | Detached):
        app.say(outcome.message, "warning")
        if isinstance(outcome, Detached):
            app.late.watch(library, paper_id, outcome)
    elif outcome.message:
        app.say(outcome.message)


def edit_settings(app: ReadqApp) -> Config | None:
    """Open the settings file in the reader's editor; what it says then, None if it cannot be used."""
    path = config_file()
    try:
        command, wrong = editor_for_settings(app.config.editor)
        if wrong:
            app.say(wrong, "warning")
        make_file(path)
        with app.suspend():
            status = run_on(path, command)
        if status == 0:
            return load_config(path)
        app.say(f"The editor ended with status {status}; the settings are in {path}.", "warning")
    except SuspendNotSupported:
        app.say(f"An editor cannot be started from here. The settings are in {path}.", "warning")
    except OSError as error:
        app.say(f"The editor could not be run ({error.strerror}).", "error")
    except ReadqError as error:
        app.say(str(error), "error", heading="Settings")
    return None


def use_changed_settings(app: ReadqApp, config: Config) -> None:
    """Use settings that were edited while the app runs, in all libraries that are open."""
    app.config = config
    app.read_user_themes(again=True)
    app.use_settings()
    app.tell_theme_problems()
    for library in dict.fromkeys((app.library, *app.libraries.opened.values())):
        app.use_ranking(library)
    for screen in app.screen_stack:
        if isinstance(screen, MainScreen):
            screen.use_kept_density()
            screen.reload()
    app.say("The settings are in use; what is drawn in ASCII or not changes at the next start.")


def open_link(app: ReadqApp, paper: Paper) -> None:
    """Open the best link of a paper, or say that there is none."""
    address = next((address for _, address in links_of(paper)), "")
    if address:
        open_address(app, address)
    else:
        app.say("This paper came without a link.")


def open_address(app: ReadqApp, address: str) -> None:
    """Open an address, an odd one only once the reader has seen it; else show and copy it."""
    if not is_web_address(address):
        app.say("Only http and https are opened.", "warning")
        return
    why = oddity(address)
    if not why:
        _open(app, address)
        return

    def answered(place: int | None) -> None:
        if place == 0:
            _open(app, address)
        elif place == 1:
            app.copy_to_clipboard(address)

    answers = [Answer("open it", key="o"), Answer("copy it", key="c")]
    app.push_screen(ChoiceScreen("Open this address?", answers, f"{address}\n{why}"), answered)


def _open(app: ReadqApp, address: str) -> None:
    command = browser_command()
    if command is not None:
        try:
            open_in_browser(address, command)
        except OSError as error:
            app.say(f"{address}\nThe browser could not be started: {error}", "warning")
        return
    app.copy_to_clipboard(address)
    app.say(
        f"{address}\nNo browser here; the address is in the clipboard, if the terminal lets it."
    )
