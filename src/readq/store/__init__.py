"""Where a library's papers, readings and changes are kept; the only part that knows TinyDB."""

from readq.store.archive import pack, unpack
from readq.store.codec import decode_paper, encode_paper
from readq.store.files import Files, Refresh
from readq.store.library_files import LibraryFiles
from readq.store.memory_files import MemoryFiles

__all__ = [
    "Files",
    "LibraryFiles",
    "MemoryFiles",
    "Refresh",
    "decode_paper",
    "encode_paper",
    "pack",
    "unpack",
]
