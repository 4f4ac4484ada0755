"""Text from outside in every place it can reach, the keys that lead there, and what may come out of it."""

from __future__ import annotations

from collections.abc import Sequence
from contextlib import suppress
from dataclasses import replace
from datetime import UTC, datetime
from itertools import cycle, islice
from pathlib import Path
from typing import NamedTuple

from tests.ui.terminal import CTRL_P, ENTER, ESC, TAB, WAIT, Output, run

from readq.domain import Name, Paper, Status, TitleOrigin
from readq.errors import ReadqError
from readq.library import open_library

_MODES = (7, 25, 1000, 1003, 1004, 1006, 1015, 1049, 2004, 2026, 2048)
DRAWING = frozenset(
    {
        *("csi m", "csi H", "csi <u", "csi >25u", "csi ?2026$p", "csi ?2048$p", "string ]22"),
        *(f"csi ?{mode}{on}" for mode in _MODES for on in "hl"),
        *("control 0a", "control 0d", "csi t", "string ]2"),
    }
)
"""What Textual itself sends: colours, places, modes of its own; and the title of the window, set and put back
(`test_window_title` says what can be in it). Nothing else steers the terminal."""

OWN_CLIPBOARD = "string ]52"
"""What `y` sends, and nothing else may."""
_CTRL_G, _CTRL_O, _ALL = "\x07", "\x0f", "\x15"


def hostile(number: int, text: str) -> Paper:
    """A paper that says the same in every field, as no import would let it in."""
    return Paper(
        id=f"p{number:09}",
        title=f"{text} title",
        title_origin=TitleOrigin.SOURCE,
        added=datetime(2026, 11, 30, 9, tzinfo=UTC),
        authors=(f"{text} Lee", text),
        abstract=f"{text} abstract.\n\n{text}",
        venue=text,
        url=f"https://example.org/{text}",
        doi=f"10.1/{text}",
        code_url=f"https://github.com/{text}",
        links=(f"https://example.org/{text}", "https://example.org/ok", "https://example.org/2"),
        keywords=(text,),
        names=(Name(text),),
        aliases=(text,),
        citekey=text,
    )


