"""The answer of ``GET /tv``, the same for all readers."""

from datetime import datetime, timedelta
from threading import Lock

from django.utils import timezone

from games.live import tv
from games.live.api.answers import Tv
from games.play.api.games import answers

LIFE = timedelta(seconds=2)


class Snapshot:
    """What TV shows as one process last read it, within ``LIFE``. Thread-safe.

    The first request after that makes the next one, and others wait for it.
    """

    def __init__(self) -> None:
        self._lock = Lock()
        self._made: tuple[datetime, Tv] | None = None

    def read(self) -> Tv:
        """Return the answer, as a reader without an account sees the games."""
        with self._lock:
            now = timezone.now()
            if self._made is None or not timedelta() <= now - self._made[0] < LIFE:
                self._made = now, _answer(now)
            return self._made[1]

    def forget(self) -> None:
        """Read the games again at the next request."""
        self._made = None


SNAPSHOT = Snapshot()


def _answer(now: datetime) -> Tv:
    channels = tv.channels(now=now)
    return {
        "channels": [
            {
                "channel": channel.name,
                "game": answers.entry(channel.game, now=now),
                "watchers": channel.watchers,
            }
            for channel in channels
        ],
        "recent": [] if channels else [answers.entry(game, now=now) for game in tv.recent()],
    }
