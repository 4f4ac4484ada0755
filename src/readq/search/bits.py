"""Sets of numbers as the bits of one whole number: joining and cutting them costs next to nothing."""

from __future__ import annotations

import itertools
from collections.abc import Iterable, Iterator

_FEW = 200


def bits_of(numbers: Iterable[int], size: int, count: int) -> int:
    """The set of these numbers.

    Args:
        numbers: Numbers below `size`, repeated or not.
        size: One more than the largest number there may be.
        count: About how many numbers there are.
    """
    if count < _FEW:
        few = bytearray((size >> 3) + 1)
        for number in numbers:
            few[number >> 3] |= 1 << (number & 7)
        return int.from_bytes(few, "little")
    mask = bytearray(b"0") * size
    for number in numbers:
        mask[number] = 49
    mask.reverse()
    return _from_digits(mask)


def bits_where(flags: Iterable[bool | int]) -> int:
    """The set of the places where a flag is set; flags are False or True, 0 or 1."""
    digits = bytes(flags).translate(_DIGITS)
    return _from_digits(digits[::-1]) if digits else 0


_DIGITS = b"01" + bytes(range(2, 256))


def _from_digits(digits: bytes | bytearray) -> int:
    return int(digits, 2) if digits else 0


_DENSE = 8
"""A set with more than one number in so many places is gone through place by place."""
_FLAGS = bytes.maketrans(b"01", b"\0\1")


def numbers_in(bits: int) -> Iterator[int]:
    """The numbers of a set, smallest first."""
    digits = bin(bits)[:1:-1]
    if bits.bit_count() * _DENSE > len(digits):
        flags = digits.encode().translate(_FLAGS)
        yield from itertools.compress(range(len(flags)), flags)
        return
    at = digits.find("1")
    while at >= 0:
        yield at
        at = digits.find("1", at + 1)


def first_in(bits: int, most: int) -> list[int]:
    """The smallest numbers of a set."""
    return list(itertools.islice(numbers_in(bits), most))


class Sum:
    """Weights added up for many numbers at once, one bit of all sums a plane."""

    def __init__(self) -> None:
        self.planes: list[int] = []
        self.any = 0
        """The numbers with a sum above 0."""

    def add(self, bits: int, weight: int) -> None:
        """Add a weight to every number of a set."""
        if not bits:
            return
        self.any |= bits
        place = 0
        while weight:
            if weight & 1:
                self._carry(bits, place)
            weight >>= 1
            place += 1

    def _carry(self, bits: int, place: int) -> None:
        planes = self.planes
        while bits:
            while len(planes) <= place:
                planes.append(0)
            planes[place], bits = planes[place] ^ bits, planes[place] & bits
            place += 1

    def best(self, most: int) -> tuple[list[int], int]:
        """The numbers with the highest sums, at most so many, and the set of equal ones that follow."""
        sure, open_, count = 0, self.any, 0
        for plane in reversed(self.planes):
            high = open_ & plane
            found = high.bit_count()
            if count + found <= most:
                sure |= high
                count += found
                open_ &= ~plane
            else:
                open_ = high
        return list(numbers_in(sure)), open_
