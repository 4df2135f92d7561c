"""The answer of ``GET /tv``, the same for all readers."""

from datetime import datetime, timedelta
from threading import Lock
from typing import Any

from django.utils import timezone

from games.api.games import render
from games.queries.lists import tv

Json = dict[str, Any]

LIFE = timedelta(seconds=2)


class Snapshot:
    """The games on TV as one process last read them, within ``LIFE``. Thread-safe.

    The first request after that makes the next one, and others wait for it.
    """

    def __init__(self) -> None:
        self._lock = Lock()
        self._made: tuple[datetime, Json] | None = None

    def read(self) -> Json:
        """Return the channels, as a reader without an account sees their games."""
        with self._lock:
            now = timezone.now()
            if self._made is None or not timedelta() <= now - self._made[0] < LIFE:
                self._made = now, _channels(now)
            return self._made[1]

    def forget(self) -> None:
        """Read the games again at the next request."""
        self._made = None


SNAPSHOT = Snapshot()


def _channels(now: datetime) -> Json:
    shown = tv.channels(now=now)
    return {
        "channels": [
            {"channel": each.name, "game": render.entry(each.game, now=now)} for each in shown
        ]
    }
