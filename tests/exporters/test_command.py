"""`readq export`: what it writes where, and what it never overwrites."""

from __future__ import annotations

import csv
import json
import os
import stat
from collections.abc import Callable
from dataclasses import dataclass
from pathlib import Path

import pytest
from tests.exporters.papers import CASES
from tests.shell import shell

from readq.cli.root import run
from readq.exporters import EXPORTERS
from readq.library import open_library
from readq.text import clean

PAPERS = [
    {"title": "On Łódź & Sampling", "authors": ["Ann Lee"], "year": 2020, "venue": "ICML"},
    {"title": "=cmd|' /C calc'!A1", "authors": ["Bo Chen"], "year": 2021},
]


@dataclass(frozen=True)
class Ran:
    code: int
    out: bytes
    err: str


Export = Callable[..., Ran]


@pytest.fixture
def library(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """A library of two papers, one with a note, in a folder of its own."""
    folder = tmp_path / "library"
    monkeypatch.setenv("READQ_LIBRARY", str(folder))
    monkeypatch.chdir(tmp_path)
    (tmp_path / "papers.json").write_text(json.dumps(PAPERS), encoding="utf-8")
    with open_library(folder) as papers:
        papers.add(tmp_path / "papers.json")
        papers.note(papers.ids()[0], "Mine alone")
    (tmp_path / "papers.json").unlink()
    return folder


@pytest.fixture
def export(library: Path, capsysbinary: pytest.CaptureFixture[bytes]) -> Export:
    def call(*args: str) -> Ran:
        capsysbinary.readouterr()
        code = run(["export", *args])
        out, err = capsysbinary.readouterr()
        return Ran(code, out, err.decode())

    return call


@pytest.mark.parametrize(
    ("name", "begins"),
    [
        ("a.bib", b"@inproceedings{lee2020"),
        ("a.ris", b"TY  - CPAPER\n"),
        ("a.json", b'[\n {\n  "id": "lee2020'),
        ("a.csv", b"title,authors,"),
        ("a.TSV", b"title\tauthors\t"),
        ("a.md", b"# Reading list\n"),
        ("a.jsonl", b'{"abstract": "'),
    ],
)
def test_the_ending_of_the_file_picks_the_format(export: Export, name: str, begins: bytes) -> None:
    ran = export("-o", name)
    assert (ran.code, ran.out) == (0, b"")
    assert ran.err == f"Wrote 2 papers to {name}.\n"
    assert Path(name).read_bytes().startswith(begins)


def test_a_named_format_goes_before_the_ending(export: Export) -> None:
    export("--to", "ris", "-o", "a.txt")
    assert Path("a.txt").read_bytes().startswith(b"TY  - ")
    assert export("-o", "b.txt").code == 2
    assert not Path("b.txt").exists()


def test_a_dash_is_standard_output(export: Export) -> None:
    assert export("--to", "bibtex", "-o", "-").out == export("--to", "bibtex").out
    assert export("-o", "-").out.count(b"\n") == 2
    assert not Path("-").exists()


def test_a_key_is_the_same_whatever_the_filter(export: Export, tmp_path: Path) -> None:
    twins = [{"title": f"Sampling {n}", "authors": ["Ann Lee"], "year": 2019} for n in (1, 2)]
    (tmp_path / "twins.json").write_text(json.dumps(twins))
    with open_library() as papers:
        papers.add(tmp_path / "twins.json")
        second = next(p for p in papers.papers() if p.title == "Sampling 2")
    everything = export("--to", "bibtex", "year:2019").out.decode()
    alone = export("--to", "bibtex", '"Sampling 2"').out.decode()
    assert alone.count("@") == 1
    assert alone in everything
    assert second.title in alone


@pytest.mark.skipif(os.name != "posix", reason="modes are POSIX")
def test_a_file_is_readable_by_its_owner_only(export: Export) -> None:
    export("-o", "a.bib")
    assert stat.S_IMODE(Path("a.bib").stat().st_mode) == 0o600


def test_an_export_can_be_repeated_into_its_own_file(export: Export) -> None:
    assert export("-o", "a.bib").code == 0
    assert export("year:2020", "-o", "a.bib").code == 0
    assert Path("a.bib").read_text("utf-8").count("@") == 1
    Path("empty.bib").touch()
    assert export("-o", "empty.bib").code == 0


def test_what_readq_did_not_write_is_not_overwritten(export: Export, library: Path) -> None:
    Path("mine.bib").write_bytes(b"@book{mine, title={Mine}}")
    ran = export("-o", "mine.bib")
    assert ran.code == 1
    assert "--force" in ran.err
    assert Path("mine.bib").read_bytes() == b"@book{mine, title={Mine}}"
    assert export("-o", "mine.bib", "--force").code == 0
    Path("mine.bib").write_bytes(Path("mine.bib").read_bytes() + b"% added by hand\n")
    assert export("-o", "mine.bib").code == 1
    assert Path("mine.bib").read_bytes().endswith(b"% added by hand\n")
    (library / "exports").write_bytes(b"not json")
    export("-o", "other.bib")
    assert export("-o", "other.bib").code == 0


@pytest.mark.skipif(os.name != "posix", reason="links and devices are POSIX")
def test_links_are_not_followed_and_devices_not_replaced(export: Export) -> None:
    Path("target.bib").write_bytes(b"kept")
    Path("link.bib").symlink_to("target.bib")
    assert export("-o", "link.bib").code == 1
    assert export("-o", "link.bib", "--force").code == 0
    assert Path("target.bib").read_bytes() == b"kept"
    assert not Path("link.bib").is_symlink()
    assert export("--to", "bibtex", "-o", os.devnull).code == 0
    assert stat.S_ISCHR(Path(os.devnull).stat().st_mode)


def test_a_place_that_cannot_be_is_said(export: Export) -> None:
    ran = export("-o", "nowhere/a.bib")
    assert (ran.code, ran.err) == (1, "readq: There is no folder nowhere; make it first.\n")
    Path("a.bib").mkdir()
    assert export("-o", "a.bib").err == "readq: a.bib is a folder; name a file in it.\n"


def test_a_write_that_fails_leaves_the_old_file(
    export: Export, monkeypatch: pytest.MonkeyPatch
) -> None:
    export("-o", "a.bib")
    before = Path("a.bib").read_bytes()

    def no_space(fd: int) -> None:
        raise OSError(28, "No space left on device", "a.bib")

    monkeypatch.setattr("readq.library.written.os.fsync", no_space)
    ran = export("year:2020", "-o", "a.bib")
    assert (ran.code, ran.err) == (1, "readq: a.bib: No space left on device.\n")
    assert Path("a.bib").read_bytes() == before
    assert [p.name for p in Path().iterdir() if p.name.startswith(".")] == []


def test_notes_go_out_where_they_belong_or_are_asked_for(export: Export) -> None:
    for format_ in ("bibtex", "biblatex", "ris", "csl-json"):
        assert b"Mine alone" not in export("--to", format_).out
        assert b"Mine alone" in export("--to", format_, "--notes").out
    for format_ in ("csv", "tsv", "markdown", "jsonl"):
        assert b"Mine alone" in export("--to", format_).out
        assert b"Mine alone" not in export("--to", format_, "--no-notes").out


def test_options_of_one_format_are_refused_with_another(export: Export) -> None:
    assert b"{\\L}{\\'o}d{\\'z}" in export("--to", "bibtex", "--ascii").out
    assert export("--to", "csv", "--excel").out.startswith(b"\xef\xbb\xbftitle,")
    assert export("--to", "ris", "--ascii").code == 2
    assert export("--to", "bibtex", "--excel").code == 2


def test_json_says_what_was_written(export: Export) -> None:
    said = json.loads(export("--json", "-o", "a.bib").out)
    assert said == {"papers": 2, "format": "bibtex", "file": "a.bib", "text": None}
    said = json.loads(export("--json", "--to", "bibtex", "year:2020").out)
    assert (said["papers"], said["file"]) == (1, None)
    assert said["text"].startswith("@inproceedings{")


def test_a_title_that_is_a_formula_stays_text(export: Export) -> None:
    export("-o", "a.csv")
    with Path("a.csv").open(newline="", encoding="utf-8") as file:
        titles = [row["title"] for row in csv.DictReader(file)]
    assert "'=cmd|' /C calc'!A1" in titles


def test_an_own_export_added_again_changes_nothing(export: Export) -> None:
    with open_library() as papers:
        for name in ("a.csv", "a.tsv", "a.jsonl"):
            export("-o", name)
            report = papers.add(name)
            assert (report.seen, report.unchanged) == (2, 2), name
        for name in ("a.bib", "a.ris", "a.json"):
            export("-o", name)
            report = papers.add(name)
            assert (report.seen, report.added, report.rejected) == (2, 0, 0), name


def test_notes_are_kept_in_a_folder(export: Export, library: Path) -> None:
    ran = export("--to", "notes", "-o", "vault")
    assert (ran.code, ran.out) == (0, b"")
    assert ran.err == "1 note in vault: 1 new, 0 updated, 0 unchanged, 0 left alone.\n"
    (file,) = Path("vault").iterdir()
    assert file.name == "On Łódź & Sampling.md"
    assert file.read_text("utf-8").endswith("\n\nMine alone\n")
    with open_library() as papers:
        papers.note(papers.ids()[0], "Mine, and more")
    file.write_bytes(file.read_bytes() + b"typed elsewhere\n")
    said = json.loads(export("--to", "notes", "-o", "vault", "--json").out)
    assert (said["updated"], said["edited"]) == (0, [str(file)])
    assert "typed elsewhere" in file.read_text("utf-8")
    export("--to", "notes", "-o", "vault", "--force")
    assert file.read_text("utf-8").endswith("\n\nMine, and more\n")
    assert export("--to", "notes").code == 2
    assert export("--to", "notes", "year:2021", "-o", "none").err.startswith("0 notes in none")


@pytest.mark.skipif(os.name != "posix", reason="needs a shell")
def test_pipes_and_plain_locales_end_in_no_trace(library: Path, tmp_path: Path) -> None:
    with open_library(library) as papers:
        for name in ("f01-accents.json", "x04-widths.json"):
            papers.add(CASES / name)
        known = len(papers)
        titles = [clean(paper.title) for paper in papers.papers()]
    ran = shell("readq list | cat", LC_ALL="C", PYTHONUTF8="0")
    assert (ran.returncode, ran.stderr) == (0, b"")
    lines = ran.stdout.decode("utf-8").splitlines()
    assert len(lines) == known
    assert b"\x1b" not in ran.stdout
    if "Łódź" in ran.stdout.decode("utf-8"):
        assert all(any(title in line for line in lines) for title in titles)
    many = [{"title": f"Paper {n} on samples of length {n}"} for n in range(5000)]
    (tmp_path / "many.json").write_text(json.dumps(many))
    with open_library(library) as papers:
        papers.add(tmp_path / "many.json")
    for command in ("readq list | head -1", "readq export --to bibtex | head -1"):
        ran = shell(command)
        assert ran.returncode in (0, 141)
        assert ran.stdout.count(b"\n") == 1
        assert ran.stderr == b""


@pytest.mark.parametrize("name", [*EXPORTERS, "bib", "json", "csl", "ndjson", "md"])
def test_what_is_written_in_a_format_is_read_by_the_same_name(export: Export, name: str) -> None:
    assert export("--to", name, "-o", "taken-out").code == 0
    assert run(["--library", "other", "add", "--format", name, "taken-out"]) == 0
    with open_library("other") as other:
        assert len(other) == 2


def test_a_mistyped_format_is_told_the_nearest(export: Export) -> None:
    ran = export("--to", "bibtx")
    assert ran.code == 2
    assert 'did you mean "bibtex"?' in ran.err
