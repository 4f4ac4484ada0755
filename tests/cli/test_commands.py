"""What each command does, prints, and returns."""

from __future__ import annotations

import os
import re
from pathlib import Path

import pytest
from tests.cli.conftest import ABSTRACTS, Readq

from readq.cli.root import COMMANDS

NUMBERS = ("seen", "added", "updated", "unchanged", "rejected")


def test_adding_says_what_came_in_and_the_numbers_add_up(readq: Readq, tmp_path: Path) -> None:
    Path("list.txt").write_text(ABSTRACTS, encoding="utf-8")
    first = readq("add", "list.txt", "--json")
    assert first.code == 0
    assert [first.json[name] for name in NUMBERS] == [3, 3, 0, 0, 0]
    assert first.json["issues"] == []
    again = readq("add", "list.txt", "--json").json
    assert [again[name] for name in NUMBERS] == [3, 0, 0, 3, 0]
    plain = readq("add", "list.txt")
    assert (plain.code, plain.out) == (0, "3 seen: 0 added, 0 updated, 3 unchanged, 0 rejected\n")


def test_adding_from_standard_input_with_tags_venue_and_year(readq: Readq) -> None:
    text = ABSTRACTS.removeprefix("ICML 2026\n\n").encode()
    ran = readq("add", "-", "--tag", "inbox", "--venue", "COLM", "--year", "2025", stdin=text)
    assert ran.code == 0
    for paper in readq("list", "--json").json:
        assert (paper["venue"], paper["year"], paper["tags"]) == ("COLM", 2025, ["inbox"])


def test_a_dry_run_writes_nothing(readq: Readq, folder: Path) -> None:
    ran = readq("add", "-", "--dry-run", stdin=ABSTRACTS.encode())
    assert ran.out.startswith("would be: 3 seen: 3 added")
    assert readq("list", "--json").json == []


def test_listing_filters_sorts_and_limits(readq: Readq, ids: list[str]) -> None:
    readq("mark", "queued", ids[1])
    readq("priority", "5", ids[2])
    listed = readq("list", "--json").json
    assert [paper["id"] for paper in listed] == ids
    assert {
        "id",
        "title",
        "abstract",
        "venue",
        "year",
        "status",
        "priority",
        "tags",
        "note",
    } <= set(listed[0])
    assert [p["id"] for p in readq("list", "status:queued", "--json").json] == [ids[1]]
    assert [p["id"] for p in readq("list", "-status:queued", "--json").json] == [ids[0], ids[2]]
    assert readq("list", "--sort", "priority", "--json").json[0]["id"] == ids[2]
    limited = readq("list", "--limit", "1")
    assert len(limited.out.splitlines()) == 1
    assert limited.err == "1 of 3 papers\n"


def test_showing_a_paper_by_what_names_it(readq: Readq, ids: list[str]) -> None:
    shown = readq("show", ids[0], "--json").json
    assert shown["names"] == ["LanternNet"]
    assert shown["plain_abstract"].startswith("We introduce LanternNet, a method")
    assert shown["links"] == []
    assert readq("show", "LanternNet", "--json").json["id"] == ids[0]
    assert readq("show", ids[0][:6], "--json").json["id"] == ids[0]
    page = readq("show", "WarmRestart").out
    assert "WarmRestart" in page
    assert "(title derived from the abstract)" in page
    assert readq("show", ids[2], "--plain").out.startswith("We prove that every two-layer")
    assert readq("show", ids[2], "--source").out.startswith("We prove that every two-layer")


def test_related_papers(readq: Readq, ids: list[str]) -> None:
    found = readq("related", ids[0], "--limit", "1", "--json").json
    assert len(found) == 1
    assert found[0]["id"] in ids[1:]
    assert set(found[0]) == {"id", "title", "likeness", "words"}
    plain = readq("related", ids[0])
    assert plain.code == 0
    assert "both say" in plain.out
    assert readq("related", "nosuchpaper").code == 1


def test_jumping(readq: Readq, ids: list[str]) -> None:
    (hit, *_) = readq("jump", "lanternet", "--json").json
    assert hit["id"] == ids[0]
    assert set(hit) == {"id", "title", "score", "spans"}
    ran = readq("jump", "zzzzqqqq")
    assert (ran.code, ran.out) == (1, "")
    assert "no title is close" in ran.err


