"""Papers of a long list by their numbers, looked up anew or from the last list."""

from __future__ import annotations

from hypothesis import given, settings
from hypothesis import strategies as st

from readq.triage.numbers import LONG, Numbers

IDS = [f"paper {n}" for n in range(LONG + 60)]
NUMBER = {paper: n for n, paper in enumerate(IDS[:-3])}

places = st.integers(0, LONG + 59)
steps: st.SearchStrategy[tuple[str, list[int]]] = st.one_of(
    st.tuples(st.just("without"), st.lists(places, max_size=40)),
    st.tuples(st.just("with"), st.lists(places, max_size=40)),
    st.tuples(st.just("turned"), st.lists(places, min_size=1, max_size=1)),
    st.tuples(st.just("again"), st.just([])),
)


@given(st.lists(steps, max_size=8))
@settings(max_examples=60)
def test_numbers_are_those_of_the_papers_however_the_list_changed(
    made: list[tuple[str, list[int]]],
) -> None:
    numbers, shown = Numbers(NUMBER), list(IDS)
    for name, at in made:
        some = {IDS[n] for n in at}
        match name:
            case "without":
                shown = [paper for paper in shown if paper not in some]
            case "with":
                kept = {*shown, *some}
                shown = [paper for paper in IDS if paper in kept]
            case "turned":
                shown = [*shown[at[0] :], *shown[: at[0]]]
            case _:
                shown = list(shown)
        assert numbers.of(shown).tolist() == [NUMBER.get(paper, -1) for paper in shown]


def test_what_was_looked_up_is_not_looked_up_again() -> None:
    asked: list[str] = []

    class Told(dict[str, int]):
        def get(self, paper: str, default: int = 0) -> int:  # type: ignore[override]
            asked.append(paper)
            return super().get(paper, default)

    numbers = Numbers(Told(NUMBER))
    numbers.of(list(IDS))
    asked.clear()
    numbers.of(IDS[:500] + IDS[501:])
    assert asked == []
    numbers.of(list(IDS))
    assert asked == [IDS[500]]
