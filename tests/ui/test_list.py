"""The list: rows, highlight, marks, mouse."""

from __future__ import annotations

import dataclasses
from typing import TYPE_CHECKING

import pytest
from rich.cells import cell_len
from textual import events

from readq.domain import Reading, Status, TitleOrigin
from readq.library import SAMPLE_NAME, open_library, open_samples

if TYPE_CHECKING:
    from pathlib import Path

    from tests.ui.conftest import MakeLibrary, MakePaper, OpenApp

    from readq.library import Library
    from readq.ui.widgets.rows import RowFacts


def row(line: str) -> str:
    """The list's part of a line at 120 columns."""
    return line[1:42]


async def test_moving_goes_by_row_half_page_and_to_the_ends(
    open_app: OpenApp, make_paper: MakePaper, make_library: MakeLibrary
) -> None:
    async with open_app(make_library(map(make_paper, range(100)))) as it:
        half = it.screen.papers.scrollable_content_region.height // 2
        for key, place in (
            ("k", 0), ("j", 1), ("down", 2), ("up", 1), ("G", 99), ("j", 99), ("g", 0), ("end", 99),
            ("home", 0), ("ctrl+d", half), ("pagedown", 2 * half), ("ctrl+u", half), ("pageup", 0),
        ):  # fmt: skip
            await it.press(key)
            assert it.screen.papers.cursor == place, key
            await it.detail()
            assert f"{place + 1} of 100" in it.text()
            assert f"▌◦ Title of paper {place} " in it.text()


async def test_rows_cut_the_title_never_the_gutter(
    open_app: OpenApp, make_paper: MakePaper, make_library: MakeLibrary
) -> None:
    long = make_paper(
        0, "An exceedingly long title that no list is ever wide enough to show in full"
    )
    wide = make_paper(1, "大规模语言模型中的真值判断与方向大规模语言模型中的真值判断与方向")
    readings = [Reading(p.id, priority=5, note="x") for p in (long, wide)]
    async with open_app(make_library([long, wide], readings)) as it:
        assert row(it.line(3)) == "▌◦ An exceedingly long title that no… ✎ 5"
        assert it.line(4)[1:].startswith(" ◦ 大规模语言模型中的真值判断与方向…  ✎ 5")
        assert cell_len(it.line(4)) == 120


async def test_a_derived_title_is_marked(
    open_app: OpenApp, make_paper: MakePaper, make_library: MakeLibrary
) -> None:
    derived = make_paper(0, "Guess", title_origin=TitleOrigin.DERIVED)
    async with open_app(make_library([derived, make_paper(1, "Known")])) as it:
        assert row(it.line(3)).startswith("▌◦ ~ Guess ")
        assert row(it.line(4)).startswith(" ◦ Known ")
        style = next(s.style for s in it.screen.papers.render_line(0) if "Guess" in s.text)
        assert style is not None
        assert style.italic


@pytest.mark.parametrize(
    ("status", "mark", "plain"),
    [
        (Status.NEW, "◦", "."),
        (Status.LATER, "◔", "?"),
        (Status.QUEUED, "▸", ">"),
        (Status.READING, "◒", "~"),
        (Status.READ, "✓", "*"),
        (Status.SKIPPED, "✗", "x"),
    ],
)
async def test_every_status_has_its_mark(
    open_app: OpenApp,
    make_paper: MakePaper,
    make_library: MakeLibrary,
    status: Status,
    mark: str,
    plain: str,
) -> None:
    library = make_library([make_paper(0)], [Reading("p00000", status)])
    async with open_app(library) as it:
        assert row(it.line(3)).startswith(f"▌{mark} Title")
    async with open_app(library, ascii=True) as it:
        assert row(it.line(3)).startswith(f"|{plain} Title")


async def test_ascii_mode_draws_nothing_but_ascii(open_app: OpenApp, showcase: Library) -> None:
    async with open_app(showcase, ascii=True, size=(120, 20)) as it:
        await it.press("j", "space", "w", "M", "j")
        text = it.text().replace("大规模语言模型中的真值判断与方向", "")
        detail_text = "“”"
        assert {c for c in text if not c.isascii()} <= set(detail_text)


