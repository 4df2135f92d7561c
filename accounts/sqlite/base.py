"""The connection: every transaction and every other write takes its turn, or is urgent."""

from collections.abc import Callable
from typing import Any

from django.db.backends.sqlite3 import base

from accounts.sqlite.turns import WriteTurns

_WRITES = ("INSERT", "UPDATE", "DELETE", "REPLACE")


class DatabaseWrapper(base.DatabaseWrapper):
    """SQLite with turns, which need a file."""

    def __init__(self, *args: Any, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        self._turns: WriteTurns | None = None
        self.execute_wrappers.append(self._execute_in_turn)

    def get_new_connection(self, conn_params: dict[str, Any]) -> Any:
        """Connect, and open the file of the turns."""
        connection = super().get_new_connection(conn_params)
        if not self.is_in_memory_db():
            self._turns = WriteTurns(
                conn_params["database"], seconds=conn_params.get("timeout", 5.0)
            )
        return connection

    def _start_transaction_under_autocommit(self) -> None:
        if self._turns is None:
            super()._start_transaction_under_autocommit()  # type: ignore[misc]
            return
        self._turns.take()
        try:
            super()._start_transaction_under_autocommit()  # type: ignore[misc]
        except BaseException:
            self._turns.give_back()
            raise
        self._turns.begin()

    def _set_autocommit(self, autocommit: bool) -> None:
        super()._set_autocommit(autocommit)  # type: ignore[misc]
        if self._turns is not None:  # the transaction has ended
            self._turns.give_back()

    def _close(self) -> None:
        try:
            super()._close()  # type: ignore[misc]
        finally:
            if self._turns is not None:
                self._turns.close()
                self._turns = None

    def _execute_in_turn(
        self, execute: Callable[..., Any], sql: str, params: Any, many: bool, context: Any
    ) -> Any:
        """Execute a statement; outside a transaction a write takes its turn."""
        if (
            self._turns is None
            or self.in_atomic_block
            or not sql.lstrip()[:7].upper().startswith(_WRITES)
        ):
            return execute(sql, params, many, context)
        self._turns.take()
        try:
            return execute(sql, params, many, context)
        finally:
            self._turns.give_back()
