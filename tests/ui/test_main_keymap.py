"""The reader's own keys, checked before they are used."""

from __future__ import annotations

import pytest

from readq.ui.app import ReadqApp
from readq.ui.bindings import contexts
from readq.ui.keymap import binding_ids, checked_keymap, is_key

CONTEXTS = contexts(ReadqApp)


def test_good_entries_pass_and_bad_ones_are_named() -> None:
    good, problems = checked_keymap(
        {
            "paper.queue": "B, ctrl+y",
            "paper.quueue": "b",
            "find.jump": "?",
            "paper.skip": "hyper+x",
        },
        CONTEXTS,
    )
    assert good == {"paper.queue": "B,ctrl+y"}
    assert [str(problem) for problem in problems] == [
        "[keys] paper.quueue: there is no such command; did you mean paper.queue?",
        "[keys] paper.skip: hyper+x is not a key.",
        "[keys] find.jump: ? is taken by app.help.",
    ]


@pytest.mark.parametrize(
    ("keys", "taken_by"),
    [
        ({"paper.skip": "j"}, "move.down"),
        ({"sel.toggle": "x"}, "paper.skip"),
        ({"paper.later": "ctrl+q"}, "the terminal interface itself"),
        ({"queue.grab": "q"}, "app.quit"),
    ],
)
def test_a_key_that_is_in_use_where_it_would_work_is_refused(
    keys: dict[str, str], taken_by: str
) -> None:
    good, problems = checked_keymap(keys, CONTEXTS)
    assert good == {}
    assert taken_by in problems[0].message


def test_two_entries_may_swap_their_keys() -> None:
    good, problems = checked_keymap({"paper.skip": "a", "paper.queue": "x"}, CONTEXTS)
    assert good == {"paper.skip": "a", "paper.queue": "x"}
    assert problems == []


def test_the_default_keys_are_no_clash() -> None:
    assert (
        checked_keymap({"view.source": "=", "queue.sort": "s", "paper.prio.up": "+,="}, CONTEXTS)[1]
        == []
    )


@pytest.mark.parametrize(
    "key", ["a", "?", "ctrl+s", "alt+down", "f5", "space", "shift+tab", "+", "plus", "é"]
)
def test_what_a_terminal_can_send_is_a_key(key: str) -> None:
    assert is_key(key)


@pytest.mark.parametrize("key", ["", "notakey", "ctrl+", "ctrl+nokey", "hyper+x", "ab"])
def test_what_no_terminal_sends_is_not(key: str) -> None:
    assert not is_key(key)


def test_every_command_of_the_main_screen_can_be_given_another_key() -> None:
    assert {
        "paper.queue",
        "queue.up",
        "app.help",
        "find.filter",
        "filter.clear",
        "jump.go",
    } <= binding_ids(CONTEXTS)
