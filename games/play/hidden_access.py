"""Which reviewers have seen hidden cards of a game: checked when a seat is taken, shown to players.

``games.desk`` grants and records the access.
"""

from collections.abc import Collection

from accounts.models import User
from accounts.registration import owner_and_bots
from games.log.models import GameStatus
from games.play.models import Action, AuditEntry
from games.play.refusals import HasSeenHiddenCards


def check_may_take_seat(game_id: int, account_id: int) -> None:
    """Check that no account of the same owner has seen the game's hidden cards.

    :raises HasSeenHiddenCards: if one of them saw them before the game was over.
    """
    accesses = AuditEntry.objects.filter(game=game_id, action=Action.ACCESSED_RUNNING)
    # Accesses are rare, so taking a seat mostly costs one index lookup.
    actors = set(accesses.order_by().values_list("actor", flat=True))
    if not actors:
        return
    account = User.objects.get(pk=account_id)
    if owner_and_bots(account).filter(pk__in=actors).exists():
        raise HasSeenHiddenCards(
            "You, your owner or one of your bots has seen hidden cards of this game."
        )


def accessed_games(game_ids: Collection[int]) -> set[int]:
    """Return which of these games are over and had an access to hidden cards while they ran."""
    if not game_ids:
        return set()
    entries = AuditEntry.objects.filter(
        game_id__in=game_ids, game__status=GameStatus.OVER, action=Action.ACCESSED_RUNNING
    )
    return set(entries.values_list("game_id", flat=True))
