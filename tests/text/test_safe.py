# ruff: noqa: RUF001
"""Text from elsewhere cannot steer the terminal."""

from __future__ import annotations

import unicodedata

import pytest

from readq.text import clean, clean_block, strip_controls

SEQUENCES = {
    "CSI colour": "A\x1b[31mZ",
    "CSI with private marks": "A\x1b[?2004hZ",
    "CSI, 8-bit": "A\x9b2JZ",
    "OSC ended by BEL": "A\x1b]0;owned\x07Z",
    "OSC ended by ST": "A\x1b]52;c;UFdORUQ=\x1b\\Z",
    "OSC, 8-bit": "A\x9d52;c;UFdORUQ=\x9cZ",
    "hyperlink": "A\x1b]8;;file:///etc/hostname\x1b\\\x1b]8;;\x1b\\Z",
    "DCS": "A\x1bP$qm\x1b\\Z",
    "DCS, 8-bit": "A\x90$qm\x9cZ",
    "APC": "A\x1b_x\x1b\\Z",
    "PM and SOS": "A\x1b^x\x1b\\\x1bXy\x1b\\Z",
    "reset": "A\x1bcZ",
    "character set": "A\x1b(0Z",
    "through tmux": "A\x1bPtmux;\x1b\x1b]52;c;UFdORUQ=\x07\x1b\\Z",
    "NUL and DEL": "A\x00\x7fZ",
    "backspaces": "A\b\b\bZ",
    "flow control": "A\x13\x11\x0e\x0fZ",
    "override": "A\u202eZ",
    "isolates": "A\u2066\u2069Z",
    "surrogate": "A\ud800Z",
}


@pytest.mark.parametrize("text", SEQUENCES.values(), ids=SEQUENCES.keys())
def test_whole_sequences_go(text: str) -> None:
    assert strip_controls(text) == "AZ"
    assert clean(text) == "AZ"
    assert clean_block(text) == "AZ"


@pytest.mark.parametrize(
    "text",
    ["A\x1b]0;never closed, words follow", "A\x1bPq words", "A\x1b", "A\x9d", "A\x1b]0;x\nB\x07"],
)
def test_a_sequence_that_never_ends_takes_no_words_with_it(text: str) -> None:
    kept = strip_controls(text)
    assert "\x1b" not in kept
    assert kept.startswith("A")
    for word in ("words", "B"):
        assert (word in kept) == (word in text)


def test_a_flood_of_openers_is_read_in_one_go() -> None:
    assert strip_controls("\x1b]" * 100_000 + "end") == "end"


def test_line_ends_become_newlines_and_tabs_stay_when_stored() -> None:
    assert strip_controls("a\r\nb\rc\td\n") == "a\nb\nc\td\n"


def test_one_line_is_one_line() -> None:
    assert clean("a\tb\nc\r\nd\u2028e") == "a b c d e"
    assert clean_block("a\tb\nc\r\nd\u2028e") == "a b\nc\nd\ne"


@pytest.mark.parametrize(
    ("text", "stored"),
    [
        ("the bird\x92s \x93song\x94 \x96 so", "the bird’s “song” – so"),
        ("the birdâ\x80\x99s â\x80\x9csongâ\x80\x9d", "the bird’s “song”"),
        ("\x0crac{1}{2} of \x08eta and \x07lpha", r"\frac{1}{2} of \beta and \alpha"),
        ("cafe\u0301", "café"),
    ],
)
def test_what_sources_damage_is_repaired_before_it_is_stored(text: str, stored: str) -> None:
    assert strip_controls(text) == stored


@pytest.mark.parametrize(
    "text",
    [
        "👨\u200d👩\u200d👧 family",
        "❤\ufe0f heart",
        "עיון ברשתות 2021",
        "می\u200cخواهم",
        "论文列表 학습 résumé",
        "क\u094d\u200dष",
        "กิ่ง ş̌ đấu",
        "I said: $x$ → 𝔰𝔬(n) ≤ ℝⁿ",
    ],
)
def test_honest_text_survives(text: str) -> None:
    assert clean(text) == text
    assert strip_controls(text) == unicodedata.normalize("NFC", text)


@pytest.mark.parametrize(
    ("text", "shown"),
    [
        ("pay\u200bpal\u200c \u200dx\ufeff", "paypal x"),
        ("a\u2060\u2060b", "ab"),
        ("hi\U000e0068\U000e0069", "hi"),
        ("a\ufdd0\uffff\U0001fffeb", "ab"),
        ("a\ufe0f\ufe0f\ufe0f", "a\ufe0f"),
        ("Z" + "\u0301" * 40, "Z" + "\u0301" * 3),
        ("a\ufff9b\ufffac\ufffb", "abc"),
    ],
)
def test_tricks_with_width_are_not_shown(text: str, shown: str) -> None:
    assert clean(text) == shown
