"""All tables of the label `games`, for Django: the one module that imports upwards.

Features import theirs from their own folder.
"""

from games.log.models import (
    OPEN,
    ArchivedGame,
    ArchiveDictionary,
    Audience,
    Emote,
    Game,
    GameStatus,
    LastSeen,
    Move,
    Position,
    Seat,
    SeatResult,
    StoredAnswer,
)
from games.play.models import (
    BotOffer,
    BotStatus,
    DeclineReason,
    Invitation,
    LobbyExit,
    Match,
    Outage,
    PlayerStatistics,
    RefereeRound,
    ServiceHeartbeat,
)
from games.ratings.models import (
    HiddenRatings,
    RatedGame,
    RatedPair,
    Rating,
    RatingEntry,
    RatingGeneration,
    RatingTask,
)
from games.reports.models import GameAnalysis

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
