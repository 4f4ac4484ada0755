"""Two papers side by side, the words in which they differ marked."""

from __future__ import annotations

from collections.abc import Sequence
from difflib import SequenceMatcher

from textual.content import Content, Span

from readq.domain import Paper, Reading
from readq.records import dataclass
from readq.search.fold import words_at
from readq.text import Rendered
from readq.ui.marks import MUTED, STATUS_STYLE, Marks
from readq.ui.show import abstract_content, content

DIFFERENT = "bold underline $rq-key"
"""Words that the other paper does not have at this place."""
_MOST_AUTHORS = 12
_MOST_WORDS = 1_000
"""Beyond so many words of an abstract none are marked: looking would take longer than a key press may."""


@dataclass(frozen=True, slots=True)
class Side:
    """One paper of a pair."""

    paper: Paper
    reading: Reading
    shown: Rendered
    """Its abstract."""


def pair_texts(one: Side, other: Side, signs: Marks) -> tuple[Content, Content]:
    """What to show of each."""
    title = _marked(*(_title(side) for side in (one, other)))
    authors = _marked(*(_authors(side.paper) for side in (one, other)))
    abstract = _marked(*(abstract_content(side.shown) for side in (one, other)))
    sides = zip((one, other), title, authors, abstract, strict=True)
    return tuple(  # type: ignore[return-value]
        Content("\n").join(
            [
                names.stylize("bold"),
                *(line for line in (people, _facts(side, signs)) if line.plain),
                _decisions(side, signs),
                Content(),
                text if text.plain else Content.styled("No abstract.", MUTED),
            ]
        )
        for side, names, people, text in sides
    )


def different_words(one: str, other: str) -> tuple[list[Span], list[Span]]:
    """Where the words are, in each text, that the other does not have at this place.

    None are told of two texts with nothing in common: all would be.
    """
    words = (words_at(one), words_at(other))
    if max(map(len, words)) > _MOST_WORDS:
        return [], []
    ours, theirs = ([word for word, _, _ in side] for side in words)
    match = SequenceMatcher(None, ours, theirs, autojunk=False)
    spans: tuple[list[Span], list[Span]] = [], []
    steps = match.get_opcodes()
    if all(step[0] != "equal" for step in steps):
        return spans
    for kind, *places in steps:
        if kind != "equal":
            for side, (start, end) in enumerate((places[:2], places[2:])):
                spans[side].extend(
                    Span(first, last, DIFFERENT) for _, first, last in words[side][start:end]
                )
    return spans


def _marked(one: Content, other: Content) -> Sequence[Content]:
    spans = different_words(one.plain, other.plain)
    return [text.add_spans(found) for text, found in zip((one, other), spans, strict=True)]


def _title(side: Side) -> Content:
    return content(f"{'~ ' if side.paper.title_is_derived else ''}{side.paper.title}")


def _authors(paper: Paper) -> Content:
    more = len(paper.authors) - _MOST_AUTHORS
    names = ", ".join(paper.authors[:_MOST_AUTHORS])
    return content(f"{names} +{more}" if more > 0 else names, MUTED)


def _facts(side: Side, signs: Marks) -> Content:
    """Where it appeared, what identifies it, which lists it came from."""
    paper = side.paper
    sources = ", ".join(dict.fromkeys(source.name for source in paper.sources))
    facts = (
        " ".join(filter(None, (paper.venue, str(paper.year or "")))),
        paper.doi,
        f"arXiv:{paper.arxiv_id}" if paper.arxiv_id else "",
        f"OpenReview:{paper.openreview_id}" if paper.openreview_id else "",
        f"from {sources}" if sources else "",
    )
    return content(f" {signs.dot} ".join(filter(None, facts)), MUTED)


def _decisions(side: Side, signs: Marks) -> Content:
    reading = side.reading
    facts = [
        f"priority {reading.priority}" if reading.priority else "",
        f"rated {reading.rating}" if reading.rating else "",
        ", ".join(reading.tags),
        f"{signs.note} note" if reading.note else "",
    ]
    status = f"{signs.status[reading.status]} {reading.status}"
    rest = "".join(f" {signs.dot} {fact}" for fact in facts if fact)
    return Content.assemble((status, STATUS_STYLE[reading.status]), content(rest))
