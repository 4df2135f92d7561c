"""Carry out the parts of a request one by one, each in a small batch and with its own result."""

from collections.abc import Callable, Sequence
from typing import TypeVar

import orjson

from accounts.small_batches import small_batch
from api_kit.openapi import document
from games.play.api.problems import PROBLEMS
from games.play.api.requests.retries import run_once
from games.play.idempotency import IdempotencyKey, RenderedAnswer
from games.play.refusals import REFUSALS, KeyReused

Result = TypeVar("Result")


def run_part(
    key: IdempotencyKey, use_case: Callable[[], Result], render: Callable[[Result], RenderedAnswer]
) -> bytes:
    """Return the result of a part as JSON: as it is stored, or the problem if it is refused.

    :raises KeyReused: if the key belongs to another request.
    """
    try:
        return run_once(key, use_case, render, begin=small_batch)[0].body
    except KeyReused:
        raise
    except REFUSALS as refusal:
        problem = PROBLEMS[refusal.code]
        content = document(problem, str(refusal) or None)
        return orjson.dumps({"status": problem.status, "problem": content})


def joined(results: Sequence[bytes]) -> bytes:
    """Return the answer with the results of all parts."""
    return b'{"results":[%b]}' % b",".join(results)
