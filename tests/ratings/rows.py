"""Rated games as rows, for tests of what readers see: as the rater writes them."""

import secrets
from collections.abc import Sequence
from datetime import UTC, datetime, timedelta

from django.utils import timezone

from games.log import ids
from games.log.models import Game, GameStatus
from games.ratings.models import RatedGame, Rating, RatingEntry, RatingGeneration
from games.ratings.pools import family_of
from games.ratings.skill import NEW_SKILL, Skill, rate
from tests.accounts import people
from tests.players import Player

FIRST = datetime(2026, 1, 5, tzinfo=UTC)


def person(name: str) -> Player:
    """Register a person and return a player with their token."""
    registered = people.register(name)
    return Player(registered.issued.secret, name=name, account=registered.user.pk)


def live() -> RatingGeneration:
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
        generation=live(),
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
    generation, now = live(), timezone.now()
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
