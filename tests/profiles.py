"""How many examples property tests try: few in ``make test``, the same each time, and many in
``make test-nightly``.

`HYPOTHESIS_PROFILE` chooses the profile. `KILLS_SEED`, `STREAMED_SEED` and `CLIENT_SEED` repeat the
choices of an earlier run.

A guard against a fault of CPython that failed a property test now and then.
"""

import ast
import gc
import os
import time
from collections.abc import Callable
from functools import wraps
from typing import Any

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


def guard() -> None:
    """Keep the garbage collector out of ``ast.parse``, which hypothesis, pytest and tracebacks
    call.

    CPython counts the depth of the tree in one place for all threads, up to 3.12 at least
    (https://github.com/python/cpython/issues/106905). A collection in the middle runs finalizers,
    so another thread can get its turn and parse as well: "SystemError: AST constructor recursion
    depth mismatch".
    """
    if not hasattr(ast.parse, "__wrapped__"):
        ast.parse = _without_collection(ast.parse)


def _without_collection(parse: Callable[..., Any]) -> Callable[..., Any]:
    @wraps(parse)
    def parse_alone(*args: Any, **options: Any) -> Any:
        was_enabled = gc.isenabled()
        gc.disable()
        try:
            return parse(*args, **options)
        finally:
            if was_enabled:
                gc.enable()

    return parse_alone
