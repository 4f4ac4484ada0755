"""Answers of services, kept for a while beside other things that are safe to delete.

One file an answer, readable by its owner only: a line of JSON, then the answer as it came.
"""

from __future__ import annotations

import json
import os
import tempfile
from contextlib import suppress
from hashlib import blake2s
from pathlib import Path

from readq.records import dataclass

DAYS_KEPT = 30
DAYS_WITHOUT_PAPER = 1
"""What nobody knows today may be known tomorrow."""
_DAY = 24 * 3600.0
_FOLDER = "answers"


@dataclass(frozen=True, slots=True)
class Kept:
    """An answer from the cache."""

    found: bool
    """Whether the service knew what was asked for."""
    body: bytes


class Cache:
    """Answers by the address they were asked at; every trouble with the disk means only that none is kept."""

    def __init__(self, folder: Path) -> None:
        """Keep answers in a folder of `folder`, made when the first one is kept."""
        self._folder = folder / _FOLDER

    def get(self, address: str, now: float) -> Kept | None:
        """The answer that was given at `address`; None when there is none, or it is too old.

        Args:
            address: Where it was asked, without keys.
            now: Seconds since 1970.
        """
        try:
            head, _, body = self._path(address).read_bytes().partition(b"\n")
            told = json.loads(head)
            until, found = float(told["until"]), told["found"] is True
            fits = told["address"] == address and told["size"] == len(body)
        except (OSError, ValueError, TypeError, KeyError, OverflowError, RecursionError):
            return None
        # A clock that was wrong when it was kept must not keep it for years.
        return Kept(found, body) if fits and now < until <= now + DAYS_KEPT * _DAY else None

    def put(self, address: str, body: bytes, now: float, *, found: bool, papers: bool) -> None:
        """Keep an answer.

        Args:
            address: Where it was asked, without keys.
            body: What came.
            now: Seconds since 1970.
            found: Whether the service knew what was asked for.
            papers: Whether there is a paper in it; without one it is kept for a day only.
        """
        days = DAYS_KEPT if papers else DAYS_WITHOUT_PAPER
        told = {"address": address, "until": now + days * _DAY, "found": found, "size": len(body)}
        with suppress(OSError):
            self._folder.mkdir(mode=0o700, parents=True, exist_ok=True)
            path = self._path(address)
            _write_whole(path, json.dumps(told).encode() + b"\n" + body)
            os.utime(path, (now, now))

    def tidy(self, now: float) -> None:
        """Delete answers that are too old."""
        with suppress(OSError):
            for path in self._folder.iterdir():
                if now - path.stat().st_mtime > DAYS_KEPT * _DAY:
                    path.unlink()

    def _path(self, address: str) -> Path:
        return self._folder / blake2s(address.encode(), digest_size=16).hexdigest()


def _write_whole(path: Path, data: bytes) -> None:
    """A file of its own (which `mkstemp` makes readable by its owner only), then under its name."""
    number, name = tempfile.mkstemp(dir=path.parent, prefix=".new-")
    try:
        with os.fdopen(number, "wb") as file:
            file.write(data)
        Path(name).replace(path)
    except OSError:
        with suppress(OSError):
            Path(name).unlink()
        raise
