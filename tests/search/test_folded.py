"""Abstracts with formulas, accents and the like are folded once, then kept: nothing but speed comes of it."""

from __future__ import annotations

import threading
from pathlib import Path

import pytest
from tests.search.test_signs import answers, folder

from readq.library import state
from readq.library.core import open_library
from readq.library.folding import folded_abstract
from readq.search import FOLDED_SLABS, FoldedSlab, Slab, fold_slab, signs_of

__all__ = ["folder"]


def no_longer(_: str) -> str:
    raise AssertionError("this was worked out before")


@pytest.fixture
def prepared(folder: Path) -> Path:
    with open_library(folder) as library:
        library.prepare_search()
    return folder


def test_nothing_is_in_doubt_once_it_is_there(
    prepared: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    (prepared / "folded.idx").rename(prepared / "away")
    with open_library(prepared) as library:
        found = answers(library)
    (prepared / "away").rename(prepared / "folded.idx")
    monkeypatch.setattr(state, "folded_abstract", no_longer)
    monkeypatch.setattr("readq.library.abstract_search.signs_of", None)
    for query, wanted in found.items():
        with open_library(prepared) as library:
            assert library.ids(query) == wanted


def test_it_may_be_deleted_cut_or_damaged(prepared: Path) -> None:
    kept = (prepared / "folded.idx").read_bytes()
    with open_library(prepared) as library:
        found = answers(library)
    for wrong in (None, b"", kept[:-1], kept.replace(b"graph", b"grape"), kept[: len(kept) // 2]):
        (prepared / "folded.idx").unlink()
        if wrong is not None:
            (prepared / "folded.idx").write_bytes(wrong)
        with open_library(prepared) as library:
            assert answers(library) == found
            library.prepare_search()
            assert answers(library) == found
        assert (prepared / "folded.idx").read_bytes() == kept


def test_what_came_since_is_found(prepared: Path) -> None:
    source = prepared.parent / "more.txt"
    source.write_text("One paper more\nAbout **d**iffusion in naïve graphs.", encoding="utf-8")
    with open_library(prepared) as library:
        before = library.ids("diffusion")
        library.add(source)
        (new,) = set(library.ids("diffusion")) - set(before)
        library.compact()
        assert new in library.ids("naive")
        library.note(new, "Ask about wormholes")
        assert library.ids("wormholes") == [new]
    with open_library(prepared) as library:
        library.prepare_search()
        assert new in library.ids("diffusion")


def test_a_search_need_not_wait_until_all_is_folded(
    folder: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    begun, go_on = threading.Event(), threading.Event()

    def slowly(raw: str) -> str:
        begun.set()
        assert go_on.wait(30)
        return folded_abstract(raw)

    with open_library(folder) as library:
        found = answers(library)
    monkeypatch.setattr("readq.library.abstract_search.folded_abstract", slowly)
    with open_library(folder) as library:
        worker = threading.Thread(target=library.prepare_search)
        worker.start()
        assert begun.wait(30)
        assert answers(library) == found
        go_on.set()
        worker.join()
        assert answers(library) == found


def test_a_preparation_that_is_no_longer_wanted_goes_on_where_it_stopped(folder: Path) -> None:
    asked: list[bool] = []

    def go_on() -> bool:
        asked.append(False)
        return False

    with open_library(folder) as library:
        library.prepare_search(go_on)
    (folder / "folded.idx").unlink()
    left = iter(asked[:-3])  # all but a few abstracts are folded by then
    with open_library(folder) as library:
        library.prepare_search(lambda: next(left, True))
        assert not (folder / "folded.idx").exists()
        assert all(answers(library).values())
        library.prepare_search()
    assert (folder / "folded.idx").exists()


def test_folded_texts_come_back_as_they_were() -> None:
    data = '"1": {"id":"a","abstract":"**D**iffusion, na\u00efve"},\n"2": {"abstract":"As it is"}\n'
    raw = data.encode()
    slab = Slab(lambda: raw, [data.encode().index(b"\n") + 1, len(raw)], lambda: ["0", "1"])
    folded = fold_slab(slab, signs_of(slab), lambda text: f" {text.casefold()} ")
    assert list(folded.numbers) == [0]
    assert folded.texts.decode() == " **d**iffusion, na\u00efve \n"
    kept: dict[bytes, FoldedSlab] = {b"key": folded}
    assert FOLDED_SLABS.load(FOLDED_SLABS.dump(kept)) == kept
    assert FOLDED_SLABS.load(b"") == {}
