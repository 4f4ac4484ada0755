"""Papers in order, counted, exported, and found by a few letters."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import replace
from functools import partial
from typing import TYPE_CHECKING, Any

from readq.domain import Paper, Reading, Status, local_day
from readq.errors import UsageError
from readq.exporters import citekeys, record
from readq.library.queueing import Queueing
from readq.library.usual_order import kept_order
from readq.library.views import RANK, SORTS, minutes_to_read
from readq.search import parse
from readq.text import clean

if TYPE_CHECKING:
    from readq.exporters import ExportOptions
    from readq.library.ranking import Ranking
    from readq.library.relating import RelatedPaper
    from readq.library.statistics import Statistics
    from readq.search import Hit, Query


class Listing(Queueing):
    """A library that is looked at."""

    @property
    def ranking(self) -> Ranking:
        """The order of undecided papers; whoever asks for it first waits for numpy to load."""
        if self._ranking is None:
            from readq.library.ranking import Ranking  # nobody else needs numpy

            with self._lock:
                if self._ranking is None:
                    self._ranking = Ranking(self, lambda: self._files)
        return self._ranking

    @property
    def ranking_in_use(self) -> bool:
        """Whether somebody has asked for the ranking."""
        return self._ranking is not None

    def minutes(self, paper_id: str) -> int:
        """A rough reading time in minutes."""
        return minutes_to_read(self.paper(paper_id).abstract)

    def ids(
        self,
        filter: str = "",  # noqa: A002  (the word of the field)
        sort: str = "added",
        *,
        lenient: bool = False,
        stop: Callable[[], bool] = lambda: False,
    ) -> list[str]:
        """The ids of the papers that pass the filter, in order.

        Args:
            filter: A filter such as `status:queued tag:rl`; empty lets all pass.
            lenient: Leave out an unfinished end of the filter, for one that is being typed.
            sort: One of `SORTS` or `rank`, with `-` behind it for the other way round. `sort:` in the
                filter wins. By rank the first call may take seconds.
            stop: Asked now and then, while abstracts are looked through, whether the answer is not wanted
                any more.

        Raises:
            SearchStoppedError: It was not wanted any more.
            FilterError: The filter does not parse.
            UsageError: There is no such order.
        """
        query = parse(filter, today=local_day(self._now()), lenient=lenient)
        sort = query.sort or sort
        if sort.removesuffix("-") != RANK:
            return self._listed(query, sort, stop)
        self.ranking.get_ready()
        order = self.ranked(self._listed(query, "added", stop))
        return order[::-1] if sort.endswith("-") else order

    def ids_at_once(self) -> list[str] | None:
        """What no filter lists, in the usual order; None when that is not known without reading every paper."""
        known = kept_order(self._files) if self._filtering_in_use is None else None
        known = self._filtering.order_at_once() if known is None else known
        return None if known is None else self.out_of_trash(known)

    def _listed(self, query: Query, sort: str, stop: Callable[[], bool]) -> list[str]:
        """The papers that pass, in an order that is not learnt."""
        name, descending = _order_of(sort)
        ask = partial(self._filtering.order, name, descending=descending, query=query, stop=stop)
        found = ask()
        return ask(known=self._in_order(sort)) or [] if found is None else found

    def ranked(self, paper_ids: Sequence[str]) -> list[str]:
        """The papers by rank, as far as that was learnt: new ones, those left for later, all others.

        While nothing was learnt they stay as they are.
        """
        if not self.ranking.has_learnt:
            return list(paper_ids)
        groups: dict[Status, list[str]] = {Status.NEW: [], Status.LATER: [], Status.READ: []}
        readings = self._files.readings()
        for paper_id in paper_ids:
            reading = readings.get(paper_id)
            status = Status.NEW if reading is None else reading.status
            groups.get(status, groups[Status.READ]).append(paper_id)
        return [i for group in groups.values() for i in self.ranking.order(group)]

    def papers(self, filter: str = "", sort: str = "added") -> list[Paper]:  # noqa: A002
        """The papers that pass the filter, in order; see `ids`."""
        return [self.paper(i) for i in self.ids(filter, sort)]

    def _in_order(self, sort: str) -> list[str]:
        """All papers, those in the trash among them, in an order that the columns do not tell."""
        name, descending = _order_of(sort)
        known = self._sorted.get(sort)
        if known is None or known[0] != self._papers_version:
            version, key = self._papers_version, SORTS[name][0]
            keyed = [
                (key(paper, Reading(paper.id)), paper.id) for paper in self._files.hot_papers()
            ]
            keyed.sort(key=lambda pair: pair[0], reverse=descending)
            known = self._sorted[sort] = version, [paper_id for _, paper_id in keyed]
        return known[1]

    def _shown_readings(self) -> list[Reading]:
        """What was decided about papers that are not in the trash; other threads may be deciding."""
        known = list(self._files.readings().items())
        return [reading for i, reading in known if reading.trashed is None and i in self]

    def counts(self) -> dict[Status, int]:
        """How many papers have each status, without those in the trash; as for all numbers here."""
        counted = Counter(reading.status for reading in self._shown_readings())
        untouched = len(self) - counted.total()
        return {s: counted[s] + (untouched if s is Status.NEW else 0) for s in Status}

    def tags(self) -> dict[str, int]:
        """The reader's tags with the number of papers, most used first."""
        counted = Counter(tag for reading in self._shown_readings() for tag in reading.tags)
        return dict(sorted(counted.items(), key=lambda pair: (-pair[1], pair[0])))

    def filter_values(self, field: str, start: str = "", most: int = 50) -> list[tuple[str, int]]:
        """The values a field of the filter has in this library, with the number of papers, most first.

        Args:
            field: `author`, `venue`, `year`, `status` or `tag`; other fields have no values to tell.
            start: How a word of the value begins; authors are too many to tell all.
            most: How many authors at most.
        """
        if field == "tag":
            return list(self.tags().items())
        return self._filtering.values(field, start, most)

    def related(self, paper_id: str, limit: int = 10) -> list[RelatedPaper]:
        """The papers with the same words and names, the nearest first.

        The first time all abstracts may have to be read, which takes seconds; for a worker thread.

        Raises:
            UnknownPaperError: There is no such paper.
        """
        from readq.library.relating import related

        return related(self, paper_id, limit)

    def statistics(self) -> Statistics:
        """Numbers about the library, with days as the reader's own; may run in a worker thread."""
        from readq.library.statistics import counted

        readings, trash = self._shown_readings(), len(self.trash_ids)
        return counted(readings, len(self), self.minutes, local_day(self._now()), trash)

    def stats(self) -> dict[str, Any]:
        """The statistics as plain values for JSON."""
        return self.statistics().to_json()

    def records(self, ids: Iterable[str]) -> Iterator[dict[str, Any]]:
        """Papers with their facts and readings merged, as plain values for JSON."""
        return (record(self.paper(i), self.reading(i)) for i in ids)

    def export(
        self,
        filter: str = "",  # noqa: A002
        format: str = "jsonl",  # noqa: A002
        options: ExportOptions | None = None,
    ) -> str:
        """The papers that pass the filter, as text in one of the export formats.

        Raises:
            UsageError: There is no such format.
            FilterError: The filter does not parse.
        """
        from readq.exporters import EXPORTERS, ExportOptions

        exporter = EXPORTERS.get(format)
        if exporter is None:
            raise UsageError(
                f'There is no export format "{clean(format)}"; there are {", ".join(EXPORTERS)}.'
            )
        papers = ((self.paper(i), self.reading(i)) for i in self.ids(filter))
        options = options or ExportOptions()
        return exporter(papers, replace(options, keys=self.citekeys))

    def citekeys(self) -> dict[str, str]:
        """What exports cite each paper by."""
        return citekeys(self._files.hot_papers())

    def prepare_search(self, stop: Callable[[], bool] = lambda: False) -> None:
        """Make the first filter by words of abstracts quick; may run in a worker thread.

        Args:
            stop: Asked now and then whether that is not wanted any more.
        """
        self._filtering.get_ready(stop)

    def build_jump_index(self) -> None:
        """Make the first `jump` quick; may run in a worker thread."""
        self._jumping.get_ready()

    def jump(self, query: str, limit: int = 60, *, with_trash: bool = False) -> list[Hit]:
        """The papers whose title, names, aliases, authors or keys are nearest to the words, best first.

        Those in the trash are found only `with_trash`.
        """
        readings = self._files.readings()
        hidden = frozenset[str]() if with_trash else self.trash_ids
        return self._jumping.search(query, limit, own=lambda i: i in readings, hidden=hidden)


def _order_of(sort: str) -> tuple[str, bool]:
    """The name of an order, and whether the largest comes first."""
    name, flipped = (sort[:-1], True) if sort.endswith("-") else (sort, False)
    if name not in SORTS:
        raise UsageError(
            f'There is no order "{clean(sort)}"; there are {", ".join((*SORTS, RANK))}.'
        )
    return name, SORTS[name][1] is not flipped
