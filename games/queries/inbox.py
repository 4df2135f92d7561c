"""What concerns an account: its games and invitations in short, and what is new with them."""

from collections.abc import Collection
from typing import Any, NamedTuple

from django.db.models import Q, QuerySet

from games.engine.cards import Seat
from games.log import reader
from games.models import OPEN, GameStatus, Invitation, Position
from games.models import Seat as SeatRow


class InboxGame(NamedTuple):
    """A game as its player needs to know of it; without a seat, he is invited."""

    game_id: int
    version: int
    status: str
    seat: Seat | None
    is_turn: bool
    rulings: int = 0
    """How often it was ruled on."""


Concerns = dict[int, InboxGame]
"""By game."""


def of_accounts(account_ids: Collection[int]) -> dict[int, Concerns]:
    """Return the games of these accounts that are open, none that ends while they are looked up."""
    return _read(Q(account_id__in=account_ids, game__status__in=OPEN))


def of_games(game_ids: Collection[int]) -> dict[int, Concerns]:
    """Return these games for everybody whom they concern, also those that have ended."""
    return _read(Q(game_id__in=game_ids))


def news(before: InboxGame | None, after: InboxGame | None) -> list[str]:
    """Return what is new with a game, in the order in which it happened; mostly nothing.

    >>> lobby = Concern(1, 2, "lobby", 0, False)
    >>> news(lobby, Concern(1, 4, "running", 0, True))
    ['started', 'your_turn']
    """
    was_seated = before is not None and before.seat is not None
    if after is None or after.seat is None:
        if before is None:
            return [] if after is None else ["invited"]
        if was_seated:
            return ["left"]
        return ["invitation_ended"] if after is None else []
    if before is None and after.status == GameStatus.OVER and after.rulings:
        return ["ruled"]  # a game that ended long ago moves by rulings alone
    if before is None and after.status == GameStatus.CLOSED:
        return []  # its end was told
    happened = {
        "joined": not was_seated,
        "started": after.status == GameStatus.RUNNING and _status(before) == GameStatus.LOBBY,
        "your_turn": after.is_turn and (before is None or before.version != after.version),
        "ruled": after.rulings > (0 if before is None else before.rulings),
        "over": after.status == GameStatus.OVER and _status(before) != GameStatus.OVER,
        "closed": after.status == GameStatus.CLOSED and _status(before) != GameStatus.CLOSED,
    }
    return [what for what, is_new in happened.items() if is_new]


def _status(concern: InboxGame | None) -> str:
    return GameStatus.LOBBY if concern is None else concern.status


def _read(those: Q) -> dict[int, Concerns]:
    people = SeatRow.objects.filter(those, account__isnull=False).order_by()
    invited = Invitation.objects.filter(
        those, game__status=GameStatus.LOBBY, declined_at__isnull=True
    )
    # Positions first: one older than its seats is read again with the next notice, a newer one would not be.
    positions = _positions(people.values("game_id").union(invited.values("game_id")))
    seats = people.values_list("account_id", "game_id", "number")
    invitations = ((*row, None) for row in invited.values_list("account_id", "game_id"))
    concerns: dict[int, Concerns] = {}
    for account_id, game_id, seat in (*invitations, *seats):
        if game_id not in positions:
            continue  # taken, or opened, a moment ago
        version, status, to_act, left, rulings = positions[game_id]
        is_turn = seat is not None and seat == to_act and not left >> seat & 1
        concern = InboxGame(game_id, version, status, seat, is_turn, rulings)
        concerns.setdefault(account_id, {})[game_id] = concern
    return concerns


def _positions(game_ids: QuerySet[Any, Any]) -> dict[int, tuple[int, str, Seat | None, int, int]]:
    """Return each game's version, status, awaited seat, seats left (bit mask), and number of rulings."""
    rows = Position.objects.filter(pk__in=game_ids).values_list(
        "pk", "version", "state", "game__rules", "game__status"
    )
    positions = {}
    for game_id, version, text, rules, status in rows:
        state = reader.read_position(game_id, version, text, rules)
        to_act = state.to_act() if status == GameStatus.RUNNING else None
        positions[game_id] = (version, status, to_act, state.left, len(state.rulings))
    return positions