async def test_cosy_rows_have_two_lines_with_authors(open_app: OpenApp, showcase: Library) -> None:
    async with open_app(showcase) as it:
        await it.press("v")
        assert row(it.line(3)) == "▌◒ L1: Controlling How Long A         ✎ 5"
        assert row(it.line(4)) == "▌  Reasoning Model Thinks With Reinf…    "
        assert row(it.line(7)).startswith(" ◦ A Sober Look at Progress in")
        assert row(it.line(8)).startswith("   Language Model Reasoning  Aggarwal e")
        await it.press("j", "v")
        assert it.highlighted == "p00001"
        assert row(it.line(4)).startswith("▌▸ Understanding R1-Zero-Like")


async def test_wide_rows_show_authors_and_venue_where_the_title_leaves_room(
    open_app: OpenApp, make_paper: MakePaper, make_library: MakeLibrary
) -> None:
    papers = [
        make_paper(0, "Short"),
        make_paper(1, "Middling title of less than forty cells"),
        make_paper(2, "x" * 90),
    ]
    async with open_app(make_library(papers), size=(160, 30)) as it:
        assert "Lovelace & Tu…" not in it.line(5)
        assert "  Lovelace & Tu…  ICML 2026" in it.line(3)
        assert "  ICML 2026" in it.line(4)[:64]
        assert "Lovelace" not in it.line(4)[:64]
        assert "ICML" not in it.line(5)[:64]


async def test_space_marks_and_goes_on_and_a_letter_decides_about_all_marked(
    open_app: OpenApp,
) -> None:
    async with open_app() as it:
        await it.press("space", "j", "space")
        assert it.screen.marked == {"p00000", "p00002"}
        assert it.highlighted == "p00003"
        assert " 2 selected " in it.line(2)
        assert row(it.line(3)).startswith(" ▪ Title of paper 0")
        await it.press("a")
        assert [it.status(n) for n in range(4)] == ["queued", "new", "queued", "new"]
        assert it.screen.marked == frozenset()
        assert len(it.library.log()) == 1
        assert it.toasts() == ["Queued 2 papers\nu undo"]
        await it.press("u")
        assert it.status(0) == it.status(2) == "new"


async def test_space_again_takes_the_mark_away(open_app: OpenApp) -> None:
    async with open_app() as it:
        await it.press("space", "k", "space")
        assert it.screen.marked == frozenset()


async def test_v_marks_a_range_and_star_all_shown_and_escape_none(open_app: OpenApp) -> None:
    async with open_app() as it:
        await it.press("j", "V", "j", "j", "V")
        assert it.screen.marked == {"p00001", "p00002", "p00003"}
        await it.press("escape")
        assert it.screen.marked == frozenset()
        await it.press("*")
        assert len(it.screen.marked) == 12
        await it.press("5")
        assert all(it.library.reading(i).priority == 5 for i in it.library.ids())
        await it.press("*")
        assert it.screen.marked == frozenset()


async def test_the_mouse_highlights_marks_and_opens(open_app: OpenApp) -> None:
    async with open_app() as it:
        await it.pilot.click("#list", offset=(6, 4))
        assert it.highlighted == "p00003"
        await it.pilot.click("#list", offset=(6, 6), control=True)
        assert it.screen.marked == {"p00005"}
        await it.pilot.click("#list", offset=(6, 8), shift=True)
        assert it.screen.marked == {"p00005", "p00006", "p00007"}
        await it.pilot.click("#list", offset=(6, 1), times=2)
        await it.settle()
        assert it.highlighted == "p00000"
        assert it.screen.pane == "detail"


async def test_the_row_under_the_mouse_is_tinted(open_app: OpenApp) -> None:
    async with open_app() as it:
        await it.pilot.hover("#list", offset=(6, 4))
        assert it.screen.papers.hovered == 3
        await it.pilot.hover("#detail", offset=(6, 4))
        assert it.screen.papers.hovered is None


async def test_the_wheel_scrolls_and_leaves_the_highlight(
    open_app: OpenApp, make_paper: MakePaper, make_library: MakeLibrary
) -> None:
    async with open_app(make_library(map(make_paper, range(100)))) as it:
        it.screen.papers.scroll_down(animate=False)
        await it.settle()
        assert it.screen.papers.scroll_offset.y > 0
        assert it.highlighted == "p00000"


