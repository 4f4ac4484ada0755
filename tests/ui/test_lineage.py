"""Classes put together in less time are the ones Textual makes."""

from __future__ import annotations

from importlib import import_module
from pkgutil import walk_packages
from typing import Any, ClassVar

import pytest
from textual.binding import Binding
from textual.dom import DOMNode
from textual.reactive import reactive
from textual.widget import Widget

from readq import ui
from readq.ui.lineage import Lineage


def made(cls: Any) -> tuple[object, ...]:
    return (
        list(cls._reactives.items()),
        list(cls._merged_bindings.key_to_bindings.items()),
        cls._computes,
        cls._css_type_name,
        cls._css_type_names,
        (cls._inherit_css, cls._inherit_bindings, cls._inherit_component_classes),
    )


def made_by_textual(cls: Any, monkeypatch: pytest.MonkeyPatch) -> tuple[object, ...]:
    for name in ("_reactives", "_merged_bindings", "_computes", "_css_type_name"):
        monkeypatch.setattr(cls, name, None)
    monkeypatch.setattr(cls, "_css_type_names", None)
    flags = (cls._inherit_css, cls._inherit_bindings, cls._inherit_component_classes)
    plain: Any = DOMNode.__init_subclass__
    plain.__func__(cls, *flags)
    return made(cls)


def keys_of(cls: Any) -> set[str]:
    return set(cls._merged_bindings.key_to_bindings)


def heirs(cls: type) -> set[type]:
    return {cls}.union(*map(heirs, cls.__subclasses__()))


def test_each_widget_and_screen_is_made_as_textual_would(monkeypatch: pytest.MonkeyPatch) -> None:
    for module in walk_packages(ui.__path__, "readq.ui."):
        import_module(module.name)
    ours = [cls for cls in heirs(Lineage) - {Lineage} if cls.__module__.startswith("readq.")]
    assert len(ours) > 40
    for cls in ours:
        own = made(cls)
        assert own == made_by_textual(cls, monkeypatch), cls


def test_what_is_not_inherited_is_left_out(monkeypatch: pytest.MonkeyPatch) -> None:
    class First(Widget, Lineage):
        BINDINGS: ClassVar[list[Any]] = [Binding("a,b", "one", "one")]
        size_of = reactive(0)

        def compute_size_of(self) -> int:
            return 1

    class Second(First, inherit_bindings=False, inherit_css=False):
        BINDINGS: ClassVar[list[Any]] = [Binding("b", "two", "two")]
        other = reactive("")

    class Third(Second, can_focus=True):
        BINDINGS: ClassVar[list[Any]] = [("c", "three", "three")]

    assert keys_of(First) == {"a", "b"}
    assert keys_of(Third) == {"b", "c"}
    assert {"size_of", "other"} < set(Third._reactives)
    assert Third._computes >= {"size_of"}
    assert Third.can_focus
    for cls in (First, Second, Third):
        own = made(cls)
        assert own == made_by_textual(cls, monkeypatch)


def test_a_key_added_to_one_class_is_not_added_to_another() -> None:
    class Parent(Widget, Lineage):
        BINDINGS: ClassVar[list[Any]] = [Binding("a", "one", "one")]

    class Child(Parent):
        pass

    assert Child._merged_bindings is not None
    Child._merged_bindings.key_to_bindings["a"].clear()
    assert Parent._merged_bindings is not None
    assert Parent._merged_bindings.key_to_bindings["a"]
