"""Files that are torn, flipped, cut, emptied, replaced or gone: made good, or refused by name."""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path

from tests.campaign.histories import STORY, random_history
from tests.campaign.model import Shape, State, Step, shape_of, shown
from tests.campaign.world import AFTERWARDS, FOLDER, World, WrongError, look, opened
from tests.store.disk import Image, Platter

from readq.errors import DamagedLibraryError, LibraryError, NewerLibraryError
from readq.store import LibraryFiles

TAILS = (b"", b"\0" * 9, b"junk\n\xff")


@dataclass(frozen=True)
class Library:
    """The files of a library, and what they hold."""

    image: Image
    newest: int
    state: State
    before: State
    """Without the last change."""

    @property
    def journal(self) -> Path:
        """The journal written last."""
        return max(path for path in self.image if path.suffix == ".log")

    def names(self) -> list[Path]:
        """All files that are not derived from others."""
        return sorted(path for path in self.image if path.suffix != ".idx")


def libraries(lots: int) -> list[Library]:
    """Libraries with one journal, several, one snapshot, two; and some by lot."""
    lengths = (3, 4, 7, len(STORY))
    found = [_made(STORY[:length]) for length in lengths]
    return found + [_made(random_history(seed, 16)) for seed in range(lots)]


def _made(history: tuple[Step, ...] | list[Step]) -> Library:
    platter = Platter()
    world = World(platter)
    world.go(history)
    before = world.possible[0]
    for number in range(2):  # two lines in one journal, whatever went before
        before = world.possible[0]
        world.do(Step(0, "commit", label=f"last {number}", decide=("z",), fields={"note": "zz"}))
    return Library(platter.content(), platter.newest, world.possible[0], before)


def torn(library: Library) -> int:
    """Cut the last line at every byte, with three kinds of tail; then go on working."""
    path, count = library.journal, 0
    whole = library.image[path].rstrip(b"\0")
    for length in range(_last_line(whole), len(whole)):
        for tail in (*TAILS, bytes(len(library.image[path]) - length)):
            image = {**library.image, path: whole[:length] + tail}
            platter, files, _ = look(image, library.newest, [library.before.shape])
            if len(image[path].rstrip(b"\0")) > _last_line(whole):
                _told(files, path)
            world = World(platter, start=library.before, processes=[files])
            world.do(AFTERWARDS[0])
            if bytes(platter.names[path].now) != image[path]:
                raise WrongError("work after a torn write altered the old journal")
            look(platter.content(), platter.newest, [world.possible[0].shape])
            count += 1
    return count


def flipped(library: Library) -> dict[str, int]:
    """Flip a bit of every byte of every snapshot and journal, one by one."""
    outcomes = dict.fromkeys(
        ("as if nothing were", "made good", "refused", "last line left out"), 0
    )
    for path in library.names():
        whole = library.image[path]
        last = _last_line(whole) if path == library.journal else len(whole)
        for at in range(len(whole)):
            data = bytearray(whole)
            data[at] ^= 1 << at % 8
            outcomes[
                _opened_damaged(library, {**library.image, path: bytes(data)}, path, at >= last)
            ] += 1
    return outcomes


def harms(library: Library) -> Iterator[tuple[Path, Image]]:
    """Each file removed, emptied, cut at a third, at its last line, replaced, by another's content."""
    for path in library.names():
        data = library.image[path]
        rest = {p: d for p, d in library.image.items() if p != path}
        yield path, rest
        line = data[: data.index(b"\n") + 1]
        for new in (b"", data[: len(data) // 3], line, b"\0" * len(data), b'{"papers": {"1": {}}}'):
            yield path, {**rest, path: new}
        for other, content in rest.items():
            if other.suffix == path.suffix:
                yield path, {**rest, path: content}


def harmed(library: Library) -> dict[str, int]:
    """Do each harm; the library is recovered or refused, and never another one, least of all none."""
    outcomes = dict.fromkeys(
        ("as if nothing were", "made good", "refused", "last line left out"), 0
    )
    for path, image in harms(library):
        outcomes[_opened_damaged(library, image, path, path == library.journal)] += 1
    return outcomes


def _last_line(whole: bytes) -> int:
    """Where the last line of a journal begins."""
    return whole.rstrip(b"\0\n").rindex(b"\n") + 1


def _opened_damaged(library: Library, image: Image, path: Path, may_end_early: bool) -> str:
    platter = Platter.of(image, library.newest)
    try:
        files = opened(platter)
        found = shape_of(files)
        shown(files)
    except LibraryError as error:
        _refused_by_name(error)
        if _lasting(platter.content()) != _lasting(image):
            raise WrongError("a refusal that altered a file") from error
        return "refused"
    except Exception as error:
        raise WrongError(f"{path.name}: {error!r}") from error
    if found == library.state.shape:
        return "made good" if files.notes else "as if nothing were"
    if not may_end_early or not _is_an_earlier(found, library.state.shape):
        raise WrongError(f"damage in {path.name} passed for what was saved")
    return "last line left out"


def _refused_by_name(error: LibraryError) -> None:
    if not re.search(
        r"/library/\w+[.\w-]*\.(json|log)|/library holds|journals in /library", str(error)
    ):
        raise WrongError(f"a refusal that names no file: {error}") from error
    if not isinstance(error, DamagedLibraryError | NewerLibraryError):
        raise WrongError(f"damage that is not called so: {error!r}") from error


def _told(files: LibraryFiles, path: Path) -> None:
    if not any(path.name in note for note in files.notes):
        raise WrongError("a torn change was left out without a word")


def _is_an_earlier(found: Shape, whole: Shape) -> bool:
    """Whether it is the library of some changes ago, and not an empty one."""
    return 0 < len(found[3]) < len(whole[3]) and whole[3][: len(found[3])] == found[3]


def _lasting(image: Image) -> Image:
    return {path: data for path, data in image.items() if ".idx" not in path.name}


__all__ = ["FOLDER", "Library", "flipped", "harmed", "libraries", "torn"]
