"""Compute tables, results and standings again, from the decisions and the logs of the games."""

from typing import Any

from django.db import transaction

from accounts.small_batches import small_batch
from games.log import ids
from games.tournaments import decisions, results
from games.tournaments.models import (
    DecisionKind,
    Entrant,
    Tournament,
    TournamentDecision,
    TournamentStatus,
    TournamentTable,
)

_OF_TABLE = ("players", "game_id", "game_version", "result")
_OF_ENTRANT = (
    *("number", "rank", "place", "points", "games", "firsts", "rests", "margin", "luck"),
    "is_behind_first",
)


def rebuild(tournament_id: int) -> bool:
    """Store what the decisions and the logs give; return whether that changed a row.

    :raises TournamentNotFound: if there is no such tournament.
    :raises MalformedEntry: if a log cannot be read.
    """
    with small_batch():
        tournament = decisions.lock(tournament_id)
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
                results.read_log(table)
                table.finished_at = taken[key]
            table.save()
        results.rank(tournament)
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
            table.result, table.finished_at = results.VOID, decision.at
        else:
            table.game_id = ids.from_text(data["game"])
    return tables


def _rows(tournament: Tournament) -> list[Any]:
    tables = TournamentTable.objects.filter(tournament=tournament).order_by("round", "number")
    entrants = Entrant.objects.filter(tournament=tournament).order_by("number")
    return [*tables.values_list(*_OF_TABLE), *entrants.values_list(*_OF_ENTRANT)]
