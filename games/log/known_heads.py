"""Heads of running games that this process has read or written lately; they may be out of date.

A write compares version, digest and deadline with the stored position, and a read the digest. The
keyed digest commits to every earlier move, so that a head with the same digest is the same, and a
head that is out of date costs another try. The seats of accounts change with the revision only.
"""

import time
from collections import OrderedDict
from collections.abc import Mapping
from threading import Lock
from typing import NamedTuple

from games.engine.cards import Seat
from games.log.heads import GameHead
from games.log.reader import LoggedMove
from games.models import GameStatus

MOST = 2_000
"""Games of a process; the oldest are forgotten first."""
SECONDS = 300.0
"""How long a head is kept."""
TRUSTED = 4
"""How often in a row the head was up to date before an ask is decided on it again."""


class KnownHead(NamedTuple):
    """A head and the move that led to it, with the seats of accounts as far as they are known."""

    head: GameHead
    """Its own seat is of no meaning."""
    last: LoggedMove
    seats: Mapping[int, Seat]
    until: float
    """When it is forgotten, in seconds of the monotonic clock."""
    hits: int
    """How often in a row it was up to date, at most ``TRUSTED``."""


_lock = Lock()
_known: OrderedDict[int, KnownHead] = OrderedDict()


def find(game_id: int) -> KnownHead | None:
    """Return what this process knows of a game, or None."""
    known = _known.get(game_id)
    return known if known is not None and known.until > time.monotonic() else None


def find_seated(game_id: int, account_id: int) -> GameHead | None:
    """Return the head for an account with a seat, or None if it is unknown or too often out of
    date, as in a game that other processes move.
    """
    known = find(game_id)
    if known is None or known.hits < TRUSTED:
        return None
    seat = known.seats.get(account_id)
    return None if seat is None else known.head._replace(seat=seat)


def note(head: GameHead, last: LoggedMove, account_id: int | None) -> None:
    """Remember the head of a running game, as it was read for an account or written."""
    if GameStatus.of(head.state) is not GameStatus.RUNNING:
        forget(head.game_id)
        return
    until = time.monotonic() + SECONDS
    with _lock:
        known = _known.pop(head.game_id, None)
        seats, hits = ({}, TRUSTED) if known is None else (known.seats, known.hits)
        if known is not None and known.head.revision < head.revision:
            seats = {}  # with the revision, the account of a seat may have changed
        if known is not None and _age(known.head) > _age(head):
            head, last, until = known.head, known.last, known.until  # another thread was faster
        elif account_id is not None and head.seat is not None and account_id not in seats:
            seats = {**seats, account_id: head.seat}
        _known[head.game_id] = KnownHead(head, last, seats, until, hits)
        while len(_known) > MOST:
            _known.popitem(last=False)


def compare(head: GameHead) -> None:
    """Count whether the known head was up to date, by one that was just read for a command."""
    with _lock:
        known = _known.get(head.game_id)
        if known is not None:
            is_current = known.head.digest == head.digest
            hits = min(known.hits + 1, TRUSTED) if is_current else 0
            _known[head.game_id] = known._replace(hits=hits)


def forget(game_id: int) -> None:
    """Forget a game."""
    with _lock:
        _known.pop(game_id, None)


def clear() -> None:
    """Forget all games."""
    with _lock:
        _known.clear()


def _age(head: GameHead) -> tuple[int, int]:
    return head.version, head.revision
