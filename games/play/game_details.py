"""Read and filter games, with what one account may know of them: seats, rematches, standing.

The number of statements does not depend on the number of games. Each filter has an index, so that
one that finds little is cheap too.
"""

import logging
from collections.abc import Callable, Mapping, Sequence
from datetime import datetime
from enum import StrEnum
from typing import NamedTuple

from django.db.models import QuerySet

from accounts import blocks
from accounts.refusals import NoSuchPlayer
from games.engine import ruling
from games.engine.cards import Seat
from games.engine.refusals import MalformedEntry, NewerSchema
from games.engine.rules import Rules
from games.engine.state import State
from games.log import ids, reader
from games.log.models import Game, GameStatus, Position
from games.log.reader import error_summary
from games.log.refusals import GameNotFound
from games.play import visibility
from games.play.visibility import WatchPass
from games.ratings import history
from games.ratings.models import Rating

logger = logging.getLogger(__name__)


class Standing(NamedTuple):
    """The standing of a game, as spectators see it."""

    version: int
    turn: Seat | None
    to_act: Seat | None
    deadline: datetime | None
    scores: tuple[int, ...] | None
    winners: tuple[Seat, ...] | None


class GameDetails(NamedTuple):
    """A game with its seats, for one account."""

    game: Game
    is_player: bool
    may_watch: bool
    ratings: Mapping[int, Mapping[str, Rating]]
    """Shown ratings of players, by account and family."""
    is_rated: bool
    """Whether the result changes ratings; before the start, whether it was opened as rated."""
    standing: Standing | None
    """None if the account may not watch the game, or its position cannot be read."""
    rematch_id: int | None
    """The rematch that was not closed in its lobby, if the account may see it."""
    rematch_of_id: int | None
    """The game of which this is the rematch, if the account may see it."""


class AnalysisStanding(StrEnum):
    """How far the analysis of a finished game is."""

    NONE = "none"
    WAITING = "waiting"
    DONE = "done"
    UNAVAILABLE = "unavailable"


FindAnalysis = Callable[[GameDetails, Rules], AnalysisStanding | None]
"""Returns None before the end of a game, and to accounts that may not watch it."""


def readable(games: QuerySet[Game]) -> QuerySet[Game]:
    """Return a query of games that also reads what :func:`details` needs.

    Positions are read by the same statement. Otherwise a game could start in between, and a guest
    who was invited to a private lobby would see the play.
    """
    return games.defer("seed").select_related("position").prefetch_related("seats__account")


def find(
    game_id: int, account_id: int | None, *, watch_pass: WatchPass | None = None
) -> GameDetails:
    """Return a game that an account, or the holder of a pass, may see.

    :raises GameNotFound: if there is no such game, or it is private.
    :raises NewerSchema: if newer code has stored it.
    """
    game = readable(Game.objects.filter(pk=game_id)).first()
    if game is None:
        raise GameNotFound
    visibility.check_sees(game, account_id, watch_pass=watch_pass)
    return _details(game, account_id, _rematches([game], account_id), _ratings([game]))


def opened(game_id: int) -> GameDetails:
    """Return a game that was just opened, for the account that opened it, in seat 0."""
    game = readable(Game.objects.filter(pk=game_id)).get()
    opener = next(seat.account_id for seat in game.seats.all() if seat.account_id)
    return _details(game, opener, _Rematches({}, set()), _ratings([game]))


def details(games: Sequence[Game], account_id: int | None) -> list[GameDetails]:
    """Return the details of games of :func:`readable` that an account may see.

    Leaves out games that newer code has stored.
    """
    rematches, ratings = _rematches(games, account_id), _ratings(games)
    all_details = []
    for game in games:
        try:
            all_details.append(_details(game, account_id, rematches, ratings))
        except NewerSchema:
            continue
    return all_details


class _Rematches(NamedTuple):
    """Rematches that an account may see."""

    by_game: dict[int, int]
    """The id of the rematch by the id of the game."""
    seen: set[int]
    """The ids of these games."""


