"""The short form of the campaign: power goes at every call, and the disk fails at many."""

from __future__ import annotations

from random import Random

import pytest
from hypothesis import HealthCheck, settings
from tests.campaign.damage import flipped, harmed, libraries, torn
from tests.campaign.failing import error_points, survive
from tests.campaign.histories import STORY, random_history
from tests.campaign.machine import Reader
from tests.campaign.plants import PLANTS, THRIFT, Plant, noticed
from tests.campaign.trials import crash_everywhere, trials
from tests.campaign.world import Depth

_QUICK = [plant for plant in PLANTS if plant.by == "crashes"] + [
    plant for plant in PLANTS if "lines ignored" in plant.name or "fences" in plant.name
]


@pytest.mark.parametrize("seed", range(4))
def test_nothing_saved_is_lost_when_power_goes_at_any_call(seed: int) -> None:
    history = random_history(seed, 16) if seed else list(STORY)
    count = crash_everywhere(history, Depth(images=6, lives=0.15, second=0.01), seed).count
    assert count.points > 60
    assert count.images > 3 * count.points
    assert count.lives
    assert count.second


def test_nothing_saved_is_lost_when_calls_fail_and_power_goes_later() -> None:
    points = Random(1).sample(list(error_points(STORY)), 200)
    depth = Depth(images=2, lives=0.1, second=0)
    assert sum(survive(STORY, point, depth).refused for point in points) > len(points)


def test_a_write_torn_at_any_byte_costs_only_that_write() -> None:
    assert torn(libraries(0)[0]) > 600


def test_a_flipped_bit_never_passes_for_what_was_saved() -> None:
    for library in libraries(0)[:2]:
        assert flipped(library)["refused"] > 1_000


@pytest.mark.parametrize("number", range(4))
def test_a_file_that_is_gone_or_another_is_missed_or_made_good(number: int) -> None:
    assert harmed(libraries(0)[number])["refused"]


@pytest.mark.parametrize("plant", _QUICK, ids=lambda plant: plant.name)
def test_the_campaign_notices_a_store_that_cuts_corners(plant: Plant) -> None:
    took, _ = noticed(plant, trials(plant.by, 0))
    assert took


def test_keeping_little_is_no_fault_by_itself() -> None:
    assert noticed(THRIFT, trials("crashes", 0)) == (0, "")


TestReader = Reader.TestCase
TestReader.settings = settings(
    max_examples=60,
    stateful_step_count=30,
    deadline=None,
    suppress_health_check=list(HealthCheck),
    derandomize=True,
    database=None,
)
