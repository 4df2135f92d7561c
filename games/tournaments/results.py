"""Results of tables from the logs of their games, and standings from all results."""

from collections import Counter
from collections.abc import Iterable
from itertools import chain
from typing import Any

from games.engine import ruling
from games.engine.evolve import replay
from games.engine.state import State
from games.log import heads, reader
from games.tournaments import ranking
from games.tournaments.models import (
    DecisionKind,
    Entrant,
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
    head = heads.load(table.game_id)
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
