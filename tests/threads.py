"""Calls made at one instant, each from a thread and a database connection of its own.

Run code between two SQL statements of the code under test: races with a fixed order.
"""

import threading
from collections import Counter
from collections.abc import Callable, Sequence
from typing import Any

from tests.players import close_connections
from tests.timeouts import PATIENCE

WAIT = PATIENCE


def at_once(*calls: Callable[[], Any]) -> list[Any]:
    """Make the calls from a thread each, all at one instant, and return their answers in order."""
    barrier = threading.Barrier(len(calls), timeout=WAIT)
    answers: dict[int, Any] = {}

    def run(place: int) -> None:
        try:
            barrier.wait()
            answers[place] = calls[place]()
        except Exception as error:  # shown to the test, which fails by it
            answers[place] = error
        finally:
            close_connections()

    threads = [threading.Thread(target=run, args=(place,)) for place in range(len(calls))]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join(WAIT)
    return [answers[place] for place in range(len(calls))]


def count_codes(answers: Sequence[Any]) -> Counter[str]:
    """Count the answers by outcome: ``ok`` or the code of a problem."""
    return Counter(
        "ok" if answer.status_code < 300 else answer.json()["code"] for answer in answers
    )


class Meanwhile:
    """For ``connection.execute_wrapper``: does something just before the statement of a number,
    from 1.
    """

    def __init__(self, number: int, happens: Callable[[], object]) -> None:
        self._left, self._happens = number, happens

    def __call__(
        self, execute: Callable[..., Any], sql: str, params: Any, many: bool, context: Any
    ) -> Any:
        self._left -= 1
        if self._left == 0:
            self._happens()
        return execute(sql, params, many, context)

    @property
    def has_happened(self) -> bool:
        """Whether that many statements ran."""
        return self._left <= 0
