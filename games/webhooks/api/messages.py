"""The messages that webhooks get, for the section `webhooks` of the OpenAPI document."""

import re
from typing import Annotated, Any, TypedDict

from drf_spectacular.utils import OpenApiWebhook, extend_schema

from api_kit.answers import Time, field, serializer, shape
from games.play.api.entries import GameId
from games.webhooks.models import CHALLENGE, EventType


class GameMessageData(TypedDict):
    """A game."""

    game: GameId
    version: Annotated[int, "Number of the last move then."]


class InvitationMessageData(TypedDict):
    """An invitation."""

    game: GameId


class MatchMessageData(TypedDict):
    """A match and its game."""

    match: Annotated[str, "The match's id."]
    game: GameId


class RulingMessageData(TypedDict):
    """A dispute and its game."""

    dispute: Annotated[str, "The dispute's id."]
    game: GameId


class NoticeMessageData(TypedDict):
    """A notice."""

    notice: Annotated[int, "The notice's id in `/me/notices`."]


class TournamentMessageData(TypedDict):
    """A tournament."""

    tournament: Annotated[str, "The tournament's id."]


class RoundMessageData(TournamentMessageData):
    """A round of a tournament."""

    round: Annotated[int, "Number of the round; 1 in an arena."]


class TableMessageData(TournamentMessageData):
    """A table of a tournament."""

    round: Annotated[int, "Number of the round."]
    game: GameId


class ChallengeMessageData(TypedDict):
    """A challenge."""

    challenge: Annotated[str, "Answer with its HMAC."]


class ChallengeAnswer(TypedDict):
    """The proof that the receiver knows the secret."""

    answer: Annotated[
        str, "Base64 of the HMAC-SHA256 of the challenge, with the bytes of the secret."
    ]


DATA: dict[str, Any] = {
    EventType.TURN_YOURS: GameMessageData,
    EventType.GAME_STARTED: GameMessageData,
    EventType.GAME_OVER: GameMessageData,
    EventType.INVITATION_RECEIVED: InvitationMessageData,
    EventType.MATCH_FOUND: MatchMessageData,
    EventType.DISPUTE_RULED: RulingMessageData,
    EventType.NOTICE: NoticeMessageData,
    EventType.TOURNAMENT_ROUND: RoundMessageData,
    EventType.TABLE_READY: TableMessageData,
    EventType.TOURNAMENT_OVER: TournamentMessageData,
    CHALLENGE: ChallengeMessageData,
}
_WHAT = {str(kind): str(label) for kind, label in EventType.choices}


def _message(event: str) -> OpenApiWebhook:
    kind = str(event)
    name = "".join(part.capitalize() for part in re.split("[._]", kind))
    fields: dict[str, Any] = {
        "type": field(Annotated[str, (kind,)]),
        "timestamp": field(Time),
        "data": field(DATA[kind]),
    }
    what = _WHAT.get(kind, "prove that you know the secret")
    return OpenApiWebhook(
        kind,
        extend_schema(
            operation_id=f"receive_{kind.replace('.', '_')}",
            tags=["webhooks"],
            summary=f"{what[0].upper()}{what[1:]}",
            request=serializer(f"{name}Message", None, fields),
            responses={200: shape(ChallengeAnswer) if kind == CHALLENGE else None},
        ),
    )


TURN_YOURS = _message(EventType.TURN_YOURS)
GAME_STARTED = _message(EventType.GAME_STARTED)
GAME_OVER = _message(EventType.GAME_OVER)
INVITATION_RECEIVED = _message(EventType.INVITATION_RECEIVED)
MATCH_FOUND = _message(EventType.MATCH_FOUND)
DISPUTE_RULED = _message(EventType.DISPUTE_RULED)
NOTICE = _message(EventType.NOTICE)
TOURNAMENT_ROUND = _message(EventType.TOURNAMENT_ROUND)
TABLE_READY = _message(EventType.TABLE_READY)
TOURNAMENT_OVER = _message(EventType.TOURNAMENT_OVER)
CHALLENGE_MESSAGE = _message(CHALLENGE)