async def test_s_sorts_another_way_and_the_highlight_stays_on_its_paper(
    open_app: OpenApp, make_paper: MakePaper, make_library: MakeLibrary
) -> None:
    papers = [
        make_paper(0, "Zebra", venue="A", authors=("Ann Young",), year=2025),
        make_paper(1, "Apple", venue="C", authors=("Bo Zhou", "Al Abe"), year=2025),
        make_paper(2, "Moose", venue="B", authors=("Cy Xu",)),
    ]
    readings = [Reading("p00001", Status.READ, priority=4), Reading("p00002", Status.LATER)]
    library = make_library(papers, readings)
    async with open_app(library) as it:
        assert "sort: added ↓" in it.line(1)
        for words, ids in (
            ("priority ↓", [1, 0, 2]), ("title ↑", [1, 2, 0]), ("author ↑", [2, 0, 1]),
            ("venue ↑", [0, 2, 1]), ("year ↓", [2, 0, 1]), ("status ↑", [0, 2, 1]), ("changed ↓", [0, 1, 2]),
        ):  # fmt: skip
            await it.press("s")
            assert f"sort: {words}" in it.line(1)
            assert [int(i[1:]) for i in it.screen.papers.paper_ids] == ids
            assert it.highlighted == "p00000"
        await it.press("f", *"sort:title-", "enter")
        assert "3 of 3 · title ↓" in it.line(1)
        assert [int(i[1:]) for i in it.screen.papers.paper_ids] == [0, 2, 1]


