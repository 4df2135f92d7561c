"""Decide whether an account is involved in a game, so that it must not review it.

An account is involved if it has a seat in the game or has filed a dispute about it, even one that
was withdrawn. An owner and their bots count as one. The accused always has a seat: seats are final
from the start, and their rows stay when a player leaves. A seat that was left in the lobby never
held a card.
"""

from typing import TypeVar

from django.db.models import Model, Q, QuerySet

from accounts.models import User
from accounts.registration import owner_and_bots
from games.desk.models import Dispute
from games.desk.refusals import ReviewerInvolved
from games.log.models import Game, Seat

Row = TypeVar("Row", bound=Model)


def check_not_involved(game_id: int, account: User) -> None:
    """Check that an account is not involved in a game.

    :raises ReviewerInvolved: if it is; the message says how.
    """
    if not is_involved(game_id, account):
        return
    if _seats(account).filter(game=game_id).exists():
        raise ReviewerInvolved("You played this game.")
    raise ReviewerInvolved("You filed a dispute about this game.")


def is_involved(game_id: int, account: User) -> bool:
    """Return whether an account, its owner or one of their bots played or disputed a game."""
    return Game.objects.filter(_in_games_of(account, "pk"), pk=game_id).exists()


def exclude_involved(rows: QuerySet[Row], account: User) -> QuerySet[Row]:
    """Exclude rows about games in which an account is involved. The model has a ``game`` field."""
    return rows.exclude(_in_games_of(account, "game"))


def _in_games_of(account: User, field: str) -> Q:
    filed = Dispute.objects.filter(complainant__in=owner_and_bots(account))
    games = (_seats(account).values("game"), filed.values("game"))
    played, disputed = (Q(**{f"{field}__in": each}) for each in games)
    return played | disputed


def _seats(account: User) -> QuerySet[Seat]:
    return Seat.objects.filter(account__in=owner_and_bots(account)).order_by()
