"""Notifications of emotes: sent to all processes, and kept nowhere but, for seconds, on SQLite."""

from datetime import datetime, timedelta
from typing import NamedTuple

from django.db import transaction

from accounts.statements import IS_POSTGRESQL
from games.engine.cards import Seat
from games.log.models import Emote
from games.log.notify.notifications import send
from games.log.notify.reconnecting import Message

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
    if IS_POSTGRESQL:
        send(Message(CHANNEL, to_text(notification)))
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
