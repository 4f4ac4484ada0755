"""Where a library's papers, readings and changes are kept; the only part that knows TinyDB."""

from typing import TYPE_CHECKING

from readq.deferred import deferred
from readq.store.files import Files, Refresh

if TYPE_CHECKING:
    from readq.store.archive import pack, unpack
    from readq.store.codec import decode_paper, encode_paper
    from readq.store.doctor import Finding, examine, mend
    from readq.store.drafts import Draft, is_draft
    from readq.store.library_files import LibraryFiles
    from readq.store.memory_files import MemoryFiles
    from readq.store.recovery import holds_library
    from readq.store.uniting import both_moves
    from readq.store.waiting import WaitingFiles, files_aside, is_aside, read_aside, united_steps
else:
    __getattr__ = deferred(
        __name__,
        {
            "pack": "archive",
            "unpack": "archive",
            "decode_paper": "codec",
            "encode_paper": "codec",
            "examine": "doctor",
            "is_draft": "drafts",
            "mend": "doctor",
            "both_moves": "uniting",
            "holds_library": "recovery",
            "files_aside": "waiting",
            "is_aside": "waiting",
            "read_aside": "waiting",
            "united_steps": "waiting",
        },
        {
            "Draft": "drafts",
            "Finding": "doctor",
            "LibraryFiles": "library_files",
            "MemoryFiles": "memory_files",
            "WaitingFiles": "waiting",
        },
    )


__all__ = [
    "Draft",
    "Files",
    "Finding",
    "LibraryFiles",
    "MemoryFiles",
    "Refresh",
    "WaitingFiles",
    "both_moves",
    "decode_paper",
    "encode_paper",
    "examine",
    "files_aside",
    "holds_library",
    "is_aside",
    "is_draft",
    "mend",
    "pack",
    "read_aside",
    "united_steps",
    "unpack",
]
