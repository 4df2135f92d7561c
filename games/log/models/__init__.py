"""The tables of this folder: columns and constraints only, one module for each noun."""

from games.log.models.answers import StoredAnswer
from games.log.models.archive import ArchivedGame, ArchiveDictionary
from games.log.models.games import OPEN, Game, GameStatus
from games.log.models.moves import Move, Position
from games.log.models.presence import Audience, Emote, LastSeen
from games.log.models.seats import Seat, SeatResult

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
