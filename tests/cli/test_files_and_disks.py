"""Files that are odd but can be read, and folders and disks that cannot be written."""

from __future__ import annotations

import errno
import os
from pathlib import Path

import pytest
from tests.cli.conftest import ABSTRACTS, Readq

from readq.store.os_files import OsFiles


def test_a_list_in_an_older_character_set_is_read_with_a_warning(readq: Readq) -> None:
    Path("latin.txt").write_bytes("Où est le café ?\n\nUne méthode générale\n".encode("cp1252"))
    ran = readq("add", "latin.txt")
    assert ran.code == 0
    assert "look at the accents" in ran.sentence
    titles = [paper["title"] for paper in readq("list", "--json").json]
    assert sorted(titles) == ["Où est le café ?", "Une méthode générale"]


def test_a_list_without_blank_lines_is_a_title_a_line_and_says_so(readq: Readq) -> None:
    Path("titles.txt").write_text("One title\nAnother title\nA third title\n", encoding="utf-8")
    ran = readq("add", "titles.txt")
    assert (ran.code, ran.err) == (0, "readq: titles.txt: 3 titles\n")
    assert len(readq("list", "--json").json) == 3


def test_a_file_over_the_limit_says_what_to_do(readq: Readq, ids: list[str]) -> None:
    before = readq("export").out
    with Path("big.txt").open("wb") as file:
        file.write(ABSTRACTS.encode())
        file.truncate(600 << 20)
    ran = readq("add", "big.txt")
    assert ran.code == 1
    assert ran.sentence == "readq: big.txt: more than 512 MB; split it and add the parts.\n"
    assert readq("export").out == before


@pytest.mark.skipif(os.name == "nt", reason="POSIX files")
def test_a_path_that_leads_to_no_file_is_named(readq: Readq) -> None:
    Path("file").write_text("x")
    Path("loop").symlink_to("loop")
    os.mkfifo("pipe")
    for name in ("loop", "file/inside", "pipe", "no/such/folder/list.txt", "x" * 300, "."):
        ran = readq("add", name)
        assert ran.code == 1
        assert name in ran.sentence


def test_a_file_that_may_not_be_read_is_named(
    readq: Readq, monkeypatch: pytest.MonkeyPatch
) -> None:
    Path("secret.txt").write_text(ABSTRACTS)

    def refuse(path: object, *_: object, **__: object) -> None:
        raise PermissionError(errno.EACCES, os.strerror(errno.EACCES), path)

    with monkeypatch.context() as patch:
        patch.setattr("os.open", refuse_only("secret.txt", os.open, refuse))
        patch.setattr("pathlib.Path.open", refuse_only("secret.txt", Path.open, refuse))
        patch.setattr("builtins.open", refuse_only("secret.txt", open, refuse))
        ran = readq("add", "secret.txt")
    assert ran.code == 1
    assert "secret.txt" in ran.sentence
    assert "Permission denied" in ran.err


def refuse_only(name: str, real: object, refuse: object) -> object:
    def choose(path: object, *args: object, **kwargs: object) -> object:
        chosen = refuse if isinstance(path, str | Path) and Path(path).name == name else real
        return chosen(path, *args, **kwargs)  # type: ignore[operator]

    return choose


@pytest.mark.parametrize("error", [errno.EROFS, errno.EACCES, errno.ENOSPC])
def test_a_folder_that_cannot_be_written_says_so_and_can_still_be_read(
    readq: Readq, ids: list[str], monkeypatch: pytest.MonkeyPatch, error: int
) -> None:
    Path("list.txt").write_text("A new title\n\nAnother new title\n")
    before = readq("export").out

    def refuse(self: OsFiles, path: Path) -> int:
        raise OSError(error, os.strerror(error), str(path))

    with monkeypatch.context() as patch:
        patch.setattr(OsFiles, "create", refuse)
        for call in (["add", "list.txt"], ["mark", "read", ids[0]], ["tag", ids[0], "+x"]):
            ran = readq(*call)
            assert (ran.code, ran.out) == (1, "")
            assert os.strerror(error) in ran.sentence
        for call in (["list"], ["show", ids[0]], ["export"], ["jump", "lantern"]):
            assert readq(*call).code == 0
        assert readq("export").out == before
    assert readq("add", "list.txt").code == 0


