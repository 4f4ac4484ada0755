"""Keys that decide about papers."""

from __future__ import annotations

import threading
from asyncio import timeout
from pathlib import Path
from typing import TYPE_CHECKING

import pytest
from tests.ui.conftest import Opened
from tests.waiting import LONGEST
from textual import events

from readq.domain import Status
from readq.errors import NotSavedError
from readq.library import open_library
from readq.ui.rescue import keep_unsaved
from readq.ui.screens import main

if TYPE_CHECKING:
    from collections.abc import Sequence
    from typing import Any

    from tests.ui.conftest import Clock, MakeApp, MakeLibrary, MakePaper, OpenApp

    from readq.library import Library


@pytest.mark.parametrize(
    ("key", "status"),
    [
        ("a", Status.QUEUED),
        ("x", Status.SKIPPED),
        ("m", Status.LATER),
        ("r", Status.READING),
        ("d", Status.READ),
    ],
)
async def test_a_letter_decides_and_the_next_paper_is_highlighted(
    open_app: OpenApp, key: str, status: Status
) -> None:
    async with open_app() as it:
        await it.press("j", key)
        assert it.status(1) is status
        assert it.status(0) is it.status(2) is Status.NEW
        assert it.highlighted == "p00002"
        assert len(it.library.log()) == 1


