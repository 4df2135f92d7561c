"""Compute ratings: read what a finished game says of its players, and apply it to a generation.

Every generation is computed by this function, so equal orders and results give equal numbers.
"""

from collections.abc import Iterable, Mapping, Sequence
from datetime import datetime
from itertools import chain
from typing import NamedTuple

from accounts.models import User
from games.engine import ruling
from games.engine.events import GameOver
from games.engine.evolve import replay
from games.engine.state import State
from games.log import head_reader, reader
from games.log.models import Game, GameStatus
from games.ratings import skill
from games.ratings.models import RatedGame, Rating, RatingEntry, RatingGeneration
from games.ratings.pools import PlayerKind, family_of, places, pool_of
from games.ratings.skill import NEW_SKILL, Skill, rate

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
    head = head_reader.load(game.pk)
    assert game.finished_at is not None
    return _result(game, head.state, head.version, game.finished_at, skill.VERSIONS)


def from_log(game: Game, *, known: Iterable[PlayerKey]) -> GameResult:
    """Read the result of a finished game from its moves and seats alone.

    ``known`` are the players when the game was rated: they have the versions of built-in levels.

    :raises MalformedEntry: if the log cannot be read.
    """
    moves = list(reader.read(game.pk))
    state = replay(chain.from_iterable(move.events for move in moves))
    assert GameStatus.of_state(state) is GameStatus.OVER
    *_, ended = (move for move in moves if any(isinstance(e, GameOver) for e in move.events))
    levels = dict(key.split("/") for key in known if isinstance(key, str))
    versions = {**skill.VERSIONS, **{level: int(number) for level, number in levels.items()}}
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


def apply(generation: RatingGeneration, games: Sequence[RatedGame]) -> None:
    """Rate the next games of the order in a generation."""
    if not games:
        return
    counted = [game for game in games if game.counts]
    accounts = {key for game in counted for key in game.players if isinstance(key, int)}
    rows = Rating.objects.filter(generation=generation, account__in=accounts)
    ratings = {(row.account_id, row.family): row for row in rows}
    changed: dict[tuple[int, str], Rating] = {}
    entries: list[RatingEntry] = []
    for game in counted:
        given_places: list[int] = game.places or []
        before = [_skill(ratings, game.family, key) for key in game.players]
        after = rate(before, given_places)
        for seat, key in enumerate(game.players):
            if isinstance(key, int):
                kept = ratings.get((key, game.family))
                row = _next_rating(generation, game, key, after[seat], kept)
                ratings[key, game.family] = changed[key, game.family] = row
                entries.append(
                    _entry(
                        generation, game, seat, before[seat], after[seat], place=given_places[seat]
                    )
                )
    RatingEntry.objects.bulk_create(entries)
    Rating.objects.bulk_create(
        changed.values(),
        update_conflicts=True,
        unique_fields=["generation", "account", "family"],
        update_fields=["mu", "sigma", "games", "at"],
    )
    generation.through = games[-1].number
    generation.save(update_fields=["through", "repaired"])


def _skill(ratings: dict[tuple[int, str], Rating], family: str, key: PlayerKey) -> Skill:
    if isinstance(key, str):
        level, version = key.split("/")
        return skill.anchor(family, level, int(version))
    row = ratings.get((key, family))
    return NEW_SKILL if row is None else Skill(row.mu, row.sigma)


def _next_rating(
    generation: RatingGeneration,
    game: RatedGame,
    account_id: int,
    skill: Skill,
    kept: Rating | None,
) -> Rating:
    return Rating(
        generation=generation,
        account_id=account_id,
        family=game.family,
        pool=game.pool,
        mu=skill.mu,
        sigma=skill.sigma,
        games=1 if kept is None else kept.games + 1,
        at=game.at,
    )


def _entry(
    generation: RatingGeneration,
    game: RatedGame,
    seat: int,
    before: Skill,
    after: Skill,
    *,
    place: int,
) -> RatingEntry:
    return RatingEntry(
        generation=generation,
        account_id=game.players[seat],
        family=game.family,
        number=game,
        place=place,
        mu_before=before.mu,
        sigma_before=before.sigma,
        mu=after.mu,
        sigma=after.sigma,
    )
