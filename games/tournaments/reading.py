"""Read what the pages of a tournament show, with a fixed number of queries."""

from collections.abc import Collection, Iterable
from typing import NamedTuple

from django.db.models import Count, F, Q, QuerySet

from accounts.models import User
from games.log import heads
from games.tournaments import access
from games.tournaments.models import (
    Director,
    Entrant,
    EntrantStatus,
    Format,
    Tournament,
    TournamentTable,
)


class PlayerCounts(NamedTuple):
    """How many players take part, and have confirmed the round."""

    players: int = 0
    confirmed: int = 0


class OwnEntry(NamedTuple):
    """What a tournament is to an account."""

    entrant: Entrant | None
    directs: bool
    table: TournamentTable | None
    """The table at which it sits now; None after it left the game."""


def counts(tournaments: Collection[Tournament]) -> dict[int, PlayerCounts]:
    """Return the numbers of players, by tournament."""
    pks = [tournament.pk for tournament in tournaments]
    playing = Entrant.objects.filter(tournament__in=pks, status__in=access.PLAYING)
    is_arena = Q(tournament__format=Format.ARENA, ready_round=1)
    is_round = ~Q(tournament__format=Format.ARENA) & Q(ready_round=F("tournament__round"))
    ready = Q(tournament__round__gt=0) | Q(tournament__format=Format.ARENA)
    confirmed = playing.filter(is_arena | is_round, ready, status=EntrantStatus.ACTIVE)
    players, there = _by_tournament(playing), _by_tournament(confirmed)
    return {pk: PlayerCounts(players.get(pk, 0), there.get(pk, 0)) for pk in pks}


def own_entry(tournament: Tournament, account_id: int | None) -> OwnEntry | None:
    """Return what a tournament is to an account; None without an account."""
    if account_id is None:
        return None
    entrant = Entrant.objects.filter(tournament=tournament, account_id=account_id).first()
    named = Director.objects.filter(tournament=tournament, account_id=account_id)
    directs = tournament.host_id == account_id or named.exists()
    table = None if entrant is None else _own_table(tournament, entrant)
    return OwnEntry(entrant, directs, table)


def directors(tournament: Tournament) -> list[str]:
    """Return the usernames of the directors that the host named."""
    named = Director.objects.filter(tournament=tournament).order_by("pk")
    return list(named.values_list("account__username", flat=True))


def standings(tournament: Tournament) -> QuerySet[Entrant]:
    """Return the lines of the standings, best first: all who take part or have played."""
    rows = Entrant.objects.filter(tournament=tournament).select_related("account")
    return rows.filter(Q(status__in=access.PLAYING) | Q(games__gt=0)).order_by("rank")


def players_of(tournament: Tournament, tables: Iterable[TournamentTable]) -> dict[int, User]:
    """Return the accounts at these tables, by the numbers of the entrants."""
    numbers = {number for table in tables for number in table.players}
    rows = Entrant.objects.filter(tournament=tournament, number__in=numbers)
    return {row.number: row.account for row in rows.select_related("account")}


def _own_table(tournament: Tournament, entrant: Entrant) -> TournamentTable | None:
    own = Q()
    for seat in range(tournament.seats):
        own |= Q(**{f"players__{seat}": entrant.number})
    table = tournament.tables.filter(own, finished_at=None).first()
    if table is None or table.game_id is None:
        return table
    head = heads.load(table.game_id, entrant.account_id)
    has_left = head.seat is not None and head.state.left >> head.seat & 1
    return None if has_left else table


def _by_tournament(rows: QuerySet[Entrant]) -> dict[int, int]:
    counted = rows.order_by().values_list("tournament_id").annotate(count=Count("pk"))
    return dict(counted)
