"""Read what one finished game says about its players: from its position, or from its whole log."""

from collections.abc import Iterable, Mapping
from datetime import datetime
from itertools import chain
from typing import NamedTuple

from accounts.models import User
from games.engine import ruling
from games.engine.events import GameOver
from games.engine.evolve import replay
from games.engine.state import State
from games.log import heads, reader
from games.log.models import Game, GameStatus
from games.ratings import anchors
from games.ratings.families import family_of
from games.ratings.models import RatedGame
from games.ratings.places import places
from games.ratings.pools import PlayerKind, pool_of

PlayerKey = int | str
"""The id of an account, or a built-in level with its version: ``expert/1``."""


class GameResult(NamedTuple):
    """What the rater needs of a finished game; tuples are by seat."""

    version: int
    """Number of the last move that was read."""
    family: str
    """Empty if the rules have none."""
    pool: str
    """Empty if the players share none."""
    players: tuple[PlayerKey, ...]
    owners: tuple[int, ...]
    """The owners of the accounts, or the accounts themselves, without built-in levels."""
    places: tuple[int, ...] | None
    """None if the game does not count."""
    at: datetime
    rated: bool | None
    """Whether it changes ratings, as ``started`` says; None if that does not say it."""


def find_games(game_ids: Iterable[int]) -> dict[int, Game]:
    """Return games with their seats and accounts, by id; in three queries."""
    games = Game.objects.filter(pk__in=game_ids).prefetch_related("seats__account")
    return {game.pk: game for game in games}


def from_position(game: Game) -> GameResult:
    """Read the result of a finished game from its stored position.

    :raises MalformedEntry: if the position or the log cannot be read.
    """
    head = heads.load(game.pk)
    assert game.finished_at is not None
    return _result(game, head.state, head.version, game.finished_at, anchors.VERSIONS)


def from_log(game: Game, *, known: Iterable[PlayerKey]) -> GameResult:
    """Read the result of a finished game from its moves and seats alone.

    ``known`` are the players when the game was rated: they have the versions of built-in levels.

    :raises MalformedEntry: if the log cannot be read.
    """
    moves = list(reader.read(game.pk))
    state = replay(chain.from_iterable(move.events for move in moves))
    assert GameStatus.of(state) is GameStatus.OVER
    *_, ended = (move for move in moves if any(isinstance(e, GameOver) for e in move.events))
    levels = dict(key.split("/") for key in known if isinstance(key, str))
    versions = {**anchors.VERSIONS, **{level: int(number) for level, number in levels.items()}}
    return _result(game, state, moves[-1].number, ended.at, versions)


def from_row(row: RatedGame, game: Game) -> GameResult:
    """Return the result of a game as it was stored in the order."""
    return GameResult(
        version=row.version,
        family=row.family,
        pool=row.pool,
        players=tuple(row.players),
        owners=_owners(game),
        places=None if row.places is None else tuple(row.places),
        at=row.at,
        rated=None,
    )


def _owners(game: Game) -> tuple[int, ...]:
    accounts = [seat.account for seat in game.seats.all() if seat.account is not None]
    return tuple(account.owner_id or account.pk for account in accounts)


def _result(
    game: Game, state: State, version: int, at: datetime, versions: Mapping[str, int]
) -> GameResult:
    seats = list(game.seats.all())
    kinds: list[PlayerKind] = [
        "level" if seat.account is None else kind_of(seat.account) for seat in seats
    ]
    return GameResult(
        version=version,
        family=family_of(game.preset, game.overlays) or "",
        pool=pool_of(kinds) or "",
        players=tuple(
            f"{seat.bot}/{versions[seat.bot]}" if seat.account is None else seat.account.pk
            for seat in seats
        ),
        owners=_owners(game),
        places=_places(state),
        at=at,
        rated=state.rated,
    )


def _places(state: State) -> tuple[int, ...] | None:
    winners, scores = ruling.counted(state), ruling.scores(state)
    if winners is None or scores is None:
        return None
    left = [seat for seat in range(state.seats) if state.left >> seat & 1]
    return places(scores, winners=winners, leavers=left)


def kind_of(account: User) -> PlayerKind:
    """Return the kind of player that an account is."""
    if account.is_bot:
        return "bot"
    return "guest" if account.is_guest else "person"
