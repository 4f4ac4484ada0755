"""Dataclasses that cost next to nothing until they are used.

The standard library writes and compiles up to nine methods for each class while its module loads. The app
needs eighty classes before its first picture, and for those that took longer than reading a library of
thousands of papers. Here `__init__` is compiled when the first object is made, and the others are shared.

`dataclasses.fields`, `replace` and `asdict` take such a class for one of their own, and so does a type
checker, which sees nothing else. `replace` of this module does the same as theirs in a third of the time.
"""

from __future__ import annotations

import dataclasses
import inspect
from collections.abc import Callable
from dataclasses import MISSING, Field, FrozenInstanceError, field, fields
from operator import attrgetter
from types import MemberDescriptorType, SimpleNamespace
from typing import TYPE_CHECKING, Any, NoReturn

if TYPE_CHECKING:
    from dataclasses import dataclass as dataclass
    from dataclasses import replace as replace
else:

    def dataclass(
        cls: type | None = None, /, *, frozen: bool = False, slots: bool = False
    ) -> Callable[[type], type] | type:
        """Make a dataclass of a class whose module has `from __future__ import annotations`.

        Args:
            cls: The class; None where there are arguments.
            frozen: Whether its objects cannot be changed, and can be hashed.
            slots: Whether they have no other attributes.
        """
        if cls is None:
            return lambda cls: _made(cls, frozen=frozen, slots=slots)
        return _made(cls, frozen=frozen, slots=slots)

    def replace(told: Any, /, **changes: Any) -> Any:
        """A copy of an object of such a class, with some of its values changed."""
        cls = told.__class__
        copier = _COPIERS.get(cls)
        if copier is None:
            copier = _COPIERS[cls] = _copier(cls)
        return copier(told, changes)


_COPIERS: dict[type, Callable[[Any, dict[str, Any]], Any]] = {}


def _made(cls: type, *, frozen: bool, slots: bool) -> type:
    own = dict(_own_fields(cls))
    known: dict[str, Field[Any]] = {}
    for base in reversed(cls.__mro__[1:]):
        known |= getattr(base, "__dataclass_fields__", {})
    known |= own
    for name, told in own.items():
        if told.default is not MISSING:
            setattr(cls, name, told.default)
        elif name in cls.__dict__:
            delattr(cls, name)
    compared = [name for name, told in known.items() if told.compare]
    methods = {
        "__dataclass_fields__": known,
        "__dataclass_params__": SimpleNamespace(frozen=frozen),
        "__match_args__": tuple(known),
        "__repr__": _repr([name for name, told in known.items() if told.repr]),
        **_comparing(compared, hashed=frozen),
    }
    if frozen:
        methods |= {"__setattr__": _refuse_to_set, "__delattr__": _refuse_to_delete}
    if frozen and slots:  # or a copy could not be filled
        methods |= {"__getstate__": _state, "__setstate__": _set_state}
    # One that has an equality of its own has `None` for its hash if it does not say another.
    kept = {name for name in cls.__dict__ if cls.__dict__[name] is not None}
    for name, method in methods.items():
        if name not in kept:
            setattr(cls, name, method)
    if slots:
        cls = _with_slots(cls, own)
    if "__init__" not in kept:
        _late_init(cls, frozen=frozen)
    return cls


def _own_fields(cls: type) -> list[tuple[str, Field[Any]]]:
    found = []
    for name, annotation in inspect.get_annotations(cls).items():
        if annotation.startswith("ClassVar"):
            continue
        default = cls.__dict__.get(name, MISSING)
        told: Any = default if isinstance(default, Field) else field(default=default)
        if told.default.__class__.__hash__ is None:
            raise ValueError(f"{cls.__name__}.{name} has a default that could change.")
        told.name, told.type, told.kw_only, told._field_type = name, annotation, False, _FIELD
        found.append((name, told))
    return found


def _with_slots(cls: type, own: dict[str, Field[Any]]) -> type:
    """The class once more: whether its objects have slots is settled when a class is made."""
    body = dict(cls.__dict__)
    for name in (*own, "__dict__", "__weakref__"):
        body.pop(name, None)
    inherited = {name for base in cls.__mro__[1:] for name in getattr(base, "__slots__", ())}
    body["__slots__"] = tuple(name for name in own if name not in inherited)
    made = type(cls)(cls.__name__, cls.__bases__, body)
    made.__qualname__ = cls.__qualname__
    return made


# Methods


