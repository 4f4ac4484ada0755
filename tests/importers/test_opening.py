# ruff: noqa: RUF001
"""Files that are no lists of papers, and files that are hard to read."""

from __future__ import annotations

import gzip
import io
import os
import tarfile
from pathlib import Path

import pytest
from tests.importers.plain_lists import ABSTRACTS, read

from readq.domain import Draft
from readq.errors import SourceError, UsageError
from readq.importers import FORMATS, ImportIssue, SourceReading, read_source
from readq.importers.opening import TextSource


def refusal(path: Path | str) -> str:
    with pytest.raises(SourceError) as caught:
        list(read_source(path))
    message = str(caught.value)
    assert "\n" not in message
    return message


def test_missing_file_is_named(tmp_path: Path) -> None:
    assert "no such file" in refusal(tmp_path / "none.txt")


def test_folder_pipe_and_device_are_not_files(tmp_path: Path) -> None:
    os.mkfifo(tmp_path / "pipe")
    assert "is a folder" in refusal(tmp_path)
    assert "pipe or device" in refusal(tmp_path / "pipe")
    assert "pipe or device" in refusal("/dev/null")


def test_name_that_cannot_be_a_file_is_refused() -> None:
    assert "too long" in refusal("x" * 5000)
    assert "not a file name" in refusal("a\0b")


@pytest.mark.parametrize("content", [b"", b"\xef\xbb\xbf"])
def test_empty_file_says_so(tmp_path: Path, content: bytes) -> None:
    path = tmp_path / "list.txt"
    path.write_bytes(content)
    assert "empty" in refusal(path) or "nothing but white space" in refusal(path)


def test_blank_file_says_so(tmp_path: Path) -> None:
    path = tmp_path / "list.txt"
    path.write_text(" \n\t\r\n\u3000")
    assert "nothing but white space" in refusal(path)


