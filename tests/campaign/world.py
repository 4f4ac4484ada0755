"""Two processes at work on a simulated disk, and what a crash may leave of it."""

from __future__ import annotations

import contextlib
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from pathlib import Path
from random import Random

from tests.campaign.model import Shape, State, Step, act, shape_of, shown
from tests.store.disk import Image, Platter, PowerCut, SimulatedFiles
from tests.store.samples import paper

from readq.errors import LibraryError
from readq.store import LibraryFiles

FOLDER = Path("/library")
AFTERWARDS = (
    Step(0, "commit", label="after", papers=(paper("q1"),), decide=("q1",), fields={"note": "on"}),
    Step(0, "compact"),
    Step(0, "commit", label="later", decide=("q1",), fields={"note": "and on", "priority": 2}),
)
"""What somebody does with a library found after a crash."""


class WrongError(AssertionError):
    """The library is not what it must be."""


@dataclass
class Count:
    """What was looked at."""

    points: int = 0
    images: int = 0
    second: int = 0
    """Images of a second crash, after a first one."""
    lives: int = 0
    """Images in which somebody went on working."""
    refused: int = 0

    def add(self, other: Count) -> None:
        """Add up."""
        self.points += other.points
        self.images += other.images
        self.second += other.second
        self.lives += other.lives
        self.refused += other.refused


@dataclass(frozen=True)
class Depth:
    """How closely each crash is looked at."""

    images: int = 0
    """At most so many images of each crash; 0 for all."""
    lives: float = 0.25
    """The share of images in which somebody goes on working."""
    second: float = 0.02
    """The share of images in which there is a crash at every call of that work."""


def opened(platter: Platter) -> LibraryFiles:
    """A process that opens the library."""
    return LibraryFiles.open(FOLDER, files=SimulatedFiles(platter))


def look(
    image: Image, newest: int, possible: Iterable[Shape]
) -> tuple[Platter, LibraryFiles, Shape]:
    """Open what a crash left; it is what it was before or after the step, and no file is altered."""
    platter = Platter.of(image, newest)
    try:
        files = opened(platter)
        found = shape_of(files)
    except Exception as error:
        raise WrongError(f"after a crash: {error!r}") from error
    if found not in possible:
        raise WrongError("after a crash: something saved is missing, or something else is there")
    if platter.calls:
        for path, inode in platter.names.items():
            if ".idx" not in path.name and bytes(inode.now) != image.get(path):
                raise WrongError(f"opening altered {path.name}")
        if any(".idx" not in path.name for path in image.keys() - platter.names.keys()):
            raise WrongError("opening removed a file")
    return platter, files, found


