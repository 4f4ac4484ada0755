"""Notes as a folder of Markdown files: the reader's files and what others do to them."""

from __future__ import annotations

import errno
import json
import os
import re
import stat
import tempfile
import unicodedata
from pathlib import Path
from typing import Any

import pytest
import yaml
from hypothesis import given
from hypothesis import strategies as st
from tests.exporters.papers import CASES, lines, paper, texts

from readq.domain import Paper, Reading, Status, TitleOrigin
from readq.errors import ReadqError
from readq.exporters.filenames import file_stem, free_name, name_key
from readq.exporters.notefolder import NotesReport, note_digest, note_text, notes_in, write_notes


def write(
    folder: Path, *noted: tuple[Paper, str], force: bool = False, **decided: Any
) -> NotesReport:
    return write_notes(
        [(one, Reading(one.id, note=note, **decided)) for one, note in noted], folder, force=force
    )


def head_of(text: str) -> dict[str, Any]:
    _, head, _ = re.split(r"^---\n", text, maxsplit=2, flags=re.MULTILINE)
    found = yaml.safe_load(head)
    assert isinstance(found, dict)
    return found


def counts(report: NotesReport) -> tuple[int, int, int, int]:
    return report.written, report.updated, report.unchanged, len(report.edited)


def test_a_note_has_a_head_and_its_own_text(tmp_path: Path) -> None:
    one = paper(
        'SD-MoE: "Experts" \\ more',
        authors=("Ann Lee", "O'Brien: X"),
        aliases=("Old\u2028title",),
        venue="ICML",
        year=2026,
        arxiv_id="2602.00001",
        title_origin=TitleOrigin.DERIVED,
    )
    report = write(
        tmp_path / "notes",
        (one, "# Seen\n\n---\n\n- good"),
        (paper("No note"), "  \n"),
        status=Status.QUEUED,
        priority=3,
        tags=("rl", "x, y"),
    )
    assert counts(report) == (1, 0, 0, 0)
    (file,) = (tmp_path / "notes").iterdir()
    assert file.name == "SD-MoE - 'Experts' - more.md"
    text = file.read_text("utf-8")
    assert text.endswith("---\n\n# Seen\n\n---\n\n- good\n")
    head = head_of(text)
    del head["readq_saved"]
    assert head == {
        "readq_id": one.id,
        "title": 'SD-MoE: "Experts" \\ more',
        "title_origin": "derived",
        "authors": ["Ann Lee", "O'Brien: X"],
        "year": 2026,
        "venue": "ICML",
        "arxiv": "2602.00001",
        "status": "queued",
        "priority": 3,
        "aliases": ["Old\u2028title"],
        "tags": ["rl", "x, y"],
    }
    if os.name == "posix":
        assert stat.S_IMODE(file.stat().st_mode) == 0o600
        assert stat.S_IMODE(file.parent.stat().st_mode) == 0o700


def test_a_second_export_changes_nothing_and_news_go_into_the_same_file(tmp_path: Path) -> None:
    one = paper("First title")
    write(tmp_path, (one, "Note"))
    assert counts(write(tmp_path, (one, "Note"))) == (0, 0, 1, 0)
    renamed = paper("Second title", id=one.id)
    assert counts(write(tmp_path, (renamed, "Note, longer"))) == (0, 1, 0, 0)
    (file,) = tmp_path.iterdir()
    assert file.name == "First title.md"
    assert file.read_text().endswith("---\n\nNote, longer\n")
    assert head_of(file.read_text())["title"] == "Second title"


def test_lines_and_tags_that_others_put_in_the_head_stay(tmp_path: Path) -> None:
    one = paper("A Title")
    write(tmp_path, (one, "Note"), tags=("rl",))
    file = tmp_path / "A Title.md"
    text = file.read_text()
    text = re.sub(r"tags: .*\n", 'tags:\n  - rl\n  - "from: obsidian"\n', text)
    text = text.replace("---\n\n", "cssclasses:\n  - wide\nrelated: '[[Other]]'\n---\n\n", 1)
    file.write_text(text)
    assert counts(write(tmp_path, (one, "New note"), tags=("rl", "new"))) == (0, 1, 0, 0)
    head = head_of(file.read_text())
    assert head["tags"] == ["rl", "new", "from: obsidian"]
    assert (head["cssclasses"], head["related"]) == (["wide"], "[[Other]]")