@pytest.mark.parametrize(
    "call", [["export", "-o", "out.bib"], ["backup", "b.tar.gz"], ["restore", "old.tar.gz"]]
)
def test_a_full_disk_leaves_no_half_file(
    readq: Readq, ids: list[str], monkeypatch: pytest.MonkeyPatch, call: list[str]
) -> None:
    readq("backup", "old.tar.gz")
    before, names = readq("export").out, sorted(path.name for path in Path().iterdir())

    def refuse(fd: int) -> None:
        raise OSError(errno.ENOSPC, os.strerror(errno.ENOSPC))

    with monkeypatch.context() as patch:
        patch.setattr("os.fsync", refuse)
        patch.setattr("shutil.copyfileobj", lambda source, out: refuse(0))
        ran = readq(*call)
    assert (ran.code, ran.out) == (1, "")
    assert os.strerror(errno.ENOSPC) in ran.sentence
    assert ran.sentence.startswith(f"readq: {call[-1]}: ")
    assert sorted(path.name for path in Path().iterdir()) == names
    assert readq("export").out == before


@pytest.mark.parametrize(
    "content",
    [b'{"papers": [{"title": "Half', b'{"title": NaN}', b"[" * 100_000, b'["' + b"x" * 100],
    ids=["cut off", "not a number", "nested", "open string"],
)
def test_a_damaged_catalogue_is_named_and_changes_nothing(
    readq: Readq, ids: list[str], content: bytes
) -> None:
    before = readq("export").out
    Path("broken.json").write_bytes(content)
    ran = readq("add", "broken.json")
    assert ran.code == 1
    assert "broken.json" in ran.err
    assert "Traceback" not in ran.err
    assert readq("export").out == before


def test_what_is_sound_in_a_damaged_catalogue_comes_in_and_the_rest_is_told(readq: Readq) -> None:
    Path("broken.json").write_text('[{"title": "A sound one"},\n, {"title": "B"}]')
    ran = readq("add", "broken.json", "--json")
    assert (ran.code, ran.json["added"], ran.json["rejected"]) == (0, 1, 1)
    (issue,) = ran.json["issues"]
    assert (issue["source"], issue["line"]) == ("broken.json", 2)
    assert f"broken.json:2: not added: {issue['message']}" in ran.err


def test_no_folder_is_not_the_folder_one_is_in(readq: Readq, tmp_path: Path) -> None:
    for call in (["--library", "", "list"], ["list", "--library", ""]):
        ran = readq(*call)
        assert ran.code == 2
        assert "names no folder" in ran.sentence
    assert list(tmp_path.iterdir()) == []


@pytest.mark.parametrize("error", [errno.ENOSPC, errno.EROFS, errno.EACCES])
def test_a_library_that_cannot_be_written_can_be_backed_up(
    readq: Readq, ids: list[str], folder: Path, monkeypatch: pytest.MonkeyPatch, error: int
) -> None:
    """On a full disk, or one that is to be read only, with decisions still in the journal."""
    readq("mark", "queued", ids[0])
    readq("note", ids[1], "--set", "keep me")
    before = readq("export", "--to", "jsonl", "--notes").out

    create = OsFiles.create

    def refuse(self: OsFiles, path: Path) -> int:
        if path.parent == folder:
            raise OSError(error, os.strerror(error), str(path))
        return create(self, path)

    with monkeypatch.context() as patch:
        patch.setattr(OsFiles, "create", refuse)
        assert readq("compact").code == 1
        ran = readq("backup", "b.tar.gz")
        assert (ran.code, ran.out, ran.err) == (0, "3 papers in b.tar.gz.\n", "")
    readq("undo", "2")
    assert readq("export", "--to", "jsonl", "--notes").out != before
    assert readq("restore", "b.tar.gz").code == 0
    assert readq("export", "--to", "jsonl", "--notes").out == before
