"""Results of tables from the logs of their games, and the standings; compute both again.

Pages of a tournament are read with a fixed number of queries.
"""

from collections import Counter
from collections.abc import Collection, Iterable
from itertools import chain
from typing import Any, NamedTuple

from django.db import transaction
from django.db.models import Count, F, Q, QuerySet

from accounts.models import User
from accounts.statements import small_batch
from games.engine import ruling
from games.engine.evolve import replay
from games.engine.state import State
from games.log import head_reader, ids, reader
from games.play.inbox import TournamentStatus
from games.tournaments import access, ranking
from games.tournaments.models import (
    DecisionKind,
    Director,
    Entrant,
    EntrantStatus,
    Format,
    Tournament,
    TournamentDecision,
    TournamentTable,
)
from games.tournaments.ranking import TableResult

Json = dict[str, Any]

VOID: Json = {"void": True}
"""The result of a table that had fewer than two players when it was to be opened."""

_LINE = (
    *("rank", "place", "points", "games", "firsts", "rests", "margin", "luck"),
    "is_behind_first",
)


def read_position(table: TournamentTable) -> None:
    """Store the result of a table's game as its position gives it.

    :raises MalformedEntry: if it cannot be read.
    """
    assert table.game_id is not None
    head = head_reader.load(table.game_id)
    table.game_version, table.result = head.version, result_of(head.state)


def read_log(table: TournamentTable) -> None:
    """Store the result of a table's game as its moves alone give it.

    :raises MalformedEntry: if they cannot be read.
    """
    assert table.game_id is not None
    moves = list(reader.read(table.game_id))
    state = replay(chain.from_iterable(move.events for move in moves))
    table.game_version, table.result = moves[-1].number, result_of(state)


def result_of(state: State) -> Json:
    """Return the result of a finished game as it is stored."""
    winners, scores = ruling.counted(state), ruling.scores(state)
    return {
        "scores": list(scores or (0,) * state.seats),
        "winners": None if winners is None or scores is None else list(winners),
        "left": [seat for seat in range(state.seats) if state.left >> seat & 1],
    }


def leavers(table: TournamentTable) -> list[int]:
    """Return the players who left the game of a finished table."""
    return [] if table.result is None else [table.players[n] for n in table.result.get("left", ())]


def rank(tournament: Tournament) -> None:
    """Compute the standings from the results of all tables, and store the lines that changed."""
    rows = TournamentTable.objects.filter(tournament=tournament, result__isnull=False)
    tables = list(rows.order_by("round", "number").values_list("players", "result"))
    entrants = {entrant.number: entrant for entrant in tournament.entrants.all()}
    lines = ranking.rank(
        entrants.keys(),
        [
            TableResult(
                tuple(players),
                tuple(result["scores"]),
                None if result["winners"] is None else tuple(result["winners"]),
                tuple(result["left"]),
            )
            for players, result in tables
            if result is not None and result != VOID
        ],
        _rests(tournament, [players for players, result in tables if result == VOID]),
        tournament.place_points,
        seats=tournament.seats,
    )
    changed = []
    for number, line in enumerate(lines, 1):
        entrant = entrants[line.player]
        values = {"rank": number, **{name: getattr(line, name) for name in _LINE[1:]}}
        if any(getattr(entrant, name) != value for name, value in values.items()):
            for name, value in values.items():
                setattr(entrant, name, value)
            changed.append(entrant)
    Entrant.objects.bulk_create(  # an upsert: bulk_update takes twenty times the processor time
        changed, update_conflicts=True, unique_fields=["id"], update_fields=_LINE
    )


def _rests(tournament: Tournament, void: Iterable[list[int]]) -> Counter[int]:
    """Return how often players had no table, or no opponent at theirs."""
    paired = TournamentDecision.objects.filter(tournament=tournament, kind=DecisionKind.PAIRED)
    resting = paired.values_list("data__resting", flat=True)
    return Counter(chain.from_iterable([*resting, *void]))


_OF_TABLE = ("players", "game_id", "game_version", "result")
_OF_ENTRANT = ("number", *_LINE)


def rebuild(tournament_id: int) -> bool:
    """Store what the decisions and the logs give; return whether that changed a row.

    :raises TournamentNotFound: if there is no such tournament.
    :raises MalformedEntry: if a log cannot be read.
    """
    with small_batch():
        tournament = access.lock(tournament_id)
        if tournament.status == TournamentStatus.OPEN:
            return False
        before = _rows(tournament)
        taken = {
            (table.round, table.number): table.finished_at
            for table in tournament.tables.exclude(game_version=None)
        }
        tournament.version += 1
        TournamentTable.objects.filter(tournament=tournament).delete()
        for key, table in _decided(tournament).items():
            if table.game_id is not None and key in taken:
                read_log(table)
                table.finished_at = taken[key]
            table.save()
        rank(tournament)
        has_changed = before != _rows(tournament)
        if has_changed:
            tournament.save(update_fields=["version"])
        else:
            transaction.set_rollback(True)
    return has_changed


def _decided(tournament: Tournament) -> dict[tuple[int, int], TournamentTable]:
    """Return the tables as the decisions describe them, without results."""
    tables: dict[tuple[int, int], TournamentTable] = {}
    kinds = (DecisionKind.PAIRED, DecisionKind.OPENED)
    log = TournamentDecision.objects.filter(tournament=tournament, kind__in=kinds)
    for decision in log.order_by("number"):
        data = decision.data
        if decision.kind == DecisionKind.PAIRED:
            for number, players in enumerate(data["tables"], 1):
                tables[data["round"], number] = TournamentTable(
                    tournament=tournament,
                    round=data["round"],
                    number=number,
                    players=players,
                    changed=tournament.version,
                )
            continue
        table = tables[data["round"], data["table"]]
        table.players = data["players"]
        if data["game"] is None:
            table.result, table.finished_at = VOID, decision.at
        else:
            table.game_id = ids.from_text(data["game"])
    return tables


def _rows(tournament: Tournament) -> list[Any]:
    tables = TournamentTable.objects.filter(tournament=tournament).order_by("round", "number")
    entrants = Entrant.objects.filter(tournament=tournament).order_by("number")
    return [*tables.values_list(*_OF_TABLE), *entrants.values_list(*_OF_ENTRANT)]


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
    head = head_reader.load(table.game_id, entrant.account_id)
    has_left = head.seat is not None and head.state.left >> head.seat & 1
    return None if has_left else table


def _by_tournament(rows: QuerySet[Entrant]) -> dict[int, int]:
    counted = rows.order_by().values_list("tournament_id").annotate(count=Count("pk"))
    return dict(counted)
