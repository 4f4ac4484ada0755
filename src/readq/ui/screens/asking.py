"""Questions about certain papers, for whichever screen shows them: their tags, their links, what to copy of them."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from functools import partial
from typing import TYPE_CHECKING

from readq.errors import ReadqError
from readq.library import Library, links_of, snippet
from readq.ui.clipboard import copy
from readq.ui.show import shortened

if TYPE_CHECKING:
    from readq.ui.app import ReadqApp

_COPIED = (
    ("title", "title", "t"),
    ("link", "link", "l"),
    ("bibtex", "BibTeX", "b"),
    ("markdown", "Markdown", "m"),
    ("citation", "citation", "c"),
)
"""What can be copied, how it is called, and its key."""

_PROMPT, _CHOICE = 72, 84
"""Cells of the cards that ask, where the terminal is wide enough."""
_AROUND = 9
"""Cells of a border that a question does not have: corners, margins, quotation marks."""


def short_title(library: Library, paper_id: str, most: int = 34) -> str:
    """A title in quotation marks, shortened to `most` letters."""
    title = library.hot(paper_id).title
    return f"“{title if len(title) <= most else title[:most].rstrip() + '…'}”"


def _asked(
    owner: ReadqApp, library: Library, what: str, ids: Sequence[str], card: int = _CHOICE
) -> str:
    """A question about papers, with as much of the title as the border of its card has room for."""
    if len(ids) > 1:
        return f"{what} {len(ids):,} papers"
    room = min(card, owner.size.width) - _AROUND - len(what)
    return f"{what} “{shortened(library.hot(ids[0]).title, max(room, 1), owner.signs.ellipsis)}”"


# Tags


def ask_for_tags(
    owner: ReadqApp, library: Library, ids: list[str], decided: Callable[[], object]
) -> None:
    """Ask for tags of the papers; `decided` is called when they are others now."""
    from readq.ui.screens.prompt import TextPrompt

    tags = library.reading(ids[0]).tags if len(ids) == 1 else ()
    prompt = TextPrompt(
        title=_asked(owner, library, "Tags of", ids, _PROMPT),
        value=", ".join(tags) + (", " if tags else ""),
        hint="comma between tags, -tag removes",
        suggestions=list(library.tags()),
        of_words=True,
    )

    def answered(answer: str | None) -> None:
        if answer is not None and _set_tags(owner, library, ids, tags, answer):
            decided()

    owner.push_screen(prompt, answered)


def _set_tags(
    owner: ReadqApp, library: Library, ids: list[str], before: Sequence[str], answer: str
) -> bool:
    typed = [word.strip() for word in answer.split(",") if word.strip()]
    removed = [word[1:].strip() for word in typed if word.startswith("-")]
    added = [word for word in typed if not word.startswith("-")]
    removed += [tag for tag in before if tag not in added]
    return owner.decide(lambda: library.tag(ids, add=added, remove=removed)) is not None


# Links


def ask_which_link(owner: ReadqApp, library: Library, paper_id: str) -> None:
    """Ask which link of the paper to open; of one alone nobody is asked."""
    from readq.ui.outside import open_address, open_link
    from readq.ui.screens.choice import Answer, ChoiceScreen

    links = list(links_of(library.paper(paper_id)))
    if len(links) < 2:
        open_link(owner, library.paper(paper_id))
        return

    def chosen(place: int | None) -> None:
        if place is not None:
            open_address(owner, links[place][1])

    answers = [Answer(what, address) for what, address in links]
    owner.push_screen(ChoiceScreen(_asked(owner, library, "Links of", [paper_id]), answers), chosen)


# Copies


def ask_what_to_copy(owner: ReadqApp, library: Library, ids: list[str]) -> None:
    """Ask what of the papers to copy."""
    from readq.ui.screens.choice import Answer, ChoiceScreen

    alone = len(ids) == 1
    answers = [
        Answer(words, _preview(library, ids[0], kind) if alone else "", key)
        for kind, words, key in _COPIED
    ]

    def chosen(place: int | None) -> None:
        if place is not None:
            kind, words, _ = _COPIED[place]
            many = words if alone else f"{words} of {len(ids):,} papers"
            away = partial(_copy_away, owner, library, ids, kind, many)
            owner.run_worker(away, thread=True, group="copy", exit_on_error=False)

    owner.push_screen(ChoiceScreen(_asked(owner, library, "Copy of", ids), answers), chosen)


def _preview(library: Library, paper_id: str, kind: str) -> str:
    if kind == "bibtex":  # looks at the keys of all papers
        return "an entry for your .bib file"
    return snippet(library, [paper_id], kind) or "none"


def _copy_away(owner: ReadqApp, library: Library, ids: Sequence[str], kind: str, what: str) -> None:
    say = partial(owner.call_from_thread, owner.say)
    try:
        text = snippet(library, ids, kind)
    except ReadqError as error:
        say(str(error), "warning")
        return
    if text:
        copy(owner, text, what)
    else:
        say(f"There is no {what} to copy.", "warning")
