"""Where a library's papers, readings and changes are kept; the only part that knows TinyDB."""

from readq.store.archive import pack, unpack
from readq.store.codec import decode_paper, encode_paper
from readq.store.doctor import Finding, examine, mend
from readq.store.files import Files, Refresh
from readq.store.library_files import LibraryFiles
from readq.store.memory_files import MemoryFiles
from readq.store.uniting import both_moves
from readq.store.waiting import WaitingFiles, is_aside, read_aside, united_steps

__all__ = [
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
    "is_aside",
    "mend",
    "pack",
    "read_aside",
    "united_steps",
    "unpack",
]
