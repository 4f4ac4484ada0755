"""Adding one paper by hand: a title, a DOI, an arXiv id or a link."""

from __future__ import annotations

import io
from collections.abc import Callable
from functools import partial
from typing import TYPE_CHECKING

from readq.errors import ReadqError
from readq.library import ImportReport, Library
from readq.store import MemoryFiles
from readq.ui.screens.import_source import names_papers

if TYPE_CHECKING:
    from readq.ui.app import ReadqApp

_NO_PAPER = "This link does not tell which paper it is; type the title instead."


class _Typed(io.BytesIO):
    """The text as a source of its own name."""

    title = "typed in"


def ask_for_paper(
    app: ReadqApp, then: Callable[[str], None], text: str = "", problem: str = ""
) -> None:
    """Ask for a paper and add it.

    Args:
        app: The application.
        then: Told the paper's id once it is there.
        text: What the field holds at first.
        problem: Why the last answer could not be used.
    """
    from readq.ui.screens.prompt import TextPrompt

    prompt = TextPrompt(
        title="Add a paper", value=text, hint=problem or "a title, DOI, arXiv id or link"
    )
    app.push_screen(prompt, partial(_answered, app, then))


def _answered(app: ReadqApp, then: Callable[[str], None], answer: str | None) -> None:
    text = (answer or "").strip()
    if not text:
        return
    if _is_link(text) and not _tells_a_paper(
        text
    ):  # at once: a question that comes late takes keys
        ask_for_paper(app, then, text, _NO_PAPER)
    else:
        app.run_worker(partial(_add, app, then, text), thread=True, group="add")


def _is_link(text: str) -> bool:
    return "://" in text.split()[0]


def _tells_a_paper(text: str) -> bool:
    """Whether an empty library would take it."""
    try:
        return _added(Library(MemoryFiles()), text).added > 0
    except ReadqError:
        return False


def _add(app: ReadqApp, then: Callable[[str], None], text: str) -> None:
    """Runs in a worker."""
    try:
        report = _added(app.library, text)
    except ReadqError as error:
        app.call_from_thread(ask_for_paper, app, then, text, str(error))
        return
    if report.paper_ids:
        app.call_from_thread(_tell, app, then, report)
    else:
        app.call_from_thread(ask_for_paper, app, then, text, _NO_PAPER)


def _added(library: Library, text: str) -> ImportReport:
    source = _Typed(text.encode("utf-8", "replace"))
    if names_papers(text) or _is_link(text):
        return library.add("-", stdin=source)
    return library.add("-", stdin=source, shape="titles")


def _tell(app: ReadqApp, then: Callable[[str], None], report: ImportReport) -> None:
    paper_id = report.paper_ids[0]
    heading = "Added" if report.added else "Already here"
    app.say(app.library.hot(paper_id).title, heading=heading, undo=report.change is not None)
    then(paper_id)
