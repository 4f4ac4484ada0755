"""`pick`: choose a paper in the app's jump, and print its name for other commands."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING

import click

from readq.cli.command import Word, command, unguarded
from readq.cli.opening import NO_TERMINAL, on_the_terminal, settings_of_the_app, show
from readq.cli.output import clean, clean_block, put_json, put_lines, say
from readq.cli.ranking import none_listed
from readq.cli.session import Session

if TYPE_CHECKING:
    from readq.library import Library

_KEY, _ID = "key", "id"
_FORMATS = (_KEY, _ID, "title", "link", "bibtex", "markdown", "citation")
_OTHER_NAMES = {_KEY: ("citekey",), "link": ("url",), "bibtex": ("bib",), "markdown": ("md",)}


@command(
    "pick",
    "readq pick | xargs readq show",
    "readq pick --many | xargs readq mark queued",
    "readq pick --first HiCI --format bibtex",
)
@click.argument("words", nargs=-1, metavar="[QUERY]")
@click.option(
    "--format",
    "format_",
    type=Word(_FORMATS, _OTHER_NAMES),
    default=_KEY,
    show_default=True,
    metavar="F",
    help=f"What to print: {', '.join(_FORMATS)}.",
)
@click.option("--many", is_flag=True, help="Choose several: tab marks, enter takes the marked.")
@click.option("--first", is_flag=True, help="Take the best hit without asking, without a terminal.")
def pick(session: Session, words: tuple[str, ...], format_: str, many: bool, first: bool) -> int:
    """Choose a paper as with / in the app, and print its citation key.

    Draws on the terminal wherever the output goes, so it fits into $(...) and before a pipe. After
    esc nothing is printed, and the exit status is 1.
    """
    query = " ".join(unguarded(words))
    with session.library() as library:
        if not len(library):
            say(f"readq: {none_listed(library)}")
            return 1
        code, ids = _first(library, query) if first else _chosen(session, library, query, many=many)
        if session.json:
            put_json(list(library.records(ids)))
        elif ids:
            put_lines([_spelled(library, ids, format_)])
    return code


def _first(library: Library, query: str) -> tuple[int, list[str]]:
    ids = [hit.paper_id for hit in library.jump(query, 1)]
    if not ids:
        say(f'readq: no title is close to "{query[:200]}".')
    return int(not ids), ids


def _chosen(
    session: Session, library: Library, query: str, *, many: bool
) -> tuple[int, Sequence[str]]:
    config = settings_of_the_app(session)
    with on_the_terminal() as is_there:
        if is_there:
            from readq.ui.start import Picking

            picking = Picking(query, many=many)
            code = show(library, config, picking)
            return code or int(not picking.paper_ids), picking.paper_ids
    say(
        "readq: to pick needs a terminal; without one `readq pick --first QUERY` takes the best hit."
    )
    return NO_TERMINAL, []


def _spelled(library: Library, ids: Sequence[str], format_: str) -> str:
    from readq.library import snippet

    if format_ == _ID:
        return "\n".join(ids)
    if format_ == _KEY:
        keys = library.citekeys()
        return "\n".join(clean(keys[paper_id]) for paper_id in ids)
    return clean_block(snippet(library, ids, format_))


COMMANDS = (pick,)
