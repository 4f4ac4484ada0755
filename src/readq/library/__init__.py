"""The library: the one object that owns papers, readings and undo.

The interface, the command line and scripts are thin callers of `Library`.
"""

from typing import TYPE_CHECKING

from readq.deferred import deferred
from readq.library.state import utc_now

if TYPE_CHECKING:
    from readq.library.core import Library, open_library
    from readq.library.duplicates import Proposal
    from readq.library.links import is_web_address, links_of, oddity
    from readq.library.planning import USUAL_CAP, Plan
    from readq.library.rank_values import (
        Deck,
        Expectation,
        Reasons,
        rank_settings,
        watch_groups_of,
    )
    from readq.library.relating import RelatedPaper
    from readq.library.reports import Doubtful, ImportProgress, ImportReport
    from readq.library.samples import SAMPLE_NAME, open_samples
    from readq.library.snippets import SNIPPETS, snippet
    from readq.library.spare_memory import keep_little
    from readq.library.stacks import Stacks
    from readq.library.statistics import OUTCOMES, Statistics
    from readq.library.triaging import (
        Order,
        Pool,
        Sitting,
        Triage,
        in_time,
        is_queued_by_priority,
        learnt_order,
        pool_of,
        readings_after,
        status_after,
    )
    from readq.library.views import KEPT, RANK, SORTS, UNDECIDED, in_hours
    from readq.store import Finding, is_draft
    from readq.store import examine as examine_library
    from readq.store import is_aside as holds_unsaved
    from readq.store import mend as mend_library
    from readq.store import unpack as restore_library
else:
    __getattr__ = deferred(
        __name__,
        {
            "open_library": "core",
            "is_web_address": "links",
            "links_of": "links",
            "oddity": "links",
            "rank_settings": "rank_values",
            "watch_groups_of": "rank_values",
            "open_samples": "samples",
            "snippet": "snippets",
            "keep_little": "spare_memory",
            "in_time": "triaging",
            "is_queued_by_priority": "triaging",
            "learnt_order": "triaging",
            "pool_of": "triaging",
            "readings_after": "triaging",
            "status_after": "triaging",
            "in_hours": "views",
            "examine_library": "readq.store:examine",
            "holds_unsaved": "readq.store:is_aside",
            "is_draft": "readq.store:is_draft",
            "mend_library": "readq.store:mend",
            "restore_library": "readq.store:unpack",
        },
        {
            "Library": "core",
            "Proposal": "duplicates",
            "USUAL_CAP": "planning",
            "Plan": "planning",
            "Deck": "rank_values",
            "Expectation": "rank_values",
            "Reasons": "rank_values",
            "RelatedPaper": "relating",
            "Doubtful": "reports",
            "ImportProgress": "reports",
            "ImportReport": "reports",
            "SAMPLE_NAME": "samples",
            "SNIPPETS": "snippets",
            "Stacks": "stacks",
            "OUTCOMES": "statistics",
            "Statistics": "statistics",
            "KEPT": "views",
            "UNDECIDED": "views",
            "Order": "triaging",
            "Pool": "triaging",
            "Sitting": "triaging",
            "Triage": "triaging",
            "RANK": "views",
            "SORTS": "views",
            "Finding": "readq.store:Finding",
        },
    )


__all__ = [
    "KEPT",
    "OUTCOMES",
    "RANK",
    "SAMPLE_NAME",
    "SNIPPETS",
    "SORTS",
    "UNDECIDED",
    "USUAL_CAP",
    "Deck",
    "Doubtful",
    "Expectation",
    "Finding",
    "ImportProgress",
    "ImportReport",
    "Library",
    "Order",
    "Plan",
    "Pool",
    "Proposal",
    "Reasons",
    "RelatedPaper",
    "Sitting",
    "Stacks",
    "Statistics",
    "Triage",
    "examine_library",
    "holds_unsaved",
    "in_hours",
    "in_time",
    "is_draft",
    "is_queued_by_priority",
    "is_web_address",
    "keep_little",
    "learnt_order",
    "links_of",
    "mend_library",
    "oddity",
    "open_library",
    "open_samples",
    "pool_of",
    "rank_settings",
    "readings_after",
    "restore_library",
    "snippet",
    "status_after",
    "utc_now",
    "watch_groups_of",
]
