"""`readq triage --plain`: triage as lines, for screen readers, plain ssh and scripts."""

from __future__ import annotations

import os
from pathlib import Path

import pytest
from tests.cli.conftest import Ran, Readq
from tests.shell import shell
from tests.terminal_line import tty

from readq.cli.answers import ANSWERS, Answers
from readq.config import Config
from readq.domain import Reading, Status
from readq.errors import UsageError
from readq.library import open_library


def said(readq: Readq, *lines: str, words: tuple[str, ...] = ()) -> Ran:
    return readq("triage", "--plain", *words, stdin="".join(f"{li}\n" for li in lines).encode())


def reading(folder: Path, paper_id: str) -> Reading:
    with open_library(folder) as library:
        return library.reading(paper_id)


@pytest.mark.parametrize(
    ("typed", "status", "priority"),
    [
        ("a", "queued", 0),
        ("queue", "queued", 0),
        ("A", "queued", 0),
        ("  3  ", "queued", 3),
        ("x", "skipped", 0),
        ("m", "later", 0),
        ("d", "read", 0),
        ("read", "read", 0),
        ("r", "reading", 0),
        ("j", "new", 0),
    ],
)
def test_a_letter_or_word_decides_and_the_next_paper_is_printed(
    readq: Readq, ids: list[str], folder: Path, typed: str, status: str, priority: int
) -> None:
    ran = said(readq, typed)
    assert (ran.code, ran.err) == (0, "")
    assert (reading(folder, ids[0]).status, reading(folder, ids[0]).priority) == (status, priority)
    _, first, second, *_ = (
        ran.out.split("\n\n0 of 3") if typed == "j" else (0, *ran.out.split("1 of 3"))
    )
    assert "LanternNet" in str(first)
    assert "WarmRestart" in str(second)


def test_a_paper_is_title_authors_venue_and_abstract_with_how_far_it_is(
    readq: Readq, folder: Path, tmp_path: Path
) -> None:
    source = tmp_path / "one.bib"
    source.write_text(
        "@article{k, title={Of \\textit{lanterns}}, author={Ada Lovelace and Alan Turing},"
        " journal={TMLR}, year=2025, abstract={We prove $O(n^2)$.}}"
    )
    readq("add", str(source))
    page = said(readq, "q").out
    assert (
        "\n0 of 1 · 0 %\nOf lanterns\nAda Lovelace, Alan Turing · TMLR 2025\n\nWe prove O(n²).\n"
        in page
    )
    assert "1 paper, 0 decided, 0 queued." in page


def test_each_line_says_what_happened(readq: Readq, ids: list[str], folder: Path) -> None:
    lines = "n compare with LoRA", "t rl, world models", "t -rl", "t", "4", "x", "u"
    ran = said(readq, *lines)
    for sentence in (
        'Wrote a note on "',
        'Tagged "',
        "Its tags: world models.",
        '", priority 4.',
        'Skipped "',
        'Undone: skipped "',
    ):
        assert sentence in ran.out
    now = reading(folder, ids[0])
    assert (now.note, now.tags, now.priority) == ("compare with LoRA", ("world models",), 4)
    assert reading(folder, ids[1]).status is Status.NEW


def test_undo_shows_the_paper_again_and_back_goes_without_a_change(
    readq: Readq, ids: list[str], folder: Path
) -> None:
    ran = said(readq, "x", "u", "a", "k", "q")
    shown = [p for p in ran.out.split("\n\n") if p[:1].isdigit() and " of 3" in p[:8]]
    assert [page.split()[0] for page in shown] == ["0", "1", "0", "1", "1"]
    assert "queued" in shown[-1]
    assert reading(folder, ids[0]).status is Status.QUEUED


def test_the_same_letter_again_takes_back_as_in_the_app(
    readq: Readq, ids: list[str], folder: Path
) -> None:
    said(readq, "a", "k", "a")
    assert reading(folder, ids[0]).status is Status.NEW
    assert reading(folder, ids[1]).status is Status.NEW


def test_an_unknown_word_says_what_is_possible_and_decides_nothing(
    readq: Readq, ids: list[str], folder: Path
) -> None:
    ran = said(readq, "skp", "a because", "")
    assert ran.code == 1
    assert 'Did you mean "skip"?' in ran.out
    assert "x skip, m later, d read, u undo" in " ".join(ran.out.split())
    assert 'with "because" behind it nothing is done' in " ".join(ran.out.split())
    assert "Nothing was typed." in ran.out
    assert reading(folder, ids[0]).status is Status.NEW


