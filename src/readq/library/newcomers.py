"""An import meets what other processes wrote while it read its lists."""

from __future__ import annotations

from collections.abc import Collection
from dataclasses import replace

from readq.domain import Paper
from readq.library.facts import Candidate, free_id, merged
from readq.library.matching import PaperIndex
from readq.library.paper_edits import rebased
from readq.library.parts import Part
from readq.library.state import LibraryState
from readq.text import render


class Newcomers:
    """Brings what is to be written in line with papers that came, went or changed meanwhile.

    Attributes:
        known: How many papers less are new, since somebody else has brought them.
        completed: How many of these say more now.
    """

    def __init__(self, library: LibraryState) -> None:
        """Remember how things stand in `library` now."""
        self._library = library
        self._marks = library._files.paper_marks()
        self._there = frozenset(library._files.paper_ids) if not self._marks else frozenset()
        self._version = library._papers_version
        self._index: PaperIndex | None = None
        self._own: set[str] = set()
        self._became: dict[str, str] = {}
        self.known = self.completed = 0

    @property
    def are_none(self) -> bool:
        """Whether nobody else has changed anything yet."""
        return self._index is None and self._version == self._library._papers_version

    def wrote(self, paper_ids: Collection[str]) -> None:
        """What we wrote ourselves is no news."""
        self._own.update(paper_ids)

    def meet(self, part: Part) -> None:
        """Bring a part in line; call it with the library's lock held and its news taken in."""
        library = self._library
        if self._version != library._papers_version:
            self._version = library._papers_version
            self._index = self._of_the_others()
        if self._index is None:
            return
        for paper in list(part.added.values()):
            if paper.merged is None:
                self._meet_one(part, paper)
            elif paper.merged.into in self._became:
                into = self._became[paper.merged.into]
                part.added[paper.id] = replace(paper, merged=replace(paper.merged, into=into))
        changed = [(*sides, i in library) for i, sides in part.updated.items()]
        for before, paper, is_there in changed:
            if paper.merged is None and is_there:
                current = library.paper(paper.id)
                part.updated[paper.id] = current, rebased(paper, before, current)
        for _, paper, is_there in changed:  # now that the papers these became part of are right
            if paper.merged is None and not is_there:
                self._meet_gone(part, paper)

    def _of_the_others(self) -> PaperIndex:
        """The papers that others brought or changed."""
        library = self._library
        files = library._files
        changed = files.papers_changed_since(self._marks) if self._marks else None
        if changed is None:
            changed = [i for i in files.paper_ids if i not in self._there]
        ids = (i for i in changed if i in library and i not in self._own)
        return PaperIndex(map(files.abstract_free, ids), library._render_plain)

    def _meet_one(self, part: Part, paper: Paper) -> None:
        library = self._library
        assert self._index is not None
        found = Candidate(paper, render(paper.abstract).plain, paper.aliases)
        match = self._index.find(found)
        if match is not None and match.sure:
            self._complete(part, match.paper_id, found)
            del part.added[paper.id]
            self._became[paper.id] = match.paper_id
        elif paper.id in library:
            del part.added[paper.id]
            new_id = free_id(found, lambda i: i in library or i in part.added)
            self._became[paper.id] = new_id
            part.added[new_id] = replace(paper, id=new_id)

    def _meet_gone(self, part: Part, paper: Paper) -> None:
        """A paper to be changed went, or became part of another."""
        del part.updated[paper.id]
        stands_for_it = self._library.survivor(paper.id)
        if stands_for_it is None:
            part.added[paper.id] = paper
        else:
            found = Candidate(paper, render(paper.abstract).plain, paper.aliases)
            self._says_more(part, stands_for_it, found)

    def _complete(self, part: Part, paper_id: str, found: Candidate) -> None:
        self.known += 1
        if self._says_more(part, paper_id, found):
            self.completed += 1
        else:
            part.known.append(paper_id)

    def _says_more(self, part: Part, paper_id: str, found: Candidate) -> bool:
        """Whether a paper of the library says more with what was found; then it is to be written."""
        current = self._library.paper(paper_id)
        before, known = part.updated.get(paper_id, (current, current))
        new = merged(known, found)
        if new is known:
            return False
        part.updated[paper_id] = before, new
        return True