@pytest.mark.parametrize("before", [0, 1 << 20, (1 << 20) + 5000])
def test_wrong_byte_is_told_by_place_and_line_and_kept(tmp_path: Path, before: int) -> None:
    """Offset and line hold across the pieces in which a file is read."""
    head = ("Ü" * 49 + "x\n").encode() * (before // 100)
    path = tmp_path / "mixed.txt"
    path.write_bytes(head + "Über\n".encode() + b"caf\xe9 au lait, \xc0\xaf\n")
    first, *rest = read_source(path)
    assert isinstance(first, ImportIssue)
    assert first.line == head.count(b"\n") + 2
    assert first.kept
    assert f"not UTF-8 at byte {len(head) + 9}," in first.message
    last = rest[-1]
    assert isinstance(last, Draft)
    assert last.title == "café au lait, \\xc0\\xaf"


def test_character_cut_at_the_end_is_told(tmp_path: Path) -> None:
    path = tmp_path / "cut.txt"
    path.write_bytes("Größe und Maß, und caf".encode() + b"\xc3")
    issue, draft = read_source(path)
    assert isinstance(issue, ImportIssue)
    assert isinstance(draft, Draft)
    assert "at byte 25" in issue.message
    assert draft.title.startswith("Größe und Maß, und caf")


@pytest.mark.parametrize(
    ("title", "encoding"),
    [
        ("Café naïve", "cp1252"),
        ("Müller, Größe und Søren", "latin-1"),
        ("L’été “vital” – étude", "cp1252"),
        ("Łódź, Paweł i Kraków", "cp1250"),
        ("Обучение с подкреплением", "cp1251"),
        ("Обучение с подкреплением", "koi8-r"),
        ("深度学习的方法研究综述", "gb18030"),
        ("論文列表：自然語言處理與機器學習的方法研究", "big5"),
        ("深層学習の例", "shift_jis"),
        ("日本語の論文リスト、深層学習", "euc-jp"),
        ("한국어 제목 예시", "euc-kr"),
        ("Ελληνικά κείμενα και μάθηση", "cp1253"),
        ("Über straße 中文", "utf-8-sig"),
        ("Über straße 中文", "utf-16"),
        ("On Größe alone", "utf-16-le"),
        ("On Größe alone", "utf-16-be"),
    ],
)
def test_text_in_another_character_set_is_read(tmp_path: Path, title: str, encoding: str) -> None:
    path = tmp_path / "list.bib"
    path.write_bytes(f"@misc{{k,\r\n title = {{{title}}},\r\n}}\r\n".encode(encoding))
    found = read_source(path)
    (draft,) = found
    assert isinstance(draft, Draft)
    assert draft.title == title
    assert ("guess" in found.understood) == (not encoding.startswith("utf"))


@pytest.mark.parametrize("mark", ["% Encoding: windows-1254", "% Encoding: ISO8859_9"])
def test_declared_character_set_is_believed(mark: str) -> None:
    found = read(f"{mark}\n@misc{{k, title = {{Öğrenme ve Işık}}}}".encode("cp1254"))
    (draft,) = found
    assert isinstance(draft, Draft)
    assert draft.title == "Öğrenme ve Işık"
    assert "guess" not in found.understood


def test_seven_bit_tricks_are_text() -> None:
    """UTF-7 is never decoded: it can hide anything."""
    (draft,) = read("+ADw-script+AD4-")
    assert isinstance(draft, Draft)
    assert draft.title == "+ADw-script+AD4-"


@pytest.mark.parametrize(
    ("name", "content", "says"),
    [
        ("a.txt", b"<?xml version='1.0'?><svg/>", "XML"),
        ("a.txt", b"<!DOCTYPE html><p>x", "HTML"),
        ("a.txt", b"PK\x03\x04\x14\0\0\0", "zip"),
        ("a.doc", b"{\\rtf1 hello}", "RTF"),
        ("a.txt", b"\x7fELF\2\1\1\0\0", "program"),
        ("a.txt", b"\0\1\2\3\4\5\6\7\x08 and so on" * 9, "binary"),
    ],
)
def test_other_formats_are_named(tmp_path: Path, name: str, content: bytes, says: str) -> None:
    """A file readq cannot read yet is never taken for a list of titles."""
    path = tmp_path / name
    path.write_bytes(content)
    assert says in refusal(path)


def test_packed_list_is_unpacked(tmp_path: Path) -> None:
    path = tmp_path / "list.txt.gz"
    path.write_bytes(gzip.compress("\n\n".join(ABSTRACTS).encode()))
    found = read_source(path)
    assert [d.abstract for d in found if isinstance(d, Draft)] == list(ABSTRACTS)


def test_packed_bomb_is_refused(tmp_path: Path) -> None:
    path = tmp_path / "bomb.json.gz"
    path.write_bytes(gzip.compress(b'[{"title": "' + b"x" * 5_000_000 + b'"}]'))
    assert "100 times" in refusal(path)


@pytest.mark.parametrize("end", [-1, -9, 40])
def test_damaged_packed_file_is_refused(tmp_path: Path, end: int) -> None:
    path = tmp_path / "list.gz"
    path.write_bytes(gzip.compress("\n\n".join(ABSTRACTS).encode())[:end])
    assert "damaged or cut short" in refusal(path)


def test_too_much_is_refused(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("readq.importers.opening.MAX_BYTES", 1000)
    path = tmp_path / "list.txt"
    path.write_text("word " * 300)
    assert "more than" in refusal(path)
    path.write_bytes(gzip.compress(b"word " * 300))
    assert "more than" in refusal(path)
    with pytest.raises(SourceError, match="more than"):
        read("word " * 300)


def test_format_can_be_named_and_an_unknown_one_is_refused(tmp_path: Path) -> None:
    path = tmp_path / "list"
    path.write_text('{"title": "T"}\n')
    assert read_source(path, format="catalogue").format == "catalogue"
    assert [d.title for d in read_source(path, format="plain") if isinstance(d, Draft)] == [
        '{"title": "T"}'
    ]
    with pytest.raises(UsageError, match="catalogue"):
        read_source(path, format="word")
    assert {"catalogue", "plain", "bibtex"} <= set(FORMATS)


def test_progress_grows_to_the_whole(tmp_path: Path) -> None:
    path = tmp_path / "list.txt"
    path.write_text("\n\n".join(f"{n} {ABSTRACTS[n % 5]}" for n in range(2000)))
    found = read_source(path)
    seen = [found.bytes_read for _ in found]
    assert seen == sorted(seen)
    assert seen[0] < found.total_bytes // 2
    assert found.bytes_read == found.total_bytes == path.stat().st_size


def test_reading_can_stop_half_way_and_start_again() -> None:
    found = read("\n\n".join(ABSTRACTS))
    first = next(iter(found))
    assert isinstance(first, Draft)
    assert len(list(found)) == 5


def test_source_name_has_no_folder(tmp_path: Path) -> None:
    path = tmp_path / "my list.txt"
    path.write_text("\n\n".join(ABSTRACTS))
    found = read_source(path)
    assert found.name == "my list.txt"
    assert {d.source.name for d in found if isinstance(d, Draft)} == {"my list.txt"}


def test_lines_are_read_however_they_end() -> None:
    data = io.BytesIO(b"a\rb\r\nc\nd")
    source = TextSource("x", lambda: io.BytesIO(data.getvalue()), 8)
    assert list(source.lines()) == ["a\n", "b\n", "c\n", "d"]


@pytest.mark.parametrize(
    "address",
    [
        "https://example.org/list.bib",
        "ftp://a/b",
        "www.example.org",
        "https://arxiv.org/list/cs.LG/new",
    ],
)
def test_web_address_is_named_as_one(address: str) -> None:
    with pytest.raises(SourceError, match="is a web address"):
        read_source(address)


def test_tar_archive_and_gzip_within_gzip_are_named(tmp_path: Path) -> None:
    with tarfile.open(tmp_path / "list.tar", "w") as archive:
        archive.addfile(tarfile.TarInfo("list.bib"))
    (tmp_path / "twice.gz").write_bytes(gzip.compress(gzip.compress(b"a list")))
    assert "a tar archive" in refusal(tmp_path / "list.tar")
    assert "a gzip file within a gzip file" in refusal(tmp_path / "twice.gz")


def listed(path: Path) -> SourceReading:
    """A list of a few papers in a file, looked through but not yet read."""
    path.write_text("\n\n".join(ABSTRACTS))
    return read_source(path)


def test_file_that_goes_away_before_it_is_read_is_named(tmp_path: Path) -> None:
    found = listed(tmp_path / "list.txt")
    (tmp_path / "list.txt").unlink()
    with pytest.raises(SourceError, match=r"list\.txt: cannot be read \(No such file") as caught:
        list(found)
    assert "\n" not in str(caught.value)


@pytest.mark.parametrize("packed", [False, True])
@pytest.mark.parametrize("papers", [2, 20])
def test_file_that_shrinks_or_grows_before_it_is_read_is_no_list(
    tmp_path: Path, packed: bool, papers: int
) -> None:
    """Half of a list that is still being written would look like a whole one."""
    path = tmp_path / "list.txt"
    pack = gzip.compress if packed else bytes
    path.write_bytes(pack("\n\n".join(ABSTRACTS).encode()))
    found = read_source(path)
    more = [f"{n} {ABSTRACTS[n % 5]}" for n in range(papers)]
    path.write_bytes(pack("\n\n".join(more).encode()))
    with pytest.raises(SourceError, match="changed while it was read; add it again"):
        list(found)


def test_file_that_is_cut_while_it_is_read_is_no_list(tmp_path: Path) -> None:
    path = tmp_path / "list.txt"
    path.write_text("\n\n".join(f"{n} {ABSTRACTS[n % 5]}" for n in range(20_000)))
    records = iter(read_source(path))
    assert isinstance(next(records), Draft)
    os.truncate(path, 1 << 20)
    with pytest.raises(SourceError, match="changed while it was read"):
        list(records)


def test_file_of_records_that_goes_away_or_shrinks_is_refused_too(tmp_path: Path) -> None:
    """However its format reads it: by lines, by pieces or at once."""
    lists = {
        "a.bib": "@article{k, title={T}, year=2020}\n",
        "a.ris": "TY  - JOUR\nTI  - T\nER  - \n",
        "a.csv": "title,year\nA title,2020\n",
        "a.json": '[{"title": "T", "abstract": "A"}]\n',
        "a.jsonl": '{"title": "T", "abstract": "A"}\n',
        "a.md": "# Papers\n\n- [A title](https://arxiv.org/abs/2101.00001)\n",
        "a.nbib": "PMID- 1\nTI  - T\n\n",
    }
    for name, text in lists.items():
        path = tmp_path / name
        path.write_text(text * 5)
        shrinks = read_source(path)
        path.write_text(text)
        with pytest.raises(SourceError, match="changed while"):
            list(shrinks)
        goes = read_source(path)
        path.unlink()
        with pytest.raises(SourceError, match="cannot be read"):
            list(goes)
