"""Lock a tournament, and record what is decided about it.

Lock the tournament first, then accounts by ascending id (``accounts.locks``), then games. Readers
that must miss nothing follow the decisions of a tournament by their numbers.
"""

from datetime import datetime
from typing import Any

from games.tournaments.models import DecisionKind, Tournament, TournamentDecision
from games.tournaments.refusals import TournamentNotFound


def lock(tournament_id: int) -> Tournament:
    """Lock a tournament until the commit, and return it.

    :raises TournamentNotFound: if there is none.
    """
    tournament = Tournament.objects.select_for_update().filter(pk=tournament_id).first()
    if tournament is None:
        raise TournamentNotFound
    return tournament


def record(
    tournament: Tournament,
    kind: DecisionKind,
    *,
    now: datetime,
    actor_id: int | None = None,
    **data: Any,
) -> None:
    """Record a decision about a locked tournament, which the caller saves."""
    tournament.decisions += 1
    tournament.version += 1
    TournamentDecision.objects.create(
        tournament=tournament,
        number=tournament.decisions,
        at=now,
        kind=kind,
        actor_id=actor_id,
        data=data,
    )
