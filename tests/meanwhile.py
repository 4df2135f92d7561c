"""What others do between two statements of the code under test: races that come out the same each time."""

from collections.abc import Callable
from typing import Any


class Meanwhile:
    """For ``connection.execute_wrapper``: does something just before the statement of a number, from 1."""

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
        """Whether there were so many statements."""
        return self._left <= 0
