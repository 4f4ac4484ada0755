"""What is kept beside a library for jump and filter never says anything but what the papers say."""

from __future__ import annotations

from pathlib import Path

import pytest

from readq.library import filtering
from readq.library.core import open_library

MANY = 1_010


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    source = tmp_path / "papers.txt"
    titles = (f"Paper number {n} about topic{n % 7} and method{n}" for n in range(MANY))
    source.write_text("\n\n".join(titles), encoding="utf-8")
    with open_library(tmp_path / "library") as library:
        library.add(source, shape="titles")
        assert library.jump("method77")[0].title.endswith("method77")
        assert len(library.ids("topic3")) == 144
    return tmp_path / "library"


def check(folder: Path) -> None:
    with open_library(folder) as library:
        assert library.jump("method77")[0].title.endswith("method77")
        assert len(library.ids("topic3")) == 144


def test_both_files_are_kept_and_may_be_deleted(folder: Path) -> None:
    kept = {name: (folder / name).read_bytes() for name in ("jump.idx", "columns.idx")}
    check(folder)
    for name in kept:
        (folder / name).unlink()
    check(folder)
    assert {name for name in kept if (folder / name).exists()} == set(kept)


@pytest.mark.parametrize("name", ["jump.idx", "columns.idx"])
def test_a_damaged_file_is_made_anew(folder: Path, name: str) -> None:
    data = (folder / name).read_bytes()
    for wrong in (
        b"",
        data[:-1],
        data[: len(data) // 2],
        b"x" + data[1:],
        data.replace(b"7", b"8"),
    ):
        (folder / name).write_bytes(wrong)
        check(folder)
        assert (folder / name).read_bytes() != wrong


def test_a_file_from_before_a_change_is_brought_up_to_date(folder: Path) -> None:
    before = {name: (folder / name).read_bytes() for name in ("jump.idx", "columns.idx")}
    with open_library(folder) as library:
        wanted = library.jump("method77")[0].paper_id
        library.set_title(wanted, "Zebra stripes explained")
        library.compact()
    for name, data in before.items():
        (folder / name).write_bytes(data)
    with open_library(folder) as library:
        assert library.jump("zebra stripes")[0].paper_id == wanted
        assert library.ids("zebra") == [wanted]
        library.undo()
        assert wanted not in [hit.paper_id for hit in library.jump("zebra stripes")]
        assert library.jump("method77")[0].paper_id == wanted
        library.undo()
        assert library.ids() == []
        assert library.jump("method77") == []
        library.redo()
        assert len(library.ids("topic3")) == 144
        assert library.jump("method77")[0].paper_id == wanted


def test_a_first_import_leaves_what_the_first_filter_needs(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(filtering, "KEPT_FROM", 2)
    source = tmp_path / "list.jsonl"
    source.write_text(
        '{"title": "On **graphs** of \\u00c9cole", "authors": ["Ada Lov\\u00e9"], "year": 2024,'
        ' "abstract": "We study graphs."}\n'
        '{"title": "On words", "venue": "ICML", "pdf": "https://x.org/a.pdf"}\n'
        '{"title": "On graphs of \\u00c9cole", "authors": ["Ada Lov\\u00e9"], "doi": "10.1/a"}\n',
        encoding="utf-8",
    )
    folder = tmp_path / "library"
    with open_library(folder) as library:
        library.add(source)
    kept = (folder / "columns.idx").read_bytes()
    (folder / "columns.idx").unlink()
    with open_library(folder) as library:
        assert len(library.ids("")) == len(library.ids("title:on")) == 2
    assert (folder / "columns.idx").read_bytes() == kept
