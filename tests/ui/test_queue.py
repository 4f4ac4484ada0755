"""The queue pane: order by keys, in the hand, and by mouse."""

from __future__ import annotations

from typing import TYPE_CHECKING

import pytest
from tests.ui.conftest import library_of, paper
from textual import events

from readq.domain import Reading, Status
from readq.ui.widgets import queue_list

if TYPE_CHECKING:
    from tests.ui.conftest import OpenApp, Opened

    from readq.library import Library


def order(it: Opened) -> str:
    """The queue as the library has it."""
    return "".join(str(int(i[1:])) for i in it.library.queue_ids())


def shown(it: Opened) -> str:
    """The queue as the pane shows it."""
    return "".join(str(int(i[1:])) for i in it.screen.queue.paper_ids)


async def test_rows_show_rank_title_authors_and_minutes(
    open_app: OpenApp, queue_library: Library
) -> None:
    async with open_app(queue_library) as it:
        assert it.line(3)[90:118] == "▌ 1 Title of paper 0        "
        assert it.line(4)[90:118] == "▌   ◒ reading · 20 min      "
        assert it.line(5)[90:118] == "  2 Title of paper 1        "
        assert it.line(6)[90:118] == "    Lovelace & Tur… · 20 min"
        assert "6 papers · 2 h 00" in it.line(33)


async def test_a_long_queue_says_how_long_it_takes_once_it_has_been_read(
    open_app: OpenApp,
) -> None:
    papers = [paper(number) for number in range(150)]
    queued = [Reading(p.id, status=Status.QUEUED, rank=float(n)) for n, p in enumerate(papers)]
    async with open_app(library_of(papers, queued)) as it:
        await it.app.workers.wait_for_complete()
        await it.press("w")
        assert "150 papers · 50 h 00" in it.line(33)


@pytest.mark.parametrize(
    ("keys", "expected"),
    [
        ("j J", "021345"),
        ("j j K", "021345"),
        ("j alt+down alt+down", "023145"),
        ("G alt+up", "012354"),
        ("G <", "051234"),
        ("j >", "023451"),
        ("J", "012345"),
        ("G J", "012345"),
    ],
)
async def test_keys_move_the_paper_and_the_highlight_goes_with_it(
    open_app: OpenApp, queue_library: Library, keys: str, expected: str
) -> None:
    async with open_app(queue_library) as it:
        await it.press("w", *keys.split()[:-1])
        before = it.screen.queue.paper_id
        await it.press(keys.split()[-1])
        assert order(it) == shown(it) == expected
        assert it.screen.queue.paper_id == before


async def test_a_run_of_moves_is_one_step_of_undo(
    open_app: OpenApp, queue_library: Library
) -> None:
    async with open_app(queue_library) as it:
        await it.press("w", "j", "J", "J", "J", "K")
        assert order(it) == "023145"
        await it.press("u")
        assert order(it) == shown(it) == "012345"
        assert it.library.can_undo is None
        assert it.screen.queue.paper_id == "p00001"


@pytest.mark.parametrize("drop", ["M", "enter"])
async def test_a_grabbed_paper_moves_with_j_and_k_and_is_dropped_as_one_change(
    open_app: OpenApp, queue_library: Library, drop: str
) -> None:
    async with open_app(queue_library) as it:
        await it.press("w", "j", "M", "j", "j", "k")
        assert order(it) == "012345"
        assert shown(it) == "021345"
        assert "⠿ Title of paper 1" in it.text()
        assert it.line(34).startswith(" j/k move  M drop  esc put back")
        await it.press(drop)
        assert order(it) == shown(it) == "021345"
        assert len(it.library.log()) == 1
        assert "⠿" not in it.text()


async def test_escape_puts_a_grabbed_paper_back(open_app: OpenApp, queue_library: Library) -> None:
    async with open_app(queue_library) as it:
        await it.press("w", "j", "M", "G", "escape")
        assert order(it) == shown(it) == "012345"
        assert it.screen.queue.paper_id == "p00001"
        assert it.library.log() == []
        assert it.screen.pane == "queue"