def _late_init(cls: Any, *, frozen: bool) -> None:
    def __init__(self: Any, *values: Any, **more: Any) -> None:  # noqa: N807
        cls.__init__ = _compiled_init(cls, frozen=frozen)
        cls.__init__(self, *values, **more)

    cls.__init__ = __init__


def _compiled_init(cls: type, *, frozen: bool) -> Any:
    known: dict[str, Field[Any]] = cls.__dict__["__dataclass_fields__"]
    names: dict[str, Any] = {"_set": object.__setattr__, "_missing": MISSING}
    names |= {f"_set_{name}": to for name, to in _setters(cls).items()}
    taken, body = ["self"], []
    for name, told in known.items():
        value = name
        if told.default is not MISSING:
            names[f"_default_{name}"] = told.default
            taken.append(f"{name}=_default_{name}")
        elif told.default_factory is not MISSING:
            names[f"_new_{name}"] = told.default_factory
            taken.append(f"{name}=_missing")
            value = f"_new_{name}() if {name} is _missing else {name}"
        else:
            taken.append(name)
        if not frozen:
            body.append(f"self.{name} = {value}")
        elif f"_set_{name}" in names:
            body.append(f"_set_{name}(self, {value})")
        else:
            body.append(f"_set(self, {name!r}, {value})")
    if hasattr(cls, "__post_init__"):
        body.append("self.__post_init__()")
    lines = "\n ".join(body or ["pass"])
    exec(f"def __init__({', '.join(taken)}):\n {lines}", names)  # the names are those of attributes
    made = names["__init__"]
    made.__qualname__ = f"{cls.__qualname__}.__init__"
    return made


def _setters(cls: type) -> dict[str, Callable[[Any, Any], None]]:
    """What fills each of the slots: quicker than to look a slot up by its name."""
    slots = ((told.name, getattr(cls, told.name, None)) for told in fields(cls))
    return {name: slot.__set__ for name, slot in slots if isinstance(slot, MemberDescriptorType)}


def _copier(cls: Any) -> Callable[[Any, dict[str, Any]], Any]:
    """What copies objects of a class with changes."""
    setters = _setters(cls)
    names = [told.name for told in fields(cls)]
    if len(setters) < len(names) or hasattr(cls, "__post_init__"):
        return lambda told, changes: dataclasses.replace(told, **changes)
    body = "\n ".join(f"_set_{name}(copy, told.{name})" for name in names)
    made: dict[str, Any] = {f"_set_{name}": to for name, to in setters.items()}
    exec(f"def fill(copy, told):\n {body}", made)  # the names are those of attributes
    fill, new = made["fill"], object.__new__

    def copied(told: Any, changes: dict[str, Any]) -> Any:
        copy = new(cls)
        fill(copy, told)
        for name, value in changes.items():
            if name not in setters:
                raise TypeError(f"{cls.__name__} has no field {name!r}")
            setters[name](copy, value)
        return copy

    return copied


def _comparing(compared: list[str], *, hashed: bool) -> dict[str, Any]:
    get: Callable[[Any], Any] = attrgetter(*compared) if compared else _nothing

    def __eq__(self: object, other: object) -> Any:  # noqa: N807
        return get(self) == get(other) if other.__class__ is self.__class__ else NotImplemented

    def __hash__(self: object) -> int:  # noqa: N807
        return hash(get(self))

    return {"__eq__": __eq__, "__hash__": __hash__ if hashed else None}


def _nothing(_: object) -> tuple[()]:
    return ()


def _repr(shown: list[str]) -> Callable[[object], str]:
    def __repr__(self: object) -> str:  # noqa: N807
        told = ", ".join(f"{name}={getattr(self, name)!r}" for name in shown)
        return f"{self.__class__.__qualname__}({told})"

    return __repr__


def _refuse_to_set(self: object, name: str, value: object) -> NoReturn:
    raise FrozenInstanceError(f"cannot assign to field {name!r}")


def _refuse_to_delete(self: object, name: str) -> NoReturn:
    raise FrozenInstanceError(f"cannot delete field {name!r}")


def _state(self: Any) -> list[Any]:
    return [getattr(self, told.name) for told in fields(self)]


def _set_state(self: Any, state: list[Any]) -> None:
    for told, value in zip(fields(self), state, strict=True):
        object.__setattr__(self, told.name, value)


_FIELD = vars(dataclasses)["_FIELD"]
"""What `dataclasses` knows an ordinary field by."""
