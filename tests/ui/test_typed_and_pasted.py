"""What is typed by halves or pasted in heaps arrives as what the reader means."""

from __future__ import annotations

from typing import TYPE_CHECKING

import pytest
from textual.events import Key, Paste

from readq.ui.screens.prompt import TextPrompt

if TYPE_CHECKING:
    from tests.ui.conftest import OpenApp, Opened


async def paste(it: Opened, text: str) -> None:
    """Paste into what has the focus."""
    it.app.post_message(Paste(text))
    await it.settle()


@pytest.mark.parametrize(
    ("pasted", "tags"),
    [
        ("rl\nworld models\r\n\r\nppo\n", ("rl", "world models", "ppo")),
        ("- rl\n- world models\n  * ppo", ("rl", "world models", "ppo")),
        ("1. rl\n2. ppo", ("rl", "ppo")),
        ("rl; ppo; 量子 agents", ("rl", "ppo", "量子 agents")),
        ("rl\tppo\n", ("rl", "ppo")),
        ("rl, ppo", ("rl", "ppo")),
        ("c++\n.net\n#todo", ("c++", ".net", "#todo")),
    ],
)
async def test_each_line_of_a_pasted_list_is_a_tag(
    open_app: OpenApp, pasted: str, tags: tuple[str, ...]
) -> None:
    async with open_app() as it:
        await it.press("t")
        await paste(it, pasted)
        await it.press("enter")
        assert set(it.library.reading("p00000").tags) == set(tags)


async def test_pasted_tags_come_after_those_that_are_there(open_app: OpenApp) -> None:
    async with open_app() as it:
        await it.press("t", *"old", "enter", "t")
        await paste(it, "rl\nppo\n")
        await it.press(*"last", "enter")
        assert set(it.library.reading("p00000").tags) == {"old", "rl", "ppo", "last"}


async def test_of_a_pasted_book_whole_tags_are_taken(open_app: OpenApp) -> None:
    async with open_app() as it:
        await it.press("t")
        await paste(it, "\n".join(f"tag number {n}" for n in range(50_000)))
        await it.press("enter")
        tags = it.library.reading("p00000").tags
        assert set(tags) == {f"tag number {n}" for n in range(len(tags))}
        assert len(tags) > 50
        assert "the others were left out" in it.toasts()[0]


async def test_each_line_of_a_pasted_list_is_a_word_to_watch_for(open_app: OpenApp) -> None:
    async with open_app() as it:
        await it.press("b")
        await paste(it, "world models\nrl | ppo\n• agent*\n")
        await it.press("enter")
        assert it.app.watched.groups == ("world models", "rl | ppo", "agent*")


@pytest.mark.parametrize(
    ("typed", "said"),
    [
        ("10.1000/", "This DOI has no end"),
        ("doi: 10.1000/", "This DOI has no end"),
        ("https://doi.org/10.1000", "This DOI has no end"),
        ("2401.000", "no whole arXiv id"),
        ("arXiv:2401.", "no whole arXiv id"),
        ("https://arxiv.org/abs/", "no whole arXiv id"),
        ("www.example.org/some.pdf", "does not tell which paper"),
        ("openreview.net/forum?id=", "does not tell which paper"),
    ],
)
async def test_half_an_identifier_is_no_title(open_app: OpenApp, typed: str, said: str) -> None:
    async with open_app() as it:
        many = len(it.library)
        await it.press("A")
        await paste(it, typed)
        await it.press("enter")
        prompt = it.app.screen
        assert isinstance(prompt, TextPrompt)
        assert prompt.field.value == typed
        assert said in it.text()
        await it.press("escape")
        assert len(it.library) == many


@pytest.mark.parametrize(
    ("typed", "title", "doi", "arxiv"),
    [
        ("DOI: 10.1000/182", "doi:10.1000/182", "10.1000/182", ""),
        ("arXiv: 2401.00001", "arXiv:2401.00001", "", "2401.00001"),
        ("[2401.00001] Growing Things in the Dark", "Growing Things in the Dark", "", "2401.00001"),
        ("2001: A Space Odyssey of Models", "2001: A Space Odyssey of Models", "", ""),
        ("3.14", "3.14", "", ""),
        ("DOI: the Story of a Number", "DOI: the Story of a Number", "", ""),
        ("Node.js/Deno Compared", "Node.js/Deno Compared", "", ""),
    ],
)
async def test_identifiers_are_taken_as_pages_write_them(
    open_app: OpenApp, typed: str, title: str, doi: str, arxiv: str
) -> None:
    async with open_app() as it:
        await it.press("A")
        await paste(it, typed)
        await it.press("enter")
        added = it.library.paper(it.screen.papers.paper_id)
        assert (added.title, added.doi, added.arxiv_id) == (title, doi, arxiv)


@pytest.mark.parametrize("opens", ["t", "b", "A", "slash", "f", "i", "n", "ctrl+p"])
async def test_esc_and_a_letter_that_arrive_as_one_key_type_no_letter(
    open_app: OpenApp, opens: str
) -> None:
    async with open_app() as it:
        await it.press(opens)
        for key, letter in (("alt+d", "d"), ("alt+shift+d", "D"), ("alt+x", "x")):
            it.app.post_message(Key(key, letter))
            await it.settle()
        await it.press("a")
        field = it.app.focused
        assert getattr(field, "value", getattr(field, "text", None)) == "a"
        await it.press("escape", "escape")
        assert it.library.log() == [] or opens == "n"
