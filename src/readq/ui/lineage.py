"""Widgets and screens whose classes cost little to make.

For each class Textual looks through all it inherits, once more and name by name. The app makes forty classes
before its first picture, and that was a twentieth of the time it takes to open. Here every class is looked
through once, and what it hands down is put together from that.
"""

from __future__ import annotations

from functools import cache
from typing import NamedTuple

from textual.binding import Binding, BindingsMap
from textual.dom import DOMNode
from textual.reactive import Reactive

_COMPUTE = ("_compute_", "compute_")


class _Own(NamedTuple):
    """What one class says itself."""

    reactives: dict[str, Reactive[object]]
    keys: dict[str, list[Binding]]
    computes: frozenset[str]


class Lineage(DOMNode):
    """A last base of each root of readq's widgets; the classes come out as Textual makes them."""

    def __init_subclass__(
        cls,
        inherit_css: bool = True,
        inherit_bindings: bool = True,
        inherit_component_classes: bool = True,
    ) -> None:
        """In the place of Textual's own."""
        cls._inherit_css = inherit_css
        cls._inherit_bindings = inherit_bindings
        cls._inherit_component_classes = inherit_component_classes
        bases = cls._css_bases(cls)
        cls._css_type_name = bases[0].__name__
        cls._css_type_names = frozenset(base.__name__ for base in bases)
        reactives: dict[str, Reactive[object]] = {}
        keys: dict[str, list[Binding]] = {}
        computes: set[str] = set()
        for base in reversed(cls.__mro__):
            own = _own(base)
            reactives |= own.reactives
            computes |= own.computes
            if issubclass(base, DOMNode):
                if not base._inherit_bindings:
                    keys = {}
                keys |= own.keys
        cls._reactives = reactives
        cls._merged_bindings = BindingsMap.from_keys({k: list(b) for k, b in keys.items()})
        cls._computes = frozenset(computes)


@cache
def _own(cls: type) -> _Own:
    said = cls.__dict__
    bindings = said.get("BINDINGS") if issubclass(cls, DOMNode) else None
    return _Own(
        {name: value for name, value in said.items() if isinstance(value, Reactive)},
        BindingsMap(bindings).key_to_bindings if bindings else {},
        frozenset(name.lstrip("_")[8:] for name in said if name.startswith(_COMPUTE)),
    )
