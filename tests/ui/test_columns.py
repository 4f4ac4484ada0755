"""The column chart: it fits its cells, and what there is can be seen."""

from __future__ import annotations

from hypothesis import given
from hypothesis import strategies as st
from rich.cells import cell_len

from readq.ui.widgets.columns import EIGHTHS, Column, Signs, draw, scale

SERIES = ("kept", "later", "skipped")
COLUMNS = st.lists(
    st.builds(
        Column,
        st.dictionaries(st.sampled_from(SERIES), st.integers(0, 100_000)),
        st.sampled_from(["", "2 Nov", "30 Nov", "Mon"]),
    ),
    max_size=70,
)
FILLS = dict(zip(SERIES, "#o.", strict=True))


@given(COLUMNS, st.integers(1, 150), st.integers(1, 40), st.sampled_from([None, FILLS]))
def test_a_chart_keeps_to_its_room_and_shows_every_number(
    columns: list[Column], width: int, height: int, fills: dict[str, str] | None
) -> None:
    lines = draw(columns, SERIES, width, height, Signs(fills=fills))
    assert len(lines) == max(height, 3)
    gutter = len(lines[0][0].cells)
    if width > gutter + 2:
        assert all(sum(cell_len(p.cells) for p in line) <= width + 8 for line in lines)
    bottom = [piece for piece in lines[-3] if piece.part in SERIES]
    newest = columns[-1].values if columns else {}
    if sum(newest.values()):
        assert bottom, newest


@given(st.integers(0, 10**7), st.integers(1, 12))
def test_the_grid_has_round_numbers_of_whole_papers(most: int, lines: int) -> None:
    step, top = scale(most, lines)
    assert top >= max(most, 1)
    assert top % step == 0
    assert top // step <= lines or step == 1
    assert str(step).strip("0") in ("1", "2", "5")


def picture(columns: list[Column], width: int, height: int, signs: Signs) -> list[str]:
    return [
        "".join(p.cells for p in line).rstrip()
        for line in draw(columns, SERIES, width, height, signs)
    ]


def test_columns_are_drawn_in_eighths_from_the_axis_up() -> None:
    columns = [
        Column({"kept": 5}, "2 Nov"),
        Column({"skipped": 2}),
        Column({}),
        Column({"kept": 1, "skipped": 1}),
    ]
    assert picture(columns, 15, 7, Signs()) == [
        "5  ██┈┈┈┈┈┈┈┈┈┈",
        "   ██",
        "   ██",
        "   ██ ██    ██",
        "   ██ ██    ██",
        "   ▔▔▔▔▔▔▔▔▔▔▔",
        "   2 Nov",
    ]


def test_without_colours_each_series_has_a_sign_of_its_own() -> None:
    columns = [Column({"kept": 2, "skipped": 3}), Column({"later": 1})]
    assert picture(columns, 9, 7, Signs(grid=" ", axis="-", fills=FILLS)) == [
        "5  ..",
        "   ..",
        "   ..",
        "   ##",
        "   ## oo",
        "   -----",
        "",
    ]


def test_one_of_a_thousand_can_still_be_seen() -> None:
    line = draw([Column({"skipped": 1000}), Column({"kept": 1})], SERIES, 20, 12, Signs())[-3]
    assert [p.cells[0] for p in line if p.part == "kept"] == [EIGHTHS[1]]
