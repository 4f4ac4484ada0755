"""The one paper that a word on the command line means."""

from __future__ import annotations

from collections.abc import Iterable, Iterator

from readq.domain import Paper
from readq.domain.identity import arxiv_id, normal_doi
from readq.errors import AmbiguousPaperError, UnknownPaperError
from readq.exporters import citekeys
from readq.library.trashing import Trashing
from readq.text import clean

_MIN_PREFIX = 3


class Finding(Trashing):
    """A library that knows its papers by every name they have."""

    def find(self, ref: str) -> Paper:
        """The paper named by id, unique start of an id, citekey, DOI, arXiv id, coined name or whole title.

        Raises:
            UnknownPaperError: None answers.
            AmbiguousPaperError: Several do.
        """
        ref = ref.strip()
        if ref in self:
            return self.paper(ref)
        ids = self._files.paper_ids
        starting = [i for i in ids if i.startswith(ref.lower())] if len(ref) >= _MIN_PREFIX else []
        # Ids have no capitals: `REAL` is a name before it is the start of an id.
        found = starting if ref == ref.lower() else []
        found = found or self._labelled(ref) or self._named(ref) or starting or self._cited(ref)
        found = found or self._united(ref)
        if not found:
            raise UnknownPaperError(
                f'No paper answers to "{clean(ref)}"; name it by id, citekey, DOI, arXiv id, coined name '
                "or whole title (readq jump WORDS finds the id)."
            )
        if len(found) > 1:
            found = self.out_of_trash(found) or found  # a copy that was thrown away is not meant
        if len(found) > 1:
            shown = ", ".join(found[:4]) + (" and others" if len(found) > 4 else "")
            raise AmbiguousPaperError(
                f'"{clean(ref)}" could be any of {shown}; type more of the id.'
            )
        return self.paper(found[0])

    def _labelled(self, ref: str) -> list[str]:
        return [paper.id for paper in _with_label(self._files.hot_papers(), ref)]

    def _united(self, ref: str) -> list[str]:
        """The papers that stand for one that had this label or id."""
        if self._files.merged(ref) is None:
            ids = {part.id: None for part in _with_label(self._files.merged_papers(), ref)}
        else:
            ids = {ref: None}
        return list(dict.fromkeys(filter(None, map(self.survivor, ids))))

    def _cited(self, ref: str) -> list[str]:
        """The paper that exports cite by this key, when no source gave it one."""
        if not any(map(str.isdigit, ref)) or " " in ref:
            return []
        return [i for i, key in citekeys(self._files.hot_papers()).items() if key == ref]

    def _named(self, ref: str) -> list[str]:
        papers, title = self._files.hot_papers, ref.casefold()
        return [p.id for p in papers() if p.names and p.names[0].text == ref] or [
            p.id for p in papers() if title and p.title.casefold() == title
        ]


def _with_label(papers: Iterable[Paper], ref: str) -> Iterator[Paper]:
    """The papers with this citekey, DOI or arXiv id."""
    doi, arxiv = normal_doi(ref), arxiv_id(ref)
    return (
        paper
        for paper in papers
        if (paper.citekey and paper.citekey == ref)
        or (doi and paper.doi == doi)
        or (arxiv and paper.arxiv_id == arxiv)
    )
