"""Templates for notes: Markdown with places such as `{title}` that a paper fills."""

from __future__ import annotations

from collections.abc import Mapping
from contextlib import suppress
from datetime import date
from pathlib import Path

from readq.domain import Paper
from readq.errors import UsageError
from readq.patterns import lazily
from readq.text import strip_controls
from readq.text.notelinks import written_link

BUILT_IN: Mapping[str, str] = {
    "summary": "## Claim\n\n\n## How\n\n\n## Questions\n\n- \n",
    "review": "## Summary\n\n\n## Strengths\n\n- \n\n## Weaknesses\n\n- \n\n## Verdict\n\n",
}
"""Templates there are before the reader writes any."""

_PLACE = lazily(r"\{(\w+)\}")
_LARGEST = 1 << 20


def templates(folder: Path) -> dict[str, str]:
    """Templates by name: the `.md` files in a folder, then those that readq brings along."""
    found: dict[str, str] = {}
    with suppress(OSError):
        for file in sorted(folder.glob("*.md")):
            with suppress(OSError, UnicodeDecodeError):
                if file.is_file() and file.stat().st_size <= _LARGEST:
                    found[file.stem] = file.read_text(encoding="utf-8")
    return {**found, **{name: text for name, text in BUILT_IN.items() if name not in found}}


def template(folder: Path, name: str) -> str:
    """The text of one template.

    Raises:
        UsageError: There is no such template.
    """
    known = templates(folder)
    if name not in known:
        raise UsageError(
            f'There is no template "{name}"; there are {", ".join(known)}. '
            f"Each .md file in {folder} is one."
        )
    return known[name]


def filled(text: str, paper: Paper, today: date) -> str:
    """A template with its places filled; what is no place readq knows stays as it is."""
    facts = {
        "title": paper.title,
        "authors": ", ".join(paper.authors),
        "venue": paper.venue,
        "year": str(paper.year or ""),
        "citekey": paper.citekey or paper.id,
        "doi": paper.doi,
        "arxiv": paper.arxiv_id,
        "url": paper.url or paper.pdf_url,
        "link": written_link(paper.title, paper.id),
        "date": today.isoformat(),
    }
    return strip_controls(_PLACE.sub(lambda found: facts.get(found[1], found[0]), text))


def begun(note: str, text: str) -> str:
    """A note with a filled template at its end."""
    return f"{note.rstrip()}\n\n{text}" if note.strip() else text
