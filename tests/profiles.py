"""How many examples property tests try: few in ``make test``, the same each time, and many in
``make test-nightly``.

`HYPOTHESIS_PROFILE` chooses the profile. `KILLS_SEED`, `STREAMED_SEED` and `CLIENT_SEED` repeat the
choices of an earlier run.
"""

import os
import time

from hypothesis import HealthCheck, settings

NIGHTLY = "nightly"
NAME = os.environ.get("HYPOTHESIS_PROFILE", "ci")

settings.register_profile(
    "ci",
    deadline=None,
    derandomize=True,
    max_examples=100,
    suppress_health_check=[HealthCheck.too_slow],
)
settings.register_profile(
    NIGHTLY,
    deadline=None,
    max_examples=5_000,
    print_blob=True,
    suppress_health_check=[HealthCheck.too_slow],
)


def load() -> None:
    """Load the chosen profile."""
    settings.load_profile(NAME)


def sized(few: int, *, nightly: int) -> int:
    """Return how much a test tries under the chosen profile."""
    return nightly if NAME == NIGHTLY else few


SEEDS = ("KILLS_SEED", "STREAMED_SEED", "CLIENT_SEED")
"""Variables with the seeds of tests that choose at random. The worker processes inherit them."""
for _name in SEEDS:
    os.environ.setdefault(_name, str(sized(1, nightly=time.time_ns())))
