"""Names of a package that load the module they live in when they are first used.

A program that starts often, and shows its first picture before it has done anything, should not load
what it may never do.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from importlib import import_module
from typing import Any


class _LateFunction:
    """Stands for a function until it is called."""

    def __init__(self, module: str, name: str) -> None:
        self.__name__ = self.__qualname__ = self._name = name
        self.__module__ = self._module = module
        self._found: Any = None

    def __call__(self, *args: Any, **more: Any) -> Any:
        found = self._found
        if found is None:
            found = self._found = getattr(import_module(self._module), self._name)
        return found(*args, **more)


def deferred(
    package: str, functions: Mapping[str, str], others: Mapping[str, str]
) -> Callable[[str], object]:
    """What a package has as its `__getattr__`.

    Args:
        package: Its name.
        functions: Names of functions, with the module of the package each lives in (or `package.module:name`).
            Another module may import them without loading that.
        others: The same for classes and values; they load their module when they are imported.
    """

    def get(name: str) -> object:
        if name in functions:
            return _LateFunction(*_home(package, functions[name], name))
        if name in others:
            module, real = _home(package, others[name], name)
            return getattr(import_module(module), real)
        raise AttributeError(f"module {package!r} has no attribute {name!r}")

    return get


def _home(package: str, home: str, name: str) -> tuple[str, str]:
    module, _, real = home.partition(":")
    return (module, real) if real else (f"{package}.{home}", name)
