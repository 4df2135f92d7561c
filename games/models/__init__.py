"""The tables of games: columns and constraints only, one module for each noun.

Import them from here: ``from games.models import Game``.
"""

from games.models.analyses import GameAnalysis
from games.models.answers import StoredAnswer
from games.models.archive import ArchivedGame, ArchiveDictionary
from games.models.games import OPEN, Game, GameStatus
from games.models.lobbies import DeclineReason, Invitation, LobbyExit
from games.models.matches import BotOffer, BotStatus, Match
from games.models.moves import Move, Position
from games.models.outages import Outage, ServiceHeartbeat
from games.models.presence import Audience, Emote, LastSeen
from games.models.ratings import (
    HiddenRatings,
    RatedGame,
    RatedPair,
    Rating,
    RatingEntry,
    RatingGeneration,
    RatingTask,
)
from games.models.referee import RefereeRound
from games.models.seats import Seat, SeatResult
from games.models.statistics import PlayerStatistics

__all__ = [
    "OPEN",
    "ArchiveDictionary",
    "ArchivedGame",
    "Audience",
    "BotOffer",
    "BotStatus",
    "DeclineReason",
    "Emote",
    "Game",
    "GameAnalysis",
    "GameStatus",
    "HiddenRatings",
    "Invitation",
    "LastSeen",
    "LobbyExit",
    "Match",
    "Move",
    "Outage",
    "PlayerStatistics",
    "Position",
    "RatedGame",
    "RatedPair",
    "Rating",
    "RatingEntry",
    "RatingGeneration",
    "RatingTask",
    "RefereeRound",
    "Seat",
    "SeatResult",
    "ServiceHeartbeat",
    "StoredAnswer",
]
