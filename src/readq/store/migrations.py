"""From the documents of an older readq to those of this one, one step a version.

To change how documents are stored: raise SCHEMA by one and add the step that leads there. A step
gets the table's name and a document, and returns the document as the next version stores it.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

SCHEMA = 1

Step = Callable[[str, dict[str, Any]], dict[str, Any]]

STEPS: dict[int, Step] = {}
"""By the version a step starts from."""


def upgrade(table: str, document: dict[str, Any], schema: int) -> dict[str, Any]:
    """The document of version `schema` as this version stores it."""
    for version in range(schema, SCHEMA):
        document = STEPS[version](table, document)
    return document
