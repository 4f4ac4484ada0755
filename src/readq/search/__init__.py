"""Finding papers: jump to one by a few letters, filter the list by what it says."""

from readq.search.fold import fold
from readq.search.jump import Hit, JumpEntry, JumpIndex

__all__ = ["Hit", "JumpEntry", "JumpIndex", "fold"]
