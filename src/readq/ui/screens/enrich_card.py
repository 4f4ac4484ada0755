"""What the card about completing papers says at each step."""

from __future__ import annotations

from collections.abc import Sequence

from rich.cells import cell_len
from textual.content import Content

from readq.library.enrich_report import Completed, EnrichProgress, EnrichReport
from readq.library.services import ServiceChoice
from readq.ui.marks import MUTED, Marks
from readq.ui.show import block, content, shortened

SENT = (
    "Sent: identifiers, titles with the first author, and for papers without a title a few words of the "
    "abstract. Nothing else, and nothing before enter."
)
_MOST_PAPERS = 6
_MOST_TROUBLES = 4


def scope_row(words: str, texts: Sequence[str], chosen: bool, width: int, signs: Marks) -> Content:
    """Some papers that may be asked about; `texts`, of which the first that fits is shown, may be data."""
    return _row("(x)" if chosen else "( )", words, texts, width, signs)


def service_row(choice: ServiceChoice, chosen: bool, width: int, signs: Marks) -> Content:
    """A service that may be asked."""
    about = "with your key only" if choice.needs_key else ""
    return _row("[x]" if chosen else "[ ]", choice.label, [about], width, signs)


def _row(box: str, words: str, texts: Sequence[str], width: int, signs: Marks) -> Content:
    lead = Content.assemble(content(box, MUTED), " ", content(words))
    room = width - lead.cell_length - 2
    text = next((text for text in texts if cell_len(text) <= room), texts[-1])
    if not text or room < 4:
        return lead
    return Content.assemble(lead, "  ", content(shortened(text, room, signs.ellipsis), MUTED))


def how_much(lacking: int, seconds: float) -> Sequence[str]:
    """How many papers lack something, and how long it may take at most; the longest wording first."""
    if not lacking:
        return ["nothing is lacking", "nothing"]
    minutes = seconds / 60
    took = f"{seconds:,.0f} s" if minutes < 2 else f"{minutes:,.0f} min"
    return [
        f"{lacking:,} lack something, at most {took}",
        f"{lacking:,} lack something",
        f"{lacking:,}",
    ]


def running(at: EnrichProgress | None, width: int, signs: Marks) -> Content:
    """A bar, who is asked, and how many papers are found."""
    if at is None:
        return Content.styled("beginning", MUTED)
    share = min(at.done / at.total, 1.0) if at.total else 1.0
    full = round(share * width)
    bar = Content.assemble(
        (signs.gauge * full, "$rq-queued"), (signs.track * (width - full), "$rq-frame")
    )
    told = Content.assemble(
        (f"{at.found:,}", "bold"),
        (f" found {signs.dot} {share:.0%} {signs.dot} ", MUTED),
        at.service,
    )
    return Content("\n").join([bar, told])


def refused(sentence: str) -> Content:
    """Why nothing came of it."""
    return block(sentence, "$rq-error")


def reported(report: EnrichReport, width: int, signs: Marks) -> Content:
    """What came of it."""
    if report.cancelled:
        return Content(
            "Stopped; nothing was written. What was answered is kept, so going on later is quick."
        )
    lines = [_numbers(report)]
    if report.papers:
        lines.append(Content())
    lines += [_told(paper, width, signs) for paper in report.papers[:_MOST_PAPERS]]
    if len(report.papers) > _MOST_PAPERS:
        lines.append(Content.styled(f"  and {len(report.papers) - _MOST_PAPERS:,} more", MUTED))
    troubles = _troubles(report)
    if troubles:
        lines += [Content(), *troubles[:_MOST_TROUBLES]]
    if len(troubles) > _MOST_TROUBLES:
        more = len(troubles) - _MOST_TROUBLES
        lines.append(Content.styled(f"and {more:,} more; readq enrich tells all", MUTED))
    return Content("\n").join(lines)


def _told(paper: Completed, width: int, signs: Marks) -> Content:
    """A title, and below it what is new and who said so."""
    facts = f"{', '.join(paper.services)}: {', '.join(paper.facts)}"
    return Content.assemble(
        (f"{signs.dot} ", MUTED),
        content(shortened(paper.title, width - 2, signs.ellipsis), "bold"),
        "\n  ",
        content(shortened(facts, width - 2, signs.ellipsis), MUTED),
    )


def _numbers(report: EnrichReport) -> Content:
    pieces = [Content.assemble((f"{report.completed:,}", "bold"), (" completed", MUTED))]
    for number, words in (
        (report.unchanged, "unchanged"),
        (report.not_found, "not found"),
        (report.failed, "failed"),
    ):
        if number:
            style = "bold $rq-error" if words == "failed" else "bold"
            pieces.append(Content.assemble((f"{number:,}", style), (f" {words}", MUTED)))
    asked = Content.styled(f"of {report.asked:,}", MUTED)
    return Content("   ").join([*pieces, asked])


def _troubles(report: EnrichReport) -> list[Content]:
    told = [content(str(failure), "$rq-error") for failure in report.failures]
    told += [
        content(f"Perhaps “{guess.title}” at {guess.service}; nothing was taken.", MUTED)
        for guess in report.guesses
    ]
    told += [
        content(f"Two papers have {twin.identifier} now; readq dedupe makes them one.")
        for twin in report.twins
    ]
    return told
