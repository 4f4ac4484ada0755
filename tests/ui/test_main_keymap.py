"""The reader's own keys, checked before they are used."""

from __future__ import annotations

import pytest

from readq.ui.app import ReadqApp
from readq.ui.bindings import contexts
from readq.ui.key_names import named_keys, reached_by
from readq.ui.keymap import binding_ids, checked_keymap

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
    ("written", "key"),
    [
        ("a", "a"),
        ("?", "question_mark"),
        ("+", "plus"),
        ("plus", "plus"),
        ("comma", "comma"),
        ("é", "é"),
        ("e\u0301", "é"),
        ("日", "日"),
        ("🧪", "test_tube"),
        ("ctrl+s", "ctrl+s"),
        ("Ctrl+S", "ctrl+s"),
        ("ctrl-s", "ctrl+s"),
        ("C-s", "ctrl+s"),
        ("^s", "ctrl+s"),
        ("<C-s>", "ctrl+s"),
        ("M-x", "alt+x"),
        ("alt+V", "alt+shift+v"),
        ("shift+alt+v", "alt+shift+v"),
        ("shift+ctrl+t", "ctrl+shift+t"),
        ("alt+down", "alt+down"),
        ("shift+tab", "shift+tab"),
        ("shift+q", "Q"),
        ("F5", "f5"),
        ("Space", "space"),
        ("esc", "escape"),
        ("Return", "enter"),
        ("PgDn", "pagedown"),
        ("page down", "pagedown"),
        ("del", "delete"),
        ("latin_small_letter_a", "a"),
    ],
)
def test_a_key_may_be_written_as_people_write_it(written: str, key: str) -> None:
    assert named_keys(written) == [key]


@pytest.mark.parametrize(
    "key",
    [
        "",
        "notakey",
        "ctrl+",
        "ctrl+nokey",
        "hyper+x",
        "ab",
        "g g",
        "f99",
        "shift+1",
        "<any>",
        "ignore",
        "scroll_up",
        "\x1b",
        "\u200b",
        "ctrl+\x1b",
        "<>",
    ],
)
def test_what_no_terminal_sends_is_not(key: str) -> None:
    assert named_keys(key) == []


@pytest.mark.parametrize("key", ["ctrl+space", "ctrl+/"])
def test_of_keys_with_two_names_both_work(key: str) -> None:
    assert [reached_by(name) for name in named_keys(key)] == ["", None]


@pytest.mark.parametrize(
    ("key", "said"),
    [
        ("ctrl+i", "most terminals send tab for ctrl+i; name another key with it."),
        ("C-m", "most terminals send enter for ctrl+m; name another key with it."),
        ("ctrl+[", "most terminals send esc for ctrl+[; name another key with it."),
        ("shift+enter", "most terminals send enter for shift+enter; name another key with it."),
        ("ctrl+shift+t", "many terminals do not send ctrl+shift+t; name another key with it."),
    ],
)
def test_a_key_that_few_terminals_send_is_used_and_told(key: str, said: str) -> None:
    good, problems = checked_keymap({"paper.queue": key}, CONTEXTS)
    assert good == {"paper.queue": ",".join(named_keys(key))}
    assert [problem.message for problem in problems] == [said]
    assert checked_keymap({"paper.queue": f"{key}, Q"}, CONTEXTS)[1] == []


@pytest.mark.parametrize("key", ["ctrl+s", "ctrl+y", "ctrl+space", "f5", "shift+f5", "alt+q", "É"])
def test_keys_that_terminals_send_are_taken_without_a_word(key: str) -> None:
    assert checked_keymap({"paper.queue": key}, CONTEXTS)[1] == []


@pytest.mark.parametrize(
    ("name", "key"),
    [
        ("prompt.submit", "x"),
        ("jump.go", "space"),
        ("filter.apply", "日"),
        ("filter.clear", "backspace"),
        ("note.save", "a"),
        ("note.undo", "left"),
        ("import.go", "g"),
    ],
)
def test_a_key_that_is_typed_there_is_refused(name: str, key: str) -> None:
    good, (problem,) = checked_keymap({name: key}, CONTEXTS)
    assert good == {}
    assert problem.message == f"{'←' if key == 'left' else key} is taken by what is typed there."


def test_what_is_refused_gives_its_old_key_to_nobody_else() -> None:
    good, problems = checked_keymap({"paper.skip": "j", "paper.queue": "x"}, CONTEXTS)
    assert good == {}
    assert [problem.id for problem in problems] == ["paper.skip", "paper.queue"]


def test_the_comma_is_a_key_by_its_name() -> None:
    _, (problem,) = checked_keymap({"paper.queue": ","}, CONTEXTS)
    assert problem.message == 'the key , is written "comma".'


def test_every_command_of_the_main_screen_can_be_given_another_key() -> None:
    assert {
        "paper.queue",
        "queue.up",
        "app.help",
        "find.filter",
        "filter.clear",
        "jump.go",
    } <= binding_ids(CONTEXTS)
