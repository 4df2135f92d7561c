"""Ratings, their history and leaderboards in answers."""

from collections.abc import Iterable
from typing import Annotated, TypedDict

from accounts import preferences
from accounts.api.shapes import PICTURE_HELP
from api_kit.answers import Time
from games.engine.chain import time_text
from games.log import ids
from games.log.entries import GameId, Preset, fill
from games.ratings.api.rating_members import FAMILY_NAMES, POOLS, FamilyRating, Numbers, numbers
from games.ratings.history import (
    LAST_MEETINGS,
    MOST_COMPARED,
    MOST_COUNTED,
    Meeting,
    SeatCountResults,
)
from games.ratings.leaderboards import ACTIVE_DAYS, MOST_RANKED, RankedRating
from games.ratings.models import RatingEntry


class RatingVisibility(TypedDict):
    """Whether the caller's ratings are hidden."""

    hidden: bool


class RatingEntryJson(TypedDict):
    """How a game changed a rating."""

    number: Annotated[
        int, "The game's number in the order of all rated games, which never changes."
    ]
    game: GameId
    generation: Annotated[
        int, "After a ruling, all ratings are computed again as a new generation."
    ]
    preset: Preset
    seats: int
    place: Annotated[int, "From 1; equal results share a place."]
    before: Numbers
    after: Numbers
    at: Annotated[Time, "End of the game, UTC."]


class SeatCountResultsJson(TypedDict):
    """Results of rated games of a preset with a number of seats."""

    preset: Preset
    seats: int
    games: int
    first: Annotated[int, "First places, alone or shared."]
    mean_place: Annotated[float, "From 1."]


class PlayerRatings(TypedDict):
    """The ratings of a player, and a page of the history in one family, newest first."""

    username: str
    hidden: Annotated[bool, "Whether only you see this."]
    ratings: list[FamilyRating]
    by_seats: Annotated[
        list[SeatCountResultsJson], f"Of the last {MOST_COUNTED:,} rated games in the family."
    ]
    next: Annotated[str | None, "Address of the next page."]
    previous: str | None
    results: list[RatingEntryJson]


class MeetingJson(TypedDict):
    """A rated game of two players."""

    number: int
    game: str
    place: Annotated[int, "Of the first player, from 1."]
    other_place: Annotated[int, "Of the other one."]
    at: Annotated[Time, "End of the game, UTC."]


class HeadToHeadJson(TypedDict):
    """How often a player was placed before another."""

    username: str
    other: str
    family: Annotated[str, FAMILY_NAMES]
    ahead: Annotated[int, f"Of the last {MOST_COMPARED:,} rated games of the first player."]
    equal: int
    behind: int
    last: Annotated[list[MeetingJson], f"At most {LAST_MEETINGS}, newest first."]


class RatingFamily(TypedDict):
    """Presets that share a rating."""

    family: Annotated[str, FAMILY_NAMES]
    presets: list[Preset]


class RatingFamilies(TypedDict):
    """All families."""

    families: list[RatingFamily]


class RankedPlayer(Numbers):
    """A player of a leaderboard."""

    rank: Annotated[int | None, f"From 1; null beyond {MOST_RANKED:,}."]
    username: str
    display_name: Annotated[str | None, "Not unique: show it with the username. Null without one."]
    picture: Annotated[str | None, PICTURE_HELP]
    games: Annotated[int, "Rated games so far."]
    last_game_at: Time


class Leaderboard(TypedDict):
    """A page of a leaderboard, the best first."""

    family: Annotated[str, FAMILY_NAMES]
    pool: Annotated[str, POOLS]
    uncertainty_max: Annotated[float, "Less certain ratings are not listed."]
    active_days: Annotated[int, f"Days after a rated game that a player is listed: {ACTIVE_DAYS}."]
    next: Annotated[str | None, "Address of the next page."]
    previous: str | None
    results: list[RankedPlayer]


def entry(row: RatingEntry) -> RatingEntryJson:
    """Return how a game changed a rating; select the game with it."""
    game = row.number.game
    return {
        "number": row.number_id,
        "game": ids.to_text(game.pk),
        "generation": row.generation_id,
        "preset": game.preset,
        "seats": game.seat_count,
        "place": row.place + 1,
        "before": numbers(row.mu_before, row.sigma_before),
        "after": numbers(row.mu, row.sigma),
        "at": time_text(row.number.at),
    }


def seat_count(results: SeatCountResults) -> SeatCountResultsJson:
    """Return the results with a number of seats."""
    return fill(SeatCountResultsJson, results, mean_place=round(results.mean_place, 2))


def meeting(met: Meeting) -> MeetingJson:
    """Return a game of two players; select the game with it."""
    row = met.entry
    return {
        "number": row.number_id,
        "game": ids.to_text(row.number.game_id),
        "place": row.place + 1,
        "other_place": met.other_place + 1,
        "at": time_text(row.number.at),
    }


def players(ranked: Iterable[RankedRating]) -> list[RankedPlayer]:
    """Return players of a leaderboard; select their accounts with them.

    An account that is being closed is left out.
    """
    return [
        {
            "rank": rank,
            "username": rating.account.username,
            "display_name": rating.account.shown_name,
            "picture": preferences.shown(rating.account),
            **numbers(rating.mu, rating.sigma),
            "games": rating.games,
            "last_game_at": time_text(rating.at),
        }
        for rank, rating in ranked
        if rating.account.closed_at is None
    ]
