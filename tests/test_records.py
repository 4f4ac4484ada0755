"""`readq.records.dataclass` makes what `dataclasses.dataclass` makes."""

from __future__ import annotations

import copy
import dataclasses
import pickle
from collections.abc import Callable
from dataclasses import FrozenInstanceError, asdict, field, fields, replace
from pathlib import Path
from typing import Any, ClassVar

import pytest
from hypothesis import given
from hypothesis import strategies as st

import readq
from readq import records
from readq.domain import Reading, Status

Maker = Callable[..., Any]
MADE: list[Maker] = []
WAYS = [{}, {"slots": True}, {"frozen": True, "slots": True}, {"frozen": True}]


def classes(make: Maker, **more: bool) -> tuple[Any, Any, Any]:
    """The same classes by one maker or the other."""

    @make(**more)
    class Plain:
        """A class."""

        COUNT: ClassVar[int] = 3
        title: str
        year: int = 0
        tags: tuple[str, ...] = field(default=(), compare=False)
        names: list[str] = field(default_factory=list, repr=False, compare=False)

        @property
        def short(self) -> str:
            return self.title[: self.COUNT]

    @make(**more)
    class Longer(Plain):
        note: str = "none"

        def __repr__(self) -> str:
            return f"<{self.note}>"

    @make(**more)
    class Nothing:
        def __post_init__(self) -> None:
            MADE.append(make)

    return Plain, Longer, Nothing


@pytest.mark.parametrize("way", WAYS)
@given(
    titles=st.lists(st.sampled_from(["", "a", "Attention"]), min_size=2, max_size=2),
    years=st.lists(st.integers(0, 1), min_size=2, max_size=2),
)
def test_it_behaves_as_the_standard_one(
    way: dict[str, bool], titles: list[str], years: list[int]
) -> None:
    told = []
    MADE.clear()
    for make in (dataclasses.dataclass, records.dataclass):
        plain, longer, nothing = classes(make, **way)
        one, other = (plain(t, y, tags=(t,)) for t, y in zip(titles, years, strict=True))
        long = longer("long", names=["x"])
        said: list[object] = [one == other, repr(one).split(".")[-1], one.short, repr(long)]
        said += [asdict(long), asdict(replace(one, year=7)), one == long, one.names is other.names]
        said += [[(f.name, f.type) for f in fields(longer)], longer.__match_args__]
        said += [hash(one) == hash(other)] if way.get("frozen") else []
        said += [plain.__hash__ is None, asdict(copy.copy(long)), nothing() == nothing()]
        said += [MADE.count(make), hasattr(one, "__dict__"), dataclasses.is_dataclass(plain)]
        told.append(said)
    assert told[0] == told[1]


@pytest.mark.parametrize("way", WAYS)
def test_a_copy_with_changes_is_what_the_standard_one_makes(way: dict[str, bool]) -> None:
    plain, longer, nothing = classes(records.dataclass, **way)
    long = longer("long", 3, names=["x"])
    for changes in ({}, {"title": "b"}, {"year": 0, "note": "n", "names": ["y"], "tags": ("t",)}):
        made = records.replace(long, **changes)
        assert (type(made), asdict(made)) == (longer, asdict(replace(long, **changes)))
        assert made is not long
        assert asdict(long) == asdict(longer("long", 3, names=["x"]))
    assert records.replace(long).names is long.names
    assert type(records.replace(plain("a"))) is plain
    MADE.clear()
    records.replace(nothing())
    assert len(MADE) == 2
    with pytest.raises(TypeError):
        records.replace(long, wrong=2)


@pytest.mark.parametrize("make", [dataclasses.dataclass, records.dataclass])
def test_wrong_calls_are_refused_alike(make: Maker) -> None:
    plain, _, _ = classes(make, frozen=True, slots=True)
    calls: list[Callable[[], object]] = [lambda: plain(), lambda: plain("a", 1, wrong=2)]
    for call in calls:
        with pytest.raises(TypeError):
            call()
    paper = plain("a")
    changes: list[Callable[[], object]] = [
        lambda: setattr(paper, "title", "b"),
        lambda: delattr(paper, "title"),
    ]
    for change in changes:
        with pytest.raises(FrozenInstanceError):
            change()
    with pytest.raises((FrozenInstanceError, AttributeError, TypeError)):
        paper.other = 1


def test_a_default_that_could_change_is_refused() -> None:
    with pytest.raises(ValueError, match="default"):

        @records.dataclass
        class _Wrong:
            names: list[str] = []  # noqa: RUF012


def test_values_survive_copying_and_pickling() -> None:
    reading = Reading("p1", status=Status.QUEUED, priority=3)
    assert copy.deepcopy(reading) == pickle.loads(pickle.dumps(reading)) == reading
    assert {reading: 1}[copy.copy(reading)] == 1


def test_readq_makes_all_its_records_this_way() -> None:
    folder = Path(readq.__file__).parent
    others = [
        path.name
        for path in folder.rglob("*.py")
        if path.name != "records.py"
        and any(
            line.startswith("from dataclasses import") and "dataclass" in line.split("import")[1]
            for line in path.read_text(encoding="utf-8").splitlines()
        )
    ]
    assert others == []
