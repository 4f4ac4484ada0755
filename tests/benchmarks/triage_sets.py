"""Lists with known wishes, on which the ranking is measured.

Real ones are screening lists of published reviews (`cc_*`, `syn_*`); `conf_*` are simulated readers of
conference lists, who want a few hidden topics and decide a little carelessly. Texts are read from
`shared/triage` and `shared/corpus` beside the project, or the folder in READQ_SHARED.
"""

from __future__ import annotations

import gzip
import json
import os
import random
import re
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from functools import cache
from pathlib import Path
from typing import Any

TUNED_LISTS = ("aaai2022", "iccv2019", "ijcai2021", "ijcai2023")
"""Conference lists that settings were chosen on."""
TUNED_REVIEWS = (
    "cc_AppenzellerHerzog_2020",
    "cc_Kitchenham_2010",
    "cc_Nagtegaal_2019",
    "syn_Chou_2004",
    "syn_Jeyaraman_2020",
    "syn_Menon_2022",
    "syn_Nelson_2002",
    "syn_Sep_2021",
)
"""Reviews that settings were chosen on; the others were left for the report."""


@dataclass(frozen=True)
class Screening:
    """One list and what its reader wants."""

    name: str
    corpus: str
    """Screenings of one corpus share their texts."""
    titles: Sequence[str]
    abstracts: Sequence[str]
    authors: Sequence[Sequence[str]]
    wanted: Sequence[bool]
    decided: Sequence[bool]
    """What the reader answers when asked: `wanted`, but for slips."""
    topic: str = ""
    """What the reader would type when asked for a few words."""

    @property
    def group(self) -> str:
        """`cc`, `syn`, `conf` or `icml`."""
        return self.name.split("_")[0]

    @property
    def is_tuned_on(self) -> bool:
        """Whether settings were chosen on it."""
        return self.corpus in TUNED_LISTS or self.name in TUNED_REVIEWS

    def __len__(self) -> int:
        """The number of papers."""
        return len(self.titles)


def shared_folder() -> Path:
    """Where the data is looked for."""
    beside = Path(__file__).resolve().parents[3] / "shared"
    return Path(os.environ.get("READQ_SHARED", beside))


def reviews() -> Iterator[Screening]:
    """The screening lists of published reviews."""
    for file in sorted((shared_folder() / "triage").glob("*.jsonl.gz")):
        rows = _rows(file)
        wanted = [bool(row["y"]) for row in rows]
        name = file.name.removesuffix(".jsonl.gz")
        yield Screening(
            name=name,
            corpus=name,
            titles=[row["t"] or "" for row in rows],
            abstracts=[row["a"] or "" for row in rows],
            authors=[()] * len(rows),
            wanted=wanted,
            decided=wanted,
        )


def conference_readers() -> Iterator[Screening]:
    """Simulated readers of conference lists."""
    folder = shared_folder() / "triage"
    topics = json.loads((folder / "conf_topics.json").read_text(encoding="utf-8"))
    with gzip.open(folder / "conf_labels.json.gz", "rt", encoding="utf-8") as lines:
        readers = json.load(lines)
    for name, labels in sorted(readers.items()):
        corpus = name.split("_")[1]
        rows = _conference(corpus)
        wanted = {_key(t) for t in labels["wanted"]}
        flipped = {_key(t) for t in (*labels["noise_skip"], *labels["noise_queue"])}
        truth = [_key(row["title"]) in wanted for row in rows]
        yield Screening(
            name=name,
            corpus=corpus,
            titles=[row["title"] for row in rows],
            abstracts=[row["abstract"] or "" for row in rows],
            authors=[row.get("authors") or () for row in rows],
            wanted=truth,
            decided=[
                y ^ (_key(row["title"]) in flipped) for y, row in zip(truth, rows, strict=True)
            ],
            topic=" ".join(topic.split(": ")[-1] for topic in topics[name]),
        )


ICML_WISHES = (
    ("world models for control", r"world models?\b"),
    ("conformal prediction", r"conformal"),
    ("graph neural networks", r"graph neural|\bgnns?\b|message passing"),
    ("protein design", r"protein"),
    ("watermarking", r"watermark"),
    ("bandits and regret", r"bandit|regret"),
    ("machine unlearning", r"unlearning"),
    ("time series forecasting", r"time[- ]series"),
    ("quantization and low precision", r"quantiz|low[- ]bit|\bfp[48]\b"),
    ("federated learning and privacy", r"federated|differential(?:ly)? priva"),
)
"""Ten readers of ICML 2026: what they would type, and what the titles of the papers they want say."""


def icml_readers() -> Iterator[Screening]:
    """Readers of ICML 2026 who want what a title says, and see the list without that title's words.

    The matched words are taken out of the titles so that the wish is not written on the cards.
    """
    rows = _rows(shared_folder() / "corpus" / "icml2026.jsonl.gz")
    for number, (topic, pattern) in enumerate(ICML_WISHES):
        wish = re.compile(pattern, re.IGNORECASE)
        wanted = [wish.search(row["title"]) is not None for row in rows]
        slips = random.Random(number)
        decided = [y and slips.random() >= 0.1 for y in wanted]
        for at in slips.sample(range(len(rows)), max(1, round(0.05 * sum(wanted)))):
            decided[at] = True
        yield Screening(
            name=f"icml_{number}",
            corpus=f"icml2026 without {pattern}",
            titles=[" ".join(wish.sub(" ", row["title"]).split()) for row in rows],
            abstracts=[row["abstract"] or "" for row in rows],
            authors=[row.get("authors") or () for row in rows],
            wanted=wanted,
            decided=decided,
            topic=topic,
        )


@cache
def _conference(corpus: str) -> list[dict[str, Any]]:
    seen: set[str] = set()
    rows = []
    for row in _every_paper():
        if row["venue"] == corpus and (key := _key(row["title"])) not in seen:
            seen.add(key)
            rows.append(row)
    return rows


@cache
def _every_paper() -> list[dict[str, Any]]:
    wanted = re.compile(r"aaai2022|colm2025|iccv2019|iclr2018|ijcai202[1-4]|www2025")
    path = shared_folder() / "corpus" / "papers-95k.jsonl.gz"
    return [row for row in _rows(path) if wanted.fullmatch(row.get("venue") or "")]


def _rows(path: Path) -> list[dict[str, Any]]:
    with gzip.open(path, "rt", encoding="utf-8") as lines:
        return [json.loads(line) for line in lines]


def _key(title: str) -> str:
    return " ".join(title.lower().split())
