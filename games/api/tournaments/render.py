"""Render tournaments as JSON."""

from collections.abc import Iterable, Mapping
from datetime import datetime

from accounts.models import User
from accounts.players import pictures
from games import ids
from games.api.positions.members import Json
from games.engine.chain import time_text
from games.tournaments import ranking
from games.tournaments.models import (
    Entrant,
    Format,
    RoundPhase,
    Tournament,
    TournamentStatus,
    TournamentTable,
)
from games.tournaments.place_points import UNIT
from games.tournaments.ranking import MARGIN_UNIT, TableResult
from games.tournaments.reading import OwnEntry, PlayerCounts
from games.tournaments.results import VOID


def entry(tournament: Tournament, counts: PlayerCounts) -> Json:
    """Return a tournament in a list; select its host with it."""
    is_confirming = (
        tournament.phase == RoundPhase.CONFIRMING and tournament.status == TournamentStatus.RUNNING
    )
    return {
        "id": tournament.public_id,
        "name": tournament.name,
        "host": tournament.host.username,
        "status": tournament.status,
        "format": tournament.format,
        "preset": tournament.preset,
        "overlays": tournament.overlays,
        "seats": tournament.seats,
        "turn_seconds": tournament.turn_seconds,
        "starts_at": time_text(tournament.starts_at),
        "players": counts.players,
        "players_min": tournament.players_min,
        "players_max": tournament.players_max,
        "entry": tournament.entry,
        "kinds": tournament.kinds,
        "rated": tournament.rated,
        "rounds": tournament.rounds,
        "minutes": tournament.minutes,
        "late_until": tournament.late_until,
        "round": tournament.round,
        "phase": tournament.phase or None,
        "confirmed": counts.confirmed,
        "confirm_until": _time(tournament.due_at) if is_confirming else None,
        "ends_at": _time(tournament.ends_at),
        "created_at": time_text(tournament.created_at),
        "started_at": _time(tournament.started_at),
        "finished_at": _time(tournament.finished_at),
        "end_reason": tournament.end_reason or None,
        "version": tournament.version,
    }


def tournament(
    found: Tournament,
    counts: PlayerCounts,
    own: OwnEntry | None,
    directors: Iterable[str],
    *,
    for_app: bool,
) -> Json:
    """Return a tournament as an account sees it; ``own`` is None without an account. Apps do not
    see the join code, since they cannot direct.
    """
    shows_code = own is not None and own.directs and not for_app
    return {
        **entry(found, counts),
        "place_points": [
            {"seats": int(seats), "points": [_points(point) for point in points]}
            for seats, points in found.place_points.items()
        ],
        "directors": list(directors),
        "join_code": (found.join_code or None) if shows_code else None,
        "me": None if own is None else _own(found, own),
    }


def standing(entrant: Entrant) -> Json:
    """Return the line of a player; select the account with it."""
    games = entrant.games
    return {
        "place": entrant.place or None,
        "player": player(entrant.account),
        "status": entrant.status,
        "points": _points(entrant.points),
        "games": games,
        "firsts": entrant.firsts,
        "rests": entrant.rests,
        "margin": round(entrant.margin / MARGIN_UNIT / games, 2) if games else None,
        "luck": entrant.luck if games else None,
        "behind_first": entrant.is_behind_first,
        "certainty": _certainty(entrant),
    }


def csv_row(entrant: Entrant) -> list[object]:
    """Return the line of a player for a spreadsheet, in the order of ``CSV_HEADER``."""
    line = standing(entrant)
    return [line["player"]["username"] if name == "player" else line[name] for name in CSV_HEADER]


CSV_HEADER = [
    *("place", "player", "status", "points", "games", "firsts", "rests", "margin", "luck"),
    "behind_first",
]


def table(
    found: TournamentTable, players: Mapping[int, User], points: Mapping[str, list[int]]
) -> Json:
    """Return a table; ``players`` are the accounts by the numbers of the entrants."""
    result = found.result
    seats: list[Json] = [
        {
            "seat": seat,
            "player": player(players[number]),
            "place": None,
            "points": None,
            "books": None,
            "left": False,
        }
        for seat, number in enumerate(found.players)
    ]
    if result is not None and result != VOID:
        winners = result["winners"]
        ended = TableResult(
            tuple(found.players),
            tuple(result["scores"]),
            None if winners is None else tuple(winners),
            tuple(result["left"]),
        )
        for seat, score in enumerate(ranking.score(ended, dict(points))):
            seats[seat] |= {
                "place": None if score.place is None else score.place + 1,
                "points": _points(score.points),
                "books": result["scores"][seat],
                "left": seat in result["left"],
            }
    return {
        "round": found.round,
        "number": found.number,
        "status": _table_status(found),
        "game": None if found.game_id is None else ids.to_text(found.game_id),
        "players": seats,
        "finished_at": _time(found.finished_at),
    }


def player(account: User) -> Json:
    """Return a player."""
    return {
        "username": account.username,
        "display_name": account.shown_name,
        "picture": pictures.shown(account),
        "is_bot": account.is_bot,
    }


def _own(found: Tournament, own: OwnEntry) -> Json:
    entrant, at = own.entrant, own.table
    wanted = 1 if found.format == Format.ARENA else found.round
    return {
        "status": None if entrant is None else entrant.status,
        "ready": entrant is not None and bool(wanted) and entrant.ready_round == wanted,
        "directs": own.directs,
        "place": None if entrant is None else entrant.place or None,
        "removal": None if entrant is None else entrant.removal or None,
        "table": None
        if at is None
        else {
            "round": at.round,
            "number": at.number,
            "game": None if at.game_id is None else ids.to_text(at.game_id),
        },
    }


def _certainty(entrant: Entrant) -> str:
    games = f"{entrant.games} game" + ("" if entrant.games == 1 else "s")
    if not entrant.games:
        return "No game yet."
    if entrant.place == 1:
        return f"First after {games}."
    if entrant.is_behind_first:
        return f"Behind the first by more than luck alone explains, after {games}."
    return f"Not distinguishable from the first after {games}."


def _table_status(found: TournamentTable) -> str:
    if found.finished_at is not None:
        return "over" if found.game_id is not None else "void"
    return "waiting" if found.game_id is None else "playing"


def _points(points: int) -> float:
    return round(points / UNIT, 4)


def _time(at: datetime | None) -> str | None:
    return None if at is None else time_text(at)
