"""Disputes for tests: filed about games that were played to their end."""

from random import Random

from django.utils import timezone

from games.disputes import filing
from games.disputes.models import Dispute
from games.engine.cards import Seat
from tests.players import Player, play_out, seated
from tests.tables import number_of


def finished(seats: int = 2, preset: str = "classic", *overlays: str) -> tuple[str, list[Player]]:
    """Play a game to its end and return it with its players by seat."""
    game, *players = seated(seats, preset, *overlays)
    play_out(game, players, Random(3))
    return game, players


def filed(
    game: str,
    by: Player,
    *,
    against: Seat | None = 0,
    move: int = 12,
    reason: str = "cheating_or_collusion",
    words: str = "Seat 0 knew my cards.",
) -> Dispute:
    """File a complaint about a game."""
    return filing.file(
        number_of(game),
        by.account,
        move_number=move,
        reason=reason,
        words=words,
        against=against,
        now=timezone.now(),
    )
