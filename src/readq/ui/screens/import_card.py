"""What the import card says at each step."""

from __future__ import annotations

from collections.abc import Iterable
from typing import TYPE_CHECKING

from textual.content import Content

from readq.library import ImportProgress, ImportReport
from readq.records import replace
from readq.ui.marks import MUTED, Marks
from readq.ui.screens.import_source import ImportSource
from readq.ui.show import block, content

if TYPE_CHECKING:
    from readq.importers import ImportIssue

_MOST_PROBLEMS = 5


def asked() -> Content:
    """Before a file is named."""
    return Content.styled(
        "A list in text, BibTeX, RIS, JSON, CSV or XML, or a PDF; or paste a list or identifiers here. "
        "Nothing is written before you agree.",
        MUTED,
    )


def refused(sentence: str) -> Content:
    """Why a file cannot be imported."""
    return block(sentence, "$rq-error")


def checked(source: ImportSource, report: ImportReport, signs: Marks) -> Content:
    """What a list would bring."""
    size = _size(source.size)
    lines = [Content.assemble(content(source.name, "bold"), (f"  {size}", MUTED))]
    named = f"{source.name}: "
    lines += [block(sentence.removeprefix(named), MUTED) for sentence in report.understood]
    lines += [Content(), _numbers(report)]
    if report.preview:
        lines.append(Content())
        lines += [Content.assemble((f"{signs.dot} ", MUTED), content(t)) for t in report.preview]
        if report.seen - report.rejected > len(report.preview):
            lines.append(
                Content.styled(
                    f"  and {report.seen - report.rejected - len(report.preview):,} more", MUTED
                )
            )
    if report.issues:
        lines += [Content(), *_problems(report.issues)]
    if not (report.added or report.updated):
        lines += [Content(), Content("There is nothing new in it.")]
    return Content("\n").join(lines)


def imported(report: ImportReport) -> str:
    """What a list has brought, once it is in the library."""
    counts = (
        (report.added, "new"),
        (report.updated, "completed"),
        (report.unchanged, "already here"),
        (report.in_trash, "of them in the trash"),
        (report.rejected, "cannot be read"),
    )
    told = [f"{number:,} {words}" for number, words in counts if number]
    return ", ".join(told) or "There was nothing in it."


def told_at_end(report: ImportReport, library: str) -> tuple[str, str]:
    """A heading and a line about an import that is over; the heading may be empty.

    Args:
        report: What it brought.
        library: The library's name, unless it is on show.
    """
    into = f" into {library}" if library else ""
    if not report.added:
        return f"Imported{into}", imported(report)
    heading = f"Imported {report.added:,} paper{'s' * (report.added != 1)}{into}"
    if not (report.updated or report.unchanged or report.rejected):
        return "", heading
    return heading, imported(replace(report, added=0))


def _numbers(report: ImportReport) -> Content:
    pieces = [_number(report.added, "new")]
    if report.updated:
        pieces.append(_number(report.updated, "completed"))
    if report.merged:
        pieces.append(_number(len(report.merged), "under another title"))
    if report.unchanged:
        pieces.append(_number(report.unchanged, "already here, decisions kept"))
    if report.in_trash:
        pieces.append(_number(report.in_trash, "of them in the trash"))
    if report.rejected:
        pieces.append(_number(report.rejected, "cannot be read", "bold $rq-error"))
    if report.doubtful:
        pieces.append(_number(len(report.doubtful), "may be papers you have"))
    return Content("   ").join(pieces)


def _number(number: int, words: str, style: str = "bold") -> Content:
    return Content.assemble((f"{number:,}", style), " ", content(words, MUTED))


def _problems(issues: Iterable[ImportIssue]) -> list[Content]:
    issues = list(issues)
    lines = []
    for issue in issues[:_MOST_PROBLEMS]:
        where = f"line {issue.line}: " if issue.line is not None else ""
        key = f"{issue.key}: " if issue.key else ""
        style = MUTED if issue.kept else "$rq-error"
        lines.append(Content.assemble((where, style), content(f"{key}{issue.message}")))
    if len(issues) > _MOST_PROBLEMS:
        lines.append(Content.styled(f"and {len(issues) - _MOST_PROBLEMS:,} more", MUTED))
    return lines


def running(progress: ImportProgress, seconds: float, width: int, signs: Marks) -> Content:
    """A bar, the count, the rate, the time left."""
    share = progress.share
    full = round(share * width)
    bar = Content.assemble(
        (signs.gauge * full, "$rq-queued"), (signs.track * (width - full), "$rq-frame")
    )
    if progress.phase != "reading":
        read = Content.assemble((f"{progress.seen:,}", "bold"), (" read; writing them", MUTED))
        return Content("\n").join([content(progress.source, "bold"), Content(), bar, read])
    pieces = [f" paper{'s' * (progress.seen != 1)} {signs.dot} {share:.0%}"]
    if seconds > 0.5:
        pieces.append(f"{progress.seen / seconds:,.0f} a second")
        if share > 0.02:
            pieces.append(f"{seconds / share - seconds:,.0f} s left")
    told = Content.assemble((f"{progress.seen:,}", "bold"), (f" {signs.dot} ".join(pieces), MUTED))
    return Content("\n").join([content(progress.source, "bold"), Content(), bar, told])


def _size(size: float | None) -> str:
    if size is None:
        return ""
    for unit in ("bytes", "kB"):
        if size < 1000:
            return f"{size:,} {unit}" if unit == "bytes" else f"{size:,.1f} {unit}"
        size /= 1000
    return f"{size:,.1f} MB"
