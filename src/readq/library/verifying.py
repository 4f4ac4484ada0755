"""Whether a record found by asking is a paper of the library.

What is asked for by words or by an identifier somebody once typed may be answered with another paper, so
nothing is taken on the strength of the question. Accepted is a record whose abstract shares 40 % of its
three-word runs with the paper's (of 10,000 unrelated abstracts none shares more than 36.5 %), or which has
the same title and an author in common. An identifier alone decides only where there is nothing else to
compare.
"""

from __future__ import annotations

from readq.domain import Paper, TitleOrigin
from readq.domain.identity import containment, shingles, title_key
from readq.domain.people import author_keys
from readq.library.facts import Candidate
from readq.library.sameness import ACCEPT, ASK, MIN_RUNS, Verdict, contradict, numbers
from readq.records import dataclass

_RETITLED = 60.0
"""Per cent two abstracts under two true titles must share: follow-up papers copy whole passages."""


@dataclass(frozen=True, slots=True)
class Judgement:
    """What was found about one record."""

    verdict: Verdict
    shared: int
    """Per cent of the three-word runs of the abstracts in common; 0 where they cannot be compared."""


def judge(known: Paper, plain: str, found: Candidate) -> Judgement:
    """Compare a record with a paper.

    Args:
        known: The paper, as far as it is known.
        plain: Its abstract as shown.
        found: The record.
    """
    own, other = shingles(plain), shingles(found.plain)
    comparable = min(len(own), len(other)) >= MIN_RUNS
    shared = containment(own, other) if comparable else 0.0
    verdict = _verdict(known, found.paper, shared if comparable else None)
    return Judgement(verdict, int(shared))


def _verdict(known: Paper, found: Paper, shared: float | None) -> Verdict:
    """The verdict; `shared` is None when the abstracts cannot be compared."""
    if contradict(known, found):
        return Verdict.OTHER
    same_id = same_identifier(known, found)
    # A reader may call a paper anything; what they call it speaks for a record, never against it.
    titled = known.title_origin not in (TitleOrigin.DERIVED, TitleOrigin.READER)
    same_title = title_key(found.title) in _titles(known)
    author = not author_keys(known.authors).isdisjoint(author_keys(found.authors))
    if same_title and (author or same_id):
        return Verdict.SAME
    if shared is not None and shared >= ACCEPT:
        retitled = titled and not same_title
        is_other = retitled and not (shared >= _RETITLED and author and _same_part(known, found))
        return Verdict.MAYBE if is_other else Verdict.SAME
    if same_id and shared is None and not titled and (author or not known.abstract):
        return Verdict.SAME
    doubtful = same_id or same_title or (shared or 0.0) >= ASK
    return Verdict.MAYBE if doubtful else Verdict.OTHER


def same_identifier(known: Paper, found: Paper) -> bool:
    """Whether both have the same DOI or the same arXiv id."""
    return bool(
        (known.doi and known.doi == found.doi)
        or (known.arxiv_id and known.arxiv_id == found.arxiv_id)
    )


def _titles(known: Paper) -> set[str]:
    own = () if known.title_is_derived else (known.title,)
    return {key for title in (*own, *known.aliases) if (key := title_key(title))}


def _same_part(known: Paper, found: Paper) -> bool:
    """Whether no number says that these are two parts of a series."""
    return numbers(title_key(known.title)) == numbers(title_key(found.title))
