"""The detail pane: one paper in full."""

from __future__ import annotations

from typing import TYPE_CHECKING

import pytest
from textual.content import Content

from readq.domain import Reading, Status, TitleOrigin
from readq.library import is_web_address, links_of
from readq.ui import browser
from readq.ui.show import word_spans

if TYPE_CHECKING:
    from tests.ui.conftest import MakeLibrary, MakePaper, OpenApp

    from readq.library import Library


async def test_detail_follows_the_highlight_once_it_rests(open_app: OpenApp) -> None:
    async with open_app() as it:
        await it.press("j", "j")
        await it.pilot.pause(0.15)
        assert it.screen.detail.details is not None
        assert it.screen.detail.details.paper_id == "p00002"


async def test_detail_says_what_there_is_to_say(open_app: OpenApp, showcase: Library) -> None:
    async with open_app(showcase, size=(200, 50)) as it:
        text = await it.detail()
        for words in (
            "L1: Controlling How Long A Reasoning Model Thinks With Reinforcement Learning\n",
            "Pranjal Aggarwal · COLM 2025\n",
            "◒ reading   #1 in queue   priority 5   15 min   ✎ 29 words\n",
            " reasoning llms   controllability   test-time compute \n",
            "ABSTRACT\nReasoning language models have shown an uncanny ability",
            "We gain 2.5\u00d7 over S1.",
            "pdf   https://example.org/0.pdf",
        ):
            assert words in text
        screen = it.text()
        assert "NOTES" in screen
        assert "Claim" in screen
        assert "respect a token budget given" in screen
        assert "**" not in screen


async def test_pieces_of_the_status_line_are_never_split(
    open_app: OpenApp, showcase: Library
) -> None:
    async with open_app(showcase, size=(72, 30)) as it:
        text = await it.detail()
        assert "◒ reading   #1 in queue\npriority 5   15 min\n✎ 29 words" in text
        assert " reasoning llms \n controllability \n test-time compute " in text


async def test_text_is_at_most_88_cells_wide(open_app: OpenApp, showcase: Library) -> None:
    async with open_app(showcase, size=(240, 50)) as it:
        await it.press("z")
        assert it.screen.detail.body_text.size.width == 88


async def test_many_authors_are_counted(
    open_app: OpenApp, make_paper: MakePaper, make_library: MakeLibrary
) -> None:
    people = tuple(f"Person {n}" for n in range(9))
    async with open_app(make_library([make_paper(0, authors=people)])) as it:
        assert "Person 4, Person 5 +3 · ICML 2026" in await it.detail()


async def test_a_derived_title_says_so(
    open_app: OpenApp, make_paper: MakePaper, make_library: MakeLibrary
) -> None:
    async with open_app(
        make_library([make_paper(0, "Guess", title_origin=TitleOrigin.DERIVED)])
    ) as it:
        assert "~ Guess\ntitle derived from the abstract\n" in await it.detail()


async def test_a_paper_known_by_its_identifier_alone_says_that_its_title_is_not_known(
    open_app: OpenApp, make_paper: MakePaper, make_library: MakeLibrary
) -> None:
    paper = make_paper(
        0, "arXiv:2401.00001", title_origin=TitleOrigin.DERIVED, abstract="", arxiv_id="2401.00001"
    )
    async with open_app(make_library([paper])) as it:
        shown = await it.detail()
        assert "~ arXiv:2401.00001\nits title is not known yet\n" in shown
        assert "derived" not in shown


async def test_equals_shows_the_abstract_as_the_source_wrote_it(
    open_app: OpenApp, showcase: Library
) -> None:
    async with open_app(showcase) as it:
        await it.press("enter", "=")
        text = await it.detail()
        assert r"$2.5\times$ over \texttt{S1}" in text
        assert "as the source wrote it" in text
        await it.press("=")
        assert "2.5\u00d7 over S1" in await it.detail()
        await it.press("=", "]")
        assert "as the source wrote it" not in await it.detail()


async def test_a_paper_without_abstract_says_so(
    open_app: OpenApp, make_paper: MakePaper, make_library: MakeLibrary
) -> None:
    async with open_app(make_library([make_paper(0, abstract="")])) as it:
        assert "This paper came without one." in await it.detail()


async def test_keys_scroll_the_detail(
    open_app: OpenApp, make_paper: MakePaper, make_library: MakeLibrary
) -> None:
    async with open_app(make_library([make_paper(0, abstract="words and words " * 400)])) as it:
        detail = it.screen.detail
        await it.press("enter", "j")
        assert detail.scroll_offset.y == 1
        await it.press("k")
        assert detail.scroll_offset.y == 0
        for key in ("space", "ctrl+d", "pagedown"):
            before = detail.scroll_offset.y
            await it.press(key)
            assert detail.scroll_offset.y > before + 3
        await it.press("G")
        end = detail.scroll_offset.y
        assert end == detail.max_scroll_y > 0
        await it.press("ctrl+u")
        assert detail.scroll_offset.y < end
        await it.press("g")
        assert detail.scroll_offset.y == 0


async def test_words_of_the_filter_and_the_watch_words_are_highlighted(
    open_app: OpenApp, showcase: Library
) -> None:
    async with open_app(showcase, watch=("compute",)) as it:
        await it.press("f", *"reasoning", "enter")
        await it.detail()
        content = it.screen.detail.body_text.content
        assert isinstance(content, Content)
        marked = {(content.plain[s.start : s.end].lower(), s.style) for s in content.spans}
        assert {("reasoning", "bold $rq-key"), ("compute", "bold $rq-watch-1")} <= marked


