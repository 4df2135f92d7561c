"""Notices that a game moved: what they say, and how they leave the process that made the move."""

from typing import NamedTuple

from django.db import connection, transaction

from accounts.plain_sql import IS_POSTGRESQL

CHANNEL = "game_moved"

# The notice's own commit need not wait for the disk: after a crash nobody listens any more.
_NOTIFY = "SELECT set_config('synchronous_commit', 'off', true), pg_notify(%s, %s)"


class MoveNotice(NamedTuple):
    """A game has reached a version: that many moves are in its log, or more."""

    game_id: int
    version: int


def announce(game_id: int, version: int) -> None:
    """Tell every process of the game's version, once the transaction under way has committed.

    Within it a notice would make every commit of the server wait for the one before. On SQLite there is nothing to
    send: whoever waits looks at the file, where moves and invitations are news. A notice that fails is only logged,
    for the move stands.
    """
    if IS_POSTGRESQL:
        # A function and no partial: Django names what failed, and a partial has no name.
        transaction.on_commit(lambda: _notify(MoveNotice(game_id, version)), robust=True)


def to_text(notice: MoveNotice) -> str:
    """Write a notice as the payload of a NOTIFY."""
    return f"{notice.game_id}:{notice.version}"


def from_text(text: str) -> MoveNotice:
    """Read a payload."""
    game_id, _, version = text.partition(":")
    return MoveNotice(int(game_id), int(version))


def _notify(notice: MoveNotice) -> None:
    with connection.cursor() as cursor:
        cursor.execute(_NOTIFY, [CHANNEL, to_text(notice)])
