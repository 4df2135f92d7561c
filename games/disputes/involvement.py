"""Who is involved in a disputed game, and so neither judges it nor sees more of it than its players do.

Involved is an account with a seat in the game or a dispute about it, withdrawn ones too. A person and the bots that
the person owns count as one. The accused has a seat: seats are final from the start on, and their rows
stay when a player leaves. A seat that was left in the lobby never held a card.
"""

from typing import TypeVar

from django.db.models import Model, Q, QuerySet

from accounts.models import User
from games.disputes.models import Dispute
from games.disputes.refusals import ReviewerInvolved
from games.models import Game, Seat

Row = TypeVar("Row", bound=Model)


def check(game_id: int, account: User) -> None:
    """Let an account pass that is not involved in a game.

    :raises ReviewerInvolved: if it is; the sentence says how.
    """
    if not is_involved(game_id, account):
        return
    if _seats(account).filter(game=game_id).exists():
        raise ReviewerInvolved("You played this game.")
    raise ReviewerInvolved("You filed a dispute about this game.")


def is_involved(game_id: int, account: User) -> bool:
    """Return whether an account, its owner or one of their bots played a game or disputed it."""
    return Game.objects.filter(_in_games_of(account, "pk"), pk=game_id).exists()


def exclude_involved(rows: QuerySet[Row], account: User) -> QuerySet[Row]:
    """Leave out the rows about games in which an account is involved; each row has a ``game``."""
    return rows.exclude(_in_games_of(account, "game"))


def owner_and_bots(account: User) -> QuerySet[User]:
    """Return a person with all bots that the person owns, whichever of them is asked for."""
    owner = account.owner_id or account.pk
    return User.objects.filter(Q(pk=owner) | Q(owner_id=owner))


def _in_games_of(account: User, field: str) -> Q:
    filed = Dispute.objects.filter(complainant__in=owner_and_bots(account))
    games = (_seats(account).values("game"), filed.values("game"))
    played, disputed = (Q(**{f"{field}__in": each}) for each in games)
    return played | disputed


def _seats(account: User) -> QuerySet[Seat]:
    return Seat.objects.filter(account__in=owner_and_bots(account)).order_by()
