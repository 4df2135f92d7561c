"""A process to be killed: it archives or restores one game and stops for ever.

    python -m tests.games.dying_archive (archive|restore) GAME STATEMENT

It stops when the statement has been executed, or before COMMIT, and says so on its standard output.
"""

import sys
import time
from typing import Any

import django

COMMIT = "COMMIT"


def main(what: str, game: str, statement: str) -> None:
    """Archive or restore the game, and never come to an end."""
    django.setup()
    from django.db import connections

    from games.log import archiving
    from tests.games import archives
    from tests.tables import number_of

    def stop() -> None:
        sys.stdout.write("stopped\n")
        sys.stdout.flush()
        time.sleep(600)

    def stop_after(execute: Any, sql: str, params: Any, many: bool, context: Any) -> Any:
        result = execute(sql, params, many, context)
        if sql.startswith(statement):
            stop()
        return result

    connection: Any = connections["default"]
    connection.ensure_connection()
    commit = connection._commit

    def stop_around_commit() -> None:
        if statement == f"before {COMMIT}":
            stop()
        commit()
        if statement == f"after {COMMIT}":
            stop()

    connection._commit = stop_around_commit
    with connection.execute_wrapper(stop_after):
        if what == "archive":
            archives.archive(game)
        else:
            archiving.restore(number_of(game))


if __name__ == "__main__":
    main(*sys.argv[1:])
