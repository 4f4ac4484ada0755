"""Citekeys that nobody has to look at twice: safe for TeX, each used once."""

from __future__ import annotations

from collections.abc import Iterable, Mapping

from readq.domain import Paper
from readq.domain.citekey import make_citekey
from readq.exporters.options import Options
from readq.patterns import lazily

_NOT_IN_KEYS = lazily(r"[\s{},\"#%'=~\\@`^]+")


def citekeys(papers: Iterable[Paper]) -> dict[str, str]:
    """A key for each paper, by id.

    A key that a source gave goes before one that readq makes, and the paper that came first keeps the
    bare key. Given all papers of a library, a key therefore depends neither on the filter nor on the
    order of an export, and stays when more papers come.
    """
    ordered = sorted(papers, key=lambda paper: (paper.added, paper.id))
    keys: dict[str, str] = {}
    taken: dict[str, int] = {}
    made: list[tuple[str, str]] = []
    for paper in ordered:
        own = _NOT_IN_KEYS.sub("", paper.citekey)
        if own:
            keys[paper.id] = _unique(own, taken)
        else:
            made.append((paper.id, make_citekey(paper.authors, paper.year, paper.title)))
    for paper_id, key in made:
        keys[paper_id] = _unique(key, taken)
    return keys


def keys_for(papers: Iterable[Paper], options: Options) -> Mapping[str, str]:
    """The keys an export uses, by id."""
    return options.keys() if options.keys is not None else citekeys(papers)


def _unique(key: str, taken: dict[str, int]) -> str:
    """The key, with a letter behind it if it is taken; BibTeX does not tell case apart.

    `taken` says for each key which letter to try next.
    """
    same, free = key.lower(), key
    while free.lower() in taken:
        free = key + _letters(taken[same])
        taken[same] += 1
    taken[free.lower()] = 0
    return free


def _letters(number: int) -> str:
    letters = ""
    while number >= 0:
        letters = chr(ord("a") + number % 26) + letters
        number = number // 26 - 1
    return letters
