"""What is kept of the signs of abstracts changes how quick a search is, never what it finds."""

from __future__ import annotations

from pathlib import Path

import pytest
from tests.search.test_filtering import ABSTRACTS

from readq.library import Library, import_run, state
from readq.library.core import open_library
from readq.search import SIGNS, Slab, signs_of, terms
from readq.store import lazy

QUERIES = ("diffusion", "graph", "schrodinger", '"graph neural"', "h2o", "naive", "learn", "语言")


@pytest.fixture
def folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """A library whose abstracts lie in several slabs."""
    monkeypatch.setattr(lazy, "SLAB", 3)
    monkeypatch.setattr(terms, "_FEW", 0)
    source = tmp_path / "papers.txt"
    papers = (f"Paper number {n}\n{' '.join(text.split())}" for n, text in enumerate(ABSTRACTS))
    source.write_text("\n\n".join(papers), encoding="utf-8")
    with open_library(tmp_path / "library") as library:
        library.add(source)
        library.compact()
    return tmp_path / "library"


def answers(library: Library) -> dict[str, list[str]]:
    return {query: library.ids(query) for query in QUERIES}


def test_it_is_kept_beside_the_library_and_may_be_deleted(folder: Path) -> None:
    with open_library(folder) as library:
        found = answers(library)
    assert all(found.values())
    kept = (folder / "signs.idx").read_bytes()
    with open_library(folder) as library:
        assert answers(library) == found
    (folder / "signs.idx").unlink()
    with open_library(folder) as library:
        library.prepare_search()
        assert (folder / "signs.idx").read_bytes() == kept
        assert answers(library) == found


def test_no_answer_waits_for_it_to_be_written(folder: Path) -> None:
    (folder / "signs.idx").unlink()
    with open_library(folder) as library:
        assert library.ids("diffusion")
        assert not (folder / "signs.idx").exists()
    assert (folder / "signs.idx").exists()


def test_a_library_that_came_without_gets_it_soon_after_it_is_opened(
    folder: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(state, "KEPT_FROM", 3)
    kept = (folder / "signs.idx").read_bytes()
    (folder / "signs.idx").unlink()
    with open_library(folder) as library:
        library.look_after()
        assert (folder / "signs.idx").read_bytes() == kept
        (folder / "signs.idx").unlink()
        library.look_after()
        assert not (folder / "signs.idx").exists()  # once is enough


def test_it_is_made_when_the_journals_are_folded_in(
    folder: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    (folder / "signs.idx").unlink()
    source = folder.parent / "more.txt"
    source.write_text("One paper more\nAbout **d**iffusion in naïve graphs.", encoding="utf-8")
    with open_library(folder) as library:
        library.add(source)
        library.compact()
    monkeypatch.setattr(
        "readq.library.abstract_search.signs_of", None
    )  # nothing is left to work out
    with open_library(folder) as library:
        assert all(answers(library).values())


def test_a_large_import_is_ready_to_be_searched(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(import_run, "_LARGE", 1)
    source = tmp_path / "papers.txt"
    papers = (f"Paper number {n}\nAbout diffusion, {n} times." for n in range(lazy.SLAB + 1))
    source.write_text("\n\n".join(papers), encoding="utf-8")
    with open_library(tmp_path / "library") as library:
        library.add(source)
    assert (tmp_path / "library" / "signs.idx").exists()


def test_damage_is_noticed(folder: Path) -> None:
    with open_library(folder) as library:
        found = answers(library)
    kept = (folder / "signs.idx").read_bytes()
    for wrong in (b"", kept[:-1], kept.replace(b"graph", b"grape"), kept[: len(kept) // 2]):
        (folder / "signs.idx").write_bytes(wrong)
        with open_library(folder) as library:
            assert answers(library) == found
        assert (folder / "signs.idx").read_bytes() == kept


def test_new_abstracts_are_found_and_only_their_slabs_are_looked_through_anew(
    folder: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    with open_library(folder) as library:
        before = library.ids("diffusion")
    source = folder.parent / "more.txt"
    source.write_text("One paper more\nAbout **d**iffusion in naïve graphs.", encoding="utf-8")
    looked: list[Slab] = []

    def counted(slab: Slab) -> object:
        looked.append(slab)
        return signs_of(slab)

    with open_library(folder) as library:
        library.add(source)
        assert len(library.ids("diffusion")) == len(before) + 1
        monkeypatch.setattr("readq.library.abstract_search.signs_of", counted)
        library.compact()
    with open_library(folder) as library:
        assert len(library.ids("diffusion")) == len(before) + 1
    assert len(looked) == 1


def test_a_preparation_nobody_waits_for_stops(folder: Path) -> None:
    (folder / "signs.idx").unlink()
    with open_library(folder) as library:
        library.prepare_search(lambda: True)
        assert not (folder / "signs.idx").exists()


def test_signs_come_back_as_they_were() -> None:
    data = '"1": {"id":"a","abstract":"**D**iffusion, na\u00efve \'x\' &eacute;"},\n'.encode()
    signs = {
        b"key": signs_of(Slab(lambda: data, [len(data)], lambda: ["0"])),
        b"none": signs_of(Slab(bytes, [], list)),
    }
    assert SIGNS.load(SIGNS.dump(signs)) == signs
    assert SIGNS.load(b"") == {}
