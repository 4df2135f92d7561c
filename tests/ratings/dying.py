"""A process to be killed: it rates what waits, and stops forever after so many SQL statements.

    python -m tests.ratings.dying STATEMENTS

It says on its standard output that it has stopped, or that nothing was left to do.
"""

import sys
import time
from typing import Any

import django


def main(statements: str) -> None:
    """Rate what waits."""
    django.setup()
    left = int(statements)
    from django.db import connection

    from games.ratings import rater

    def stop(execute: Any, sql: str, params: Any, many: bool, context: Any) -> Any:
        nonlocal left
        result = execute(sql, params, many, context)
        left -= 1
        if not left:
            sys.stdout.write("stopped\n")
            sys.stdout.flush()
            time.sleep(600)
        return result

    with connection.execute_wrapper(stop):
        rater.catch_up()
    sys.stdout.write("done\n")


if __name__ == "__main__":
    main(*sys.argv[1:])
