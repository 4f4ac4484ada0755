"""What the triage card says: a paper, the papers like it, or how the turn went."""

from __future__ import annotations

from collections.abc import Sequence

from textual.content import Content, Span
from textual.style import Style

from readq.domain import Status
from readq.library import Sitting, Triage, in_time
from readq.ui.marks import KEY, MUTED, STATUS_STYLE, Marks
from readq.ui.show import content, shortened
from readq.ui.widgets.detail_text import (
    GAP,
    Details,
    abstract,
    byline,
    chips,
    facts_of,
    flow,
    title,
)

_MOST_ALIKE = 3
"""Titles of a stack that are named."""


def card(
    details: Details,
    width: int,
    signs: Marks,
    *,
    alike: Sequence[str] = (),
    why: Content | None = None,
    spacious: bool = True,
    as_source: bool = False,
) -> Content:
    """A paper to decide on, laid out for `width` cells.

    Args:
        details: The paper.
        width: Cells in a line.
        signs: The marks to use.
        alike: Titles of papers with nearly the same abstract, decided together with it.
        why: What speaks for the paper, on a line of its own.
        spacious: Whether blank lines part the pieces.
        as_source: Whether the abstract is shown as the source wrote it.
    """
    parts: list[list[Content]] = [[title(details)]]
    if names := byline(details, signs):
        shown = names if spacious else shortened(names, width, signs.ellipsis)
        parts.append([content(shown, MUTED)])
    if details.tags:
        parts.append(flow(chips(details.tags), width, 1))
    if details.status is not Status.NEW or details.priority or details.note:
        parts.append(flow(facts_of(details, signs), width, GAP))
    if why is not None:
        parts.append([why.truncate(width, ellipsis=True)])
    if alike:
        parts.append(_stack(alike, width, signs))
    gap = [Content()] if spacious else []
    lines = [line for part in parts for line in (*part, *gap)]
    lines += [*([] if spacious else [Content()]), abstract(details, as_source=as_source)]
    return Content("\n").join(lines)


def _stack(alike: Sequence[str], width: int, signs: Marks) -> list[Content]:
    many = f"{len(alike)} more {'paper' if len(alike) == 1 else 'papers'}"
    lines = [
        Content.assemble(
            ("Stack ", "bold $rq-queued"),
            (f"{many} with nearly the same abstract; one key decides them all", MUTED),
        )
    ]
    lines += [
        content(f"  {signs.dot} {shortened(other, width - 4, signs.ellipsis)}", MUTED)
        for other in alike[:_MOST_ALIKE]
    ]
    if len(alike) > _MOST_ALIKE:
        lines.append(content(f"  {signs.dot} and {len(alike) - _MOST_ALIKE:,} more", MUTED))
    return lines


def why(words: Sequence[str], like: str, signs: Marks, *, exploring: bool) -> Content | None:
    """Why a paper comes now; None when nothing speaks for it.

    Args:
        words: Words that speak for it, the strongest first.
        like: The title of the wanted paper it is most like; empty for none.
        signs: The marks to use.
        exploring: Whether it is shown to learn from it.
    """
    if exploring:
        return content("exploring: shown to learn what you want", f"italic {MUTED}")
    pieces = [content(word, "$rq-read") for word in words]
    if like:
        pieces.append(content(f"like “{like}”", MUTED))
    if not pieces:
        return None
    dot = Content.styled(f" {signs.dot} ", MUTED)
    return Content.assemble(("why  ", MUTED), dot.join(pieces))


def welcome(triage: Triage, at: str, keys: Sequence[tuple[str, str]]) -> Content:
    """Where the reader is as triage begins.

    Args:
        triage: The way through the pool.
        at: The title of the paper where triage stopped last; empty when it begins.
        keys: Keys and what they do, for who begins.
    """
    queued = triage.count((Status.QUEUED, Status.READING))
    numbers = Content.assemble(
        (f"{triage.total:,}", "bold"),
        (f" paper{'s' * (triage.total != 1)}, ", MUTED),
        (f"{triage.decided:,}", "bold"),
        (" decided, ", MUTED),
        (f"{queued:,}", "bold"),
        (" queued", MUTED),
    )
    if at:
        return Content.assemble(numbers, ("; you were at ", MUTED), content(f"“{at}”"))
    hints = [Content.assemble((key, KEY), (f" {words}", MUTED)) for key, words in keys]
    return Content.assemble(numbers, ".  ", Content("  ").join(hints)) if hints else numbers


def end(triage: Triage, sitting: Sitting, keys: Sequence[tuple[str, str]], signs: Marks) -> Content:
    """How it went, once there is nothing more to decide in this turn."""
    if not sitting.papers and not triage.passed:
        head = "Nothing to triage here" if triage.total else "No papers here"
    else:
        head = "That was the last one" if triage.passed == 0 else "The end of this turn"
    lines = [Content.styled(head, "bold"), Content()]
    for status, number, words in sitting.outcome():
        mark = Content.styled(signs.status[status], STATUS_STYLE[status])
        lines.append(Content.assemble(mark, (f" {number:>5,}", "bold"), (f"  {words}", MUTED)))
    if sitting.papers:
        spent = f"{sitting.papers:,} paper{'s' * (sitting.papers != 1)}"
        if sitting.seconds >= 60:
            spent += f" in {in_time(sitting.seconds)}"
        lines += [Content(), content(spent, MUTED)]
    lines.append(Content())
    lines += [Content.assemble((key, KEY), (f"  {words}", MUTED)) for key, words in keys]
    return Content("\n").join(lines)


def clickable(shown: Content, name: str, number: int) -> Content:
    """The same, telling a click that it is `number`; the text has no say in what that does."""
    return shown.add_spans([Span(0, len(shown), Style.from_meta({name: number}))])
