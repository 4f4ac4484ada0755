"""Whatever services answer: the numbers add up, the reader's own stays, and undo brings all of it back."""

from __future__ import annotations

from pathlib import Path
from random import Random

from hypothesis import given, settings
from hypothesis import strategies as st
from tests.library.conftest import NOW
from tests.services.stub import ABSTRACT, AUTHORS, OTHER, TITLE

from readq.domain import Draft, Paper, Source, Status, TitleOrigin
from readq.errors import ServiceError
from readq.library import Library
from readq.services import SERVICES, Account, Asking, Query, Service
from readq.store import MemoryFiles

TEXTS = ("", ABSTRACT, OTHER, ABSTRACT[:120])
TITLES = ("", TITLE, "Quite Another Title of a Paper", "LoopGrow, Part II of Two", "\x1b[2J$x^2$")
DOIS = ("", "10.5555/one", "10.5555/two")
ARXIVS = ("", "2602.00001", "2602.00002")


class Unreliable(Asking):
    """Answers with anything, or not at all."""

    def __init__(self, random: Random) -> None:
        super().__init__(tuple(SERVICES), lambda _: Account(), Path("nowhere"))
        self._random = random

    def ask(self, service: Service, query: Query) -> list[Draft]:
        random = self._random
        if random.random() < 0.3:
            raise ServiceError(f"it is {random.choice('abc')}.", lasting=random.random() < 0.3)
        return [
            Draft(
                source=Source(service.label, 1),
                title=random.choice(TITLES),
                authors=random.choice(((), AUTHORS, ("Grace Hopper",))),
                abstract=random.choice(TEXTS),
                year=random.choice((None, 2025)),
                venue=random.choice(("", "ICML")),
                doi=random.choice(DOIS),
                arxiv_id=random.choice(ARXIVS),
            )
            for _ in range(random.randint(0, 3))
        ]


def library_of(random: Random) -> Library:
    library = Library(MemoryFiles(), now=lambda: NOW)
    papers = {}
    for number in range(random.randint(1, 6)):
        origin = random.choice(list(TitleOrigin))
        paper = Paper(
            id=f"p{number}aaaaaaaa",
            title=random.choice(TITLES[1:4]),
            title_origin=origin,
            added=NOW,
            authors=random.choice(((), AUTHORS)),
            abstract=random.choice(TEXTS),
            doi=random.choice(DOIS),
            arxiv_id=random.choice(ARXIVS),
            year=random.choice((None, 2024)),
        )
        papers[paper.id] = paper
    library._commit("began", added=papers)
    for paper_id in papers:
        library.mark(paper_id, random.choice(list(Status)))
        library.note(paper_id, random.choice(("", "mine")))
    return library


@settings(max_examples=40)
@given(seed=st.integers(0, 2**32))
def test_whatever_is_answered(seed: int) -> None:
    random = Random(seed)
    library = library_of(random)
    before = {i: library.paper(i) for i in library.ids()}
    readings = {i: library.reading(i) for i in before}
    exported, changes = library.export(), len(library.log())
    report = library.enrich(before, Unreliable(random))

    told = report.completed + report.unchanged + report.not_found + report.failed
    assert report.asked == len(before) == told
    assert (report.change is None) == (report.completed == 0) == (not report.papers)
    assert len(library.log()) == changes + (report.completed > 0)
    for paper_id, old in before.items():
        new = library.paper(paper_id)
        assert library.reading(paper_id) == readings[paper_id]
        if old.title_origin is not TitleOrigin.DERIVED:
            assert (new.title, new.title_origin) == (old.title, old.title_origin)
        for name in ("authors", "abstract", "venue", "doi", "arxiv_id", "openreview_id"):
            assert not getattr(old, name) or getattr(new, name) == getattr(old, name)
        if new.venue == old.venue:  # a venue brings its year along
            assert old.year is None or new.year == old.year
        assert "\x1b" not in new.title
        assert set(old.aliases) <= set(new.aliases)
    if report.change is not None:
        library.undo()
        assert library.export() == exported