@pytest.mark.parametrize(
    ("typed", "told"),
    [
        ("zzzz qqqq", "readq list 'zzzz qqqq'"),
        ('zzzz $(touch x); `id` "q"', "readq list 'zzzz touch x id q'"),
        ("zzzz or not", 'readq list \'zzzz "or" "not"\''),
        ("venue:$HOME", "readq list 'venue:$HOME'"),
    ],
)
def test_a_command_that_is_told_can_be_typed_as_it_is(
    readq: Readq, ids: list[str], typed: str, told: str
) -> None:
    assert ids
    assert f"`{told}` searches abstracts" in readq("jump", typed).err


def test_a_pasted_page_that_is_no_title_is_not_said_again_in_full(
    readq: Readq, ids: list[str]
) -> None:
    assert ids
    said = readq("jump", "zzzz qqqq " * 2_000).err
    assert "no title is close" in said
    assert len(said) < 500


def test_decisions_are_changes_that_undo_and_redo(readq: Readq, ids: list[str]) -> None:
    change = readq("mark", "queued", *ids[:2], "--json").json
    assert change["papers"] == ids[:2]
    assert change["kind"] == "do"
    assert readq("mark", "queued", ids[0]).out == "Nothing to change.\n"
    readq("tag", ids[0], "+rl", "+two words", "-none")
    assert readq("show", ids[0], "--json").json["tags"] == ["rl", "two words"]
    readq("tag", ids[0], "-rl")
    assert readq("undo", "2").out.count("\n") == 2
    assert readq("show", ids[0], "--json").json["tags"] == []
    assert readq("redo", "9").code == 0
    assert readq("show", ids[0], "--json").json["tags"] == ["two words"]
    assert readq("redo").code == 1
    log = readq("log", "--limit", "3", "--json").json
    assert [entry["kind"] for entry in log] == ["redo", "redo", "undo"]
    assert readq("undo", "99").code == 0
    assert readq("undo").code == 1
    assert readq("list").out == ""


def test_the_queue_in_order(readq: Readq, ids: list[str]) -> None:
    assert readq("next").code == 1
    assert readq("next", "--json").json is None
    readq("mark", "queued", *ids)
    readq("queue", "move", ids[2], "--top")
    readq("queue", "move", ids[2], "--after", ids[0])
    readq("queue", "move", ids[1], "--to", "1")
    order = [ids[1], ids[0], ids[2]]
    assert [paper["id"] for paper in readq("queue", "--json").json] == order
    assert readq("next", "--json").json["id"] == ids[1]
    lines = readq("queue").out.splitlines()
    assert [line.split()[:2] for line in lines] == [[str(n), i] for n, i in enumerate(order, 1)]
    readq("defer", ids[1], "3d")
    assert [paper["id"] for paper in readq("queue", "--json").json] == order[1:]
    readq("defer", ids[1], "now")
    assert len(readq("queue", "--json").json) == 3


def test_notes_are_shown_set_and_appended_to(readq: Readq, ids: list[str]) -> None:
    assert "no note" in readq("note", ids[0]).err
    readq("note", ids[0], "--set", "-", stdin=b"a *first* line\n")
    readq("note", ids[0], "--append", "and a second")
    assert readq("note", ids[0], "--show").out == "a *first* line\n\nand a second\n"
    assert readq("note", ids[0], "--json").json["note"] == "a *first* line\n\nand a second"
    assert [p["id"] for p in readq("list", "has:note", "--json").json] == [ids[0]]


def editor(tmp_path: Path, script: str) -> str:
    program = tmp_path / "an editor"
    program.write_text(f"#!/bin/sh\n{script}\n")
    program.chmod(0o700)
    return f'"{program}" --wait'


