"""One paper as the detail pane shows it."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import field

from textual.content import Content, Span
from textual.style import Style

from readq.domain import Status
from readq.records import dataclass
from readq.search import Watch
from readq.text import Rendered
from readq.ui.marks import KEY, MUTED, STATUS_STYLE, Marks, priority_style
from readq.ui.show import abstract_content, block, content, highlighted, watched

MAX_AUTHORS = 6
GAP = 3
"""Cells between two pieces of the status line."""


@dataclass(frozen=True, slots=True)
class Details:
    """What there is to say about a paper."""

    paper_id: str
    title: str
    title_remark: str = ""
    """Whence the title comes when readq made it."""
    authors: tuple[str, ...] = ()
    venue: str = ""
    status: Status = Status.NEW
    queue_place: int | None = None
    """Its place in the queue, counted from 1."""
    waits_until: str = ""
    """The day before which it is out of sight."""
    trashed: str = ""
    """The day it went to the trash; empty while it is not there."""
    priority: int = 0
    minutes: int = 0
    note: str = ""
    tags: tuple[str, ...] = ()
    abstract: Rendered = field(default_factory=lambda: Rendered(""))
    source: str = ""
    """The abstract as the source wrote it."""
    links: tuple[tuple[str, str], ...] = ()
    """What each link is, and its address."""
    words: tuple[str, ...] = ()
    """Words of the filter, to highlight."""
    watch: Watch = field(default_factory=Watch)
    """Words the reader watches for."""
    why: str = ""
    """Why it seems wanted."""
    linked: tuple[tuple[str, str], ...] = ()
    """Papers that the note links to: id and title."""
    linking: tuple[tuple[str, str], ...] = ()
    """Papers whose notes link here: id and title."""

    @property
    def related(self) -> tuple[tuple[str, str], ...]:
        """All of these, in the order shown."""
        return self.linked + self.linking


def body(details: Details, width: int, signs: Marks, *, as_source: bool) -> Content:
    """All but the note and the links, laid out for `width` cells."""
    parts = [_head(details, signs), *flow(facts_of(details, signs), width, GAP)]
    lines = [parts[0], Content(), *parts[1:], Content()]
    if details.tags:
        lines += [*flow(chips(details.tags), width, 1), Content()]
    if details.why:
        lines += [content(details.why, f"italic {MUTED}"), Content()]
    lines += [_heading("ABSTRACT", as_source), abstract(details, as_source=as_source)]
    return Content("\n").join(lines)


def links(details: Details, signs: Marks) -> Content:
    """Papers that notes link to, and from which they link here; then the links; one a line."""
    lines = []
    for index, (_, title) in enumerate(details.related):
        sign = signs.linked if index < len(details.linked) else signs.linking
        shown = content(f"{sign} {title}", "$rq-queued")
        click = Span(0, len(shown.plain), Style.from_meta({"paper": index}))
        lines.append(shown.add_spans([click]))
    if lines:
        lines = [Content.styled("LINKED NOTES", KEY), *lines, Content()]
    for index, (what, address) in enumerate(details.links):
        shown = content(address, "underline")
        click = Span(0, len(shown.plain), Style.from_meta({"link": index}))
        lines.append(Content.assemble(content(f"{what:<6}", MUTED), shown.add_spans([click])))
    return Content("\n").join(lines)


def _head(details: Details, signs: Marks) -> Content:
    lines = [title(details)]
    if details.title_remark:
        lines.append(Content.styled(details.title_remark, f"italic {MUTED}"))
    if text := byline(details, signs):
        lines.append(content(text, MUTED))
    return Content("\n").join(lines)


def title(details: Details) -> Content:
    """The title, marked when readq made it."""
    shown = f"~ {details.title}" if details.title_remark else details.title
    style = "bold italic" if details.title_remark else "bold"
    return watched(highlighted(shown, details.words, style), details.watch)


def byline(details: Details, signs: Marks) -> str:
    """Authors and venue on one line, as far as they are known."""
    names = ", ".join(details.authors[:MAX_AUTHORS])
    if len(details.authors) > MAX_AUTHORS:
        names += f" +{len(details.authors) - MAX_AUTHORS}"
    return f" {signs.dot} ".join(filter(None, (names, details.venue)))


def facts_of(details: Details, signs: Marks) -> list[Content]:
    """Status, place, priority, minutes and note, each a piece that is never split."""
    status = details.status
    style = STATUS_STYLE[status]
    pieces = [content(f"{signs.status[status]} {status}", f"bold {style}")]
    if details.trashed:
        pieces.append(content(f"in the trash since {details.trashed}", "bold $rq-error"))
    if details.queue_place is not None:
        pieces.append(Content.assemble((f"#{details.queue_place}", "bold"), (" in queue", MUTED)))
    if details.waits_until:
        pieces.append(content(f"deferred until {details.waits_until}", KEY))
    if details.priority:
        number = (str(details.priority), priority_style(details.priority))
        pieces.append(Content.assemble(("priority ", MUTED), number))
    if details.minutes:
        pieces.append(content(f"{details.minutes} min", MUTED))
    if details.note:
        count = len(details.note.split())
        pieces.append(content(f"{signs.note} {count:,} word{'s' * (count != 1)}", MUTED))
    return pieces


def chips(tags: Iterable[str]) -> list[Content]:
    """The tags; a click on one tells which."""
    pieces = []
    for index, tag in enumerate(tags):
        chip = content(f" {tag} ", "on $rq-chip")
        pieces.append(chip.add_spans([Span(0, len(chip), Style.from_meta({"tag": index}))]))
    return pieces


def flow(pieces: Sequence[Content], width: int, gap: int) -> list[Content]:
    """Pieces side by side, none of them split; as many lines as it takes."""
    lines: list[list[Content]] = []
    used = 0
    for piece in pieces:
        needed = piece.cell_length + gap
        if lines and used + needed <= width:
            lines[-1].append(piece)
            used += needed
        else:
            lines.append([piece.truncate(width, ellipsis=True)])
            used = piece.cell_length
    return [Content(" " * gap).join(line) for line in lines]


def _heading(text: str, as_source: bool) -> Content:
    if not as_source:
        return content(text, KEY)
    return Content.assemble(content(text, KEY), ("  as the source wrote it", MUTED))


def abstract(details: Details, *, as_source: bool) -> Content:
    """The abstract as it is meant, or as the source wrote it."""
    if not details.abstract.plain:
        return Content.styled("This paper came without one.", MUTED)
    if as_source:
        return block(details.source)
    return watched(abstract_content(details.abstract, details.words), details.watch)
