"""Render ratings, their history and leaderboards as JSON."""

from collections.abc import Iterable

from accounts.players import pictures
from games import ids
from games.api.positions.members import Json
from games.api.positions.ratings import numbers
from games.engine.chain import time_text
from games.models import RatingEntry
from games.queries.ratings.head_to_head import Meeting
from games.queries.ratings.history import SeatCountResults
from games.queries.ratings.leaderboards import RankedRating


def entry(row: RatingEntry) -> Json:
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


def seat_count(results: SeatCountResults) -> Json:
    """Return the results with a number of seats."""
    return {**results._asdict(), "mean_place": round(results.mean_place, 2)}


def meeting(met: Meeting) -> Json:
    """Return a game of two players; select the game with it."""
    row = met.entry
    return {
        "number": row.number_id,
        "game": ids.to_text(row.number.game_id),
        "place": row.place + 1,
        "other_place": met.other_place + 1,
        "at": time_text(row.number.at),
    }


def players(ranked: Iterable[RankedRating]) -> list[Json]:
    """Return players of a leaderboard; select their accounts with them.

    An account that is being closed is left out.
    """
    return [
        {
            "rank": rank,
            "username": rating.account.username,
            "display_name": rating.account.shown_name,
            "picture": pictures.shown(rating.account),
            **numbers(rating.mu, rating.sigma),
            "games": rating.games,
            "last_game_at": time_text(rating.at),
        }
        for rank, rating in ranked
        if rating.account.closed_at is None
    ]
