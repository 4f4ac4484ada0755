"""Notes on papers, and the links between them."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import replace

from readq.domain import Change, Paper
from readq.domain.identity import arxiv_id, normal_doi
from readq.domain.joining import joined
from readq.library.listing import Listing
from readq.search import fold
from readq.text import strip_controls

_NEAREST = 12
"""Papers looked at to find the one a link names."""


class Noting(Listing):
    """A library that takes notes."""

    _linking: tuple[int, dict[str, frozenset[str]]] = (-1, {})

    def note(self, paper_id: str, text: str, *, merge: bool = False) -> Change | None:
        """Replace the note on a paper; an empty text removes it.

        Args:
            paper_id: The paper.
            text: Markdown.
            merge: Whether this save and the one before are one step of undo.
        """
        return self.notes({paper_id: text}, merge=merge)

    def notes(self, texts: Mapping[str, str], *, merge: bool = False) -> Change | None:
        """Replace the notes on several papers, as one change; see `note`.

        A note on a paper that has become part of another meanwhile is joined with the one on that paper.
        """
        new = dict(self._as_note_now(*pair) for pair in texts.items())
        label = "wrote notes on"
        if len(new) == 1:
            label = "wrote a note on" if any(new.values()) else "removed the note on"
        return self._decide(new, lambda r: replace(r, note=new[r.paper_id]), label, merge=merge)

    def _as_note_now(self, paper_id: str, text: str) -> tuple[str, str]:
        """The paper to write the note on, and the note."""
        note, whole = as_note(text), self.survivor(paper_id)
        if whole is None or whole == paper_id:
            return paper_id, note
        return whole, joined(self.reading(paper_id).note, note, self.reading(whole).note)

    def linked(self, paper_id: str) -> list[str]:
        """The papers that the note on a paper links to, each once, in order."""
        from readq.text.notelinks import note_links

        found = (self.linked_by(link.target) for link in note_links(self.reading(paper_id).note))
        return list(dict.fromkeys(i for i in found if i is not None and i != paper_id))

    def linking(self, paper_id: str) -> list[str]:
        """The papers whose notes link to a paper, in the order of their ids; none in the trash."""
        targets = self._targets()
        if not targets:
            return []
        names = _names(self.hot(paper_id))
        linking = (
            i for i, wanted in targets.items() if i != paper_id and not names.isdisjoint(wanted)
        )
        return self.out_of_trash(sorted(linking))

    def linked_by(self, target: str) -> str | None:
        """The paper that a link names: by id, citekey, title, former title, coined name, DOI or arXiv id."""
        if target in self:
            return target
        wanted = _as_targets(target)
        for query in filter(None, (arxiv_id(target), normal_doi(target), target)):
            hits = (hit.paper_id for hit in self.jump(query, _NEAREST, with_trash=True))
            named = [i for i in hits if not _names(self.hot(i)).isdisjoint(wanted)]
            if named:
                return (self.out_of_trash(named) or named)[0]
        return None

    def _targets(self) -> Mapping[str, frozenset[str]]:
        """What each note links to, as written; kept until something changes."""
        version, known = self._linking
        if version != self._version:
            version = self._version
            known = {
                paper_id: frozenset(_all_targets(reading.note))
                for paper_id, reading in self._files.readings().items()
                if "[[" in reading.note and paper_id in self
            }
            self._linking = version, known
        return known


def as_note(text: str) -> str:
    """A text as it is stored as a note: without control characters, and nothing where nothing is said."""
    note = strip_controls(text)
    return note if note.strip() else ""


def _all_targets(note: str) -> Iterable[str]:
    from readq.text.notelinks import note_links

    for link in note_links(note):
        yield from _as_targets(link.target)


def _as_targets(target: str) -> frozenset[str]:
    """A target in the forms in which a paper may answer to it."""
    forms = (target, normal_doi(target), arxiv_id(target), f" {fold(target)} ")
    return frozenset(form for form in forms if form and form.strip())


def _names(paper: Paper) -> frozenset[str]:
    """What a paper answers to; titles and names are folded, with blanks around them."""
    keys = (paper.id, paper.citekey, paper.doi, paper.arxiv_id)
    texts = (paper.title, *paper.aliases, *(name.text for name in paper.names[:1]))
    folded = (fold(text) for text in texts)
    return frozenset((*filter(None, keys), *(f" {text} " for text in folded if text)))
