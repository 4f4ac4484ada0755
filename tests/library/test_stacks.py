"""Papers with nearly the same abstract."""

from __future__ import annotations

from datetime import UTC, datetime
from random import Random

from readq.domain import Change, Paper, TitleOrigin
from readq.library import Library, Stacks
from readq.store import MemoryFiles

NOW = datetime(2026, 11, 30, tzinfo=UTC)


def library_of(abstracts: list[str]) -> Library:
    files = MemoryFiles()
    papers = [
        Paper(str(n), f"Paper {n}", TitleOrigin.SOURCE, NOW, abstract=text)
        for n, text in enumerate(abstracts)
    ]
    files.commit(Change(1, "began", NOW), papers={p.id: p for p in papers})
    return Library(files, now=lambda: NOW)


def test_copies_with_a_tenth_of_their_words_changed_are_found_and_nothing_else() -> None:
    dice = Random(7)
    # Words are as frequent as in a language: a few make up most of a text.
    vocabulary = [f"word{n}" for n in range(3000)]
    weights = [1 / (n + 3) for n in range(3000)]
    texts = [dice.choices(vocabulary, weights, k=dice.randint(120, 220)) for _ in range(300)]
    copies = []
    for text in texts[:100]:
        copy = list(text)
        for place in dice.sample(range(len(copy)), len(copy) // 10):
            copy[place] = dice.choice(vocabulary)
        copies.append(copy)
    stacks = Stacks(library_of([" ".join(text) for text in (*texts, *copies)]))
    stacks.read(map(str, range(400)))
    found = [stacks.like(str(n)) == [str(300 + n)] for n in range(100)]
    assert sum(found) >= 95
    assert [n for n in range(100, 300) if stacks.like(str(n))] == []


def test_short_texts_are_never_taken_for_one() -> None:
    stacks = Stacks(library_of(["No abstract available."] * 3))
    stacks.read("012")
    assert stacks.like("0") == []


def test_reading_stops_when_nobody_wants_it_and_goes_on_later() -> None:
    text = " ".join(f"word{n}" for n in range(80))
    stacks = Stacks(library_of([text] * 40))
    stacks.read(map(str, range(40)), go_on=lambda: False)
    assert 0 < len(stacks.like("0")) < 39
    stacks.read(map(str, range(40)))
    assert len(stacks.like("0")) == 39


def test_a_paper_taken_away_meanwhile_is_like_nothing() -> None:
    stacks = Stacks(library_of(["some text"]))
    stacks.read(["0", "gone"])
    assert stacks.like("gone") == []
