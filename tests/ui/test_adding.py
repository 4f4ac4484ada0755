"""Adding one paper by hand."""

from __future__ import annotations

from typing import TYPE_CHECKING
from unittest.mock import Mock

import pytest

from readq.domain import Status
from readq.errors import LibraryError
from readq.ui.screens import adding
from readq.ui.screens.first_run import FirstRunScreen
from readq.ui.screens.main import MainScreen
from readq.ui.screens.prompt import TextPrompt

if TYPE_CHECKING:
    from tests.ui.conftest import MakeLibrary, MakePaper, OpenApp, Opened

    from readq.library import ImportReport, Library


async def type_in(it: Opened, text: str) -> None:
    """Answer the question."""
    prompt = it.app.screen
    assert isinstance(prompt, TextPrompt)
    prompt.field.value = text
    await it.press("enter")
    await it.settle()


@pytest.mark.parametrize(
    ("typed", "title"),
    [
        ("A Title: Nobody [/b] Has Typed.  With two sentences", None),
        ("2401.00001", "arXiv:2401.00001"),
        ("https://arxiv.org/abs/2402.00002v3", "arXiv:2402.00002"),
        ("doi:10.1000/xyz", "doi:10.1000/xyz"),
        ("https://openreview.net/forum?id=abcdEFG123", "OpenReview:abcdEFG123"),
        ("量子 computing 🧪 in one line", None),
    ],
)
async def test_what_is_typed_becomes_a_paper_the_highlight_goes_to(
    open_app: OpenApp, typed: str, title: str | None
) -> None:
    async with open_app() as it:
        await it.press("A")
        await type_in(it, typed)
        assert isinstance(it.app.screen, MainScreen)
        added = it.library.hot(it.screen.papers.paper_id)
        assert added.title == (title or " ".join(typed.split()))
        assert it.toasts()[-1].startswith(f"Added\n{added.title}")
        await it.press("u")
        assert added.id not in it.library


async def test_a_paper_that_is_undone_before_it_is_told_is_no_error(
    open_app: OpenApp, monkeypatch: pytest.MonkeyPatch
) -> None:
    whole = adding._added

    def undone_at_once(library: Library, text: str) -> ImportReport:
        report = whole(library, text)
        library.undo()
        return report

    monkeypatch.setattr(adding, "_added", undone_at_once)
    async with open_app() as it:
        many = len(it.library)
        await it.press("A")
        await type_in(it, "A Title Nobody Has Typed")
        assert len(it.library) == many
        assert not it.toasts()
        await it.press("j", "x")
        assert it.status(1) is Status.SKIPPED


async def test_a_paper_added_while_another_library_is_opened_moves_nothing_there(
    open_app: OpenApp,
    make_library: MakeLibrary,
    make_paper: MakePaper,
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    other = make_library([make_paper(20), make_paper(21)])
    whole = adding._added
    async with open_app() as it:
        here = it.library

        def meanwhile(library: Library, text: str) -> ImportReport:
            report = whole(library, text)
            it.app.call_from_thread(it.app.show_library, other)
            return report

        monkeypatch.setattr(adding, "_added", meanwhile)
        await it.press("A")
        await type_in(it, "A Title Nobody Has Typed")
        assert it.library is other
        assert it.highlighted == "p00020"
        assert len(here) == 13
        assert not any(toast.startswith("Added") for toast in it.toasts())


async def test_a_paper_that_is_there_is_gone_to_and_a_filter_that_hides_it_cleared(
    open_app: OpenApp,
) -> None:
    async with open_app() as it:
        many = len(it.library)
        await it.press("f", *"3", "enter", "A")
        await type_in(it, it.library.hot("p00007").title)
        assert len(it.library) == many
        assert it.screen.papers.paper_id == "p00007"
        assert any(toast.startswith("Already here\n") for toast in it.toasts())


async def test_a_link_that_names_no_paper_is_kept_in_the_field_at_once(
    open_app: OpenApp, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(adding, "_add", pytest.fail)  # takes long in a large library
    async with open_app() as it:
        many = len(it.library)
        await it.press("A")
        await type_in(it, "https://example.org/some.pdf")
        prompt = it.app.screen
        assert isinstance(prompt, TextPrompt)
        assert prompt.field.value == "https://example.org/some.pdf"
        assert "does not tell which paper" in it.text()
        await it.press("escape")
        assert len(it.library) == many


async def test_what_could_not_be_added_is_said_with_all_that_was_typed(
    open_app: OpenApp, monkeypatch: pytest.MonkeyPatch
) -> None:
    async with open_app() as it:
        monkeypatch.setattr(it.library, "add", Mock(side_effect=LibraryError("The disk is full.")))
        await it.press("A")
        await type_in(it, "A Title That Cost Me Some Work [/b]")
        assert isinstance(it.app.screen, MainScreen)
        assert it.toasts() == ["Not added\nA Title That Cost Me Some Work [/b]\nThe disk is full."]


async def test_an_empty_answer_adds_nothing(open_app: OpenApp) -> None:
    async with open_app() as it:
        await it.press("A")
        await type_in(it, "   ")
        assert it.library.log() == []
        assert isinstance(it.app.screen, MainScreen)


async def test_an_empty_library_can_begin_with_one_paper(
    open_app: OpenApp, make_library: MakeLibrary
) -> None:
    async with open_app(make_library([])) as it:
        assert isinstance(it.app.screen, FirstRunScreen)
        await it.press("A")
        await type_in(it, "The First One")
        assert it.library.hot(it.screen.papers.paper_id).title == "The First One"