def furnish(folder: Path, work: Path, texts: Sequence[str]) -> None:
    """A library in which each text is in every field of a paper, in its note and tags, in what the reader
    looks and watches for and keeps; and, in the home folder, names of templates, themes, libraries and lists."""
    papers = [hostile(number, text) for number, text in enumerate(texts)]
    twins = [replace(papers[0], id=f"ptwin{n}", doi="10.1/twin") for n in range(2)]
    with open_library(folder) as library:
        library._commit(f"imported {texts[0]} papers", added={p.id: p for p in [*papers, *twins]})
        ids = [p.id for p in papers]
        library.mark(ids[: (len(ids) + 1) // 2], Status.QUEUED)
        for paper_id, text, other in zip(ids, texts, [*ids[1:], ids[0]], strict=True):
            with suppress(ReadqError):
                library.tag(paper_id, text)
            with suppress(ReadqError):
                library.note(paper_id, _note(text, other))
        with suppress(ReadqError, ValueError):
            library.habits.watch_for(texts[:6])
            library.habits.look_for(texts[0])
            for digit, text in enumerate(islice(cycle(texts), 9), 1):
                library.habits.save_filter(digit, f"tag:{text}")
                library.habits.used_filter(f'"{text}"')
    for text in texts:
        _leave_about(work, text)


def _note(text: str, other: str) -> str:
    return (
        f"[[{other}]] [[{text}]]\n\n# {text}\n\n{text} `{text}` [x](javascript:{text}) [{text}](file:///etc)\n\n"
        f"| a |\n| - |\n| {text} |\n\n```{text}\n{text}\n```\n\n![{text}](x.png) <b>{text}</b>\n"
    )


def _leave_about(work: Path, text: str) -> None:
    """Files of such a name where the app lists files; no system takes every name."""
    name = text.replace("/", "").replace("\0", "")[:40] or "x"
    for folder, ending, said in (
        ("config/templates", ".md", text),
        ("config/themes", ".toml", f'primary = "{text}"'),
        ("lists", ".bib", f"@article{{{text}, title={{{text}}}}}\n@article{{{text}, title={{"),
    ):
        with suppress(OSError, ValueError):
            place = work / folder
            place.mkdir(parents=True, exist_ok=True)
            (place / f"{name}{ending}").write_text(said, encoding="utf-8", errors="replace")


class Place(NamedTuple):
    """A place of the app: the keys that lead there from the main screen and back, and words only it shows."""

    name: str
    keys: tuple[str, ...]
    sign: str


PLACES = (
    Place("list", ("G", "g"), "▌"),
    Place("detail", ("j", "z", ENTER, "=", "=", ESC, "z"), "NOTES"),
    Place("queue", ("w", "j", "J", "M", "j", ESC, ESC), "Queue"),
    Place("plan", ("P", "d", "u", "q"), "to read"),
    Place("statistics", ("S", WAIT, TAB, TAB, TAB, TAB, ESC, ESC), "Your tags"),
    Place("palette", (CTRL_P, "fi", "lter:", ESC), "kept filter"),
    Place("themes", (CTRL_P, "Th", "eme:", ESC), "colours"),
    Place("help", ("?", ESC), "Keys"),
    Place("jump", ("/", "title", ESC), "title"),
    Place("completed tags", ("f", "tag:", TAB, ESC, ESC), "tag:"),
    Place("completed authors", ("f", "author:", TAB, ESC, ESC), "author:"),
    Place("completed venues", ("f", "venue:", TAB, ESC, ESC), "venue:"),
    Place("older filters", ("f", "\x1b[A", "\x1b[A", ESC, ESC), "Filter"),
    Place("no filter", ("f", "(tag:[b] x:[/] or", ENTER, ESC, ESC), "x:[/]"),
    Place("saved filters", ("F", "1", ESC, "F", ESC), "Saved filters"),
    Place("note", ("n", " [[", " ", "tit", ENTER, ESC), "Note"),
    Place("template", ("n", _CTRL_G, ESC, ESC), "template"),
    Place("followed link", ("n", "\x1b[1;5H", _CTRL_O, ESC), "Note"),
    Place("links of notes", ("L", ESC), "Linked by notes"),
    Place("tags", ("t", ESC), "Tags"),
    Place("copy", ("y", ESC), "Copy of"),
    Place("links", ("O", ESC), "Links of"),
    Place("day", ("Z", ESC), "Defer"),
    Place("title", ("e", "t", ESC, ESC), "Which papers"),
    Place("services", ("e", ENTER, WAIT, ESC, ESC), "Complete"),
    Place("messages", ("x", "u", "m", "5", "d", "r", "a"), "undo"),
    Place("many", (" ", " ", "5", "x", "u", "y", ESC, ESC), "papers"),
    Place("watched words", ("b", ESC), "Watch words"),
    Place("topic", ("W", ENTER, "s", "s", "s"), "Sorted by"),
    Place("related", ("R", "j", "R", ESC), "Related"),
    Place("duplicates", ("U", WAIT, TAB, "n", "u", "s", "u", "q"), "Surely one work"),
    Place("import", ("i", "~/", TAB, TAB, ENTER, WAIT, ESC, ESC), "Import"),
    Place("no import", ("i", "~/[/]\x1b[201~ gone.bib", ENTER, ESC, ESC), "gone.bib"),
    Place("added", ("A", "[/b] [@click=app.quit]x", ENTER, "u"), "[/b] [@click=app.quit]x"),
    Place("other library", (CTRL_P, "li", "brary:", ESC), "show it"),
    Place("triage", ("T", "a", "x", "u", "b", ESC, "f", ESC, ESC), "JUST DECIDED"),
    Place("triage again", ("T", "j", "j", "k", *"xxxxxxxxxxxxxxxxxx", "j", ESC), "JUST DECIDED"),
)
"""From the main screen to each place and back."""


def walk(
    folder: Path, work: Path, more: Sequence[str] = (), places: Sequence[Place] = PLACES
) -> tuple[Output, list[str]]:
    """Go to places, then press more keys; what came out, and the places that were not reached."""
    keys = [key for place in places for key in place.keys]
    ran = run(
        folder,
        [*keys, *more],
        environ={"HOME": str(work), "READQ_CONFIG": str(work / "config" / "config.toml")},
    )
    missed, at = [], 0
    for place in places:
        if place.sign not in ran.between(at, at + len(place.keys)):
            missed.append(place.name)
        at += len(place.keys)
    return ran, missed
