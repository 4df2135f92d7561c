"""The tables of this folder: columns and constraints only, one module for each noun."""

from games.log.models.games import OPEN, Game, GameStatus, Seat, SeatResult
from games.log.models.moves import (
    ArchivedGame,
    ArchiveDictionary,
    Audience,
    Emote,
    LastSeen,
    Move,
    Position,
    StoredAnswer,
)

__all__ = [
    "OPEN",
    "ArchiveDictionary",
    "ArchivedGame",
    "Audience",
    "Emote",
    "Game",
    "GameStatus",
    "LastSeen",
    "Move",
    "Position",
    "Seat",
    "SeatResult",
    "StoredAnswer",
]