@pytest.mark.parametrize("place", ["readq_saved", "---\n\n", "readq_id"])
@pytest.mark.parametrize(
    "lines",
    [
        '"my key": x\n',
        "état: lu\n",
        "中文: 真\n",
        "🧠: 1\n",
        "a.b/c: d\n",
        "12: x\n",
        "# for myself: read again\n",
        "? long\n: key\n",
        "summary: |\n  status: mine\n\n  title: mine\n",
        "related:\n- '[[Other: A Story]]'\n- x\n",
        "map: {title: 1,\n  status: 2}\n",
        "no sense\n",
    ],
)
def test_whatever_the_reader_writes_into_the_head_stays(
    tmp_path: Path, lines: str, place: str
) -> None:
    one = paper("A Title")
    write(tmp_path, (one, "Note"), tags=("rl",))
    file = tmp_path / "A Title.md"
    file.write_text(file.read_text("utf-8").replace(place, lines + place, 1), "utf-8")
    for note in ("New note", "Newer note"):
        assert counts(write(tmp_path, (one, note), tags=("rl",))) == (0, 1, 0, 0)
        assert file.read_text("utf-8").count(lines) == 1
        assert file.read_text("utf-8").endswith(f"---\n\n{note}\n")


_OTHERS = st.dictionaries(
    texts.filter(bool).map(lambda text: f"x{text}"),
    st.recursive(
        texts | st.none() | st.booleans() | st.integers() | st.dates(),
        lambda inside: st.lists(inside, max_size=2) | st.dictionaries(texts, inside, max_size=2),
        max_leaves=4,
    ),
    max_size=3,
)


@given(_OTHERS, st.sampled_from([None, True, False]), st.booleans())
def test_any_properties_that_others_add_stay(
    added: dict[str, Any], style: bool | None, unicode: bool
) -> None:
    one = paper("A Title")
    reading = Reading(one.id, note="Note")
    written = yaml.safe_dump(added, default_flow_style=style, allow_unicode=unicode)
    written = written if added and not written.startswith("{") else ""
    text = note_text(one, reading).replace("---\n\n", f"{written}---\n\n", 1)
    again = note_text(one, Reading(one.id, note="New"), text)
    assert head_of(again) | {"readq_saved": ""} == head_of(text) | {"readq_saved": ""}


@pytest.mark.parametrize(
    ("entry", "tags"),
    [
        ("tags: rl, control\n", ["rl", "control"]),
        ("tags: deep\n", ["deep"]),
        ("tags: # none yet\n", []),
        ("tags: null\n", []),
        ("tags:\n- 'it''s'\n- two words # a remark\n- don't\n", ["it's", "two words", "don't"]),
        ('tags: ["a, b", \'c\', d e, "\\u00E9\\n\\x41"]\n', ["a, b", "c", "d e", "é\nA"]),
        ("tags:\r\n  - one\r\n  - '#two'\r\n", ["one", "#two"]),
    ],
)
def test_tags_are_kept_in_every_way_to_write_them(
    tmp_path: Path, entry: str, tags: list[str]
) -> None:
    one = paper("A Title")
    write(tmp_path, (one, "Note"))
    file = tmp_path / "A Title.md"
    file.write_bytes(file.read_bytes().replace(b"---\n\n", f"{entry}---\n\n".encode(), 1))
    write(tmp_path, (one, "New note"), tags=("mine",))
    assert head_of(file.read_text("utf-8"))["tags"] == ["mine", *tags]