@pytest.mark.skipif(os.name == "nt", reason="a shell script")
def test_notes_are_edited_in_the_readers_editor(
    readq: Readq, ids: list[str], tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.delenv("VISUAL", raising=False)
    monkeypatch.setenv("EDITOR", editor(tmp_path, 'printf "from the editor" >> "$2"'))
    readq("note", ids[0], "--set", "before")
    readq("note", ids[0], "--edit")
    assert readq("note", ids[0]).out == "before\nfrom the editor\n"
    monkeypatch.setenv("EDITOR", editor(tmp_path, 'printf "half" > "$2"; exit 3'))
    failed = readq("note", ids[0], "--edit")
    assert failed.code == 1
    kept = Path(failed.sentence.rsplit(" ", 1)[1].rstrip("\n"))
    assert kept.read_text() == "half"
    assert readq("note", ids[0]).out == "before\nfrom the editor\n"
    monkeypatch.setenv("EDITOR", editor(tmp_path, "sleep 0.6"))
    assert readq("note", ids[0], "--edit").out == "Nothing to change.\n"
    monkeypatch.setenv("EDITOR", "no-such-editor-anywhere")
    assert "was not found" in readq("note", ids[0], "--edit").sentence


@pytest.mark.skipif(os.name == "nt", reason="a shell script")
def test_a_note_changed_elsewhere_while_the_editor_was_open_is_kept_too(
    readq: Readq, ids: list[str], folder: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    from readq.library import open_library

    monkeypatch.delenv("VISUAL", raising=False)
    monkeypatch.setenv("EDITOR", editor(tmp_path, 'printf "mine" > "$2"'))
    run = __import__("subprocess").run

    def meanwhile(*args: object, **kwargs: object) -> object:
        with open_library(folder) as other:
            other.note(ids[0], "theirs")
        return run(*args, **kwargs)

    monkeypatch.setattr("readq.ui.editor.subprocess.run", meanwhile)
    readq("note", ids[0], "--edit")
    assert readq("note", ids[0]).out == "mine\n\n---\n\ntheirs\n"


def test_export_to_standard_output_or_a_file(readq: Readq, ids: list[str]) -> None:
    readq("mark", "read", ids[0])
    assert len(readq("export", "--to", "jsonl").out.splitlines()) == 3
    assert "~" not in readq("export", "status:read", "--to", "bibtex").out.split("title")[0]
    ran = readq("export", "status:read", "--to", "markdown", "-o", "out.md")
    assert (ran.code, ran.out) == (0, "")
    assert "LanternNet" in Path("out.md").read_text(encoding="utf-8")
    assert Path("out.md").stat().st_mode & 0o077 == 0


def test_stats(readq: Readq, ids: list[str]) -> None:
    readq("mark", "queued", ids[0])
    numbers = readq("stats", "--json").json
    assert numbers["papers"] == 3
    assert numbers["status"]["queued"] == 1
    assert "1  queued" in readq("stats").out


def test_a_backup_is_restored_and_what_was_there_is_kept(
    readq: Readq, ids: list[str], folder: Path
) -> None:
    readq("note", ids[0], "--set", "in the backup")
    assert readq("backup", "b.tar.gz", "--json").json["papers"] == 3
    assert Path("b.tar.gz").stat().st_mode & 0o077 == 0
    readq("note", ids[0], "--set", "later")
    kept = readq("restore", "b.tar.gz", "--json").json["kept"]
    assert readq("note", ids[0]).out == "in the backup\n"
    assert readq("--library", kept, "note", ids[0]).out == "later\n"


def test_doctor_and_compact(readq: Readq, ids: list[str], folder: Path) -> None:
    assert readq("compact").out == "3 papers in plain TinyDB files.\n"
    assert readq("doctor").out == f"{folder}: all well.\n"
    (folder / "readings.json").write_bytes(b"{")
    ran = readq("doctor", "--json")
    assert ran.code == 1
    assert "readings.json" in ran.json["found"][0]["trouble"]
    assert readq("doctor", "--fix").code == 0
    assert readq("doctor").code == 0
    assert len(readq("list", "--json").json) == 3


@pytest.mark.parametrize("shell", ["bash", "zsh", "fish"])
def test_completions(readq: Readq, shell: str) -> None:
    assert "readq" in readq("completions", shell).out


def test_help_names_every_command_and_each_has_examples(readq: Readq) -> None:
    page = readq("--help").out
    for command in COMMANDS:
        assert re.search(rf"^ +{command.name}  ", page, re.MULTILINE)
        about = readq(str(command.name), "--help").out
        assert f"readq {command.name}" in about.partition("Example")[2]
    assert readq("--version").out.startswith("readq ")


def test_papers_are_imported_by_whatever_word_comes_to_mind(readq: Readq) -> None:
    first = readq("import", "-", "--json", stdin=b"@misc{k, title = {On samples of graphs}}")
    assert (first.code, first.json["added"]) == (0, 1)
