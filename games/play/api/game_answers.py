"""Games in answers, for one account."""

from collections.abc import Iterable
from contextlib import suppress
from datetime import datetime
from typing import Annotated, NotRequired, TypedDict, cast

from django.utils import timezone

from api_kit.answers import Time, line, page
from api_kit.openapi import ProblemSerializer
from games.engine import codec
from games.engine.chain import time_or_none, time_text
from games.engine.commands import ON_ABANDON
from games.engine.refusals import MalformedEntry
from games.engine.state import host_of
from games.log.entries import (
    VISIBILITIES,
    AnyRules,
    Json,
    Seat,
    fill,
    id_or_none,
)
from games.log.models import Game, GameStatus
from games.play.api.position_answers import CommandAnswer, SeatedPlayer, player
from games.play.game_details import AnalysisStanding, FindAnalysis, GameDetails, Standing
from games.ratings.api import rating_members
from games.ratings.api.rating_members import SeatRating

ANALYSIS_STANDINGS = tuple(each.value for each in AnalysisStanding)


class GameTermsJson(TypedDict):
    """The terms of a game, for all who may know of it."""

    id: str
    status: Annotated[str, GameStatus]
    preset: str
    overlays: list[str]
    rules: NotRequired[Annotated[AnyRules, "With `expand=rules` only."]]
    analysis: NotRequired[
        Annotated[str | None, ANALYSIS_STANDINGS, "With `expand=rules` only, and null in lists."]
    ]
    seats: int
    players: list[SeatedPlayer]
    ratings: Annotated[
        list[SeatRating],
        "Ratings of players who have one in the family of the preset, and show it.",
    ]
    host: Annotated[
        Seat | None, "The lowest seat of a lobby that an account has taken; null after its end."
    ]
    visibility: Annotated[str, VISIBILITIES]
    spectators: Annotated[bool, "Whether others may watch."]
    allow_bots: bool
    emotes: Annotated[bool, "Whether players may send emotes."]
    turn_seconds: Annotated[int | None, "Null for no time limit."]
    on_abandon: Annotated[str, (*ON_ABANDON,)]
    aids: Annotated[bool, "Whether programs may show players what they could know."]
    rated: Annotated[
        bool,
        "Whether the result changes ratings. In a lobby: whether it was opened as rated. The "
        "start may change that, since only a few games a day of the same players are rated.",
    ]
    join_code: Annotated[str | None, "Of a private game; shown to its players only."]
    watch_code: Annotated[
        str | None, "Lets others watch a private game; shown to its players only. Null for none."
    ]
    imported: Annotated[bool, "Played on another server; not counted in results."]
    rematch: Annotated[str | None, "Id of the rematch, if there is one that the reader may see."]
    rematch_of: Annotated[str | None, "Id of the previous game, if the reader may see it."]
    created_at: Time
    finished_at: Time | None


class GameStanding(TypedDict):
    """How a game stands."""

    version: Annotated[int | None, "Number of the last move."]
    turn: Annotated[Seat | None, "Whose turn it is."]
    to_act: Annotated[Seat | None, "The seat that the game waits for."]
    deadline: Annotated[
        Time | None, "When the referee acts for `to_act`, or closes the lobby, UTC."
    ]
    scores: Annotated[
        list[int] | None, "Points by seat, in a series of all deals; null before the start."
    ]
    winners: Annotated[
        list[Seat] | None,
        "Seats that won, after rulings; null until the end, and if it does not count.",
    ]


class GameEntry(GameTermsJson, GameStanding):
    """A game in a list. Readers who may not watch it get null from `version` to `winners`."""


class GameJson(GameEntry):
    """A game without its cards.

    Readers who may not watch it get null from `version` to `winners`.
    """

    rules: AnyRules  # type: ignore[misc]  # always, unlike in a list
    analysis: Annotated[  # type: ignore[misc]
        str | None,
        ANALYSIS_STANDINGS,
        "Status of the analysis; `unavailable` if no model covers the game. Null before the end, "
        "in lists and exports, and for those who may not watch.",
    ]


GamePage = page("GamePage", "A page of games.", GameEntry)


GameLine = line("GameLine", GameEntry)


class CreatedGame(CommandAnswer):
    """A new game and its first moves."""

    game: GameJson


class OpenedGame(TypedDict):
    """The result of one game: the game, or a problem."""

    status: Annotated[int, "201, or the status of the problem."]
    game: NotRequired[Annotated[GameEntry, "As its host sees it."]]
    problem: NotRequired[Annotated[Json, ProblemSerializer]]


class OpenedGames(TypedDict):
    """A result for each game, in the order of the request."""

    results: list[OpenedGame]


def entries(games: Iterable[GameDetails], *, expand: str | None) -> list[GameEntry | GameJson]:
    """Return the entries of a list of games; with ``expand`` as :func:`game` does.

    Games whose rules are asked for and cannot be read are left out.
    """
    now = timezone.now()
    if expand != "rules":
        return [entry(details, now=now) for details in games]
    rendered: list[GameEntry | GameJson] = []
    for details in games:
        with suppress(MalformedEntry):
            rendered.append(game(details, now=now))
    return rendered


def game(
    details: GameDetails, *, now: datetime, find_analysis: FindAnalysis | None = None
) -> GameJson:
    """Return a game as an account may see it, with how far its analysis is if that can be found.

    :raises MalformedEntry: if its rules cannot be read.
    """
    rules = codec.rules_from_text(details.game.rules)
    return {
        **entry(details, now=now),
        "rules": codec.rules_to_json(rules),
        "analysis": None if find_analysis is None else find_analysis(details, rules),
    }


def entry(details: GameDetails, *, now: datetime) -> GameEntry:
    """Return a game as an account may see it, without its rules."""
    game = details.game
    terms: GameTermsJson = {
        "id": game.public_id,
        "status": game.status,
        "preset": game.preset,
        "overlays": game.overlays,
        "seats": game.seat_count,
        "players": [
            player(seat, now=now, may_watch=details.may_watch) for seat in game.seats.all()
        ],
        "ratings": rating_members.of_seats(
            game.seats.all(), details.ratings, preset=game.preset, overlays=game.overlays
        ),
        "host": _host(game),
        "visibility": "private" if game.is_private else "public",
        "spectators": game.has_spectators,
        "allow_bots": game.allows_bots,
        "emotes": game.has_emotes,
        "turn_seconds": game.turn_seconds,
        "on_abandon": game.on_abandon,
        "aids": game.aids,
        "rated": details.is_rated,
        "join_code": game.join_code if _shows_join_code(game, details) else None,
        "watch_code": (game.watch_code or None) if details.is_player else None,
        "imported": game.imported_from is not None,
        "rematch": id_or_none(details.rematch_id),
        "rematch_of": id_or_none(details.rematch_of_id),
        "created_at": time_text(game.created_at),
        "finished_at": time_or_none(game.finished_at),
    }
    return {**terms, **_standing(details.standing)}


def _shows_join_code(game: Game, details: GameDetails) -> bool:
    """Whether the caller may invite: in games of a class only its teacher decides who plays."""
    return game.is_private and details.is_player and game.supervisor_id is None


def _standing(standing: Standing | None) -> GameStanding:
    if standing is None:
        return cast(GameStanding, dict.fromkeys(GameStanding.__annotations__))
    return fill(GameStanding, standing)


def _host(game: Game) -> int | None:
    """Return the host's seat in a lobby. To the rules, a bot account is a person."""
    if game.status != GameStatus.LOBBY:
        return None
    return host_of(seat.number for seat in game.seats.all() if seat.account_id)