def test_it_ends_with_how_it_went_and_goes_on_where_it_stopped(
    readq: Readq, ids: list[str]
) -> None:
    first = said(readq, "a", "x")
    end = " ".join(first.out.split())
    assert "2 papers decided: 1 kept, 1 skipped. 2 of 3 are decided, 1 wait." in end
    assert "The next time begins at" in end
    second = said(readq, "j")
    assert "You were at" in second.out
    assert "every two-layer network" in " ".join(second.out.split())
    third = said(readq, "m", "T", "m", "more")
    assert "That was the last one." in third.out
    assert "T goes on with the 1 left." in third.out
    assert "later · 3 of 3" in third.out
    assert said(readq, words=("status:read",)).out.count("There are no papers here.") == 1


def test_a_filter_says_which_papers(readq: Readq, ids: list[str], folder: Path) -> None:
    ran = said(readq, "x", words=("WarmRestart", "-tag:done"))
    assert "1 paper, 0 decided" in ran.out
    assert reading(folder, ids[1]).status is Status.SKIPPED
    wrong = said(readq, words=("auther:lee",))
    assert wrong.code == 2
    assert 'did you mean "author"?' in wrong.sentence


def test_papers_with_nearly_the_same_abstract_are_decided_with_it(
    readq: Readq, folder: Path, tmp_path: Path
) -> None:
    words = " ".join(f"word{number}" for number in range(60))
    texts = [f"{words} ending{'x' * n} differently {n}" for n in range(2)]
    entries = [
        f"@misc{{k{n}, title={{Number {n} {'of all' * n}}}, author={{A{n} B{n}}}, year={2001 + 9 * n},"
        f" abstract={{{text}}}}}"
        for n, text in enumerate(texts)
    ]
    source = tmp_path / "two.bib"
    source.write_text("\n".join(entries))
    readq("add", str(source))
    with open_library(folder) as library:
        both = library.ids()
    assert len(both) == 2
    assert "1 more paper with nearly the same abstract" in said(readq, "s", "x", "u").out
    assert {reading(folder, i).status for i in both} == {Status.NEW}
    said(readq, "x")
    assert {reading(folder, i).status for i in both} == {Status.SKIPPED}


def test_a_script_gets_one_json_value_and_the_talk_elsewhere(readq: Readq, ids: list[str]) -> None:
    ran = readq("triage", "--plain", "--json", stdin=b"a\nx\n")
    assert ran.json == {
        "decided": 2,
        "kept": 1,
        "skipped": 1,
        "later": 0,
        "read": 0,
        "papers": 3,
        "left": 1,
        "at": ids[2],
    }
    assert "LanternNet" in ran.err
    assert "\x1b" not in ran.err


def test_nothing_but_text_goes_through_a_pipe(readq: Readq, ids: list[str]) -> None:
    ran = said(readq, "a", "?")
    assert "\x1b" not in ran.out
    assert "> " not in ran.out


