"""Notifications that a game moved or a seat sent an emote: their text, and how they are sent."""

from datetime import datetime, timedelta
from typing import NamedTuple

from django.conf import settings
from django.db import transaction

from accounts.statements import IS_POSTGRESQL
from games.engine.cards import Seat
from games.log.models import Emote
from games.log.notify import postgresql, redis_channels
from games.log.notify.reconnecting import Message

CHANNEL = "game_moved"
BOT_CHANNEL = "bot_awaited"
"""Has no payload: the processes that move bots query which games wait for one."""
EMOTE_CHANNEL = "emote_sent"

EVERY_GAME = 0
"""The id in a notification that any game may have changed. No game has it."""
NO_MOVE = 0
"""The version in a notification that a game has changed without a move, such as its clock."""
EMOTES_KEPT = timedelta(seconds=10)
"""On SQLite, where readers poll the file: rows older than this are deleted with the next emote."""


class MoveNotification(NamedTuple):
    """A game has reached a version: its log has that many moves, or more."""

    game_id: int
    version: int


def announce(game_id: int, version: int, *, awaits_bot: bool = False) -> None:
    """Notify every process of the game's version, after the current transaction has committed.

    If the game ``awaits_bot``, also notify the processes that move bots.

    A NOTIFY inside the transaction would serialise all commits of the server. On SQLite there is
    nothing to send, since readers poll the file. A failed notification is only logged: the move is
    committed.
    """
    if IS_POSTGRESQL:
        # A lambda, not a partial: Django logs the name of a callback that fails.
        transaction.on_commit(
            lambda: _notify(MoveNotification(game_id, version), awaits_bot), robust=True
        )


def announce_clock(game_id: int = EVERY_GAME, *, awaits_bot: bool = False) -> None:
    """Notify every process that the clock of a game, or of any, has changed without a move, after
    the current transaction has committed.
    """
    announce(game_id, NO_MOVE, awaits_bot=awaits_bot)


def to_text(notification: MoveNotification) -> str:
    """Return the payload of a notification."""
    return f"{notification.game_id}:{notification.version}"


def from_text(text: str) -> MoveNotification:
    """Parse a payload."""
    game_id, _, version = text.partition(":")
    return MoveNotification(int(game_id), int(version))


def send(*messages: Message) -> None:
    """Send messages to every process, or log and count that they were not sent: through Redis where
    `NOTICES_URL` names one, else through PostgreSQL.
    """
    sender = redis_channels if settings.NOTICES_URL else postgresql
    sender.send(*messages)


def _notify(notification: MoveNotification, awaits_bot: bool) -> None:
    moved = Message(CHANNEL, to_text(notification))
    send(moved, *([Message(BOT_CHANNEL, "")] if awaits_bot else []))


class EmoteNotification(NamedTuple):
    """An emote of a seat."""

    game_id: int
    seat: Seat
    emote: str


def announce_emote(notification: EmoteNotification, *, now: datetime) -> None:
    """Notify every process of an emote. A process that misses it does not show it."""
    if IS_POSTGRESQL:
        send(Message(EMOTE_CHANNEL, emote_to_text(notification)))
        return
    with transaction.atomic():
        Emote.objects.filter(at__lt=now - EMOTES_KEPT).delete()
        Emote.objects.create(
            game_id=notification.game_id, seat=notification.seat, emote=notification.emote, at=now
        )


def emote_to_text(notification: EmoteNotification) -> str:
    """Return the payload of a notification."""
    return f"{notification.game_id}:{notification.seat}:{notification.emote}"


def emote_from_text(text: str) -> EmoteNotification:
    """Parse a payload."""
    game_id, seat, emote = text.split(":")
    return EmoteNotification(int(game_id), int(seat), emote)
