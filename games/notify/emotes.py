"""Notifications of emotes: sent to all processes, and kept nowhere but, for seconds, on SQLite."""

from datetime import datetime, timedelta
from typing import NamedTuple

from django.conf import settings
from django.db import connection, transaction

from accounts.plain_sql import IS_POSTGRESQL
from games.engine.cards import Seat
from games.models import Emote
from games.notify import redis_channels
from games.notify.reconnecting import Message

CHANNEL = "emote_sent"
KEPT = timedelta(seconds=10)
"""On SQLite, where readers poll the file: rows older than this are deleted with the next emote."""


class EmoteNotification(NamedTuple):
    """An emote of a seat."""

    game_id: int
    seat: Seat
    emote: str


def announce(notification: EmoteNotification, *, now: datetime) -> None:
    """Notify every process of an emote. A process that misses it does not show it."""
    if settings.NOTICES_URL:
        redis_channels.send(Message(CHANNEL, to_text(notification)))
        return
    if IS_POSTGRESQL:
        with connection.cursor() as cursor:
            cursor.execute("SELECT pg_notify(%s, %s)", [CHANNEL, to_text(notification)])
        return
    with transaction.atomic():
        Emote.objects.filter(at__lt=now - KEPT).delete()
        Emote.objects.create(
            game_id=notification.game_id, seat=notification.seat, emote=notification.emote, at=now
        )


def to_text(notification: EmoteNotification) -> str:
    """Return the payload of a notification."""
    return f"{notification.game_id}:{notification.seat}:{notification.emote}"


def from_text(text: str) -> EmoteNotification:
    """Parse a payload."""
    game_id, seat, emote = text.split(":")
    return EmoteNotification(int(game_id), int(seat), emote)