def _rematches(games: Sequence[Game], account_id: int | None) -> _Rematches:
    """Find the rematches of games, and the games that they are rematches of."""
    visible = visibility.visible_games(account_id).exclude(status=GameStatus.CLOSED)
    later = visible.filter(rematch_of__in=[game.pk for game in games])
    earlier = visible.filter(pk__in=[game.rematch_of_id for game in games if game.rematch_of_id])
    columns = ("pk", "rematch_of_id")
    rows = list(later.values_list(*columns).union(earlier.values_list(*columns)))
    return _Rematches({before: pk for pk, before in rows if before}, {pk for pk, _ in rows})


def _ratings(games: Sequence[Game]) -> dict[int, dict[str, Rating]]:
    """Return the shown ratings of the players of games, by account and family."""
    accounts = {seat.account_id for game in games for seat in game.seats.all() if seat.account_id}
    return history.by_family(accounts)


def _details(
    game: Game,
    account_id: int | None,
    rematches: _Rematches,
    ratings: Mapping[int, Mapping[str, Rating]],
) -> GameDetails:
    state = _state(game)
    may_watch = visibility.may_watch(game, account_id)
    before = game.rematch_of_id
    return GameDetails(
        game,
        is_player=visibility.is_seated(game, account_id),
        may_watch=may_watch,
        ratings=ratings,
        is_rated=game.rated and (state is None or state.rated is not False),
        standing=None if state is None or not may_watch else _standing(game.position, state),
        rematch_id=rematches.by_game.get(game.pk),
        rematch_of_id=before if before in rematches.seen else None,
    )


def _state(game: Game) -> State | None:
    """Return the state of a game, or None if its position cannot be read.

    :raises NewerSchema: if newer code has stored it.
    """
    position: Position | None = getattr(game, "position", None)
    if position is None:
        return None
    try:
        return reader.read_position(game.pk, position.version, position.state, game.rules)
    except NewerSchema:
        raise
    except MalformedEntry as error:
        logger.warning(
            "Cannot read the position of game %s: %s", game.public_id, error_summary(error)
        )
        return None


def _standing(position: Position, state: State) -> Standing:
    return Standing(
        position.version,
        state.turn,
        state.to_act(),
        position.deadline,
        ruling.scores(state),
        ruling.counted(state),
    )


class GameFilters(NamedTuple):
    """Which games to find; a filter that is None finds all."""

    id: str | None = None
    preset: str | None = None
    seats: int | None = None
    free_seats: int | None = None
    """At least this number, 1 or more: lobbies only."""
    player: str | None = None
    """A username; case does not matter."""
    bots_allowed: bool | None = None
    turn_seconds_max: int | None = None
    untimed: bool | None = None
    created_after: datetime | None = None
    created_before: datetime | None = None


def matching(games: QuerySet[Game], filters: GameFilters) -> QuerySet[Game]:
    """Return the games that match all filters; none if no player has the username."""
    exact = {
        "preset": filters.preset,
        "seat_count": filters.seats,
        "free_seats__gte": filters.free_seats,
        "allows_bots": filters.bots_allowed,
        "turn_seconds__lte": filters.turn_seconds_max,
        "turn_seconds__isnull": filters.untimed,
        "created_at__gt": filters.created_after,
        "created_at__lt": filters.created_before,
        "pk": None if filters.id is None else ids.from_text(filters.id) or 0,  # no game has 0
    }
    games = games.filter(**{name: value for name, value in exact.items() if value is not None})
    if filters.created_after is not None:
        games = games.filter(pk__gte=ids.first_of(filters.created_after))  # ids grow with time
    if filters.created_before is not None:
        games = games.filter(pk__lte=ids.last_of(filters.created_before))
    return games if filters.player is None else _of_player(games, filters.player)


def _of_player(games: QuerySet[Game], username: str) -> QuerySet[Game]:
    try:
        player = blocks.open_by_username(username)
    except NoSuchPlayer:
        return games.none()
    return games.filter(seats__account=player)
