"""What a library asks of its store, in memory and on disk."""

from __future__ import annotations

import math
from collections.abc import Iterator
from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest
from tests.store.samples import NOW, add, change, content, decide, paper, reading

from readq.domain import Change, PaperEdit, Reading, ReadingEdit, Status
from readq.errors import NotSavedError
from readq.store import Files, LibraryFiles, MemoryFiles, Refresh


@pytest.fixture(params=["memory", "disk", "compacted"])
def files(request: pytest.FixtureRequest, tmp_path: Path) -> Iterator[Files]:
    """A store of each kind; the last folds its journals in after every change."""
    if request.param == "memory":
        yield MemoryFiles()
        return
    kind = LibraryFiles if request.param == "disk" else Compacting
    opened = kind.open(tmp_path / "library")
    yield opened
    opened.close()


class Compacting(LibraryFiles):
    def commit(self, change: Change, **parts: Any) -> Change:
        stored = super().commit(change, **parts)
        self.compact()
        return stored


def test_a_new_library_is_empty(files: Files) -> None:
    assert list(files.paper_ids) == []
    assert dict(files.readings()) == {}
    assert list(files.changes()) == []
    assert files.next_change_id() == 1
    assert not files.refresh()


def test_papers_keep_the_order_they_came_in(files: Files) -> None:
    add(files, paper("zz"), paper("aa"))
    add(files, paper("mm"))
    assert list(files.paper_ids) == ["zz", "aa", "mm"]
    assert [p.id for p in files.hot_papers()] == ["zz", "aa", "mm"]


def test_a_paper_comes_whole_or_without_its_abstract(files: Files) -> None:
    whole = paper("p1", authors=("Ada",), extra={"pages": [1, 2]})
    add(files, whole)
    assert files.paper("p1") == whole
    assert files.abstract_free("p1") == replace(whole, abstract="")
    assert list(files.hot_papers()) == [replace(whole, abstract="")]
    assert files.has("p1")


def test_unknown_papers_are_unknown(files: Files) -> None:
    add(files, paper("p1"))
    assert not files.has("p2")
    with pytest.raises(KeyError):
        files.paper("p2")
    with pytest.raises(KeyError):
        files.abstract_free("p2")


def test_a_replaced_paper_keeps_its_place(files: Files) -> None:
    add(files, paper("p1"), paper("p2"))
    assert files.paper("p1").title == "On p1"
    newer = paper("p1", title="Newer", abstract="")
    files.commit(change(files), papers={"p1": newer})
    assert list(files.paper_ids) == ["p1", "p2"]
    assert files.paper("p1") == newer
    assert files.abstract_free("p1") == newer


def test_a_hidden_paper_is_out_of_sight_until_shown_again(files: Files) -> None:
    add(files, paper("p1"), paper("p2"))
    decide(files, reading("p1"))
    files.commit(change(files, "undid"), hide=["p1"])
    assert list(files.paper_ids) == ["p2"]
    assert [p.id for p in files.hot_papers()] == ["p2"]
    assert not files.has("p1")
    with pytest.raises(KeyError):
        files.paper("p1")
    assert files.readings()["p1"] == reading("p1")
    files.commit(change(files, "redid"), unhide=["p1"])
    assert list(files.paper_ids) == ["p1", "p2"]
    assert files.paper("p1") == paper("p1")


def test_a_long_list_of_papers_to_hide_is_not_searched_for_each(files: Files) -> None:
    class Asked(list[str]):
        def __contains__(self, _: object) -> bool:
            raise AssertionError

    add(files, paper("p1"), paper("p2"))
    files.commit(change(files), hide=Asked(["p1"]))
    assert list(files.paper_ids) == ["p2"]


def test_a_hidden_paper_that_comes_again_is_visible(files: Files) -> None:
    add(files, paper("p1"))
    files.commit(change(files), hide=["p1"])
    add(files, paper("p1", title="Again"))
    assert files.paper("p1").title == "Again"


def test_hiding_an_unknown_paper_changes_nothing(files: Files) -> None:
    add(files, paper("p1"))
    before = content(files)
    with pytest.raises(KeyError):
        files.commit(change(files), hide=["p9"], readings={"p1": reading("p1")})
    assert content(files) == before


def test_readings_are_stored_replaced_and_removed(files: Files) -> None:
    add(files, paper("p1"), paper("p2"))
    view = files.readings()
    decide(files, reading("p1"), reading("p2", Status.READ, tags=("a", "b"), rank=0.5))
    assert dict(view) == {
        "p1": reading("p1"),
        "p2": reading("p2", Status.READ, tags=("a", "b"), rank=0.5),
    }
    decide(files, reading("p1", note="so-so"))
    files.commit(change(files), readings={"p2": None})
    assert dict(view) == {"p1": reading("p1", note="so-so")}
    assert view.get("p2") is None
    assert len(view) == 1
    files.commit(change(files), readings={"p2": None})
    assert "p2" not in view


def test_changes_are_numbered_and_come_newest_first(files: Files) -> None:
    add(files, paper("p1"))
    edit = ReadingEdit("p1", None, reading("p1"))
    files.commit(change(files, "queued", readings=(edit,)), readings={"p1": reading("p1")})
    fields = PaperEdit("p1", {"title": "On p1"}, {"title": "New"})
    files.commit(change(files, "retitled", papers=(fields,)), papers={"p1": paper("p1")})
    decide(files, reading("p1"), label="again")
    assert [c.label for c in files.changes()] == ["again", "retitled", "queued", "added"]
    assert [c.id for c in files.changes(newest_first=False)] == [1, 2, 3, 4]
    assert list(files.changes())[1].papers == (fields,)
    assert list(files.changes())[2].readings == (edit,)
    assert files.next_change_id() == 5


def test_commit_returns_the_change_as_stored(files: Files) -> None:
    first = files.commit(Change(1, "one", NOW))
    second = files.commit(Change(1, "two", NOW))
    assert (first.id, second.id) == (1, 2)
    assert list(files.changes()) == [second, first]


@pytest.mark.parametrize(
    "bad",
    [
        {"papers": {"p2": paper("p2", extra={"x": math.nan})}},
        {"papers": {"p2": paper("p2", abstract="\ud800")}},
        {"papers": {"p2": paper("p2", title="\ud800")}},
        {"readings": {"p1": reading("p1", note="\udfff")}},
        {"readings": {"p1": reading("p1", rank=math.inf)}},
    ],
)
def test_a_refused_change_changes_nothing(files: Files, bad: dict[str, object]) -> None:
    add(files, paper("p1"))
    before = content(files)
    with pytest.raises(NotSavedError, match=r"p[12] was not saved"):
        files.commit(change(files), **bad)  # type: ignore[arg-type]
    assert content(files) == before
    decide(files, reading("p1"))
    assert dict(files.readings()) == {"p1": reading("p1")}


def test_nobody_else_means_no_news(files: Files) -> None:
    add(files, paper("p1"))
    assert files.refresh() == Refresh()


def test_any_text_survives(files: Files) -> None:
    odd = paper("p1", title='"\\\u2028\x00\x7f\n😀', abstract="a\r\n\tb\u0085")
    add(files, odd)
    assert files.paper("p1") == odd
    decide(files, Reading("p1", note='{"a": 1},\n'))
    assert files.readings()["p1"].note == '{"a": 1},\n'


def test_compacting_and_closing_lose_nothing(files: Files) -> None:
    add(files, paper("p1"))
    decide(files, reading("p1"))
    before = content(files)
    files.compact()
    assert content(files) == before
    files.compact()
    assert content(files) == before
