"""Tournaments in answers."""

from collections.abc import Iterable, Mapping
from typing import Annotated, TypedDict

from accounts import preferences
from accounts.models import User
from api_kit.answers import Time, line, one_of, page
from games.engine.chain import time_or_none
from games.live.answers import END_FRAME, TIME_FRAME, frame
from games.log.entries import GameId, Json, Seat, Username, fill, id_or_none
from games.play.inbox import TournamentStatus
from games.tournaments import ranking
from games.tournaments.models import (
    Entrant,
    EntrantStatus,
    EntryWay,
    Format,
    Kinds,
    RemovalReason,
    RoundPhase,
    Tournament,
    TournamentTable,
)
from games.tournaments.ranking import MARGIN_UNIT, UNIT, TableResult
from games.tournaments.results import VOID, OwnEntry, PlayerCounts

TABLE_STATUSES = ("waiting", "playing", "over", "void")
END_REASONS = ("played", "by_director", "too_few_players")


class TournamentPlayer(TypedDict):
    """A player."""

    username: str
    display_name: Annotated[str | None, "Not unique."]
    picture: Annotated[str | None, "A drawn fish."]
    is_bot: bool


class PlacePoints(TypedDict):
    """The points of the places at a table."""

    seats: int
    points: Annotated[list[float], "First place first. Equal players share."]


class OwnTable(TypedDict):
    """The table at which the caller sits now."""

    round: int
    number: int
    game: Annotated[str | None, "The game's id; null until it is opened."]


class OwnEntryJson(TypedDict):
    """What the tournament is to the caller."""

    status: Annotated[str | None, EntrantStatus, "Null if you did not join."]
    ready: Annotated[bool, "Whether you have confirmed this round."]
    directs: bool
    place: int | None
    removal: Annotated[str | None, RemovalReason, "Why you were removed."]
    table: OwnTable | None


class TournamentEntry(TypedDict):
    """A tournament in a list."""

    id: str
    name: Annotated[str, "Chosen by the host; not unique."]
    host: Username
    status: Annotated[str, TournamentStatus]
    format: Annotated[str, Format]
    preset: str
    overlays: list[str]
    seats: int
    turn_seconds: int
    starts_at: Annotated[Time, "UTC."]
    players: Annotated[int, "Players who take part now."]
    players_min: int
    players_max: int
    entry: Annotated[str, EntryWay]
    kinds: Annotated[str, Kinds]
    rated: Annotated[
        bool,
        "Whether its games are rated. Games beyond the daily limit of a pair count only in the "
        "standings.",
    ]
    rounds: Annotated[int | None, "Null for an arena."]
    minutes: Annotated[int | None, "Of an arena."]
    late_until: Annotated[int, "The last round in which players may join."]
    round: Annotated[int, "0 before the start. Each pairing of an arena is one."]
    phase: Annotated[str | None, RoundPhase, "Null unless it runs."]
    confirmed: Annotated[int, "Players who have confirmed this round, or are in the arena."]
    confirm_until: Annotated[Time | None, "When the time to confirm this round ends."]
    ends_at: Annotated[Time | None, "Of an arena that started."]
    created_at: Time
    started_at: Time | None
    finished_at: Time | None
    end_reason: Annotated[str | None, END_REASONS]
    version: Annotated[int, "Grows with every change."]


class TournamentJson(TournamentEntry):
    """A tournament."""

    place_points: Annotated[list[PlacePoints], "Fixed when it was opened."]
    directors: Annotated[list[str], "Usernames."]
    join_code: Annotated[str | None, "Shown to the host and the directors only."]
    me: Annotated[OwnEntryJson | None, "Null without a token."]


TournamentPage = page("TournamentPage", "A page of tournaments, newest first.", TournamentEntry)


class StandingJson(TypedDict):
    """The line of a player."""

    place: Annotated[int | None, "Equal players share it; null before the first standings."]
    player: TournamentPlayer
    status: Annotated[str, EntrantStatus]
    points: float
    games: int
    firsts: Annotated[int, "Games won, alone or shared."]
    rests: Annotated[int, "Rounds without a table or an opponent; each gives the mean of a table."]
    margin: Annotated[
        float | None, "Mean of the player's books less the mean of the others' at the table."
    ]
    luck: Annotated[
        float | None, "Points a game, more or less, that luck alone explains in 95 % of cases."
    ]
    behind_first: Annotated[bool, "Whether luck alone does not explain the distance to the first."]
    certainty: Annotated[str, "The same as a sentence."]


StandingsPage = page("StandingsPage", "A page of standings, best first.", StandingJson)


