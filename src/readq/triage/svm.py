"""A linear classifier with squared hinge loss, solved on the few examples instead of the many words."""

from __future__ import annotations

import numpy as np
from numpy.typing import NDArray

Doubles = NDArray[np.float64]

_PASSES = 8
_STEPS = 60
_CLOSE = 1e-4


def solve(likeness: Doubles, answers: Doubles, costs: Doubles) -> Doubles:
    """The weight of each example; a paper's score is the weighted sum of its likeness to them.

    Minimises half the squared length of the weights of words plus the costs of wrong or doubtful
    answers. Starts from nothing, so that equal examples give equal weights to the last bit.

    Args:
        likeness: Of each example to each, the constant included.
        answers: 1 for wanted, -1 for unwanted.
        costs: What one wrong answer costs.
    """
    weights = np.zeros(len(answers))
    active = np.ones(len(answers), bool)
    for _ in range(_PASSES):
        at = np.flatnonzero(active)
        inside = likeness if len(at) == len(answers) else likeness[np.ix_(at, at)]
        found = _descend(inside, 0.5 / costs[at], answers[at], weights[at])
        weights = np.zeros(len(answers))
        weights[at] = found
        doubtful = answers * (likeness @ weights) < 1
        if np.array_equal(doubtful, active):
            break
        active = doubtful
    return weights


def _descend(likeness: Doubles, ridge: Doubles, goal: Doubles, start: Doubles) -> Doubles:
    """Conjugate gradients for (likeness + ridge) x = goal."""
    scale = 1 / (likeness.diagonal() + ridge)
    x = start
    rest = goal - (likeness @ x + ridge * x)
    scaled = scale * rest
    step, size = scaled, float(rest @ scaled)
    enough = _CLOSE**2 * float(goal @ (scale * goal))
    for _ in range(_STEPS):
        if size <= enough:
            break
        image = likeness @ step + ridge * step
        length = size / float(step @ image)
        x = x + length * step
        rest = rest - length * image
        scaled = scale * rest
        size, last = float(rest @ scaled), size
        step = scaled + (size / last) * step
    return x
