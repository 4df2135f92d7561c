"""Rated games for tests, opened and ended by the use cases, and what the rater made of them.

Rated games as rows, for tests of what readers see: as the rater writes them.
"""

import secrets
from collections.abc import Sequence
from datetime import UTC, datetime, timedelta
from itertools import count
from random import Random
from typing import Any

from django.db import transaction
from django.utils import timezone

from accounts.models import User
from games.bots import at_random
from games.engine import commands, view
from games.engine.commands import Rule, RulingKind
from games.log import head_reader, ids
from games.log.models import Game, GameStatus
from games.play import lobby, play
from games.play.create_game import GameTerms
from games.ratings import rater
from games.ratings.models import RatedGame, Rating, RatingEntry, RatingGeneration
from games.ratings.pools import family_of
from games.ratings.skill import NEW_SKILL, Skill, rate
from tests import tables
from tests.accounts import people
from tests.players import Player

_numbers = count(1)

Numbers = list[tuple[Any, ...]]


def person() -> User:
    """Return a new registered person."""
    return User.objects.create_user(f"Person{next(_numbers)}")


def guest() -> User:
    """Return a new guest."""
    return User.objects.create_user(f"Visitor{next(_numbers)}", is_guest=True)


def bot(owner: User) -> User:
    """Return a new bot of a person."""
    return User.objects.create_user(f"Robot{next(_numbers)}", is_bot=True, owner=owner)


def opened(*accounts: User, rated: bool = True, **of: Any) -> int:
    """Open a game of these accounts, which starts, and return its id."""
    terms = GameTerms(rated=rated, **{name: of.pop(name) for name in ("on_abandon",) if name in of})
    preset, bots = of.pop("preset", "classic"), of.pop("bots", ())
    first, *others = accounts
    head = lobby.create(
        first.pk,
        preset=preset,
        seats=len(accounts) + len(bots),
        terms=terms,
        bots=bots,
        **of,
    ).head
    for account in others:
        lobby.join(head.game_id, account.pk, is_bot=account.is_bot)
    return head.game_id


def won(winner: User, loser: User, **of: Any) -> int:
    """Play a rated game that the loser resigns, and return its id."""
    game_id = opened(winner, loser, **of)
    tables.act(game_id, loser.pk, commands.Resign)
    return game_id


def played(*accounts: User, rng: Random, **of: Any) -> int:
    """Play a rated game to its end at random, and return its id."""
    game_id = opened(*accounts, **of)
    play_on(game_id, rng=rng)
    return game_id


def play_on(game_id: int, *, rng: Random) -> None:
    """Play a game on to its end, at random."""
    while move(game_id, rng=rng):
        pass


def move(game_id: int, *, rng: Random) -> bool:
    """Let the seat that a game waits for move at random; return whether the game goes on."""
    head = head_reader.load(game_id)
    seat = head.state.to_act()
    assert seat is not None
    action = at_random.choose(view.state_view(head.state, seat), [], rng)
    command = view.command_of(action, seat)
    after = play.advance(head, command, seat=seat, account_id=None, now=timezone.now()).head
    return after.state.to_act() is not None


def rule(
    game_id: int, kind: RulingKind, scores: tuple[int, ...] | None = None, case: int = 1
) -> None:
    """Rule on a game."""
    with transaction.atomic():
        head = head_reader.load(game_id, lock=True)
        command = Rule(case, kind, None, scores)
        play.advance(head, command, seat=None, account_id=None, now=timezone.now())


def live() -> RatingGeneration:
    """Return the live generation."""
    found = rater.live()
    assert found is not None
    return found


def numbers() -> tuple[Numbers, Numbers]:
    """Return all ratings and all entries of the live generation, exactly as they are stored."""
    generation = live()
    ratings = Rating.objects.filter(generation=generation).order_by("account_id", "family")
    entries = RatingEntry.objects.filter(generation=generation).order_by("number_id", "account_id")
    return (
        list(ratings.values_list("account_id", "family", "pool", "mu", "sigma", "games", "at")),
        list(
            entries.values_list(
                "number_id",
                "account_id",
                "family",
                "place",
                "mu_before",
                "sigma_before",
                "mu",
                "sigma",
            )
        ),
    )


def order() -> Numbers:
    """Return the order of rated games."""
    columns = ("number", "game_id", "places", "exclusion", "day", "players")
    return list(RatedGame.objects.order_by("number").values_list(*columns))


def mu(account: User, family: str = "go_fish") -> float | None:
    """Return the rating of an account, or None."""
    row = Rating.objects.filter(generation=live(), account=account, family=family).first()
    return None if row is None else row.mu


FIRST = datetime(2026, 1, 5, tzinfo=UTC)


def rated_player(name: str) -> Player:
    """Register a person and return a player with their token."""
    registered = people.register(name)
    return Player(registered.issued.secret, name=name, account=registered.user.pk)


def live_or_new() -> RatingGeneration:
    """Return the live generation; start one if there is none."""
    status = RatingGeneration.Status.LIVE
    now = timezone.now()
    return RatingGeneration.objects.get_or_create(
        status=status, defaults={"started_at": now, "live_at": now}
    )[0]


def give(
    player: Player,
    mu: float,
    sigma: float = 5.0,
    *,
    days_ago: float = 0,
    family: str = "go_fish",
    pool: str = "people",
) -> Rating:
    """Give a player a rating without games."""
    return Rating.objects.create(
        generation=live_or_new(),
        account_id=player.account,
        family=family,
        pool=pool,
        mu=mu,
        sigma=sigma,
        games=100,
        at=timezone.now() - timedelta(days=days_ago),
    )


def rated_game(
    *players: Player, places: Sequence[int], preset: str = "classic", pool: str = "people"
) -> RatedGame:
    """Store a finished game of these players with its ratings."""
    generation, now = live_or_new(), timezone.now()
    family = family_of(preset)
    assert family is not None
    game = Game.objects.create(
        id=ids.new_id(now),
        status=GameStatus.OVER,
        preset=preset,
        rules="{}",
        seat_count=len(players),
        seed=secrets.token_bytes(32),
        commitment="",
        created_at=now,
        finished_at=now,
    )
    row = RatedGame.objects.create(
        number=generation.through + 1,
        game=game,
        version=9,
        family=family,
        pool=pool,
        players=[player.account for player in players],
        places=list(places),
        day=now.date(),
        at=now,
    )
    known = {
        rating.account_id: rating
        for rating in Rating.objects.filter(generation=generation, family=family)
    }
    before = [
        Skill(known[player.account].mu, known[player.account].sigma)
        if player.account in known
        else NEW_SKILL
        for player in players
    ]
    after = rate(before, places)
    for player, place, old, new in zip(players, places, before, after, strict=True):
        rating = known.get(player.account) or Rating(
            generation=generation, account_id=player.account, family=family, pool=pool, games=0
        )
        rating.mu, rating.sigma, rating.at = new.mu, new.sigma, now
        rating.games += 1
        rating.save()
        RatingEntry.objects.create(
            generation=generation,
            account_id=player.account,
            family=family,
            number=row,
            place=place,
            mu_before=old.mu,
            sigma_before=old.sigma,
            mu=new.mu,
            sigma=new.sigma,
        )
    generation.through += 1
    generation.save()
    return row
