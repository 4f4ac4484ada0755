"""How far triage is, what was read, and on which days."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from datetime import date, timedelta
from typing import ClassVar, Literal

from textual import getters, on, work
from textual.app import ComposeResult
from textual.binding import Binding, BindingType
from textual.containers import Horizontal, Vertical
from textual.content import Content
from textual.message import Message
from textual.reactive import reactive
from textual.widgets import Static
from textual.worker import Worker, WorkerState, get_current_worker

from readq.domain import Status
from readq.library import OUTCOMES, Library, Statistics, in_hours
from readq.records import dataclass
from readq.ui.clipboard import copy
from readq.ui.marks import MUTED, STATUS_STYLE
from readq.ui.screens import sizes
from readq.ui.screens.app_of import use_plain_signs
from readq.ui.screens.undoing import Undoing
from readq.ui.show import content
from readq.ui.widgets.chart import Bar, BarChart, ColumnChart
from readq.ui.widgets.columns import Column
from readq.ui.widgets.hint_bar import Hint, HintBar

Period = Literal["week", "month", "year"]
PERIODS: tuple[Period, ...] = ("week", "month", "year")
CHARTS = ("chart-triaged", "chart-read", "chart-tags", "chart-status")

_DAYS, _WEEKS = 62, 53
_HINTS = (
    Hint(("stats.period",), "week / month / year"),
    Hint(("stats.chart",), "next chart"),
    Hint(("stats.leave",), "back"),
    Hint(("stats.copy",), "copy as CSV"),
    Hint(("app.help",), "help"),
)
_NO_DAYS = "Your first day is today."
_NOT_LATELY = "Nothing in this time."


class _Tile(Static):
    """One number and what it counts."""

    ALLOW_SELECT = False

    def __init__(self, *, id: str) -> None:  # noqa: A002
        super().__init__(id=id, classes="tile", markup=False)
        self._words: tuple[str, ...] = ("",)
        self._number = Content()

    def tell(self, number: str, style: str, *words: str) -> None:
        """Show a number, with the longest of the words that fit."""
        self._number = content(number, f"bold {style}")
        self._words = words
        self.on_resize()

    def on_resize(self) -> None:
        """Choose the words."""
        room = self.content_size.width
        words = next((w for w in self._words if len(w) <= room), self._words[-1])
        self.update(Content.assemble(self._number, "\n", (words, MUTED)))


class StatisticsScreen(Undoing):
    """Four numbers and four charts, counted away from the keys."""

    HORIZONTAL_BREAKPOINTS = sizes.HORIZONTAL
    VERTICAL_BREAKPOINTS = sizes.VERTICAL
    BINDING_GROUP_TITLE = "Statistics"
    HELP = "How far triage is, what you read, and on which days. Days end at your own midnight."
    BINDINGS: ClassVar[list[BindingType]] = [
        Binding("slash", "app.jump", "jump", id="find.jump", tooltip="jump to a title"),
        Binding("w", "period", "period", id="stats.period", tooltip="a week, a month, a year"),
        Binding("tab", "chart(1)", "next chart", id="stats.chart", tooltip="one chart, larger"),
        Binding("shift+tab", "chart(-1)", "last chart", id="stats.chart.prev"),
        Binding("y", "copy", "copy", id="stats.copy", tooltip="copy the days as CSV"),
        Binding("escape,q", "leave", "back", id="stats.leave", tooltip="back"),
    ]

    period: reactive[Period] = reactive[Period]("month", init=False)
    large: reactive[int] = reactive(0, init=False)
    """The chart that has the room for itself, counted from 1; 0 when all are shown."""

    triaged = getters.query_one("#chart-triaged", ColumnChart)
    read_days = getters.query_one("#chart-read", ColumnChart)
    tags = getters.query_one("#chart-tags", BarChart)
    statuses = getters.query_one("#chart-status", BarChart)

    @dataclass
    class Counted(Message):
        """The numbers are there."""

        numbers: Statistics

    def __init__(self, library: Library) -> None:
        super().__init__()
        self.library = library
        self._numbers: Statistics | None = None

    def compose(self) -> ComposeResult:
        """Title, tiles, charts, keys."""
        name = content(self.library.name, MUTED)
        yield Static(Content.assemble(("Statistics", "bold"), "   ", name), id="stats-title")
        with Horizontal(id="stats-tiles"):
            for tile in ("triaged", "read", "queue", "streak"):
                yield _Tile(id=f"tile-{tile}")
        with Vertical(id="stats-charts"):
            with Horizontal(id="stats-days"):
                yield ColumnChart(OUTCOMES, id="chart-triaged")
                yield ColumnChart(("read",), id="chart-read")
            with Horizontal(id="stats-bars"):
                yield BarChart(id="chart-tags")
                yield BarChart(id="chart-status")
        yield HintBar()

    def on_mount(self) -> None:
        """Count."""
        use_plain_signs(self)
        self.query_one(HintBar).hints = _HINTS
        self.tags.border_title, self.statuses.border_title = "Your tags", "By status"
        for chart in (self.triaged, self.read_days, self.tags, self.statuses):
            chart.signs = self.owner.signs
        self._show_days()
        self.reload()

    def reload(self) -> None:
        """Count."""
        self._count()

    def go_to_changed(self, paper_ids: Sequence[str]) -> None:
        """What was taken back or done again counts."""
        self.reload()

    @work(thread=True, group="statistics", exclusive=True, exit_on_error=False)
    def _count(self) -> None:
        numbers = self.library.statistics()
        if not get_current_worker().is_cancelled:
            self.post_message(self.Counted(numbers))

    @on(Worker.StateChanged)
    def say_failure(self, event: Worker.StateChanged) -> None:
        """Numbers that could not be counted are not left out without a word."""
        if event.worker.group == "statistics" and event.state is WorkerState.ERROR:
            self.owner.say(f"{event.worker.error}", "error", heading="The statistics failed")

    @on(Counted)
    def show(self, event: Counted) -> None:
        """Show the numbers."""
        numbers = self._numbers = event.numbers
        self._show_tiles(numbers)
        self._show_days()
        self.tags.notice = f"No tags yet.  {self.owner.key_of('paper.tags')} tags a paper"
        self.tags.bars = [Bar(tag, count, colour="primary") for tag, count in numbers.tags.items()]
        signs = self.owner.signs
        self.statuses.bars = [
            Bar(str(status), numbers.status.get(status, 0), signs.status[status], f"rq-{status}")
            for status in Status
        ]

    def _show_tiles(self, numbers: Statistics) -> None:
        def tile(name: str) -> _Tile:
            return self.query_one(f"#tile-{name}", _Tile)

        read, week = numbers.status.get(Status.READ, 0), numbers.read_this_week
        days = f"{numbers.streak:,} day{'s' * (numbers.streak != 1)}"
        tile("triaged").tell(f"{numbers.decided:,}", "$rq-queued", f"triaged, {numbers.share} %")
        tile("read").tell(f"{read:,}", "$rq-read", f"read, {week} this week", f"{week} this week")
        tile("queue").tell(in_hours(numbers.queue_minutes), "$rq-reading", "in the queue")
        tile("streak").tell(days, "", f"streak, best {numbers.best_streak}")

    # Days

    def _show_days(self) -> None:
        numbers = self._numbers
        every = "week" if self.period == "year" else "day"
        self.triaged.border_title, self.read_days.border_title = (
            f"Triaged a {every}",
            f"Read a {every}",
        )
        if numbers is None:
            return
        self.triaged.notice = _NOT_LATELY if numbers.triaged else _NO_DAYS
        self.read_days.notice = _NOT_LATELY if numbers.read else _NO_DAYS
        self.triaged.columns = columns(numbers.triaged, self.period, numbers.today)
        read = {day: {"read": count} for day, count in numbers.read.items()}
        self.read_days.columns = columns(read, self.period, numbers.today)
        self.triaged.border_subtitle = self._legend()

    def _legend(self) -> Content:
        shown = {name for c in self.triaged.columns for name, count in c.values.items() if count}
        fills = self.triaged.legend()
        pieces = [
            Content.assemble((fills[name], style), f" {name}")
            for name, style in _SERIES_STYLE.items()
            if name in shown or name != "later"
        ]
        return Content("  ").join(pieces)

    def watch_period(self) -> None:
        """Other columns."""
        self._show_days()

    def watch_large(self, large: int) -> None:
        """One chart alone, or all."""
        for place, name in enumerate(CHARTS, 1):
            self.query_one(f"#{name}").set_class(bool(large) and place != large, "-away")
        self.query_one("#stats-days").set_class(large > 2, "-away")
        self.query_one("#stats-bars").set_class(large in (1, 2), "-away")
        self.set_class(bool(large), "-large")

    # Keys

    def action_period(self) -> None:
        """A week, a month, a year."""
        self.period = PERIODS[(PERIODS.index(self.period) + 1) % len(PERIODS)]

    def action_chart(self, step: int) -> None:
        """The next chart alone; after the last all of them."""
        choices = len(CHARTS) + 1
        narrow = self.has_class("-xs")
        self.large = (self.large + step) % choices
        if narrow and self.large < 2 and step > 0:
            self.large = 2 if self.large == 1 else 0  # the first is the one that is there anyway

    def action_copy(self) -> None:
        """The days as CSV."""
        if self._numbers is not None:
            self._copy_away(as_csv(self._numbers))

    @work(thread=True, group="copy", exit_on_error=False)
    def _copy_away(self, text: str) -> None:
        copy(self.owner, text, "the days as CSV")

    def action_leave(self) -> None:
        """Back, or all charts again."""
        if self.large:
            self.large = 0
        else:
            self.dismiss(None)


_SERIES_STYLE = {
    "kept": STATUS_STYLE[Status.QUEUED],
    "later": STATUS_STYLE[Status.LATER],
    "skipped": STATUS_STYLE[Status.SKIPPED],
}


def columns(
    days: Mapping[date, Mapping[str, int]], period: Period, today: date
) -> Sequence[Column]:
    """One column a day, or a week in a year, up to today."""
    if period == "year":
        return list(_by_week(days, today))
    count = 7 if period == "week" else _DAYS
    dates = [today - timedelta(days=back) for back in range(count - 1, -1, -1)]
    if period == "week":
        return [Column(days.get(day, {}), f"{day:%a}") for day in dates]
    return [
        Column(days.get(day, {}), f"{day.day} {day:%b}" if day.weekday() == 0 else "")
        for day in dates
    ]


def _by_week(days: Mapping[date, Mapping[str, int]], today: date) -> Iterator[Column]:
    monday = today - timedelta(days=today.weekday())
    weeks: dict[date, dict[str, int]] = {
        monday - timedelta(weeks=back): {} for back in range(_WEEKS - 1, -1, -1)
    }
    for day, values in days.items():
        week = weeks.get(day - timedelta(days=day.weekday()))
        if week is not None:
            for name, count in values.items():
                week[name] = week.get(name, 0) + count
    for start, totals in weeks.items():
        yield Column(totals, f"{start:%b}" if start.day <= 7 else "")


def as_csv(numbers: Statistics) -> str:
    """The days on which something happened, one a line."""
    lines = ["day,kept,later,skipped,read"]
    for day in sorted({*numbers.triaged, *numbers.read}):
        outcomes = numbers.triaged.get(day, {})
        counts = [*(outcomes.get(name, 0) for name in OUTCOMES), numbers.read.get(day, 0)]
        lines.append(",".join([day.isoformat(), *map(str, counts)]))
    return "\n".join(lines) + "\n"
