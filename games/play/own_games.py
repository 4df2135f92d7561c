"""The open games of an account, those that wait for it first."""

from datetime import datetime
from typing import NamedTuple

from games.engine.cards import Seat
from games.engine.refusals import MalformedEntry
from games.log import positions
from games.log.models import OPEN, GameStatus
from games.log.models import Seat as SeatRow

MOST_GAMES = 100
"""As many as an account can be in at a time (``services.lobbies.lobby``)."""


class OwnGame(NamedTuple):
    """An open game in which an account has a seat."""

    game_id: int
    status: str
    preset: str
    seat: Seat
    version: int
    is_turn: bool
    deadline: datetime | None


def open_games(account_id: int) -> list[OwnGame]:
    """Return the open games that an account has not left, with one query.

    First those that wait for it, by deadline; then other running games; then lobbies; newest first.
    A game that cannot be read, for example because newer code stored it, does not say whether it
    waits.
    """
    rows = SeatRow.objects.filter(account_id=account_id, game__status__in=OPEN).order_by("-game_id")
    columns = rows.values_list(
        "game_id",
        "game__status",
        "game__preset",
        "number",
        "game__position__version",
        "game__position__deadline",
        "game__position__state",
        "game__rules",
    )[:MOST_GAMES]
    games = []
    for game_id, status, preset, seat, version, deadline, text, rules in columns:
        is_turn = False
        try:
            state = positions.read(game_id, version, text, rules)
        except MalformedEntry:
            pass
        else:
            if state.left >> seat & 1:
                continue
            is_turn = status == GameStatus.RUNNING and state.to_act() == seat
        games.append(OwnGame(game_id, status, preset, seat, version, is_turn, deadline))
    return sorted(games, key=_urgency)


def _urgency(game: OwnGame) -> tuple[bool, float, bool]:
    """Return the sort key of a game; games of the same key stay in their order."""
    waits = game.is_turn and game.deadline is not None
    due = game.deadline.timestamp() if waits and game.deadline is not None else float("inf")
    return not game.is_turn, due, game.status != GameStatus.RUNNING
