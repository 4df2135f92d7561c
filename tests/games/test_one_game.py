"""An ask and a state touch the rows of one game, besides token, account and stored answer."""

import re
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from typing import Any

import pytest
from django.db import connection
from pytest_django import Settings

from tests.players import Player, seated_by_requests
from tests.tables import number_of

OF_ONE_GAME = {"games_game", "games_seat", "games_move", "games_position"}
OF_AN_ACCOUNT = {"accounts_token", "accounts_user", "games_storedanswer"}

_TABLE = re.compile(r"\b(?:FROM|JOIN|UPDATE)\s+(\w+)(?:\s+AS\s+(\w+))?", re.I)
_INSERT = re.compile(r"\bINSERT INTO\s+(\w+)\s*\(([^)]*)\)\s*(?:SELECT|VALUES \()\s*([^)]*)", re.I)
_CTE = re.compile(r"(\w+) AS \(", re.I)
_EQUAL = re.compile(r"(?:(\w+)\.)?\b(?:game_)?id\s*=\s*(?:(\w+)\.game_id\b|<(\d+)>)", re.I)


def strays(statement: str, values: Sequence[Any], game: int) -> set[str]:
    """Return the tables in a statement that it does not bind to this game, nor to an account."""
    text = _filled(statement, values)
    names = {alias or table: table for table, alias in _TABLE.findall(text)}
    known = {name: table for name, table in names.items() if name not in _CTE.findall(text)}
    bound: set[str] = set()
    for _ in known:  # each pass may bind a table through the one before
        for name, other, number in _EQUAL.findall(text):
            if other in bound or (number and int(number) == game):
                bound |= {name} if name else set(known)
            elif name in bound and other:
                bound.add(other)
    found = {table for name, table in known.items() if table in OF_ONE_GAME and name not in bound}
    for table, columns, given in _INSERT.findall(text):
        row = dict(zip(columns.replace(" ", "").split(","), given.split(", "), strict=False))
        known[table] = table
        if table in OF_ONE_GAME and row.get("game_id") != f"<{game}>":
            found.add(table)
    return found | (set(known.values()) - OF_ONE_GAME - OF_AN_ACCOUNT)


@pytest.mark.django_db(transaction=True)
@pytest.mark.parametrize("checks_tokens", [True, False])
def test_the_statements_of_an_ask_and_a_state_touch_one_game(
    settings: Settings, *, checks_tokens: bool
) -> None:
    settings.WRITES_CHECK_TOKENS = checks_tokens
    seated_by_requests(2)
    game, *players = seated_by_requests(3)
    ask(game, players, "first")  # presence and addresses are noted

    with statements() as of_asks:
        ask(game, players, "second")
        ask(game, players, "third")
    with statements() as of_states:
        for player in players:
            assert player.get(f"/games/{game}/state").status_code == 200

    written = " ".join(statement for statement, _ in of_asks if statement[:6] != "SELECT")
    assert all(name in written for name in ("games_move", "games_position", "games_storedanswer"))
    assert ("accounts_token" in written) == ("accounts_user" in written) == checks_tokens
    assert of_states
    number = number_of(game)
    found = {
        statement: tables
        for statement, values in of_asks + of_states
        if (tables := strays(statement, values, number))
    }
    assert not found


@pytest.mark.parametrize(
    ("statement", "values", "found"),
    [
        ("SELECT 1 FROM games_move AS move WHERE move.game_id = %s", [7], set()),
        ("SELECT 1 FROM games_move AS move WHERE move.game_id = %s", [8], {"games_move"}),
        ("SELECT 1 FROM games_move AS move WHERE move.number = %s", [7], {"games_move"}),
        (
            """
            SELECT 1 FROM games_position AS position JOIN games_seat AS seat
            ON seat.account_id = %s WHERE position.game_id = %s""",
            [7, 7],
            {"games_seat"},
        ),
        ("UPDATE games_position SET version = %s WHERE version = %s", [7, 7], {"games_position"}),
        ("INSERT INTO games_move (number, game_id) SELECT %s, %s", [7, 8], {"games_move"}),
        ("INSERT INTO games_move (number, game_id) SELECT %s, %s", [8, 7], set()),
        ("SELECT 1 FROM games_rating WHERE account_id = %s", [7], {"games_rating"}),
    ],
)
def test_a_statement_beyond_one_game_is_found(
    statement: str, values: list[int], found: set[str]
) -> None:
    assert strays(statement, values, 7) == found


@contextmanager
def statements() -> Iterator[list[tuple[str, Sequence[Any]]]]:
    """Yield a list of the statements that are executed, with their values."""
    seen: list[tuple[str, Sequence[Any]]] = []

    def note(execute: Any, statement: str, values: Any, *rest: Any) -> Any:
        seen.append((statement, values or ()))
        return execute(statement, values, *rest)

    with connection.execute_wrapper(note):
        yield seen


def ask(game: str, players: Sequence[Player], key: str) -> None:
    player = players[players[0].state(game)["to_act"]]
    action = player.state(game)["legal_actions"][0]
    assert player.act(game, action, Idempotency_Key=key).status_code == 200


def _filled(statement: str, values: Sequence[Any]) -> str:
    """Return the statement with its numbers; other values are left out."""
    shown = [f"<{value}>" if isinstance(value, int) else "<>" for value in values]
    parts = statement.split("%s")
    return "".join(part + value for part, value in zip(parts, [*shown, ""], strict=True))
