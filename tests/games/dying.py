"""A process to be killed: it sends one command and stops for ever within the transaction.

    python -m tests.games.dying TOKEN GAME STATEMENT

It stops when a statement that begins so has been executed, and says so on its standard output.
"""

import sys
import time
from typing import Any

import django


def main(secret: str, game: str, statement: str) -> None:
    """Ask seat 1 for aces, and never come to the commit."""
    django.setup()
    from django.db import connection

    from tests.players import Player

    def stop(execute: Any, sql: str, params: Any, many: bool, context: Any) -> Any:
        result = execute(sql, params, many, context)
        if sql.strip().startswith(statement):
            sys.stdout.write("stopped\n")
            sys.stdout.flush()
            time.sleep(600)
        return result

    with connection.execute_wrapper(stop):
        Player(secret).ask(game, 1, "A", Idempotency_Key="one")


if __name__ == "__main__":
    main(*sys.argv[1:])
