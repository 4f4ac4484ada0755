"""Folders: a papis library, or PDF files beside one another."""

from __future__ import annotations

import os
from collections.abc import Iterator
from dataclasses import replace
from pathlib import Path
from typing import Any

from readq.domain import Source
from readq.errors import SourceError
from readq.importers.base import ImportIssue, Record, Tally, plural
from readq.importers.opening import RawSource, open_source
from readq.importers.pdf import PdfReader
from readq.importers.records import draft_of
from readq.importers.recordvalues import Unreadable
from readq.paths import read_file

_INFO = "info.yaml"
_DEEPEST = 6
_MOST_FILES = 200_000
_LARGEST_INFO = 2 * 2**20


class FolderSource(RawSource):
    """A folder; what is counted are its papers, not bytes."""

    def __init__(self, path: Path, number: int) -> None:
        super().__init__(path.name, lambda: path.open("rb"), number, path)
        self.done = 0

    @property
    def bytes_read(self) -> int:
        """How many of its papers have been read."""
        return self.done


class PapisReader:
    """A library of papis: a folder with an info.yaml for each paper."""

    def __init__(self, source: FolderSource, files: list[Path]) -> None:
        self.source = source
        self._files = files

    def records(self) -> Iterator[Record]:
        """Give one draft or issue a folder."""
        root = self.source.path
        for position, path in enumerate(self._files, 1):
            self.source.done = position
            name = str(path.relative_to(root.parent)) if root else path.name
            try:
                value = _loaded(path)
                draft = draft_of(_plain_record(value, path.parent), Source(name, position))
            except Unreadable as why:
                yield ImportIssue(name, None, path.parent.name, f"{why}; it was left out")
                continue
            yield replace(draft, extra={**draft.extra, **_files_of(value, path.parent)})

    def understood(self, tally: Tally) -> str:
        """Say what the folder is."""
        return f"{plural(tally.papers, 'paper')} from a papis library"


class PdfFolderReader:
    """The PDF files of a folder."""

    def __init__(self, source: FolderSource, files: list[Path]) -> None:
        self.source = source
        self._files = files

    def records(self) -> Iterator[Record]:
        """Give one draft or issue a file."""
        for position, path in enumerate(self._files, 1):
            self.source.done = position
            try:
                opened = open_source(path)
                if b"%PDF-" not in opened.first_bytes()[:1024]:
                    raise SourceError(f"{path.name} is no PDF")
                yield from PdfReader(opened, position).records()
            except SourceError as error:
                yield ImportIssue(path.name, None, path.name, str(error).removesuffix("."))

    def understood(self, tally: Tally) -> str:
        """Say what the folder holds."""
        return f"{plural(tally.papers, 'PDF file')} in a folder"


def open_folder(path: Path) -> tuple[FolderSource, str, PapisReader | PdfFolderReader]:
    """What a folder holds: source, format and reader.

    Raises:
        SourceError: It holds neither papis entries nor PDF files.
    """
    infos, pdfs = _found(path)
    if infos:
        source = FolderSource(path, len(infos))
        return source, "papis", PapisReader(source, infos)
    if pdfs:
        source = FolderSource(path, len(pdfs))
        return source, "pdf", PdfFolderReader(source, pdfs)
    raise SourceError(
        f"{path} is a folder without PDF files or papis entries; name the files in it."
    )


def _found(root: Path) -> tuple[list[Path], list[Path]]:
    """The info.yaml files below a folder, and the PDF files right in it; links to folders are not followed."""
    infos: list[Path] = []
    pdfs: list[Path] = []
    seen = 0
    for folder, folders, files in os.walk(root):
        here = Path(folder)
        depth = len(here.relative_to(root).parts)
        folders[:] = sorted(f for f in folders if not f.startswith(".")) if depth < _DEEPEST else []
        seen += len(files)
        if seen > _MOST_FILES:
            raise SourceError(f"{root}: more than {_MOST_FILES:,} files; name a smaller folder.")
        if _INFO in files:
            infos.append(here / _INFO)
        if depth == 0:
            pdfs = [here / file for file in sorted(files) if file.lower().endswith(".pdf")]
    return infos, pdfs


def _loaded(path: Path) -> dict[str, Any]:
    # Imported here: it takes 20 ms, and most lists are not YAML.
    import yaml

    class Loader(yaml.BaseLoader):
        """Every value as text; no anchors, with which a few lines unpack without end."""

        def compose_node(self, parent: Any, index: Any) -> Any:
            if self.check_event(yaml.events.AliasEvent):
                raise Unreadable("refers to its own parts, which readq does not follow")
            return super().compose_node(parent, index)

    try:
        if path.stat().st_size > _LARGEST_INFO:
            raise Unreadable("is too large for one paper")
        value = yaml.load(read_file(path), Loader)
    except yaml.YAMLError as error:
        mark = getattr(error, "problem_mark", None)
        place = f" on line {mark.line + 1}" if mark else ""
        raise Unreadable(f"is not YAML{place}") from None
    except (OSError, RecursionError, ValueError) as error:
        raise Unreadable(f"cannot be read ({type(error).__name__})") from None
    if not isinstance(value, dict):
        raise Unreadable("is empty or no list of fields")
    return {str(key): item for key, item in value.items()}


def _plain_record(value: dict[str, Any], _folder: Path) -> dict[str, Any]:
    """An entry of papis with its names as other records have them."""
    record = {k: v for k, v in value.items() if k not in ("files", "author_list", "tags", "ref")}
    people = value.get("author_list")
    if isinstance(people, list) and people:
        record.pop("author", None)
        record["authors"] = people
    if "type" in record:
        record["entry_type"] = record.pop("type")
    if value.get("ref"):
        record["citekey"] = value["ref"]
    tags = value.get("tags")
    if isinstance(tags, list):
        record["tags"] = [tag for tag in tags if isinstance(tag, str)]
    elif isinstance(tags, str) and tags:
        record["tags"] = tags.replace(",", ";") if "," in tags else ";".join(tags.split())
    return record


def _files_of(value: dict[str, Any], folder: Path) -> dict[str, Any]:
    files = value.get("files")
    names = files if isinstance(files, list) else [files] if isinstance(files, str) else []
    paths = [str((folder / name).absolute()) for name in names if isinstance(name, str) and name]
    return {"file": "; ".join(paths)} if paths else {}
