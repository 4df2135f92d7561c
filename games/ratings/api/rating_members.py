"""Ratings in answers."""

from collections.abc import Iterable, Mapping
from typing import Annotated, TypedDict, get_args

from api_kit.answers import Time
from games.engine.chain import time_text
from games.log.entries import Seat
from games.log.models import Seat as SeatRow
from games.ratings import skill
from games.ratings.models import Rating
from games.ratings.pools import BOTS, FAMILIES, PEOPLE, family_of

FAMILY_NAMES = (*FAMILIES,)
POOLS = (PEOPLE, BOTS)
CERTAINTIES = get_args(skill.Certainty)
DIGITS = 2


class Numbers(TypedDict):
    """A rating and how uncertain it is."""

    rating: Annotated[float, "25 is that of a new player; higher is better."]
    uncertainty: Annotated[
        float, "Standard deviation of the rating: 8.33 for a new player, less with each game."
    ]


class FamilyRating(Numbers):
    """A player's rating in a family."""

    family: Annotated[str, FAMILY_NAMES]
    pool: Annotated[str, POOLS, "Whom the player is compared with: people, or accounts of bots."]
    provisional: Annotated[bool, "Too uncertain for the leaderboard: mostly luck so far."]
    certainty: Annotated[str, CERTAINTIES]
    certainty_text: Annotated[str, "What the rating can tell, in English."]
    games: Annotated[int, "Rated games so far."]
    last_game_at: Annotated[Time, "End of the last rated game, UTC."]


class SeatRating(Numbers):
    """The rating of the player of a seat, in the family of the game's preset."""

    seat: Seat
    provisional: Annotated[bool, "Mostly luck so far."]


def numbers(mu: float, sigma: float) -> Numbers:
    """Return a rating and its uncertainty."""
    return {"rating": round(mu, DIGITS), "uncertainty": round(sigma, DIGITS)}


def rating(row: Rating) -> FamilyRating:
    """Return a player's rating in a family."""
    words = skill.certainty_words(row.sigma)
    return {
        "family": row.family,
        "pool": row.pool,
        **numbers(row.mu, row.sigma),
        "provisional": skill.is_provisional(row.sigma),
        "certainty": words.code,
        "certainty_text": words.text,
        "games": row.games,
        "last_game_at": time_text(row.at),
    }


def of_seats(
    seats: Iterable[SeatRow],
    ratings: Mapping[int, Mapping[str, Rating]],
    *,
    preset: str,
    overlays: list[str],
) -> list[SeatRating]:
    """Return the ratings of the players of a game who have one and show it."""
    family = family_of(preset, overlays)
    seat_ratings: list[SeatRating] = []
    for seat in seats:
        row = ratings.get(seat.account_id or 0, {}).get(family or "")
        if row is not None:
            provisional = skill.is_provisional(row.sigma)
            seat_ratings.append(
                {"seat": seat.number, **numbers(row.mu, row.sigma), "provisional": provisional}
            )
    return seat_ratings
