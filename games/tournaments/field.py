"""The players of a tournament as pairing sees them: who is there, whom they met, where they sat."""

from collections import Counter, defaultdict
from collections.abc import Collection, Iterable, Sequence
from itertools import combinations
from random import Random
from typing import NamedTuple

from accounts import locks
from games.log.models import GameStatus, Seat
from games.tournaments.models import (
    DecisionKind,
    Entrant,
    EntrantStatus,
    Format,
    Tournament,
    TournamentDecision,
    TournamentTable,
)
from games.tournaments.pairing import assignment, round_robin, seating
from games.tournaments.pairing.assignment import Contender
from games.tournaments.pairing.seating import Sitter
from games.tournaments.pairing.table_sizes import divide


class PairedRound(NamedTuple):
    """The numbers of the players of each table, by seat, and of those who rest."""

    tables: list[list[int]]
    resting: list[int]


def pair_round(tournament: Tournament, *, chance: Random) -> PairedRound:
    """Pair the players who confirmed the round."""
    present = _present(tournament, ready_round=tournament.round)
    seats = tournament.seats
    plan = _plan(tournament)
    if plan is not None:
        there = {entrant.number for entrant in present}
        planned = [[number for number in table if number in there] for table in plan]
        tables = [table for table in planned if len(table) > 1]
        seated = {number for table in tables for number in table}
        return _seated(tournament, tables, sorted(there - seated), chance)
    contenders = _contenders(tournament, present)
    drawn = assignment.next_round(contenders, divide(len(contenders), seats=seats), chance=chance)
    return _numbers(tournament, drawn, chance)


def pair_free(tournament: Tournament, *, chance: Random) -> PairedRound:
    """Pair the players of an arena who are free; who is left over waits for the next tables.

    A few players wait for others while games are played.
    """
    unfinished = tournament.tables.filter(finished_at=None).values_list("players", flat=True)
    seated = {number for players in unfinished for number in players}
    free = [e for e in _present(tournament, ready_round=1) if e.number not in seated]
    if len(free) < max(tournament.seats - 1, 2) and seated:
        return PairedRound([], [])
    contenders = [
        contender._replace(rests=-entrant.games)  # who played least is seated first
        for contender, entrant in zip(_contenders(tournament, free), free, strict=True)
    ]
    sizes = divide(len(free), seats=tournament.seats)
    drawn = assignment.next_round(contenders, sizes, chance=chance)
    return _numbers(tournament, drawn, chance)._replace(resting=[])


def busy(account_ids: Collection[int]) -> set[int]:
    """Return which of these accounts sit in a running game of a tournament."""
    seats = Seat.objects.filter(
        account_id__in=account_ids,
        game__status=GameStatus.RUNNING,
        game__tournament_table__isnull=False,
    )
    return {account for account in seats.values_list("account_id", flat=True) if account}


def start_order(tournament: Tournament) -> list[int]:
    """Return the players at the start, in the order of the plan of a round robin."""
    started = TournamentDecision.objects.get(tournament=tournament, kind=DecisionKind.STARTED)
    order: list[int] = started.data["players"]
    return order


def _plan(tournament: Tournament) -> list[list[int]] | None:
    """Return the planned tables of this round; None if there is no plan."""
    if tournament.format != Format.ROUND_ROBIN:
        return None
    order = start_order(tournament)
    rounds = round_robin.plan(len(order), seats=tournament.seats)
    if rounds is None:
        return None
    return [[order[player] for player in table] for table in rounds[tournament.round - 1]]


def _present(tournament: Tournament, *, ready_round: int) -> list[Entrant]:
    """Return the players who are there: active, ready, with an open account, at no other table."""
    ready = Entrant.objects.filter(
        tournament=tournament, status=EntrantStatus.ACTIVE, ready_round=ready_round
    )
    entrants = list(ready.select_related("account__owner").order_by("number"))
    away = busy([entrant.account_id for entrant in entrants])
    return [e for e in entrants if e.account_id not in away and locks.is_active(e.account)]


def _contenders(tournament: Tournament, entrants: Sequence[Entrant]) -> list[Contender]:
    """Return the players with whom they met. Players of one owner count as having met once more,
    so that they meet as rarely as can be.
    """
    met: defaultdict[int, Counter[int]] = defaultdict(Counter)
    for players in _tables(tournament):
        _note_meetings(met, players)
    owned: defaultdict[int, list[int]] = defaultdict(list)
    for entrant in entrants:
        owned[entrant.account.owner_id or entrant.account_id].append(entrant.number)
    for numbers in owned.values():
        _note_meetings(met, numbers)
    return [
        Contender(entrant.number, entrant.points, met[entrant.number], entrant.rests)
        for entrant in entrants
    ]


def _note_meetings(met: dict[int, Counter[int]], players: Iterable[int]) -> None:
    for one, other in combinations(players, 2):
        met[one][other] += 1
        met[other][one] += 1


def _numbers(tournament: Tournament, drawn: assignment.Round, chance: Random) -> PairedRound:
    tables = [[contender.number for contender in table] for table in drawn.tables]
    resting = [contender.number for contender in drawn.resting]
    return _seated(tournament, tables, resting, chance)


def _seated(
    tournament: Tournament, tables: list[list[int]], resting: list[int], chance: Random
) -> PairedRound:
    first, dealt = Counter[int](), Counter[int]()
    for players in _tables(tournament):
        first[players[0]] += 1
        dealt[players[-1]] += 1
    ordered = [
        seating.order_of([Sitter(n, first[n], dealt[n]) for n in table], chance=chance)
        for table in tables
    ]
    return PairedRound(ordered, resting)


def _tables(tournament: Tournament) -> list[list[int]]:
    rows = TournamentTable.objects.filter(tournament=tournament)
    return list(rows.values_list("players", flat=True))