class TableSeat(TypedDict):
    """A player at a table, and what they got there."""

    seat: Seat
    player: TournamentPlayer
    place: Annotated[int | None, "From 1; null until the end, and if the game does not count."]
    points: Annotated[float | None, "Null until the end."]
    books: Annotated[int | None, "Null until the end."]
    left: Annotated[bool, "Whether the player left; they are last."]


class TournamentTableJson(TypedDict):
    """A table."""

    round: int
    number: int
    status: Annotated[
        str,
        TABLE_STATUSES,
        "`void`: fewer than two players could be seated; a single one sits out.",
    ]
    game: GameId | None
    players: list[TableSeat]
    finished_at: Time | None


TournamentTablePage = page(
    "TournamentTablePage", "A page of tables, in the order of rounds.", TournamentTableJson
)


TournamentTableLine = line("TournamentTableLine", TournamentTableJson)


class InvitedCount(TypedDict):
    """How many players are invited."""

    invited: int


class TopStandings(TypedDict):
    """The beginning of the standings."""

    results: Annotated[list[StandingJson], "The first 20."]


class Reload(TypedDict):
    """More tables changed than are sent: read them with `GET …/tables`."""

    limit: Annotated[int, "How many are sent, the latest ones."]


TournamentFrame = one_of(
    "TournamentFrame",
    {
        "round": frame("Round", "round", TournamentEntry, has_id=True),
        "reload": frame("Reload", "reload", Reload),
        "table": frame("Table", "table", TournamentTableJson, has_id=True),
        "standing": frame("Standing", "standing", TopStandings, has_id=True),
        "time": TIME_FRAME,
        "end": END_FRAME,
    },
)


def entry(tournament: Tournament, counts: PlayerCounts) -> TournamentEntry:
    """Return a tournament in a list; select its host with it."""
    is_confirming = (
        tournament.phase == RoundPhase.CONFIRMING and tournament.status == TournamentStatus.RUNNING
    )
    return fill(
        TournamentEntry,
        tournament,
        id=tournament.public_id,
        host=tournament.host.username,
        players=counts.players,
        phase=tournament.phase or None,
        confirmed=counts.confirmed,
        confirm_until=time_or_none(tournament.due_at) if is_confirming else None,
        end_reason=tournament.end_reason or None,
    )


def tournament(
    found: Tournament,
    counts: PlayerCounts,
    own: OwnEntry | None,
    directors: Iterable[str],
    *,
    for_app: bool,
) -> TournamentJson:
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


def standing(entrant: Entrant) -> StandingJson:
    """Return the line of a player; select the account with it."""
    games = entrant.games
    return fill(
        StandingJson,
        entrant,
        place=entrant.place or None,
        player=player(entrant.account),
        points=_points(entrant.points),
        margin=round(entrant.margin / MARGIN_UNIT / games, 2) if games else None,
        luck=entrant.luck if games else None,
        behind_first=entrant.is_behind_first,
        certainty=_certainty(entrant),
    )


def csv_row(entrant: Entrant) -> list[object]:
    """Return the line of a player for a spreadsheet, in the order of ``CSV_HEADER``."""
    members: Json = {**standing(entrant), "player": entrant.account.username}
    return [members[name] for name in CSV_HEADER]


CSV_HEADER = [
    *("place", "player", "status", "points", "games", "firsts", "rests", "margin", "luck"),
    "behind_first",
]


def table(
    found: TournamentTable, players: Mapping[int, User], points: Mapping[str, list[int]]
) -> TournamentTableJson:
    """Return a table; ``players`` are the accounts by the numbers of the entrants."""
    result = found.result
    seats: list[TableSeat] = [
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
    return fill(
        TournamentTableJson,
        found,
        status=_table_status(found),
        game=id_or_none(found.game_id),
        players=seats,
    )


def player(account: User) -> TournamentPlayer:
    """Return a player."""
    return {
        "username": account.username,
        "display_name": account.shown_name,
        "picture": preferences.shown(account),
        "is_bot": account.is_bot,
    }


def _own(found: Tournament, own: OwnEntry) -> OwnEntryJson:
    entrant, at = own.entrant, own.table
    wanted = 1 if found.format == Format.ARENA else found.round
    return {
        "status": None if entrant is None else entrant.status,
        "ready": entrant is not None and bool(wanted) and entrant.ready_round == wanted,
        "directs": own.directs,
        "place": None if entrant is None else entrant.place or None,
        "removal": None if entrant is None else entrant.removal or None,
        "table": None if at is None else fill(OwnTable, at, game=id_or_none(at.game_id)),
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