async def test_a_hundred_thousand_papers_are_there_at_once_and_only_rows_on_screen_are_read(
    open_app: OpenApp,
    make_paper: MakePaper,
    make_library: MakeLibrary,
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    async with open_app(make_library([make_paper(0)])) as it:
        asked: list[str] = []
        papers = it.screen.papers
        one = papers._facts("p00000")

        def note_asked(paper_id: str) -> RowFacts:
            asked.append(paper_id)
            return one

        monkeypatch.setattr(papers, "_facts", note_asked)
        papers.paper_ids = [f"p{n:05}" for n in range(100_000)]
        await it.pilot.pause()
        papers.action_last()
        await it.detail()
        assert "100,000 of 100,000" in it.text()
        assert len(set(asked)) < 200


async def test_what_another_process_writes_is_shown_and_the_highlight_stays(
    open_app: OpenApp, tmp_path: Path
) -> None:
    source = tmp_path / "list.txt"
    source.write_text("".join(f"Title number {n}\n\n" for n in range(5)))
    with open_library(tmp_path / "library") as ours, open_library(tmp_path / "library") as theirs:
        ours.add(source)
        async with open_app(ours) as it:
            await it.press("j", "j")
            before = it.highlighted
            theirs.refresh()
            theirs.mark(before, Status.QUEUED)
            source.write_text("From elsewhere\n")
            theirs.add(source)
            it.screen._take_news()
            await it.settle()
            await it.detail()
            assert "From elsewhere" in it.text()
            assert "1 queued" in it.line(0)
            assert it.highlighted == before
            await it.press("u")
            assert "From elsewhere" not in it.text()


async def test_the_welcome_gives_way_to_papers_that_another_process_adds(
    open_app: OpenApp, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("readq.ui.screens.first_run.LOOK_EVERY", 0.01)
    source = tmp_path / "list.txt"
    source.write_text("From elsewhere\n")
    with open_library(tmp_path / "library") as ours, open_library(tmp_path / "library") as theirs:
        async with open_app(ours) as it:
            assert type(it.app.screen).__name__ == "FirstRunScreen"
            theirs.add(source)
            it.screen._take_news()
            await it.pilot.pause(0.1)
            await it.settle()
            assert it.app.screen is it.screen
            assert "From elsewhere" in it.text()


async def test_an_empty_library_offers_ways_to_begin(
    open_app: OpenApp, make_library: MakeLibrary
) -> None:
    async with open_app(make_library([])) as it:
        assert type(it.app.screen).__name__ == "FirstRunScreen"
        await it.press("escape")
        assert it.app.screen is it.screen
        assert "No papers yet.  i imports a list" in it.text()
        for key in (
            "j",
            "k",
            "G",
            "a",
            "x",
            "5",
            "space",
            "V",
            "*",
            "t",
            "n",
            "o",
            "e",
            "u",
            "w",
            "J",
            "M",
            "enter",
        ):
            await it.press(key)
        assert it.library.log() == []


async def test_sample_papers_are_kept_apart(
    open_app: OpenApp,
    make_library: MakeLibrary,
    tmp_path: Path,
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setenv("READQ_DEMO", str(tmp_path / "samples"))
    library = make_library([])
    async with open_app(library) as it:
        it.app.screen.dismiss("sample")
        await it.settle()
        await it.settle()
        assert len(it.screen.papers.paper_ids) == len(it.library) > 20
        assert it.library.name == SAMPLE_NAME
        assert SAMPLE_NAME in it.line(0)
        await it.press("a")
        assert "1 queued" in it.line(0)
        assert len(library) == 0
        assert library.log() == []
        it.library.close()
    with open_samples() as again:
        assert len(again.queue_ids()) == 1


HOSTILE = [
    "[@click=app.quit]x[/]",
    "[@click=app.bell][b]bold[/b][/]",
    "\x1b[31mred\x1b[0m \x1b]0;title\x07after",
    "abc\u202edcba\u2066x",
    "tab\there\nnew line\rback\x08\x00",
    "\x9b31mC1\x90dcs\x9c",
    "[red]unclosed",
    "[/]",
    "$background ${x} {y} %s",
    "e" + "\u0301" * 200,
    "👩‍👩‍👧‍👦 family and 🇩🇪 flag",
    "",
    " ",
]


async def test_hostile_titles_are_shown_and_do_nothing(
    open_app: OpenApp, make_paper: MakePaper, make_library: MakeLibrary
) -> None:
    papers = [
        dataclasses.replace(
            make_paper(n), title=title, abstract=title * 3, authors=(title, title), venue=title
        )
        for n, title in enumerate(HOSTILE)
    ]
    readings = [
        Reading(p.id, Status.QUEUED, rank=n, tags=(HOSTILE[n] or "t",), note=HOSTILE[n])
        for n, p in enumerate(papers)
    ]
    last = len(HOSTILE)
    async with open_app(make_library([*papers, make_paper(last)], readings), size=(160, 30)) as it:
        for n, title in enumerate(HOSTILE):
            it.screen.papers.highlight(papers[n].id)
            await it.detail()
            for _ in range(2):  # a line a paper, and two
                text = it.text()
                assert not {c for c in text if c not in "\n\u200d" and not c.isprintable()}, title
                assert all(cell_len(line) == 160 for line in it.lines()), title
                await it.press("v")
            if title.startswith("[@click"):
                assert title[:20] in it.line(3 + n)[:60]
                assert any(title[:20] in line[64:116] for line in it.lines())
            for y in (4, 9, 16):
                await it.pilot.click(offset=(70, y))
            for offset in ((5, 3 + n), (120, 4 + n)):
                await it.pilot.click(offset=offset)
            await it.press("escape", "escape", "escape")
            it.screen.papers.highlight(papers[n].id)
            await it.press("x")
            assert it.status(n) == "skipped"
            await it.press("u")
            assert it.app.is_running
            assert (it.status(n), it.status(last)) == ("queued", "new")
            assert not it.library.can_undo, title


@pytest.mark.parametrize("key", [*"naxmrd035tyoOeRLrDN+-", "enter", "space", "w", "'", "W", "Y"])
async def test_a_key_for_a_paper_that_has_just_gone_does_no_harm(
    open_app: OpenApp, key: str
) -> None:
    async with open_app() as it:
        it.screen.papers.paper_ids = ["gone", "gone too"]  # undone, and the list not yet anew
        await it.press_at_once(key)
        assert it.app._exception is None
        await it.press("escape")
        assert it.app._exception is None


@pytest.mark.parametrize("height", [20, 21])
async def test_rows_of_two_lines_are_never_cut_at_the_top(
    open_app: OpenApp, make_paper: MakePaper, make_library: MakeLibrary, height: int
) -> None:
    readings = [Reading(f"p{n:05}", Status.QUEUED, rank=float(n)) for n in range(40)]
    library = make_library(map(make_paper, range(40)), readings)
    async with open_app(library, size=(160, height)) as it:
        await it.press("v")
        for rows in (it.screen.papers, it.screen.queue):
            rows.focus()
            for keys in (["j"] * 9, ["ctrl+d"], ["G"], ["k"] * 9, ["ctrl+u"], ["g"]):
                await it.press_at_once(*keys)
                assert rows.scroll_offset.y % rows.row_height == 0, keys
                top = rows.cursor * rows.row_height - rows.scroll_offset.y
                assert 0 <= top <= rows.scrollable_content_region.height - rows.row_height, keys
            for _ in range(3):
                rows.action_scroll_down()
                rows.post_message(
                    events.MouseScrollDown(rows, 2, 3, 0, 1, 0, False, False, False, 2, 3)
                )
                await it.pilot.pause(0.05)
                assert rows.scroll_offset.y % rows.row_height == 0
            assert rows.scroll_offset.y > 0
