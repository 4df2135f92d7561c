"""Ratings in answers: their shapes, and how they are rendered."""

from collections.abc import Iterable, Mapping
from typing import get_args

from rest_framework import serializers

from games.api.positions.entry_shapes import seat_field
from games.api.positions.render import Json
from games.api.positions.shapes import AnySerializer
from games.engine.chain import time_text
from games.models import Rating, Seat
from games.ratings import certainty
from games.ratings.families import FAMILIES, family_of
from games.ratings.pools import BOTS, PEOPLE

FAMILY_NAMES = [*FAMILIES]
POOLS = [PEOPLE, BOTS]
CERTAINTIES = [*get_args(certainty.Certainty)]
DIGITS = 2


class NumbersSerializer(AnySerializer):
    """A rating and how uncertain it is."""

    rating = serializers.FloatField(help_text="25 is that of a new player; higher is better.")
    uncertainty = serializers.FloatField(
        help_text="Standard deviation of the rating: 8.33 for a new player, less with each game."
    )


class FamilyRatingSerializer(NumbersSerializer):
    """A player's rating in a family."""

    family = serializers.ChoiceField(choices=FAMILY_NAMES)
    pool = serializers.ChoiceField(
        choices=POOLS, help_text="Whom the player is compared with: people, or accounts of bots."
    )
    provisional = serializers.BooleanField(
        help_text="Too uncertain for the leaderboard: mostly luck so far."
    )
    certainty = serializers.ChoiceField(choices=CERTAINTIES)
    certainty_text = serializers.CharField(help_text="What the rating can tell, in English.")
    games = serializers.IntegerField(help_text="Rated games so far.")
    last_game_at = serializers.DateTimeField(help_text="End of the last rated game, UTC.")


class SeatRatingSerializer(NumbersSerializer):
    """The rating of the player of a seat, in the family of the game's preset."""

    seat = seat_field()
    provisional = serializers.BooleanField(help_text="Mostly luck so far.")


def numbers(mu: float, sigma: float) -> Json:
    """Return a rating and its uncertainty."""
    return {"rating": round(mu, DIGITS), "uncertainty": round(sigma, DIGITS)}


def rating(row: Rating) -> Json:
    """Return a player's rating in a family."""
    words = certainty.words(row.sigma)
    return {
        "family": row.family,
        "pool": row.pool,
        **numbers(row.mu, row.sigma),
        "provisional": certainty.is_provisional(row.sigma),
        "certainty": words.code,
        "certainty_text": words.text,
        "games": row.games,
        "last_game_at": time_text(row.at),
    }


def of_seats(
    seats: Iterable[Seat],
    ratings: Mapping[int, Mapping[str, Rating]],
    *,
    preset: str,
    overlays: list[str],
) -> list[Json]:
    """Return the ratings of the players of a game who have one and show it."""
    family = family_of(preset, overlays)
    seat_ratings = []
    for seat in seats:
        row = ratings.get(seat.account_id or 0, {}).get(family or "")
        if row is not None:
            provisional = certainty.is_provisional(row.sigma)
            seat_ratings.append(
                {"seat": seat.number, **numbers(row.mu, row.sigma), "provisional": provisional}
            )
    return seat_ratings
