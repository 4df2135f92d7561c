"""Queue rated games for the rater, in the transaction of the move that ends or rules on them."""

from datetime import datetime

from django.db import connection

from accounts.hot_statements import time_value

_ADD = """
INSERT INTO games_ratingtask (game_id, version, at) SELECT id, %s, %s FROM games_game
WHERE id = %s AND rated"""


def add(game_id: int, *, version: int, now: datetime) -> None:
    """Queue a game that is over if it is rated; the rater compares its result with the last one."""
    with connection.cursor() as cursor:
        cursor.execute(_ADD, [version, time_value(now), game_id])
