"""The tables of this folder: columns and constraints only, one module for each noun."""

from games.play.models.lobbies import DeclineReason, Invitation, LobbyExit
from games.play.models.matches import BotOffer, BotStatus, Match
from games.play.models.outages import Outage, ServiceHeartbeat
from games.play.models.statistics import PlayerStatistics

__all__ = [
    "BotOffer",
    "BotStatus",
    "DeclineReason",
    "Invitation",
    "LobbyExit",
    "Match",
    "Outage",
    "PlayerStatistics",
    "ServiceHeartbeat",
]
