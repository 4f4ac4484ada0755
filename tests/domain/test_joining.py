"""Two versions of one note become one."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from readq.domain.joining import LINE_BETWEEN, joined


@pytest.mark.parametrize(
    ("base", "ours", "theirs", "both"),
    [
        pytest.param("a", "a", "b", "b", id="only they wrote"),
        pytest.param("a", "b", "a", "b", id="only we wrote"),
        pytest.param("a", "b", "b", "b", id="the same was written twice"),
        pytest.param("a\nb\nc", "A\nb\nc", "a\nb\nC", "A\nb\nC", id="different lines"),
        pytest.param("a\nb\nc", "a\nc", "a\nb\nc\nd", "a\nc\nd", id="one took away, one added"),
        pytest.param("", "mine", "other", f"mine{LINE_BETWEEN}other", id="nothing in common"),
        pytest.param("", "It work", "It works", "It works", id="one went on typing"),
        pytest.param("- a", "- a\n- b", "- a\n- c", "- a\n- b\n- c", id="two items of one list"),
        pytest.param(
            "Claim\n\nx\n\nEnd",
            "Claim\n\nmine\n\nEnd",
            "Claim\n\nother\n\nEnd",
            "Claim\n\nmine\n\n---\n\nother\n\nEnd",
            id="the same line, each in its own way",
        ),
        pytest.param(
            "",
            "# Claim\nmine\n# End",
            "# Claim\nother\n# End",
            "# Claim\nmine\n\n---\n\nother\n# End",
            id="what both began with is not known",
        ),
    ],
)
def test_what_becomes_of_two_versions(base: str, ours: str, theirs: str, both: str) -> None:
    assert joined(base, ours, theirs) == both


Edits = st.lists(st.sampled_from(["keep", "change", "add", "drop"]), min_size=1, max_size=8)


def edited(lines: list[str], edits: list[str], who: str) -> list[str]:
    made: list[str] = []
    for number, line in enumerate(lines):
        edit = edits[number % len(edits)]
        made += [] if edit == "drop" else [line] if edit != "change" else [f"{who} changed {line}"]
        made += [f"{who} added after {line}"] if edit == "add" else []
    return made


@given(st.integers(1, 12), Edits, Edits)
def test_no_new_line_is_lost_and_no_old_one_is_there_twice(
    count: int, ours: list[str], theirs: list[str]
) -> None:
    base = [f"line {number}" for number in range(count)]
    mine, other = edited(base, ours, "I"), edited(base, theirs, "they")
    both = joined("\n".join(base), "\n".join(mine), "\n".join(other)).split("\n")
    for line in {*mine, *other} - set(base):
        assert both.count(line) == 1
    for line in base:
        kept = line in mine, line in other
        assert both.count(line) <= 1
        if all(kept):
            assert line in both


@given(st.text("ab\n", max_size=30), st.text("ab\n", max_size=30), st.text("ab\n", max_size=30))
def test_any_texts_can_be_joined_and_joining_again_adds_nothing(
    base: str, ours: str, theirs: str
) -> None:
    both = joined(base, ours, theirs)
    assert joined(both, both, both) == both
    assert joined(ours, both, ours) == both
    assert joined(base, base, theirs) == theirs


def test_long_notes_are_joined_quickly() -> None:
    """Lines that repeat must not make it take minutes."""
    base = "\n".join(["", "- item"] * 10_000)
    both = joined(base, f"mine\n{base}", f"{base}\nother")
    assert both == f"mine\n{base}\nother"
