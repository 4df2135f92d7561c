"""A process to be killed: it sends one command and stops for ever.

    python -m tests.games.dying TOKEN GAME STATEMENT [TIMES]

It stops when a statement that says so has been executed so many times, and says so on its standard
output.
"""

import sys
import time
from typing import Any

import django


def main(secret: str, game: str, statement: str, times: str = "1") -> None:
    """Ask seat 1 for aces, and never come to an end."""
    django.setup()
    left = int(times)
    from django.db import connection

    from tests.players import Player

    def stop(execute: Any, sql: str, params: Any, many: bool, context: Any) -> Any:
        nonlocal left
        result = execute(sql, params, many, context)
        left -= statement in sql
        if not left:
            sys.stdout.write("stopped\n")
            sys.stdout.flush()
            time.sleep(600)
        return result

    with connection.execute_wrapper(stop):
        Player(secret).ask(game, 1, "A", Idempotency_Key="one")


if __name__ == "__main__":
    main(*sys.argv[1:])
