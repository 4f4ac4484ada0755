"""What came of asking services: the papers as they will be, and the report."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping

from readq.domain import Paper
from readq.library.enrich_report import Completed, EnrichReport, Twin, new_facts
from readq.library.facts import merged
from readq.library.lookup import LookUp, Sought

Changed = Mapping[str, tuple[Paper, Paper]]
"""Papers by id, as they are and as they will be."""


def completed(sought: Iterable[Sought], paper: Callable[[str], Paper | None]) -> Changed:
    """The papers for which there is news, on top of what was decided meanwhile.

    Args:
        sought: The papers with what was found.
        paper: Gives a paper as it is now; None when it is gone.
    """
    changed = {}
    for one in sought:
        old = paper(one.base.id) if one.accepted else None
        if old is None:
            continue
        new = old
        for _, record in one.accepted:
            new = merged(new, record)
        if new is not old:
            changed[old.id] = (old, new)
    return changed


def told(
    look_up: LookUp,
    changed: Changed,
    papers: Callable[[], Iterable[Paper]],
    asked: int,
    questions: int,
) -> EnrichReport:
    """The report.

    Args:
        look_up: The round of questions.
        changed: What it changes.
        papers: Gives all papers of the library.
        asked: How many papers the reader named.
        questions: How many questions went over the net.
    """
    without = [one for one in look_up.sought if not one.accepted]
    failed = sum(one.failed for one in without)
    return EnrichReport(
        asked=asked,
        completed=len(changed),
        unchanged=asked - len(without) - len(changed),
        not_found=len(without) - failed,
        failed=failed,
        papers=tuple(
            _told(one, *changed[one.base.id]) for one in look_up.sought if one.base.id in changed
        ),
        guesses=tuple(one.guess for one in without if one.guess is not None),
        failures=look_up.failures,
        twins=tuple(_twins(changed, papers)),
        questions=questions,
    )


def cancelled(asked: int, questions: int) -> EnrichReport:
    """The report of a round the reader broke off."""
    return EnrichReport(asked=asked, questions=questions, cancelled=True)


def label(report: EnrichReport) -> str:
    """What the change is called."""
    said = ", ".join(dict.fromkeys(name for paper in report.papers for name in paper.services))
    many = f"{report.completed:,} {'paper' if report.completed == 1 else 'papers'}"
    return f"completed {many} from {said}"


def _told(one: Sought, old: Paper, new: Paper) -> Completed:
    return Completed(
        paper_id=old.id,
        title=new.title,
        was=old.title,
        facts=new_facts(old, new),
        services=tuple(dict.fromkeys(name for name, _ in one.accepted)),
    )


def _twins(changed: Changed, papers: Callable[[], Iterable[Paper]]) -> list[Twin]:
    """The completed papers that now have an identifier another paper has."""
    news = {
        identifier: paper_id
        for paper_id, (old, new) in changed.items()
        for identifier in _identifiers(new) - _identifiers(old)
    }
    if not news:
        return []
    return [
        Twin(news[identifier], paper.id, identifier)
        for paper in papers()
        for identifier in sorted(_identifiers(changed.get(paper.id, (paper, paper))[1]))
        if news.get(identifier, paper.id) != paper.id
    ]


def _identifiers(paper: Paper) -> set[str]:
    return {
        f"{kind}:{value}"
        for kind, value in (("doi", paper.doi), ("arXiv", paper.arxiv_id))
        if value
    }
