"""Webhooks and deliveries in answers, and the messages that webhooks get."""

import re
from typing import Annotated, Any, TypedDict

from drf_spectacular.utils import OpenApiWebhook, extend_schema

from api_kit.answers import Time, field, serializer, shape
from games.log.entries import GameId, fill
from games.webhooks import registering
from games.webhooks.models import CHALLENGE, Delivery, EventType, Webhook
from games.webhooks.registering import IssuedSecret


class WebhookJson(TypedDict):
    """A webhook, without its secrets."""

    id: int
    url: str
    events: list[Annotated[str, EventType]]
    status: Annotated[str, Webhook.Status]
    reason: Annotated[str | None, Webhook.Reason, "Why it is disabled."]
    created_at: Time
    failing_since: Annotated[Time | None, "First failure since the last success."]
    old_secret_until: Annotated[Time | None, "Until then the previous secret signs too."]


class IssuedWebhook(WebhookJson):
    """A webhook with its secret, which is shown once."""

    secret: Annotated[str, "`whsec_` and 32 bytes in Base64."]


class WebhookList(TypedDict):
    """The webhooks of the token, oldest first."""

    webhooks: list[WebhookJson]


class DeliveryJson(TypedDict):
    """A message that waits, or that was tried."""

    id: Annotated[str, "The `webhook-id` of every try."]
    type: Annotated[str, (*EventType.values, CHALLENGE)]
    status: Annotated[str, Delivery.Status]
    created_at: Time
    tries: Annotated[int, "Tries with a result."]
    tried_at: Annotated[Time | None, "The last try."]
    answer: Annotated[int | None, "HTTP status of the last try."]
    error: Annotated[str | None, "A code: why the last try failed. docs/api/webhooks lists them."]
    next_try_at: Time | None


class DeliveryList(TypedDict):
    """What waits for a webhook, and its last 100 finished deliveries, newest first."""

    deliveries: list[DeliveryJson]


def webhook(webhook: Webhook) -> WebhookJson:
    """Return a webhook as JSON."""
    return fill(WebhookJson, webhook, id=webhook.pk, reason=webhook.reason or None)


def issued(registered: IssuedSecret) -> IssuedWebhook:
    """Return a webhook as JSON, with its new secret."""
    return IssuedWebhook(**webhook(registered.webhook), secret=registering.shown(registered.secret))


def delivery(delivery: Delivery) -> DeliveryJson:
    """Return a delivery as JSON."""
    return fill(DeliveryJson, delivery, id=delivery.message_id, error=delivery.error or None)


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
