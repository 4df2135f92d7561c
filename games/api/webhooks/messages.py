"""The messages that webhooks get, for the section `webhooks` of the OpenAPI document."""

import re
from typing import Any

from drf_spectacular.utils import OpenApiWebhook, extend_schema, inline_serializer
from rest_framework import serializers

from games.api.positions.shapes import AnySerializer
from games.webhooks.models import CHALLENGE, EventType


class GameMessageDataSerializer(AnySerializer):
    """A game."""

    game = serializers.CharField(help_text="The game's id.")
    version = serializers.IntegerField(help_text="Number of the last move then.")


class InvitationMessageDataSerializer(AnySerializer):
    """An invitation."""

    game = serializers.CharField(help_text="The game's id.")


class MatchMessageDataSerializer(AnySerializer):
    """A match and its game."""

    match = serializers.CharField(help_text="The match's id.")
    game = serializers.CharField(help_text="The game's id.")


class RulingMessageDataSerializer(AnySerializer):
    """A dispute and its game."""

    dispute = serializers.CharField(help_text="The dispute's id.")
    game = serializers.CharField(help_text="The game's id.")


class NoticeMessageDataSerializer(AnySerializer):
    """A notice."""

    notice = serializers.IntegerField(help_text="The notice's id in `/me/notices`.")


class TournamentMessageDataSerializer(AnySerializer):
    """A tournament."""

    tournament = serializers.CharField(help_text="The tournament's id.")


class RoundMessageDataSerializer(TournamentMessageDataSerializer):
    """A round of a tournament."""

    round = serializers.IntegerField(help_text="Number of the round; 1 in an arena.")


class TableMessageDataSerializer(TournamentMessageDataSerializer):
    """A table of a tournament."""

    round = serializers.IntegerField(help_text="Number of the round.")
    game = serializers.CharField(help_text="The game's id.")


class ChallengeMessageDataSerializer(AnySerializer):
    """A challenge."""

    challenge = serializers.CharField(help_text="Answer with its HMAC.")


class ChallengeAnswerSerializer(AnySerializer):
    """The proof that the receiver knows the secret."""

    answer = serializers.CharField(
        help_text="Base64 of the HMAC-SHA256 of the challenge, with the bytes of the secret."
    )


DATA: dict[str, type[AnySerializer]] = {
    EventType.TURN_YOURS: GameMessageDataSerializer,
    EventType.GAME_STARTED: GameMessageDataSerializer,
    EventType.GAME_OVER: GameMessageDataSerializer,
    EventType.INVITATION_RECEIVED: InvitationMessageDataSerializer,
    EventType.MATCH_FOUND: MatchMessageDataSerializer,
    EventType.DISPUTE_RULED: RulingMessageDataSerializer,
    EventType.NOTICE: NoticeMessageDataSerializer,
    EventType.TOURNAMENT_ROUND: RoundMessageDataSerializer,
    EventType.TABLE_READY: TableMessageDataSerializer,
    EventType.TOURNAMENT_OVER: TournamentMessageDataSerializer,
    CHALLENGE: ChallengeMessageDataSerializer,
}
_WHAT = {str(kind): str(label) for kind, label in EventType.choices}


def _message(event: str) -> OpenApiWebhook:
    kind = str(event)
    name = "".join(part.capitalize() for part in re.split("[._]", kind))
    fields: dict[str, Any] = {
        "type": serializers.ChoiceField(choices=[kind]),
        "timestamp": serializers.DateTimeField(),
        "data": DATA[kind](),
    }
    what = _WHAT.get(kind, "prove that you know the secret")
    return OpenApiWebhook(
        kind,
        extend_schema(
            operation_id=f"receive_{kind.replace('.', '_')}",
            tags=["webhooks"],
            summary=f"{what[0].upper()}{what[1:]}",
            request=inline_serializer(f"{name}Message", fields),
            responses={200: ChallengeAnswerSerializer if kind == CHALLENGE else None},
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
