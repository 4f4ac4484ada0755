from __future__ import annotations

from readq.store import Files, MemoryFiles


def test_memory_files_are_files() -> None:
    files: Files = MemoryFiles()
    assert files.folder is None
    assert list(files.paper_ids) == []
    assert files.next_change_id() == 1
