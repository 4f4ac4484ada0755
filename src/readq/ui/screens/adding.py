"""Adding one paper by hand: a title, a DOI, an arXiv id or a link."""

from __future__ import annotations

import re
from collections.abc import Callable
from functools import partial
from typing import TYPE_CHECKING

from readq.errors import ReadqError
from readq.patterns import lazily
from readq.ui.screens.import_source import ImportSource, names_papers

if TYPE_CHECKING:
    from readq.library import ImportReport, Library
    from readq.ui.app import ReadqApp


_HALF_DOI = lazily(
    r"(?:(?:https?://)?(?:dx\.)?doi\.org/?|doi[\s:]*:|doi\s+(?=10\.))?\s*(?:10(?:\.\d+)+/?)?[.,;]*",
    re.IGNORECASE,
)
_HALF_ARXIV_ID = lazily(
    r"(?:https?://)?(?:www\.)?arxiv\.org(?:/(?:abs|pdf|html)?/?[\d.]*)?|arxiv\s*:\s*[\d./v]*|\d{4}\.\d+(?:v\d*)?",
    re.IGNORECASE,
)
_LINK = lazily(r"\S+://|www\.\S+$|[\w.-]+\.(?:com|edu|net|org)/\S*$", re.IGNORECASE)
_NO_PAPER = "This link does not tell which paper it is; type the title instead."


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
    # Asked again at once or not at all: a question that comes late takes keys.
    if problem := _problem(text):
        ask_for_paper(app, then, text, problem)
    else:
        app.run_worker(partial(_add, app, then, text), thread=True, group="add")


def _problem(text: str) -> str:
    """Why the paper cannot be told; empty if it can."""
    if names_papers(text):
        return ""
    if _HALF_DOI.fullmatch(text):
        return "This DOI has no end, such as 10.1000/182; copy all of it, or type the title."
    if _HALF_ARXIV_ID.fullmatch(text):
        return "This is no whole arXiv id, such as 2401.00001; copy all of it, or type the title."
    return _NO_PAPER if _LINK.match(text) else ""


def _add(app: ReadqApp, then: Callable[[str], None], text: str) -> None:
    """Runs in a worker."""
    library = app.library
    try:
        report = _added(library, text)
    except ReadqError as error:
        app.call_from_thread(_tell_problem, app, text, str(error))
        return
    if report.paper_ids:
        app.call_from_thread(_tell, app, library, then, report)
    else:
        app.call_from_thread(_tell_problem, app, text, _NO_PAPER)


def _added(library: Library, text: str) -> ImportReport:
    source = ImportSource(None, text, "typed in")
    return source.add(library) if names_papers(text) else source.add(library, shape="titles")


def _tell(
    app: ReadqApp, library: Library, then: Callable[[str], None], report: ImportReport
) -> None:
    paper_id = library.survivor(report.paper_ids[0])
    if paper_id is None or library is not app.library:
        return  # meanwhile it was undone, or the reader went to another library
    heading = "Added" if report.added else "Already here"
    if report.in_trash:
        heading = "Already here, in the trash"
    app.say(library.hot(paper_id).title, heading=heading, undo=report.change is not None)
    then(paper_id)


def _tell_problem(app: ReadqApp, text: str, problem: str) -> None:
    """Errors stay until they are dismissed, and so does what was typed."""
    app.say(f"{text}\n{problem}", "error", heading="Not added")