def test_your_own_keys_are_the_letters(
    readq: Readq, ids: list[str], folder: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    settings = tmp_path / "config.toml"
    settings.write_text('preset = "rayyan"\n[keys]\npaper.tags = "c"\n')
    monkeypatch.setenv("READQ_CONFIG", str(settings))
    ran = said(readq, "c mine", "i", "e", "u", "undo")
    assert "Type i queue" in ran.out
    assert (reading(folder, ids[0]).status, reading(folder, ids[0]).tags) == ("queued", ("mine",))
    assert reading(folder, ids[1]).status is Status.SKIPPED
    assert reading(folder, ids[2]).status is Status.NEW


def test_every_letter_and_word_means_one_thing() -> None:
    words = [word for answer in ANSWERS for word in (*answer.letters, *answer.words)]
    assert len(words) == len(set(words))
    assert Answers.of(Config()).read("note  to  self")[1] == "to  self"
    with pytest.raises(UsageError, match="is no answer"):
        Answers.of(Config()).read("\x1b[C")


def test_stay_stays_on_the_paper(
    readq: Readq, ids: list[str], tmp_path: Path, monkeypatch: pytest.MonkeyPatch, folder: Path
) -> None:
    settings = tmp_path / "config.toml"
    settings.write_text('advance = "stay"\n')
    monkeypatch.setenv("READQ_CONFIG", str(settings))
    said(readq, "a", "x")
    assert [reading(folder, i).status for i in ids] == ["skipped", "new", "new"]


def test_what_another_window_decided_meanwhile_is_said(
    readq: Readq, ids: list[str], folder: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    class Reader:
        lines = iter(["j\n", "k\n", ""])

        def isatty(self) -> bool:
            return False

        def readline(self) -> str:
            with open_library(folder) as other:
                other.mark(ids[0], Status.SKIPPED)
            return next(self.lines)

    monkeypatch.setattr("readq.cli.triaging.sys.stdin", Reader())
    from readq.cli.root import run

    assert run(["triage", "--plain"]) == 0


@pytest.mark.skipif(os.name == "nt", reason="pseudo terminals")
def test_in_a_terminal_it_asks_and_ctrl_c_ends_it_with_everything_saved(
    ids: list[str], folder: Path
) -> None:
    with tty("readq triage --plain", EDITOR="false") as it:
        assert "\x1b[1m" not in it.wait("> ")
        assert b"\x1b[1m" in it.raw  # the title
        it.type("3\n", "Queued", "priority 3", "WarmRestart", "> ")
        it.type("\x03", "1 paper decided: 1 kept.", "next time begins")
        assert it.end() == 130
        assert "Traceback" not in it.text
    assert (reading(folder, ids[0]).status, reading(folder, ids[0]).priority) == ("queued", 3)
    with tty("readq triage --plain; echo status $?", NO_COLOR="1") as it:
        it.wait("WarmRestart", "> ")
        it.type("\x04", "0 papers decided", "status 0")
        assert b"\x1b" not in it.raw


@pytest.mark.skipif(os.name == "nt", reason="pseudo terminals")
def test_a_note_alone_opens_the_editor(ids: list[str], folder: Path, tmp_path: Path) -> None:
    editor = tmp_path / "editor"
    editor.write_text('#!/bin/sh\necho "from the editor" > "$1"\n')
    editor.chmod(0o700)
    with tty("readq triage --plain", VISUAL=str(editor)) as it:
        it.wait("> ")
        it.type("n\n", "Wrote a note", "> ")
        it.type("q\n", "papers decided")
        assert it.end() == 0
    assert reading(folder, ids[0]).note.strip() == "from the editor"


def test_what_cannot_be_saved_is_said_and_the_paper_stays(
    readq: Readq, ids: list[str], folder: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    from readq.errors import NotSavedError
    from readq.library import Library

    def full(*_: object, **__: object) -> None:
        raise NotSavedError("The disk is full.")

    monkeypatch.setattr(Library, "mark", full)
    ran = said(readq, "a")
    assert ran.code == 1
    assert "The disk is full." in ran.out
    assert ran.out.count("LanternNet, a method") == 1


def test_without_a_terminal_triage_says_what_does_without(readq: Readq, ids: list[str]) -> None:
    ran = readq("triage")
    assert ran.code == 2
    assert "readq triage --plain" in ran.sentence
    assert readq("triage", "--json").code == 2


@pytest.mark.skipif(os.name == "nt", reason="pseudo terminals")
def test_triage_opens_the_app_on_the_first_paper_of_the_filter(
    ids: list[str], folder: Path
) -> None:
    with tty("readq triage WarmRestart; echo status $?") as it:
        it.wait("0 of 1", "WarmRestart", "leave")
        it.type("x", "That was the last one")
        it.type("q", "1 of 3")
        it.type("q", "status 0")
    assert [reading(folder, i).status for i in ids] == ["new", "skipped", "new"]


@pytest.mark.skipif(os.name == "nt", reason="pseudo terminals")
def test_a_wrong_filter_is_told_before_the_app_opens(ids: list[str]) -> None:
    with tty("readq triage auther:lee") as it:
        assert it.end() == 2
        assert 'did you mean "author"?' in it.text
        assert b"\x1b" not in it.raw


@pytest.mark.skipif(os.name == "nt", reason="pipes of a shell")
def test_a_pipe_whose_reader_has_enough_loses_nothing(ids: list[str], folder: Path) -> None:
    ran = shell("printf 'a\\nx\\n' | readq triage --plain | head -1")
    assert b"Traceback" not in ran.stderr
    assert reading(folder, ids[0]).status in (Status.QUEUED, Status.NEW)
