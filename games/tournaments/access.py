"""Find, check and lock a tournament for an account, and record what is decided about it.

Lock the tournament first, then accounts by ascending id (``accounts.locks``), then games. Readers
that must miss nothing follow the decisions of a tournament by their numbers.
"""

from collections.abc import Collection
from datetime import datetime
from typing import Any

from django.db.models import Exists, OuterRef, Q, QuerySet

from games.tournaments.models import (
    DecisionKind,
    Director,
    Entrant,
    EntrantStatus,
    EntryWay,
    Tournament,
    TournamentDecision,
    TournamentInvitation,
)
from games.tournaments.refusals import DirectorPlays, NotDirector, TournamentNotFound


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


PLAYING = (EntrantStatus.ACTIVE, EntrantStatus.PAUSED)


def visible(account_id: int | None) -> QuerySet[Tournament]:
    """Return the tournaments that an account may see: open ones, and those it is in."""
    is_open = Q(entry=EntryWay.OPEN)
    if account_id is None:
        return Tournament.objects.filter(is_open)
    return Tournament.objects.filter(is_open | _is_in(account_id))


def mine(account_id: int) -> QuerySet[Tournament]:
    """Return the tournaments that an account hosts, directs, plays in or is invited to."""
    ids = Tournament.objects.filter(host=account_id).order_by().values("pk")
    own = [
        model.objects.filter(account=account_id).order_by().values("tournament")
        for model in (Director, Entrant, TournamentInvitation)
    ]
    return Tournament.objects.filter(pk__in=ids.union(*own, all=True))


def find(tournament_id: int, account_id: int | None) -> Tournament:
    """Return a tournament that an account may see.

    :raises TournamentNotFound: if there is no such tournament for it.
    """
    found = visible(account_id).select_related("host").filter(pk=tournament_id).first()
    if found is None:
        raise TournamentNotFound
    return found


def may_see(tournament: Tournament, account_id: int | None) -> bool:
    """Return whether an account may see a tournament."""
    return visible(account_id).filter(pk=tournament.pk).exists()


def seeing(tournament: Tournament, account_ids: Collection[int | None]) -> set[int | None]:
    """Return which of these accounts may see a tournament; None is a reader without one."""
    if not tournament.is_private:
        return set(account_ids)
    found: set[int | None] = {tournament.host_id}
    for model in (Director, Entrant, TournamentInvitation):
        rows = model.objects.filter(tournament=tournament, account__in=account_ids)
        found |= set(rows.values_list("account", flat=True))
    return found.intersection(account_ids)


def check_directs(tournament: Tournament, account_id: int, *, aloof: bool = False) -> None:
    """Check that an account directs a tournament; with ``aloof``, that it also does not play in it.

    :raises TournamentNotFound: if it may not even see it.
    :raises NotDirector: if it does not direct it.
    :raises DirectorPlays: if it plays in it.
    """
    if not may_see(tournament, account_id):
        raise TournamentNotFound
    directors = Director.objects.filter(tournament=tournament, account_id=account_id)
    if tournament.host_id != account_id and not directors.exists():
        raise NotDirector
    if aloof and _plays(tournament, account_id):
        raise DirectorPlays


def _plays(tournament: Tournament, account_id: int) -> bool:
    """Return whether an account, or a bot of it, takes part or had a table, as it can be back."""
    own = Q(account_id=account_id) | Q(account__owner_id=account_id)
    entrants = Entrant.objects.filter(own, tournament=tournament)
    numbers = dict(entrants.values_list("number", "status"))
    if not {*numbers.values()}.isdisjoint(PLAYING):
        return True
    tables = tournament.tables.values_list("players", flat=True) if numbers else ()
    return any(not numbers.keys().isdisjoint(players) for players in tables)


def _is_in(account_id: int) -> Q:
    def rows(model: type[Director | Entrant | TournamentInvitation]) -> Q:
        return Q(Exists(model.objects.filter(tournament=OuterRef("pk"), account_id=account_id)))

    return Q(host_id=account_id) | rows(Director) | rows(Entrant) | rows(TournamentInvitation)
