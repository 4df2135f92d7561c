"""How often a request waits for PostgreSQL, counted on the wire."""

import tempfile
from collections.abc import Iterator
from contextlib import contextmanager
from itertools import groupby
from random import Random

import pytest
from django.db import connection

from tests.players import seated_by_requests

pytestmark = [
    pytest.mark.postgresql,
    pytest.mark.usefixtures("transactional_db"),
]

if connection.vendor != "postgresql":
    pytest.skip("SQLite is not spoken to over a wire", allow_module_level=True)


@contextmanager
def counted() -> Iterator[list[int]]:
    """Count exchanges: bytes are sent, then bytes are received."""
    connection.ensure_connection()
    exchanges: list[int] = []
    with tempfile.TemporaryFile("w+") as trace:
        connection.connection.pgconn.trace(trace.fileno())
        yield exchanges
        connection.connection.pgconn.untrace()
        trace.seek(0)
        # A line is "time, F(rontend) or B(ackend), length, message, contents".
        directions = [line.split("\t")[1] for line in trace if line.count("\t") >= 3]
    exchanges.append([direction for direction, _ in groupby(directions)].count("F"))


def test_an_ask_is_one_exchange_and_so_is_a_state() -> None:
    """An ask: all that is written; its notification takes another connection, without a wait.

    A state: the token with the position, unless that is known.

    Now and then there are more: a statement that is prepared, or a player who is noted as seen.
    """
    game, *players = seated_by_requests(2)
    rng = Random(5)
    asking, reading = [], []
    while (seat := (state := players[0].state(game))["to_act"]) is not None:
        with counted() as read:
            legal = players[seat].state(game)["legal_actions"]
        action = rng.choice([each for each in legal if each["type"] == "ask"])
        with counted() as asked:
            answer = players[seat].act(game, action, Idempotency_Key=f"{state['version']}")
        reading += read
        asking += asked if answer.json()["state"]["phase"] == "ask" else []

    assert asking.count(1) > 0.8 * len(asking) and min(asking) == 1
    assert reading.count(1) > 0.8 * len(reading) and min(reading) == 1
