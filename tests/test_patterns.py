"""Patterns that wait until they are used are what they would have been at once."""

from __future__ import annotations

import importlib
import pkgutil
import re

import pytest

import readq
from readq.patterns import lazily, lazily_bytes


def test_a_pattern_finds_what_a_compiled_one_finds() -> None:
    late, now = lazily(r"(\w)\w+", re.ASCII), re.compile(r"(\w)\w+", re.ASCII)
    assert late.sub(r"\1", "ab cd é") == now.sub(r"\1", "ab cd é")
    assert (late.pattern, late.flags, late.groups) == (now.pattern, now.flags, now.groups)
    assert lazily_bytes(rb"\d").findall(b"a1b2") == [b"1", b"2"]


def test_a_wrong_pattern_is_told_when_it_is_used() -> None:
    with pytest.raises(re.error):
        lazily("(").search("x")


def test_every_pattern_of_readq_can_be_compiled() -> None:
    seen = 0
    for module in pkgutil.walk_packages(readq.__path__, "readq."):
        if not module.name.endswith("__main__"):
            for value in vars(importlib.import_module(module.name)).values():
                if type(value) is type(lazily("")):
                    assert value.pattern is not None
                    seen += 1
    assert seen > 300
