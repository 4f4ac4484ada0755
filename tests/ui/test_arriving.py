"""Keys are what was pressed, whatever a terminal sends besides, in whatever form, and however it is cut."""

from __future__ import annotations

import os
from itertools import pairwise
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st
from tests.ui.conftest import Clock
from textual import events
from textual._ansi_sequences import ANSI_SEQUENCES_KEYS
from textual._xterm_parser import XTermParser

from readq.domain import Status
from readq.library import open_library
from readq.ui.arriving import PATIENCE, Arriving

CASES = Path(__file__).parents[1] / "cases"

REPLIES = {
    "device": "\x1b[?62;22c",
    "device that can much": "\x1b[?64;1;2;6;9;15;16;17;18;21;22;28;42;44;52c",
    "second device": "\x1b[>41;379;0c",
    "state": "\x1b[0n",
    "dark or light": "\x1b[?997;1n",
    "keyboard": "\x1b[?25u",
    "size": "\x1b[8;35;120t",
    "pixels": "\x1b[4;800;1200t",
    "pictures": "\x1b[?2;0;1200;800S",
    "background": "\x1b]11;rgb:ffff/ffff/ffff\x1b\\",
    "background, with a bell": "\x1b]11;rgb:1010/1313/1c1c\x07",
    "palette": "\x1b]4;1;rgb:cdcd/0000/0000\x07",
    "clipboard": "\x1b]52;c;cXVpdCBhbGwgb2YgaXQsIHEgYW5kIHggYW5kIGQ=\x1b\\",
    "first of the palette": "\x1b]4;0;rgb:0000/0000/0000\x1b\\",
    "name": "\x1bP>|XTerm(379)\x1b\\",
    "abilities": "\x1bP1+r524742=38\x1b\\",
    "looks": "\x1bP1$r0m\x1b\\",
    "kitty's pictures": "\x1b_Gi=31;OK\x1b\\",
}
KEYS = {
    "other layouts": ("\x1b[97:65;;97u", "a"),
    "the usual layout": ("\x1b[1092::97;;1092u", "ф"),
    "shift, with its letter": ("\x1b[47:63;2u", "question_mark"),
    "shift, with its letter and text": ("\x1b[103:71;2;71u", "G"),
    "shift, without a text": ("\x1b[103;2u", "G"),
    "shift and the lock for numbers": ("\x1b[103;130u", "G"),
    "shift and the lock for capitals": ("\x1b[103;66u", "g"),
    "shift and control": ("\x1b[103:71;6u", "ctrl+shift+g"),
    "held down": ("\x1b[106;1:2u", "j"),
    "an arrow held down": ("\x1b[1;1:2B", "down"),
    "an arrow": ("\x1b[1;1:1B", "down"),
    "with shift": ("\x1b[13;2u", "shift+enter"),
    "the lock for numbers": ("\x1b[97;129;97u", "a"),
}
NO_KEYS = {
    "let go": "\x1b[97;1:3u",
    "an arrow let go": "\x1b[1;1:3A",
    "no letter": "\x1b[99999999u",
    "half a letter": "\x1b[55296u",
    "no text": "\x1b[97;1;1114112u",
}
WHOLE = {
    "mouse": "\x1b[<35;10;12M",
    "paste": "\x1b[200~one\ntwo\x1b[201~",
    "mode": "\x1b[?2026;2$y",
    "window": "\x1b[48;35;120;800;1200t",
    "cursor": "\x1b[5;1R",
    "focus": "\x1b[I\x1b[O",
}


def read(*pieces: str, clock: Clock | None = None) -> list[str]:
    """What Textual makes of what comes."""
    arriving, parser = Arriving(clock or Clock()), XTermParser()
    found = [e for piece in pieces if (text := arriving.take(piece)) for e in parser.feed(text)]
    found += parser.feed("")
    return [e.key if isinstance(e, events.Key) else type(e).__name__ for e in found]


@pytest.mark.parametrize("reply", REPLIES.values(), ids=REPLIES)
def test_answers_to_what_nobody_asked_press_no_keys(reply: str) -> None:
    assert read(f"j{reply}k") == ["j", "k"]


@pytest.mark.parametrize(("sent", "key"), KEYS.values(), ids=KEYS)
def test_a_key_is_known_in_every_form_it_is_told_in(sent: str, key: str) -> None:
    assert read(sent) == [key]


@pytest.mark.parametrize("sent", NO_KEYS.values(), ids=NO_KEYS)
def test_what_is_no_key_presses_none(sent: str) -> None:
    assert read(f"{sent}j") == ["j"]


@pytest.mark.parametrize("sent", WHOLE.values(), ids=WHOLE)
def test_what_is_no_answer_comes_as_it_was_sent(sent: str) -> None:
    assert Arriving().take(sent) == sent


def test_every_key_textual_knows_comes_through() -> None:
    assert [sent for sent in ANSI_SEQUENCES_KEYS if Arriving().take(sent) != sent] == []


@given(
    st.sampled_from([*REPLIES.values(), *WHOLE.values(), *(sent for sent, _ in KEYS.values())]),
    st.lists(st.integers(3, 60), max_size=4),
)
def test_where_behind_its_beginning_a_sequence_is_cut_makes_no_difference(
    sent: str, cuts: list[int]
) -> None:
    places = [0, *sorted(cut for cut in cuts if sent[cut - 1 : cut] != "\x1b"), len(sent)]
    pieces = [sent[a:b] for a, b in pairwise(places)]
    kept = Arriving(Clock())
    whole = Arriving(Clock()).take(sent)
    assert "".join(map(kept.take, pieces)) == whole


def test_the_rest_of_a_sequence_is_waited_for_and_then_given_up() -> None:
    clock = Clock()
    arriving = Arriving(clock)
    assert arriving.take("j\x1b[<35;1") == "j"
    clock.seconds += PATIENCE / 2
    assert arriving.take("0;12M") == "\x1b[<35;10;12M"
    assert arriving.take("\x1b]11;rgb:ff") == ""
    clock.seconds += PATIENCE * 2
    assert arriving.take("j") == "j"


@pytest.mark.parametrize("typed", ["\x1b", "\x1b[", "\x1b]", "\x1bP", "\x1bO", "\x1bj", "\x1b\x1b"])
def test_escape_and_what_is_typed_behind_it_are_not_kept_waiting(typed: str) -> None:
    assert Arriving().take(typed) == typed


@pytest.mark.skipif(os.name == "nt", reason="no pseudo-terminals")
def test_in_a_terminal_nothing_that_comes_ends_the_app_or_decides(tmp_path: Path) -> None:
    """Bytes that are no text included, as of terminals that speak Latin-1."""
    from tests.ui.terminal import run

    with open_library(tmp_path / "library") as library:
        library.add(CASES / "x11-twenty.json")
    strange = [
        *REPLIES.values(),
        *NO_KEYS.values(),
        "\udce9",
        "\udcff\udcfe",
        "\x1b[1092::97;;1092u",
    ]
    ran = run(tmp_path / "library", [*strange, "j", "x"])
    assert ran.code == 0
    assert "Traceback" not in ran.text
    with open_library(tmp_path / "library") as library:
        assert [change.label for change in library.log()] == [
            'skipped "Paper number 02"',
            "imported 20 papers from x11-twenty.json",
        ]
        assert library.counts()[Status.SKIPPED] == 1
