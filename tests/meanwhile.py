"""Run code between two SQL statements of the code under test: races with a fixed order."""

from collections.abc import Callable
from typing import Any


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
