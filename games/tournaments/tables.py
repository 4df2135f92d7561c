"""Pair a round, store its tables, and open them one after the other.

Pairing knows who is there, whom each player has met, and where they sat.
"""

from collections import Counter, defaultdict
from collections.abc import Collection, Iterable, Sequence
from datetime import datetime, timedelta
from itertools import combinations
from random import Random
from typing import NamedTuple

from accounts import locks
from games.log import ids
from games.log.models import GameStatus, Seat
from games.play import create_game, lobby
from games.play.create_game import GameTerms
from games.play.refusals import TooManyGames
from games.tournaments import access, pairing, results
from games.tournaments.models import (
    DecisionKind,
    Entrant,
    EntrantStatus,
    Format,
    Kinds,
    Tournament,
    TournamentDecision,
    TournamentTable,
)
from games.tournaments.pairing import Contender, Sitter, divide


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
    drawn = pairing.next_round(contenders, divide(len(contenders), seats=seats), chance=chance)
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
    drawn = pairing.next_round(contenders, sizes, chance=chance)
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
    rounds = pairing.plan(len(order), seats=tournament.seats)
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


def _numbers(tournament: Tournament, drawn: pairing.Round, chance: Random) -> PairedRound:
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
        pairing.order_of([Sitter(n, first[n], dealt[n]) for n in table], chance=chance)
        for table in tables
    ]
    return PairedRound(ordered, resting)


def _tables(tournament: Tournament) -> list[list[int]]:
    rows = TournamentTable.objects.filter(tournament=tournament)
    return list(rows.values_list("players", flat=True))


MOST_TABLES = 5000
"""Tables of a tournament; an arena that has had so many ends."""
MOST_OPENED = 1500
"""Tables that the tournaments of one host open in an hour."""
FULL_PAUSE = timedelta(seconds=60)
"""How long a tournament waits whose host has opened so many."""
STAND_IN = "memory"


def store(tournament: Tournament, paired: PairedRound, *, now: datetime) -> None:
    """Store the tables of a round, which are opened one after the other from now on."""
    access.record(
        tournament,
        DecisionKind.PAIRED,
        now=now,
        round=tournament.round,
        tables=paired.tables,
        resting=paired.resting,
    )
    TournamentTable.objects.bulk_create(
        TournamentTable(
            tournament=tournament,
            round=tournament.round,
            number=number,
            players=players,
            changed=tournament.version,
        )
        for number, players in enumerate(paired.tables, 1)
    )
    tournament.due_at = now


def next_to_open(tournament: Tournament) -> TournamentTable | None:
    """Return the table that is opened next, or None."""
    waiting = tournament.tables.filter(finished_at=None, game=None)
    return waiting.order_by("round", "number").first()


def open_game(tournament: Tournament, table: TournamentTable, *, now: datetime) -> None:
    """Open the game of a table for its players who can be seated; without two of them, none."""
    hour = now - timedelta(hours=1)
    of_host = TournamentTable.objects.filter(
        tournament__host_id=tournament.host_id, game_id__gte=ids.first_of(hour)
    )
    if of_host.count() >= MOST_OPENED:
        tournament.due_at = now + FULL_PAUSE
        return
    playing = Entrant.objects.filter(
        tournament=tournament, number__in=table.players, status=EntrantStatus.ACTIVE
    )
    account_of = dict(playing.values_list("number", "account_id"))
    accounts = locks.lock_all(account_of.values())
    away = busy(accounts)
    table.players = [
        number
        for number in table.players
        if number in account_of
        and account_of[number] not in away
        and locks.is_active(accounts[account_of[number]])
        and _has_room(account_of[number])
    ]
    tournament.due_at = now
    if len(table.players) > 1:
        seated = [account_of[number] for number in table.players]
        pool = create_game.pool_of_accounts(
            [accounts[account] for account in seated], has_levels=False
        )
        opened = create_game.open_table(
            seated,
            preset=tournament.preset,
            overlays=tournament.overlays,
            seats=len(seated),
            level=STAND_IN,
            dealer=len(seated) - 1,
            terms=GameTerms(
                is_private=tournament.is_private,
                allows_bots=tournament.kinds != Kinds.PEOPLE,
                turn_seconds=tournament.turn_seconds,
                on_abandon="stand_in",
                stand_in=STAND_IN,
                rated=tournament.rated and pool is not None,
            ),
        )
        table.game_id = opened.head.game_id
    else:
        table.result, table.finished_at = results.VOID, now
    access.record(
        tournament,
        DecisionKind.OPENED,
        now=now,
        round=table.round,
        table=table.number,
        players=table.players,
        game=None if table.game_id is None else ids.to_text(table.game_id),
    )
    table.changed = tournament.version
    table.save()
    if table.game_id is None:
        results.rank(tournament)  # who is left alone rests


def _has_room(account_id: int) -> bool:
    """Return whether an account may be in one more game."""
    try:
        lobby.check_open_games(account_id)
    except TooManyGames:
        return False
    return True