class World:
    """Processes on one disk, with all that the library may be known as."""

    def __init__(
        self,
        platter: Platter,
        *,
        start: State | None = None,
        processes: Sequence[LibraryFiles] | None = None,
        random: Random | None = None,
        depth: Depth | None = None,
        careful: bool = False,
    ) -> None:
        """Begin with a library in state `start`.

        Args:
            platter: The disk.
            start: What the library holds.
            processes: Those who have it open; two new ones when left out.
            random: Chooses among images.
            depth: How closely to look at a crash at every call; not at all when left out.
            careful: Whether steps may be refused, so that one looks what is there before each.
        """
        self.platter = platter
        failing, platter.fail_reads = platter.fail_reads, range(0)
        self.processes = list(processes or (opened(platter), opened(platter)))
        platter.fail_reads = failing
        self.possible = [start or State()]
        self.views = [self.possible[0]] * len(self.processes)
        self.random = random or Random(0)
        self.depth = depth
        self.count = Count()
        self.careful = careful
        if depth is not None:
            platter.watch = self.crash

    def go(self, history: Iterable[Step]) -> None:
        """Do all steps."""
        for step in history:
            self.do(step)
        if self.depth is not None:
            self.crash()

    def do(self, step: Step) -> bool:
        """Do one step; whether it was done."""
        who, calls, reads = step.who, self.platter.calls, self.platter.reads
        try:
            if step.kind == "close":
                self.processes[who]._vault.close()
            if step.kind in ("reopen", "close"):
                self.processes[who] = opened(self.platter)
            files = self.processes[who]
            if step.looks or self.careful:
                files.refresh()
                self.views[who] = self._seen_by(who)
            if step.kind in ("refresh", "reopen", "close"):
                return True
        except LibraryError as error:
            self._refused(error, calls, reads)
            return False
        view = self.views[who]
        if self.careful:
            step = step.possible_for(view)
        now = view if len(self.possible) > 1 else self.possible[0]
        after = now.after(step, view)
        if after is not now:
            self.possible = [*self.possible, after]
        try:
            act(files, step)
        except LibraryError as error:
            self._refused(error, calls, reads)
            if not self.platter.fail_reads:
                files.refresh()
            self._check_view(who)
            return False
        if self.platter.calls > calls or len(self.possible) == 1:
            self.possible, self.views[who] = [after], after
        if self._shape_seen(who) != after.shape:
            raise WrongError(f"{step} leads to something else")
        return True

    def crash(self) -> None:
        """Look at what a crash would leave now."""
        assert self.depth is not None
        platter, count, random, depth = self.platter, self.count, self.random, self.depth
        count.points += 1
        shapes = [state.shape for state in self.possible]
        for image in platter.images(random, depth.images):
            count.images += 1
            after, files, found = look(image, platter.newest, shapes)
            roll = random.random()
            if roll < depth.lives:
                self._live_on(after, files, found, twice=roll < depth.second)

    def _live_on(self, platter: Platter, files: LibraryFiles, found: Shape, *, twice: bool) -> None:
        """Work in what a crash left; look at a second crash at every call of that."""
        if shown(files) != _visible_first(found):
            raise WrongError("papers and readings are not shown as they are stored")
        state = next(state for state in self.possible if state.shape == found)
        depth = Depth(images=2, lives=0, second=0) if twice else None
        world = World(platter, start=state, processes=[files], random=self.random, depth=depth)
        with _no_refusal():
            world.go(AFTERWARDS if twice else AFTERWARDS[:1])
        look(platter.content(), platter.newest, [world.possible[0].shape])
        self.count.lives += 1
        self.count.second += world.count.images

    def _seen_by(self, who: int) -> State:
        seen = self._shape_seen(who)
        for state in self.possible:
            if state.shape == seen:
                return state
        raise WrongError("an open library shows what cannot be")

    def _shape_seen(self, who: int) -> Shape:
        """What a process shows, on a disk that reads without errors meanwhile."""
        failing, self.platter.fail_reads = self.platter.fail_reads, range(0)
        seen = shape_of(self.processes[who])
        self.platter.fail_reads = failing
        return seen

    def _check_view(self, who: int) -> None:
        if self._shape_seen(who) != self.views[who].shape:
            raise WrongError("a refused step altered what is shown")

    def _refused(self, error: LibraryError, calls: int, reads: int) -> None:
        """A step was refused; it says why, and only while the disk fails."""
        self.count.refused += 1
        disk = self.platter
        if calls + 1 >= disk.fail_at.stop and reads + 1 >= disk.fail_reads.stop:
            raise WrongError(f"refused though the disk is well again: {error}") from error
        if str(FOLDER) not in str(error):
            raise WrongError(f"a refusal that does not say where: {error}") from error


def _visible_first(shape: Shape) -> Shape:
    """A shape as `shown` gives it: hidden papers last, their abstracts left out."""
    papers, abstracts, readings, changes = shape
    hidden = [raw for raw in papers if b'"hidden":true' in raw]
    ids = {raw[: raw.index(b",")] for raw in hidden}
    return (
        tuple([raw for raw in papers if raw not in hidden] + hidden),
        frozenset(raw for raw in abstracts if raw[: raw.index(b",")] not in ids),
        readings,
        changes,
    )


@contextlib.contextmanager
def _no_refusal():  # type: ignore[no-untyped-def]
    try:
        yield
    except (LibraryError, OSError, PowerCut) as error:
        raise WrongError(f"work after a crash: {error!r}") from error
