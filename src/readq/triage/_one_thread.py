"""Loads numpy so that its linear algebra stays on one thread.

What ranking multiplies is small, so more threads only take the processor from the interface; and with one
the sums come out the same on every machine.
"""

from __future__ import annotations

import os

_LIMITS = ("OPENBLAS_NUM_THREADS", "OMP_NUM_THREADS", "MKL_NUM_THREADS", "VECLIB_MAXIMUM_THREADS")

_before = {name: os.environ.get(name) for name in _LIMITS}
os.environ.update(dict.fromkeys(_LIMITS, "1"))
try:
    import numpy
finally:  # the limit is for this process, not for the reader's editor
    for _name, _value in _before.items():
        if _value is None:
            del os.environ[_name]
        else:
            os.environ[_name] = _value

__all__ = ["numpy"]