def test_a_paper_of_thousands_of_authors_keeps_its_file(tmp_path: Path) -> None:
    one = paper(
        "Observation of a particle", authors=tuple(f"Author Number {n}" for n in range(6000))
    )
    write(tmp_path, (one, "Note"))
    assert counts(write(tmp_path, (one, "Note, longer"))) == (0, 1, 0, 0)
    assert [file.note for file in notes_in(tmp_path)] == ["Note, longer"]


def test_text_changed_elsewhere_is_not_overwritten(tmp_path: Path) -> None:
    one = paper("A Title")
    write(tmp_path, (one, "Note"))
    file = tmp_path / "A Title.md"
    file.write_text(file.read_text() + "\nMore, typed in Obsidian.\n")
    before = file.read_bytes()
    report = write(tmp_path, (one, "Note and more"))
    assert (counts(report), report.edited) == ((0, 0, 0, 1), [file])
    assert file.read_bytes() == before
    (found,) = notes_in(tmp_path)
    assert (found.path, found.paper_id) == (file, one.id)
    assert found.note == "Note\n\nMore, typed in Obsidian."
    assert found.saved == note_digest("Note")
    assert counts(write(tmp_path, (one, "Note\n\nMore, typed in Obsidian."))) == (0, 1, 0, 0)
    file.write_bytes(before)
    assert counts(write(tmp_path, (one, "Note and more"), force=True)) == (0, 1, 0, 0)
    assert file.read_text().endswith("\n\nNote and more\n")


def test_files_of_others_are_never_touched(tmp_path: Path) -> None:
    mine = {
        "A Title.md": b"My own page on it.",
        "a title 2.MD": b"---\ntitle: x\n---\n",
        "Broken.md": b"---\nreadq_id: \xff",
    }
    for name, data in mine.items():
        (tmp_path / name).write_bytes(data)
    one = paper("A Title")
    write(tmp_path, (one, "Note"), force=True)
    assert (tmp_path / "A Title 3.md").read_text().endswith("\n\nNote\n")
    assert {name: (tmp_path / name).read_bytes() for name in mine} == mine


def test_a_file_moved_into_a_folder_below_is_found(tmp_path: Path) -> None:
    one = paper("A Title")
    write(tmp_path, (one, "Note"))
    (tmp_path / "Read").mkdir()
    moved = (tmp_path / "A Title.md").rename(tmp_path / "Read" / "Mine.md")
    assert counts(write(tmp_path, (one, "New"))) == (0, 1, 0, 0)
    assert moved.read_text().endswith("\n\nNew\n")
    assert not (tmp_path / "A Title.md").exists()


@pytest.mark.skipif(os.name != "posix", reason="links need rights on Windows")
def test_nothing_outside_the_folder_is_written(tmp_path: Path) -> None:
    outside = tmp_path / "outside"
    outside.mkdir()
    folder = tmp_path / "notes"
    one = paper("A Title")
    write(outside, (one, "Old"))
    target = outside / "A Title.md"
    before = target.read_bytes()
    folder.mkdir()
    (folder / "A Title.md").symlink_to(target)
    (folder / "below").symlink_to(outside)
    os.mkfifo(folder / "pipe.md")
    assert counts(write(folder, (one, "New"), force=True)) == (1, 0, 0, 0)
    assert target.read_bytes() == before
    assert (folder / "A Title 2.md").read_text().endswith("\n\nNew\n")
    assert (folder / "A Title.md").is_symlink()


def test_a_folder_that_cannot_be_one_is_said(tmp_path: Path) -> None:
    (tmp_path / "file").write_text("x")
    with pytest.raises(ReadqError, match="is not a folder"):
        write(tmp_path / "file", (paper(), "x"))
    with pytest.raises(ReadqError, match="cannot be made"):
        write(tmp_path / "file" / "b", (paper(), "x"))


def test_a_folder_is_made_with_those_above_it(tmp_path: Path) -> None:
    folder = tmp_path / "vault" / "papers"
    assert counts(write(folder, (paper(), "x"))) == (1, 0, 0, 0)
    assert len(list(folder.iterdir())) == 1
    assert folder.stat().st_mode & 0o077 == 0


