"""Papers like another one."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from pathlib import Path

import pytest

from readq.errors import UnknownPaperError
from readq.library import Library
from readq.library.core import open_library

TITLES = (
    "Schrödinger bridges for image restoration",
    "Fast sampling from Schrödinger bridges",
    "Tokenizers of byte pairs for low resource languages",
    "Byte pairs or bytes? Tokenizers compared",
    "Bandits with delayed feedback",
)
FILLER = "We study this problem and show that our method improves on what was there before in many ways. "


@pytest.fixture
def library(tmp_path: Path) -> Iterator[Library]:
    blocks = [f"{title}\n{FILLER * 3}{title}." for title in TITLES]
    (tmp_path / "list.txt").write_text("\n\n".join(blocks), encoding="utf-8")
    with open_library(tmp_path / "library") as opened:
        opened.add(tmp_path / "list.txt")
        yield opened


def ids(library: Library) -> Sequence[str]:
    return library._files.paper_ids


def test_the_nearest_come_first_and_say_what_they_share(library: Library) -> None:
    first, second, third, fourth, _ = ids(library)
    (near, *_) = library.related(first, limit=2)
    assert near.paper_id == second
    assert near.words == ("Schrödinger", "bridges")
    (near, *_) = library.related(fourth)
    assert near.paper_id == third
    assert near.words == ("Tokenizers", "bytes", "pairs")
    assert all(0 < near.likeness <= 1 for near in library.related(first))


def test_a_paper_is_not_related_to_itself_nor_to_one_that_is_gone(library: Library) -> None:
    for paper_id in ids(library):
        assert paper_id not in [near.paper_id for near in library.related(paper_id)]
    first = ids(library)[0]
    library.undo()
    with pytest.raises(UnknownPaperError):
        library.related(first)


def test_a_paper_that_came_since_is_found(library: Library, tmp_path: Path) -> None:
    library.related(ids(library)[0])
    title = "Schrödinger bridges and entropic transport"
    (tmp_path / "more.txt").write_text(f"{title}\n{FILLER * 3}{title}.\n", encoding="utf-8")
    library.add(tmp_path / "more.txt")
    new = ids(library)[-1]
    assert new in [near.paper_id for near in library.related(ids(library)[0], limit=2)]