@pytest.mark.parametrize(("size", "top"), [((120, 35), 3), ((60, 20), 2)])
async def test_the_mouse_drags_a_row_to_its_place(
    open_app: OpenApp, queue_library: Library, size: tuple[int, int], top: int
) -> None:
    async with open_app(queue_library, size=size) as it:
        await it.press("w")
        await it.pilot.mouse_down("#queue", offset=(6, top))
        for y in range(1, 5):
            await it.pilot.hover("#queue", offset=(6, top + y))
        await it.pilot.mouse_up("#queue", offset=(6, top + 4))
        await it.settle()
        assert order(it) == shown(it) == "023145"
        assert len(it.library.log()) == 1


async def test_a_click_in_the_queue_moves_nothing(
    open_app: OpenApp, queue_library: Library
) -> None:
    async with open_app(queue_library) as it:
        await it.pilot.click("#queue", offset=(6, 5))
        await it.settle()
        assert it.screen.queue.paper_id == "p00002"
        assert it.library.log() == []
        assert "Title of paper 2" in await it.detail()


async def test_enter_reads_now_and_x_drops(open_app: OpenApp, queue_library: Library) -> None:
    async with open_app(queue_library) as it:
        await it.press("w", "j", "j", "enter")
        assert it.status(2) == "reading"
        assert order(it)[:2] == "02"
        await it.press("G", "x")
        assert it.status(5) == "skipped"
        assert shown(it) == "02134"


async def test_s_sorts_by_priority_once(open_app: OpenApp, queue_library: Library) -> None:
    queue_library.set_priority("p00004", 5)
    queue_library.set_priority("p00002", 3)
    async with open_app(queue_library) as it:
        await it.press("w", "s")
        assert order(it) == shown(it) == "042135"
        await it.press("u")
        assert order(it) == "012345"


async def test_an_empty_queue_says_how_to_fill_it_and_takes_every_key(open_app: OpenApp) -> None:
    async with open_app() as it:
        assert "Empty.  a puts a paper here" in it.text()
        await it.press("w", "j", "J", "K", "M", "enter", "<", ">", "s", "x", "G", "d", "escape")
        assert it.library.log() == []
        assert it.screen.pane == "list"


async def test_a_moving_paper_moves_on_the_screen_and_the_rest_stays(
    open_app: OpenApp, queue_library: Library
) -> None:
    async with open_app(queue_library, size=(120, 12)) as it:
        await it.press("w", "j", "J")
        assert it.screen.queue.scroll_offset.y == 0
        await it.press("M", "k")
        assert it.screen.queue.scroll_offset.y == 0


async def test_what_another_window_queues_shows_while_a_paper_is_in_the_hand(
    open_app: OpenApp, queue_library: Library
) -> None:
    async with open_app(queue_library) as it:
        await it.press("w", "j", "M", "j")
        it.library.mark("p00009", Status.QUEUED)
        it.library.move("p00009", top=True)
        it.library.mark("p00004", Status.SKIPPED)
        it.screen.take_news(["p00009", "p00004"])
        assert shown(it) == "092135"
        await it.press("j", "M")
        assert order(it) == shown(it) == "092315"
        assert it.screen.queue.paper_id == "p00001"


@pytest.mark.parametrize("key", ["x", "d", "a"])
async def test_a_paper_decided_about_in_the_hand_is_let_go(
    open_app: OpenApp, queue_library: Library, key: str
) -> None:
    async with open_app(queue_library) as it:
        await it.press("w", "j", "M", "j", key)
        assert order(it) == shown(it) == "02345"
        assert it.screen.queue.grabbed == ""
        assert not it.line(34).startswith(" j/k move")
        await it.press("j", "M", "M")
        assert order(it) == shown(it) == "02345"
        assert not [said for said in it.toasts() if "is not in the queue" in said]


@pytest.mark.parametrize("key", ["u", "p"])
async def test_the_highlight_stays_on_the_paper_in_the_hand(
    open_app: OpenApp, queue_library: Library, key: str
) -> None:
    async with open_app(queue_library) as it:
        await it.press("w", "G", "K", "k", "k", "M", "j")
        held = it.screen.queue.grabbed
        await it.press(key, "M")
        at = "".join(str(int(i[1:])) for i in it.library.queue_ids() if i != held)
        assert at == ("01345" if key == "u" else "01354")
        assert it.library.queue_ids().index(held) == 3


async def test_a_click_puts_the_paper_in_the_hand_down_there(
    open_app: OpenApp, queue_library: Library
) -> None:
    async with open_app(queue_library) as it:
        await it.press("w", "j", "M", "j")
        await it.pilot.click("#queue", offset=(6, 9))
        await it.settle()
        assert order(it) == shown(it) == "023415"
        assert it.screen.queue.grabbed == ""
        assert it.screen.queue.paper_id == "p00001"
        assert len(it.library.log()) == 1