@pytest.mark.parametrize(
    ("text", "words", "found"),
    [
        ("Reasoning and reason", ["reason"], ["Reason", "reason"]),
        ("Erdős\u2013Rényi graphs", ["erdos"], ["Erdős"]),
        ("at test-time we test time", ["test-time"], ["test-time", "test time"]),
        ("an open question", ["open quest"], ["open question"]),
        ("open", ["open question"], []),
        ("[b]x[/b] a.b", [".", ""], []),
        ("Straße", ["strasse"], ["Straße"]),
    ],
)
def test_words_are_found_whatever_their_case_and_accents(
    text: str, words: list[str], found: list[str]
) -> None:
    assert [text[s.start : s.end] for s in word_spans(text, words)] == found


async def test_a_click_on_a_chip_filters_by_its_tag(open_app: OpenApp, showcase: Library) -> None:
    async with open_app(showcase, size=(200, 50)) as it:
        await it.detail()
        y = next(n for n, line in enumerate(it.lines()) if "controllability" in line)
        await it.pilot.click(offset=(it.line(y).index("controllability"), y))
        await it.settle()
        assert it.screen.filter_bar.text == "tag:controllability"
        y = next(n for n, line in enumerate(it.lines()) if " reasoning llms " in line)
        await it.pilot.click(offset=(it.line(y).index("reasoning llms"), y))
        await it.settle()
        assert it.screen.filter_bar.text == 'tag:"reasoning llms"'
        assert list(it.screen.papers.paper_ids) == ["p00000"]


async def test_o_opens_the_pdf_without_a_shell(
    open_app: OpenApp, showcase: Library, started: list[list[str]]
) -> None:
    async with open_app(showcase) as it:
        await it.press("o")
        assert started == [["/bin/browser", "https://example.org/0.pdf"]]


async def test_o_without_a_display_shows_the_address(open_app: OpenApp, showcase: Library) -> None:
    async with open_app(showcase) as it:
        await it.press("o")
        assert it.toasts()[0].startswith("https://example.org/0.pdf\n")


async def test_o_without_a_link_says_so(open_app: OpenApp) -> None:
    async with open_app() as it:
        await it.press("o")
        assert it.toasts() == ["This paper came without a link."]


@pytest.mark.parametrize(
    "address",
    [
        "javascript:alert(1)",
        "file:///etc/passwd",
        "https://a.b/ --flag",
        "-https://a.b",
        "https://a.b/\x1b[31m",
        "https://a.b/x\nhttps://c.d",
        "https://a.b/`id`",
        "ftp://a.b/c",
        "",
    ],
)
def test_only_web_addresses_are_ever_opened(make_paper: MakePaper, address: str) -> None:
    assert not is_web_address(address)
    assert list(links_of(make_paper(0, pdf_url=address, url=address, links=(address,)))) == []
    with pytest.raises(OSError, match="no web address"):
        browser.open_in_browser(address, ("/bin/true",))


def test_the_best_link_to_read_comes_first(make_paper: MakePaper) -> None:
    paper = make_paper(
        0,
        arxiv_id="2501.00001",
        doi="10.1/x",
        openreview_id="Ab_c",
        links=("https://a.b/c", "https://a.b/c"),
    )
    assert list(links_of(paper)) == [
        ("pdf", "https://arxiv.org/pdf/2501.00001"),
        ("arXiv", "https://arxiv.org/abs/2501.00001"),
        ("page", "https://openreview.net/forum?id=Ab_c"),
        ("doi", "https://doi.org/10.1/x"),
        ("link", "https://a.b/c"),
    ]


@pytest.mark.parametrize(
    ("environ", "platform", "opens"),
    [
        ({}, "linux", False),
        ({"SSH_CONNECTION": "1", "DISPLAY": ":0"}, "linux", False),
        ({}, "darwin", True),
        ({"SSH_TTY": "/dev/pts/0"}, "darwin", False),
        ({}, "win32", True),
    ],
)
def test_a_browser_is_started_only_where_it_can_be_seen(
    environ: dict[str, str], platform: str, opens: bool
) -> None:
    assert (browser.browser_command(environ, platform) is not None) is opens


async def test_capital_n_says_that_no_editor_can_be_started_where_it_cannot(
    open_app: OpenApp, monkeypatch: pytest.MonkeyPatch
) -> None:
    async with open_app(editor="true") as it:
        await it.press("N")
        assert "An editor cannot be started from here" in it.toasts()[0]
    async with open_app(editor="no-such-editor-here") as it:
        await it.press("N")
        assert "no-such-editor-here" in it.toasts()[0]
        assert it.library.reading("p00000") == Reading("p00000", Status.NEW)


async def test_n_opens_the_note_and_the_row_shows_it(open_app: OpenApp) -> None:
    async with open_app() as it:
        await it.press("n", *"good", "escape")
        assert it.library.reading("p00000").note == "good"
        assert "✎" in it.line(3)[:44]
        assert "✎ 1 word" in await it.detail()


@pytest.mark.parametrize("letters", [900_000, 15_000])
async def test_of_a_very_long_note_the_beginning_is_shown(open_app: OpenApp, letters: int) -> None:
    async with open_app() as it:
        it.library.note("p00001", "a line of words\n\n" * (letters // 17) + "the end")
        await it.press("j")
        await it.detail()
        assert (
            it.screen.detail.note_text.size.height < 3_000
        )  # the whole is a hundred thousand lines
        await it.press("l", "G")
        assert ("The note goes on" in it.text()) is (letters > 16_000)
        assert ("the end" in it.text()) is (letters < 16_000)
