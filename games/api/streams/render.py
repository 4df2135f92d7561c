"""Render presence as JSON."""

from games.api.positions.members import Json
from games.queries.presence import Presence


def presence(presence: Presence) -> Json:
    """Return who is present at a game."""
    return {
        "seats": [
            {"seat": seat, "seen_seconds_ago": None if seconds is None else round(seconds)}
            for seat, seconds in sorted(presence.seats.items())
        ],
        "spectators": presence.spectators,
    }
