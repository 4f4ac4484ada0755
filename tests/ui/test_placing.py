"""Columns stand where they belong, also where a terminal draws pictures wider or narrower than readq counts."""

from __future__ import annotations

import os
import re
from pathlib import Path

import pytest
from rich.cells import cell_len

from readq.library import open_library
from readq.ui.placing import placed

_ODD = {
    "a family": "so👨‍👩‍👧‍👦 at home",
    "a colour of skin": "👍🏽 done",
    "a flag": "🇩🇪 one",
    "half a flag": "🇯 one",
    "a sign as a picture": "✈️ off",
    "a key": "1️⃣ first",
    "a filler": "a\u3164b",
    "a young picture": "\U0001fae8new",
}
_SCRIPTS = {
    "Devanagari": "नमस्ते क्षत्रिय",
    "Tamil": "தமிழ் மொழி",
    "Bengali": "বাংলা ভাষা",
    "Thai": "ภาษาไทยที่ดี",
    "Arabic with its vowels": "العَرَبِيَّة",
    "Hebrew with its points": "שָׁלוֹם",
    "parts of Korean": "\u1112\u1161\u11ab\u1100\u1173\u11af",
    "Khmer among other words": "The ភាសាខ្មែរ of today",
    "a soft hyphen": "sof\xadt",
}
_TOKEN = re.compile(r"\x1b\[(\d+);(\d+)H|\x1b\[[^@-~]*[@-~]|([^\x1b])")


def drawn(data: str, *, unsure: int) -> dict[tuple[int, int], str]:
    """What stands at each place on a terminal for which a letter that is not ASCII takes so many cells."""
    cells: dict[tuple[int, int], str] = {}
    row = column = 1
    for token in _TOKEN.finditer(data):
        if token[1]:
            row, column = int(token[1]), int(token[2])
        elif token[3]:
            wide = 1 if token[3].isascii() or token[3] in "│─" else unsure
            for cell in range(wide):
                cells[row, column + cell] = token[3]
            column += wide
    return cells


@pytest.mark.parametrize("unsure", [0, 1, 2])
@pytest.mark.parametrize("title", [*_ODD.values(), *_SCRIPTS.values()], ids=[*_ODD, *_SCRIPTS])
def test_what_stands_behind_a_word_stays_in_its_column(title: str, unsure: int) -> None:
    blank = " " * (30 - cell_len(title))
    row = f"\x1b[3;1H\x1b[1m│ \x1b[0m{title}\x1b[2m{blank}│ next │\x1b[0m"
    cells = drawn(placed(row), unsure=unsure)
    assert "".join(cells[3, column] for column in range(33, 41)) == "│ next │"
    assert cells[3, 1] == "│"


def test_no_letter_is_lost_behind_a_picture() -> None:
    cells = drawn(placed("\x1b[1;1Ha👍🏽bc 👨‍👩‍👧‍👦d"), unsure=2)
    assert [cells[1, n] for n in (1, 4, 5, 9)] == ["a", "b", "c", "d"]


@pytest.mark.parametrize("unsure", [0, 1, 2])
@pytest.mark.parametrize("title", _SCRIPTS.values(), ids=_SCRIPTS)
def test_words_are_sent_whole_and_in_one_style_too_the_frame_stays(title: str, unsure: int) -> None:
    blank = " " * (30 - cell_len(title))
    sent = placed(f"\x1b[3;1H│ {title}{blank}│ next │{title}│\x1b[4;1H")
    assert title.replace(" ", "") in re.sub(r"\x1b\[[^@-~]*[@-~]| ", "", sent)
    cells = drawn(sent, unsure=unsure)
    assert "".join(cells[3, column] for column in range(33, 41)) == "│ next │"
    assert cells[3, 41 + cell_len(title)] == "│"
    assert sent.count("\x1b[?7l") == sent.count("\x1b[?7h") == 2


def test_a_word_drawn_wider_has_the_blanks_behind_it_in_whatever_style() -> None:
    cells = drawn(placed("\x1b[1;1Hবাংলা\x1b[1m  \x1b[2m        \x1b[0m│\x1b[2;1H"), unsure=2)
    assert "".join(cells[1, n] for n in range(1, 11, 2)) == "বাংলা"
    assert cells[1, cell_len("বাংলা") + 11] == "│"


def test_cells_a_narrow_word_leaves_are_blank() -> None:
    before = drawn("\x1b[1;1Hxxxxxxxxxx", unsure=1)
    title = "👨‍👩‍👧‍👦"
    before.update(drawn(placed(f"\x1b[1;1H{title}\x1b[1mend"), unsure=0))
    assert "".join(before[1, n] for n in range(1, 6)) == "  end"


@pytest.mark.parametrize(
    "data",
    ["\x1b[1;1Hplain", "\x1b[1;1H漢字 é ─│ 1*#", "\x1b[1;1Hनमस्ते क्षत्रिय", "\x1b]2;👍🏽\x07", "👍🏽"],
)
def test_other_words_are_sent_as_they_are(data: str) -> None:
    assert placed(data) == data


@pytest.mark.skipif(os.name == "nt", reason="no pseudo-terminals")
def test_in_a_terminal_a_row_goes_on_in_its_column(tmp_path: Path) -> None:
    from tests.ui.terminal import run

    (tmp_path / "list.txt").write_text("\n\n".join(f"{t} as a title" for t in _ODD.values()))
    with open_library(tmp_path / "library") as library:
        library.add(tmp_path / "list.txt", shape="titles")
    ran = run(tmp_path / "library", ["j"])
    assert ran.code == 0
    assert re.search("👨‍👩‍👧‍👦\x1b\\[\\d+;\\d+H at home", ran.raw.decode())
