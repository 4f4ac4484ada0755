"""`readq pick`: choose a paper in the app, and give its name to another command."""

from __future__ import annotations

import os
from pathlib import Path

import pytest
from tests.cli.conftest import Readq
from tests.terminal_line import tty

from readq.library import open_library

in_a_terminal = pytest.mark.skipif(os.name == "nt", reason="pseudo terminals")


@pytest.fixture
def titled(ids: list[str], folder: Path) -> list[str]:
    """Three papers with titles of their own."""
    with open_library(folder) as library:
        for paper_id, title in zip(ids, ("Of Lanterns", "Of Restarts", "Of Pruning"), strict=True):
            library.set_title(paper_id, title)
    return ids


@in_a_terminal
def test_the_chosen_papers_key_is_what_a_variable_gets(titled: list[str], folder: Path) -> None:
    with tty('x=$(readq pick); echo "got [$x] $?"', size=(97, 28)) as it:
        it.wait("take nothing")
        it.type("restarts", "1 of 3", "WarmRestart")
        key = it.type("\r", "got [", "] 0").partition("got [")[2].partition("]")[0]
    with open_library(folder) as library:
        assert library.find(key).id == titled[1]


@in_a_terminal
def test_it_draws_in_the_size_of_the_terminal_wherever_the_output_goes(titled: list[str]) -> None:
    with tty("readq pick lanterns --format id | cat", size=(97, 28)) as it:
        it.wait("Of Lanterns", "take nothing")
        assert "─" * 95 in it.text
        assert "─" * 96 not in it.text
        it.type("\r", titled[0])


@in_a_terminal
def test_another_command_is_given_it_through_a_pipe(titled: list[str]) -> None:
    with tty("readq pick pruning | xargs readq show | head -1; echo zzz") as it:
        it.wait("Of Pruning", "take nothing")
        assert it.type("\r", "zzz").endswith("Of Pruning\nzzz\n")


@in_a_terminal
def test_several_are_marked_and_printed_one_a_line(titled: list[str]) -> None:
    with tty("readq pick --many of --format title | cat; echo zzz") as it:
        it.wait("Of Lanterns", "tab mark")
        it.type("\t", "▪")
        it.type("\t", "▪")
        it.type("\r", "zzz")
        printed = it.raw.rpartition(b"\x1b")[2].splitlines()
        assert len([line for line in printed if b"Of " in line]) == 2


@in_a_terminal
@pytest.mark.parametrize("key", ["\x1b", "\x11"])
def test_leaving_prints_nothing_and_is_no_success(titled: list[str], key: str) -> None:
    with tty('x=$(readq pick 2>/dev/null </dev/null); echo "got [$x] $?"') as it:
        it.wait("take nothing")
        it.type(key, "got [] 1")


def test_without_a_terminal_it_says_what_does_without(readq: Readq, titled: list[str]) -> None:
    ran = readq("pick", "--first", "lantrens")
    assert (ran.code, ran.err) == (0, "")
    assert readq("show", ran.out.strip(), "--json").json["id"] == titled[0]
    none = readq("pick", "--first", "zzzzqqqq")
    assert (none.code, none.out) == (1, "")
    assert "no title is close" in none.sentence


@pytest.mark.parametrize(
    ("name", "begins"),
    [
        ("id", ""),
        ("title", "Of Lanterns"),
        ("bibtex", "@"),
        ("bib", "@"),
        ("markdown", "Of Lanterns"),
        ("citation", ""),
        ("url", ""),
    ],
)
def test_a_format_says_what_is_printed(
    readq: Readq, titled: list[str], name: str, begins: str
) -> None:
    ran = readq("pick", "--first", "lanterns", "--format", name)
    assert ran.code == 0
    assert ran.out.startswith(begins)
    assert name != "id" or ran.out == f"{titled[0]}\n"
    assert readq("pick", "--first", "x", "--format", "bibtx").code == 2


def test_without_papers_there_is_nothing_to_pick(readq: Readq, folder: Path) -> None:
    ran = readq("pick", "--first", "x")
    assert ran.code == 1
    assert "readq add" in ran.sentence
