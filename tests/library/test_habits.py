"""Filters kept on digits, the last filters and the last places stay, whatever happens to their file."""

from __future__ import annotations

from pathlib import Path

import pytest

from readq.library import Library
from readq.library.core import open_library
from readq.library.habits import Habits


def test_habits_are_there_again_after_a_restart(tmp_path: Path) -> None:
    with open_library(tmp_path / "library") as library:
        library.habits.save_filter(2, " status:queued tag:rl ")
        library.habits.used_filter("year:2026")
        library.habits.used_filter("lee")
        library.habits.used_filter("year:2026")
        library.habits.went_to("one")
        library.habits.went_to("two")
        library.habits.went_to("one")
    with open_library(tmp_path / "library") as library:
        habits = library.habits.now()
    assert habits == Habits({2: "status:queued tag:rl"}, ("lee", "year:2026"), ("one", "two"), {})


def test_two_windows_lose_nothing_to_each_other(tmp_path: Path) -> None:
    with open_library(tmp_path / "library") as one, open_library(tmp_path / "library") as other:
        one.habits.save_filter(1, "one")
        other.habits.save_filter(2, "two")
        one.habits.used_filter("three")
        assert other.habits.now() == Habits({1: "one", 2: "two"}, ("three",), (), {})


def test_a_filter_replaced_on_its_digit_can_be_had_back(library: Library) -> None:
    library.habits.save_filter(1, "tag:rl")
    library.habits.save_filter(1, "tag:vision")
    library.habits.save_filter(1, "")
    assert library.habits.now() == Habits({}, ("tag:rl", "tag:vision"), (), {})


def test_half_a_character_does_no_harm(library: Library) -> None:
    library.habits.used_filter("caf\ud83d\u00e9")
    library.habits.used_filter("\ud83d")
    assert library.habits.now().filters == ("caf\u00e9",)


@pytest.mark.parametrize(
    "held",
    [b"", b"\xff", b"{", b"[]", b'{"saved": 3}', b'{"saved": {"0": "x"}}', b'{"jumps": [1]}'],
)
def test_a_file_that_cannot_be_read_is_put_aside_and_never_written_over(
    tmp_path: Path, held: bytes
) -> None:
    with open_library(tmp_path) as library:
        (tmp_path / "habits.json").write_bytes(held)
        assert library.habits.now() == Habits()
        library.habits.used_filter("lee")
        assert library.habits.now().filters == ("lee",)
        aside = [path.read_bytes() for path in tmp_path.glob("habits.unreadable-*.json")]
        assert aside == ([held] if held else [])


def test_what_a_newer_readq_wrote_is_kept(tmp_path: Path) -> None:
    with open_library(tmp_path) as library:
        (tmp_path / "habits.json").write_bytes(b'{"colours": [1], "filters": ["a"]}')
        library.habits.used_filter("b")
        assert b'"colours": [\n    1\n  ]' in (tmp_path / "habits.json").read_bytes()
        assert library.habits.now().filters == ("a", "b")


def test_habits_are_in_a_backup_and_survive_mending(tmp_path: Path) -> None:
    from readq.library import mend_library, restore_library

    folder = tmp_path / "library"
    (tmp_path / "titles.txt").write_text("A first title\n\nA second title\n", encoding="utf-8")
    with open_library(folder) as library:
        library.add(tmp_path / "titles.txt")
        library.habits.save_filter(3, "tag:rl")
        library.back_up(tmp_path / "copy.tgz")
    (folder / "papers.json").write_bytes(b"{")
    mend_library(folder)
    restore_library(tmp_path / "copy.tgz", tmp_path / "again")
    for place in (folder, tmp_path / "again"):
        with open_library(place) as library:
            assert library.habits.now().saved == {3: "tag:rl"}


def test_what_is_looked_for_is_there_again(tmp_path: Path) -> None:
    with open_library(tmp_path) as library:
        library.habits.look_for("  world\n models ")
        library.habits.went_to("one")
    with open_library(tmp_path) as library:
        assert library.habits.now() == Habits({}, (), ("one",), {}, "world models")
        library.habits.look_for("")
        assert library.habits.now().topic == ""