@pytest.mark.parametrize("failing", ["write", "fsync"])
def test_a_full_disk_leaves_no_half_files_and_the_export_can_be_done_again(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, failing: str
) -> None:
    one, two = paper("A Title"), paper("Another")
    write(tmp_path, (one, "Note"))
    before = {file.name: file.read_bytes() for file in tmp_path.iterdir()}

    def full(*_: object, **__: object) -> None:
        raise OSError(errno.ENOSPC, "No space left on device")

    with monkeypatch.context() as patch:
        if failing == "fsync":
            patch.setattr(os, "fsync", full)
        else:
            patch.setattr(tempfile, "mkstemp", full)
        for noted in ((two, "Mine"), (one, "New")):
            with pytest.raises(ReadqError, match=r"cannot be written: No space left") as raised:
                write(tmp_path, noted)
            assert f"{noted[0].title}.md" in str(raised.value)
        assert {file.name: file.read_bytes() for file in tmp_path.iterdir()} == before
    assert counts(write(tmp_path, (two, "Mine"), (one, "New"))) == (1, 1, 0, 0)
    assert sorted(file.name for file in tmp_path.iterdir()) == ["A Title.md", "Another.md"]


def names_of(titles: list[str]) -> list[str]:
    """The names of files for papers of these titles."""
    taken: set[str] = set()
    names = []
    for title in titles:
        name = free_name(file_stem(title, "abcdefghij"), ".md", taken)
        taken.add(name_key(name))
        names.append(name)
    return names


def assert_safe(name: str) -> None:
    assert name.isprintable()
    assert len(name.encode()) <= 255
    assert not re.search(r'[/\\:*?"<>|#^\[\]]', name)
    stem = name.removesuffix(".md")
    assert stem.split(".")[0].strip().upper() not in {"CON", "PRN", "AUX", "NUL", "COM1", "LPT9"}
    assert not stem.startswith(("-", ".", "~", " "))
    assert not stem.endswith((".", " "))
    assert not unicodedata.combining(stem[0])


def test_hard_titles_make_different_safe_names(tmp_path: Path) -> None:
    papers = [
        paper(r["title"])
        for r in json.loads((CASES / "n03-hard-filenames.json").read_text("utf-8"))
    ]
    noted = [(one, f"note {number}") for number, one in enumerate(papers, 1)]
    folder = tmp_path / "notes"
    assert counts(write(folder, *noted)) == (10, 0, 0, 0)
    names = [file.name for file in folder.iterdir()]
    assert len({name.lower() for name in names}) == 10
    for name in names:
        assert_safe(name)
    assert {file.paper_id: file.note for file in notes_in(folder)} == {
        one.id: note for one, note in noted
    }
    assert [entry.name for entry in tmp_path.iterdir()] == ["notes"]


def test_names_that_attack_make_safe_names() -> None:
    titles = json.loads((CASES / "names.json").read_text("utf-8"))
    names = names_of(titles)
    assert len({name_key(name) for name in names}) == len(titles)
    for name in names:
        assert_safe(name)


@given(st.lists(texts | lines | st.sampled_from(["con", "Nul.x", "...", "e\u0301", "é"])))
def test_any_titles_make_different_safe_names(titles: list[str]) -> None:
    names = names_of(titles)
    assert len({name_key(name) for name in names}) == len(titles)
    for name in names:
        assert_safe(name)


@given(
    title=texts,
    authors=st.lists(texts, max_size=2).map(tuple),
    tags=st.lists(texts.filter(bool), max_size=2, unique=True).map(tuple),
    note=texts,
)
def test_any_head_is_yaml_that_says_the_same(
    title: str, authors: tuple[str, ...], tags: tuple[str, ...], note: str
) -> None:
    one = paper(title, authors=authors)
    reading = Reading(one.id, tags=tags, note=note)
    text = note_text(one, reading)
    found = head_of(text)
    assert found["title"] == title
    assert found.get("authors", []) == list(authors)
    assert found.get("tags", []) == list(tags)
    assert note_text(one, reading, text) == text