async def test_keys_that_come_before_the_list_are_about_its_papers(
    make_app: MakeApp,
    make_library: MakeLibrary,
    make_paper: MakePaper,
    clock: Clock,
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    library, may_answer = make_library(map(make_paper, range(4))), threading.Event()
    ids = library.ids

    def ids_later(*args: Any, **options: Any) -> Sequence[str]:
        may_answer.wait(5)
        return ids(*args, **options)

    monkeypatch.setattr(library, "ids", ids_later)
    app = make_app(library)
    async with app.run_test() as pilot:
        it = Opened(app, pilot, clock)
        for key in ("x", "j", "a"):
            app.post_message(events.Key(key, key))
        await pilot._wait_for_screen()
        assert it.screen.filter_bar.text == ""
        may_answer.set()
        await it.settle()
        await it.settle()
        assert [it.status(n) for n in range(4)] == ["skipped", "new", "queued", "new"]
        assert it.screen.filter_bar.text == ""


@pytest.mark.parametrize(
    ("key", "back_to"),
    [("a", "new"), ("x", "new"), ("m", "new"), ("r", "queued"), ("d", "new")],
)
async def test_the_same_letter_again_takes_it_back_and_the_highlight_stays(
    open_app: OpenApp, key: str, back_to: str
) -> None:
    async with open_app() as it:
        await it.press(key, "k", key)
        assert it.status(0) == back_to
        assert it.highlighted == "p00000"


async def test_without_advance_the_highlight_stays(open_app: OpenApp) -> None:
    async with open_app(advance=False) as it:
        await it.press("x")
        assert it.highlighted == "p00000"


async def test_a_decision_is_shown_in_row_bar_queue_and_toast(open_app: OpenApp) -> None:
    async with open_app() as it:
        await it.press("a")
        row = it.line(3)
        assert "▸ Title of paper 0" in row
        assert "11 new   1 queued" in it.line(0)
        assert "1 Title of paper 0" in row
        assert it.toasts() == ["Queued\n“Title of paper 0”   u undo"]
        assert "8 %" in it.line(0)


async def test_decisions_in_quick_succession_are_one_toast(open_app: OpenApp) -> None:
    async with open_app() as it:
        await it.press("x", "x", "x")
        assert it.toasts() == ["Skipped 3 papers\nu undo"]
        it.clock.seconds += 5
        await it.press("x")
        assert it.toasts()[1:] == ["Skipped\n“Title of paper 3”   u undo"]


async def test_at_most_three_toasts_are_shown(open_app: OpenApp) -> None:
    async with open_app() as it:
        for key in ("x", "a", "m", "d", "r"):
            await it.press(key)
        assert [toast.split("\n")[0] for toast in it.toasts()] == [
            "Left for later",
            "Done with",
            "Reading",
        ]


@pytest.mark.parametrize("number", range(6))
async def test_digits_set_the_priority(open_app: OpenApp, number: int) -> None:
    async with open_app() as it:
        await it.press("3" if number == 0 else "0", str(number))
        assert it.library.reading("p00000").priority == number
        assert it.highlighted == "p00000"


async def test_plus_and_minus_move_the_priority_and_are_one_step_of_undo(open_app: OpenApp) -> None:
    async with open_app() as it:
        await it.press("+", "=", "+", "-")
        assert it.library.reading("p00000").priority == 2
        await it.press("u")
        assert it.library.reading("p00000").priority == 0
        assert it.library.can_undo is None


async def test_plus_after_a_while_is_a_step_of_its_own(open_app: OpenApp) -> None:
    async with open_app() as it:
        await it.press("+")
        it.clock.seconds += 2
        await it.press("+", "u")
        assert it.library.reading("p00000").priority == 1


async def test_priority_stops_at_five_and_zero(open_app: OpenApp) -> None:
    async with open_app() as it:
        await it.press("5", "+")
        assert it.library.reading("p00000").priority == 5
        await it.press("0", "-")
        assert it.library.reading("p00000").priority == 0


async def test_messages_offer_to_undo_and_redo_only_what_is_next(open_app: OpenApp) -> None:
    async with open_app() as it:
        await it.press("x", "a", "d")
        it.clock.seconds += 3
        await it.press("u", "u", "u")
        assert it.toasts() == ['Undone: skipped "Title of paper 0"   ^r redo']
        await it.press("ctrl+r")
        assert it.toasts() == ['Redone: skipped "Title of paper 0"   u undo']
        for _ in range(3):
            await it.press("u")
            it.clock.seconds += 3
        assert it.toasts() == ["Nothing to undo"]


async def test_undo_takes_back_and_goes_there_and_redo_does_it_again(open_app: OpenApp) -> None:
    async with open_app() as it:
        await it.press("x", "G", "u")
        assert it.status(0) is Status.NEW
        assert it.highlighted == "p00000"
        assert it.toasts()[-1] == 'Undone: skipped "Title of paper 0"   ^r redo'
        await it.press("G", "ctrl+r")
        assert it.status(0) is Status.SKIPPED
        assert it.highlighted == "p00000"
        await it.press("u", "u")
        assert it.toasts()[-1] == "Nothing to undo"


async def test_letters_work_in_detail_and_queue_too(
    open_app: OpenApp, queue_library: Library
) -> None:
    async with open_app(queue_library) as it:
        await it.press("G", "enter", "x")
        assert it.status(11) is Status.SKIPPED
        await it.press("w", "j", "d")
        assert it.status(1) is Status.READ
        assert "p00001" not in it.screen.queue.paper_ids


async def test_what_cannot_be_saved_is_said_and_the_app_goes_on(
    open_app: OpenApp, monkeypatch: pytest.MonkeyPatch
) -> None:
    async with open_app() as it:
        files = it.library._files
        commit = files.commit

        def fail(*_: object, **__: object) -> None:
            raise NotSavedError("The disk is full; nothing was changed.")

        monkeypatch.setattr(files, "commit", fail)
        await it.press("x")
        assert it.status(0) is Status.NEW
        assert "✗ not saved" in it.line(0)
        assert it.toasts() == ["Not saved\nThe disk is full; nothing was changed."]
        monkeypatch.setattr(files, "commit", commit)
        await it.press("escape")
        assert it.toasts() == []
        await it.press("x")
        assert it.status(0) is Status.SKIPPED
        assert "not saved" not in it.line(0)


async def test_tags_are_typed_added_and_removed(open_app: OpenApp) -> None:
    async with open_app() as it:
        await it.press("t", *"rl, long context", "enter")
        assert set(it.library.reading("p00000").tags) == {"rl", "long context"}
        await it.press("t", "-", "r", "l", "enter")
        assert it.library.reading("p00000").tags == ("long context",)
        assert len(it.library.log()) == 2


async def test_escape_leaves_the_tags_as_they_were(open_app: OpenApp) -> None:
    async with open_app() as it:
        await it.press("t", "r", "l", "escape")
        assert it.library.reading("p00000").tags == ()


async def test_e_gives_the_true_title(open_app: OpenApp) -> None:
    async with open_app() as it:
        await it.press("e", "t")
        await it.press("ctrl+u", *"Better", "enter")
        assert it.library.paper("p00000").title == "Better"
        assert "Better" in it.line(3)


async def test_decisions_on_a_full_disk_are_kept_and_saved_later(
    open_app: OpenApp, monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    async with open_app() as it:
        assert it.library._waiting is not None
        files = it.library._waiting._files
        commit = files.commit

        def fail(*_: object, **__: object) -> None:
            raise NotSavedError("The disk is full.")

        monkeypatch.setattr(files, "commit", fail)
        await it.press("x", "a")
        assert [it.status(0), it.status(1)] == [Status.SKIPPED, Status.QUEUED]
        assert "✗ not saved" in it.line(0)
        assert [t for t in it.toasts() if t.startswith("Not saved yet\nThe disk is full.")]
        await it.press("u")
        assert it.status(1) is Status.NEW
        await it.press("q")
        assert it.app.is_running
        assert any("3 changes not on disk yet" in toast for toast in it.toasts())
        monkeypatch.setenv("HOME", str(tmp_path))
        assert f"wait in {tmp_path / 'unsaved-1.jsonl'}" in keep_unsaved(it.library)
        monkeypatch.setattr(files, "commit", commit)
        it.app.save_again()
        await it.press("j")
        assert "not saved" not in it.line(0)
        assert it.toasts()[-1] == "Everything is saved now."
        assert [r.status for r in files.readings().values()] == [Status.SKIPPED]
        assert keep_unsaved(it.library) == ""


@pytest.mark.parametrize("keys", ["", "T"])
async def test_undo_that_leaves_all_as_it_is_says_so(
    open_app: OpenApp, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, keys: str
) -> None:
    monkeypatch.setattr(main, "NEWS_EVERY", 600.0)  # what was not heard of is not what u is about
    (tmp_path / "list.txt").write_text("One title\n\nAnother title\n\nA third title\n")
    with open_library(tmp_path / "library") as library:
        library.add(tmp_path / "list.txt")
        async with open_app(library) as it:
            await it.press(*keys, "x")
            (skipped,) = (i for i in library.ids() if library.reading(i).status is Status.SKIPPED)
            label = f'skipped "{library.hot(skipped).title}"'
            with open_library(tmp_path / "library") as other:
                other.mark([skipped], Status.READ)
            for key, word in (("u", "undone"), ("ctrl+r", "redone")):
                await it.press(key)
                async with timeout(LONGEST):
                    while not any(word in toast.casefold() for toast in it.toasts()):
                        await it.settle()
                assert f"Not {word}: {label}\nWhat is newer stays." in it.toasts()
                assert library.reading(skipped).status is Status.READ
                assert not [toast for toast in it.toasts() if toast.startswith(word.capitalize())]


async def test_news_for_a_screen_that_is_being_taken_away_harm_nobody(
    open_app: OpenApp, tmp_path: Path
) -> None:
    (tmp_path / "list.txt").write_text("One title\n\nAnother title\n\nA third title\n")
    with open_library(tmp_path / "library") as library:
        library.add(tmp_path / "list.txt")
        async with open_app(library) as it:
            await it.press("T")
            await it.app.screen.query("Card").remove()
            with open_library(tmp_path / "library") as other:
                other.mark(other.ids(), Status.QUEUED)
            it.screen._take_news()
            assert {library.reading(i).status for i in library.ids()} == {Status.QUEUED}