@pytest.mark.parametrize("key", ["x", "escape"])
async def test_a_key_that_ends_a_drag_ends_it(
    open_app: OpenApp, queue_library: Library, key: str
) -> None:
    async with open_app(queue_library) as it:
        await it.press("w")
        await it.pilot.mouse_down("#queue", offset=(6, 3))
        await it.pilot.hover("#queue", offset=(6, 5))
        await it.press(key)
        before = order(it)
        await it.pilot.hover("#queue", offset=(6, 9))
        await it.pilot.mouse_up("#queue", offset=(6, 9))
        await it.settle()
        assert order(it) == shown(it) == before
        assert before == ("02345" if key == "x" else "012345")


async def test_a_drag_moves_the_paper_it_began_on_although_rows_moved(
    open_app: OpenApp, queue_library: Library
) -> None:
    async with open_app(queue_library) as it:
        await it.press("w")
        await it.pilot.mouse_down("#queue", offset=(6, 3))
        it.library.mark("p00001", Status.SKIPPED)
        it.screen.take_news(["p00001"])
        await it.pilot.hover("#queue", offset=(6, 7))
        await it.pilot.mouse_up("#queue", offset=(6, 7))
        await it.settle()
        assert order(it) == shown(it) == "02345"


async def test_a_paper_dropped_where_it_may_not_be_stays_highlighted(
    open_app: OpenApp, queue_library: Library
) -> None:
    async with open_app(queue_library) as it:
        await it.press("w")
        await mouse(it, events.MouseDown, 0)
        await mouse(it, events.MouseMove, 9)
        await mouse(it, events.MouseUp, 9)
        assert order(it) == shown(it) == "012345"
        assert it.screen.queue.paper_id == "p00000"


@pytest.mark.parametrize("button", [2, 3])
async def test_other_buttons_of_the_mouse_do_nothing(
    open_app: OpenApp, queue_library: Library, button: int
) -> None:
    async with open_app(queue_library) as it:
        for _ in range(2):
            await mouse(it, events.MouseDown, 6, button)
            await mouse(it, events.MouseUp, 6, button)
        assert it.screen.pane == "list"
        assert it.screen.queue.paper_id == "p00000"


async def test_a_second_click_on_another_paper_opens_nothing(
    open_app: OpenApp, queue_library: Library
) -> None:
    async with open_app(queue_library) as it:
        for _ in range(2):
            await mouse(it, events.MouseDown, 4)
            await mouse(it, events.MouseUp, 4)
            it.library.mark("p00001", Status.SKIPPED)
            it.screen.take_news(["p00001"])
        assert it.screen.pane == "queue"


async def mouse(it: Opened, kind: type[events.MouseEvent], y: int, button: int = 1) -> None:
    """What a terminal says of the mouse over a line of the queue."""
    at = it.screen.queue.content_region.offset
    event = kind(None, at.x + 6, at.y + y, 0, 0, button, False, False, False, at.x + 6, at.y + y)
    event.set_sender(it.app)
    it.app.post_message(event)
    await it.settle()


@pytest.mark.parametrize("beyond", [40, -3])
async def test_a_paper_held_beyond_an_edge_goes_on_to_the_end(
    open_app: OpenApp, monkeypatch: pytest.MonkeyPatch, beyond: int
) -> None:
    """The mouse is held still there, and says nothing."""
    monkeypatch.setattr(queue_list, "EDGE_EVERY", 0.001)
    readings = [Reading(f"p{n:05}", Status.QUEUED, rank=float(n)) for n in range(60)]
    async with open_app(library_of(map(paper, range(60)), readings)) as it:
        queue, end = it.screen.queue, 0 if beyond < 0 else 59
        await it.press("w", *("G" if beyond < 0 else ""))
        await mouse(it, events.MouseDown, 8)
        held = queue.paper_id
        await mouse(it, events.MouseMove, beyond)
        while queue.cursor != end:
            await it.pilot.pause(0.01)
        await mouse(it, events.MouseMove, 8)
        at = queue.cursor
        await it.pilot.pause(0.01)
        await mouse(it, events.MouseUp, 8)
        assert it.library.queue_ids().index(held) == at
