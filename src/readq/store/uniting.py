"""Two decisions about one paper, made without knowing of each other."""

from __future__ import annotations

from dataclasses import fields, replace

from readq.domain import Reading


def united_reading(
    paper_id: str, base: Reading | None, ours: Reading | None, theirs: Reading | None
) -> Reading | None:
    """Their reading with the fields we changed; what we left alone stays as they set it."""
    blank = Reading(paper_id)
    old, new = base or blank, ours or blank
    changed = {
        field.name: getattr(new, field.name)
        for field in fields(Reading)
        if getattr(new, field.name) != getattr(old, field.name)
    }
    united = replace(theirs or blank, **changed)
    return None if united.untouched else united
