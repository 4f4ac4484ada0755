"""What a library must hold after each step, worked out with plain dicts and without the store."""

from __future__ import annotations

from dataclasses import dataclass, field, replace
from functools import cached_property
from typing import Any

import orjson
from tests.store.samples import NOW

from readq.domain import Change, Paper, PaperEdit, Reading, ReadingEdit, Status
from readq.store import LibraryFiles
from readq.store.codec import encode_abstract, encode_change, encode_paper, encode_reading
from readq.store.uniting import united_reading

Shape = tuple[tuple[bytes, ...], frozenset[bytes], frozenset[bytes], tuple[bytes, ...]]
"""All documents of a library: papers in order, abstracts, readings, changes in order."""


@dataclass(frozen=True, slots=True)
class Step:
    """What one of the processes does."""

    who: int
    kind: str
    """commit, compact, refresh, reopen, or close: let go of the files first."""
    looks: bool = True
    """Whether it takes in first what the other process wrote."""
    label: str = "did it"
    papers: tuple[Paper, ...] = ()
    hide: tuple[str, ...] = ()
    unhide: tuple[str, ...] = ()
    decide: tuple[str, ...] = ()
    """Papers whose readings change."""
    fields: dict[str, Any] = field(default_factory=dict)
    """What changes in them; empty takes the readings away."""

    def decided(self, paper_id: str, seen: Reading | None) -> Reading | None:
        """What the reading becomes for one who saw it like this."""
        return replace(seen or Reading(paper_id), **self.fields) if self.fields else None

    def possible_for(self, view: State) -> Step:
        """The same without papers that never came in, since an earlier step was refused."""
        hide = tuple(i for i in self.hide if i in view.papers)
        return replace(self, hide=hide, unhide=tuple(i for i in self.unhide if i in view.papers))


@dataclass(frozen=True)
class State:
    """What a library holds."""

    papers: dict[str, bytes] = field(default_factory=dict)
    abstracts: dict[str, bytes] = field(default_factory=dict)
    readings: dict[str, Reading] = field(default_factory=dict)
    changes: tuple[bytes, ...] = ()

    @cached_property
    def shape(self) -> Shape:
        """As `shape_of` gives it for a library that holds this."""
        readings = frozenset(orjson.dumps(encode_reading(r)) for r in self.readings.values())
        papers = tuple(self.papers.values())
        return papers, frozenset(self.abstracts.values()), readings, self.changes

    def after(self, step: Step, view: State) -> State:
        """What it holds after a step of a process that knew no more than `view`."""
        if step.kind != "commit":
            return self
        papers, abstracts, readings = dict(self.papers), dict(self.abstracts), dict(self.readings)
        for paper in step.papers:
            document = encode_paper(paper)
            if paper.id in step.hide:
                document["hidden"] = True
            papers[paper.id] = orjson.dumps(document)
            abstracts.pop(paper.id, None)
            if paper.abstract:
                abstracts[paper.id] = orjson.dumps(encode_abstract(paper))
        for paper_id in (*step.hide, *step.unhide):
            document = orjson.loads(papers[paper_id])
            document.pop("hidden", None)
            if paper_id in step.hide:
                document["hidden"] = True
            papers[paper_id] = orjson.dumps(document)
        edits = []
        for paper_id in step.decide:
            seen, now = view.readings.get(paper_id), self.readings.get(paper_id)
            new = step.decided(paper_id, seen)
            if seen != now:
                new = united_reading(paper_id, seen, new, now)
            edits.append(ReadingEdit(paper_id, now, new))
            readings.pop(paper_id, None)
            if new is not None:
                readings[paper_id] = new
        change = change_of(step, len(self.changes) + 1, tuple(edits))
        changes = (*self.changes, orjson.dumps(encode_change(change)))
        return State(papers, abstracts, readings, changes)


def change_of(step: Step, number: int, edits: tuple[ReadingEdit, ...]) -> Change:
    """The record of a step."""
    added = tuple(PaperEdit(paper.id, None, None) for paper in step.papers)
    return Change(number, step.label, NOW, readings=edits, papers=added)


def shape_of(files: LibraryFiles) -> Shape:
    """All documents of a library, as they are stored."""
    tables = {**files._vault.tables("papers"), **files._vault.tables("readings")}
    changes = [
        pair
        for file in ("papers", "readings")
        for pair in files._vault.tables(file)["changes"].walk()
    ]
    return (
        tuple(raw for _, raw in sorted(tables["papers"].walk())),
        frozenset(raw for _, raw in tables["abstracts"].walk()),
        frozenset(raw for _, raw in tables["readings"].walk()),
        tuple(raw for _, raw in sorted(changes)),
    )


def shown(files: LibraryFiles) -> Shape:
    """The same by way of what callers are given, decoded and encoded again."""
    hidden = [
        raw
        for _, raw in sorted(files._vault.tables("papers")["papers"].walk())
        if b'"hidden"' in raw
    ]
    papers = [files.paper(paper_id) for paper_id in files.paper_ids]
    abstracts = frozenset(orjson.dumps(encode_abstract(p)) for p in papers if p.abstract)
    readings = frozenset(orjson.dumps(encode_reading(r)) for r in files.readings().values())
    changes = [orjson.dumps(encode_change(c)) for c in files.changes(newest_first=False)]
    visible = [orjson.dumps(encode_paper(paper)) for paper in papers]
    return tuple(visible + hidden), abstracts, readings, tuple(changes)


def act(files: LibraryFiles, step: Step) -> None:
    """Do a step for real."""
    if step.kind == "compact":
        files.compact()
    elif step.kind == "commit":
        seen = {paper_id: files.readings().get(paper_id) for paper_id in step.decide}
        new = {paper_id: step.decided(paper_id, reading) for paper_id, reading in seen.items()}
        edits = tuple(ReadingEdit(i, seen[i], new[i]) for i in step.decide)
        files.commit(
            change_of(step, files.next_change_id(), edits),
            papers={paper.id: paper for paper in step.papers},
            hide=step.hide,
            unhide=step.unhide,
            readings=new,
        )


STATUSES = tuple(status for status in Status if status is not Status.NEW)
