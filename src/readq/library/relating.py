"""Papers like another one, with the words they share."""

from __future__ import annotations

from collections import Counter, defaultdict
from collections.abc import Iterable, Mapping
from typing import TYPE_CHECKING

from readq.records import dataclass

if TYPE_CHECKING:
    from readq.library.listing import Listing
    from readq.triage import Related

_MOST = 3
_JOINING = frozenset(
    ["a", "an", "and", "are", "as", "at", "be", "by", "can", "for", "from", "has", "how", "in", "is", "it",
     "its", "of", "on", "or", "our", "than", "that", "the", "their", "this", "to", "via", "we", "what", "when",
     "which",
     "while", "with"]
)  # fmt: skip


@dataclass(frozen=True, slots=True)
class RelatedPaper:
    """A paper that is like another."""

    paper_id: str
    likeness: float
    """0 to 1."""
    words: tuple[str, ...]
    """Up to three words or pairs of words that both have and few others do, the most telling first."""


def related(library: Listing, paper_id: str, limit: int) -> list[RelatedPaper]:
    """The papers most like one, the nearest first.

    Raises:
        UnknownPaperError: There is no such paper.
    """
    title = library.hot(paper_id).title
    text, own = forms(f"{title} {library.shown(paper_id).plain}"), forms(title)

    def words(near: Related) -> tuple[str, ...]:
        # In a handful of papers no word is rare; there the titles say what is shared.
        other = forms(library.hot(near.paper_id).title)
        both = [word for word in other if word in own]
        return as_written(near.words, text) or as_written(both, own)[:_MOST]

    found = library.ranking.related(paper_id, limit)
    return [RelatedPaper(near.paper_id, near.likeness, words(near)) for near in found]


def as_written(names: Iterable[str], written: Mapping[str, str]) -> tuple[str, ...]:
    """Words and pairs of words in the form the paper uses, without what only joins them to others."""
    kept = ([word for word in name.split() if word not in _JOINING] for name in names)
    return tuple(dict.fromkeys(" ".join(written.get(w, w) for w in name) for name in kept if name))


def forms(text: str) -> dict[str, str]:
    """For each word as ranking compares it, the form that is commonest in a text."""
    from readq.triage.words import seen_words  # comes with numpy, which few commands need

    counted: dict[str, Counter[str]] = defaultdict(Counter)
    for word, form in seen_words(text):
        counted[word][form] += 1
    return {
        word: max(seen, key=lambda form: (seen[form], form.islower()))
        for word, seen in counted.items()
    }
