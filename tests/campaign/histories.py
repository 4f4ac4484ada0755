"""What two processes do with a library: one story told by hand, and others by lot."""

from __future__ import annotations

from random import Random
from typing import Any

from tests.campaign.model import STATUSES, Step
from tests.store.samples import paper

from readq.domain import Status

STORY = (
    Step(0, "commit", papers=(paper("p1"), paper("p2"), paper("p3"))),
    Step(0, "commit", decide=("p1",), fields={"status": Status.QUEUED, "rank": 1.0}),
    Step(1, "commit", decide=("p2",), fields={"status": Status.SKIPPED}),
    Step(0, "commit", decide=("p1",), fields={"note": "a note"}),
    Step(0, "compact"),
    Step(0, "commit", decide=("p3",), fields={"rank": 1.5, "status": Status.QUEUED}),
    Step(1, "commit", hide=("p2",), decide=("p2",)),
    Step(1, "commit", decide=("p1",), fields={"status": Status.READ, "rank": None}),
    Step(1, "compact"),
    Step(0, "commit", papers=(paper("p4"), paper("p1", title="Anew"))),
    Step(1, "commit", decide=("p1", "p3", "p4"), fields={"tags": ("rl", "later")}),
    Step(0, "compact"),
    Step(1, "reopen"),
    Step(1, "commit", unhide=("p2",), decide=("p4",), fields={"note": "last"}),
    Step(0, "commit", looks=False, decide=("p4",), fields={"priority": 3}),
    Step(1, "refresh"),
    Step(0, "commit", decide=("p3",), fields={"note": "in the same journal"}),
    Step(1, "refresh"),
    Step(0, "commit", decide=("p3",), fields={"note": "in its room"}),
    Step(0, "close"),
)


def random_history(seed: int, length: int = 24) -> list[Step]:
    """Two processes that add, decide, hide, compact, look and start again."""
    random = Random(seed)
    known: list[str] = []
    steps = []
    for number in range(length):
        who = int(random.random() < 0.4)
        looks = random.random() < 0.6
        roll = random.random()
        if not known or roll < 0.12:
            some = [f"p{len(known) + n}" for n in range(random.randint(1, 4))]
            again = random.sample(known, min(len(known), random.randint(0, 1)))
            papers = tuple(
                paper(i, title=f"Title {number}", abstract="word " * random.choice((0, 3, 60)))
                for i in (*some, *again)
            )
            known += some
            steps.append(Step(who, "commit", True, f"added {number}", papers=papers))
        elif roll < 0.76:
            some = random.sample(known, min(len(known), random.choice((1, 1, 1, 2, 5))))
            decision = _decision(random, number)
            steps.append(
                Step(who, "commit", looks, f"step {number}", decide=tuple(some), fields=decision)
            )
        elif roll < 0.82:
            one = (random.choice(known),)
            hide, unhide = (one, ()) if random.random() < 0.5 else ((), one)
            steps.append(Step(who, "commit", True, f"seen {number}", hide=hide, unhide=unhide))
        elif roll < 0.91:
            steps.append(Step(who, "compact", looks))
        else:
            steps.append(Step(who, random.choice(("refresh", "reopen", "close"))))
    return steps


def _decision(random: Random, number: int) -> dict[str, Any]:
    match random.randrange(6):
        case 0 | 1:
            length = random.choice((1, 8, 8, 40, 900))
            return {"note": f"note {number} " + "long " * random.randrange(length)}
        case 2:
            status = random.choice(STATUSES)
            in_queue = status in (Status.QUEUED, Status.READING)
            return {"status": status, "rank": float(number) if in_queue else None}
        case 3:
            return {"tags": tuple(random.sample(["a", "b", "c", "d"], random.randint(1, 3)))}
        case 4:
            return {"priority": random.randint(1, 5)}
        case _:
            return {}
