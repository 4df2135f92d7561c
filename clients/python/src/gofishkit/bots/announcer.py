"""Announce what a bot accepts, again and again while it runs."""

import threading
from collections.abc import Callable

from gofishkit.bots.finder import Wanted
from gofishkit.client import Client
from gofishkit.errors import Refused, ServiceError

HEARTBEAT_SECONDS = 30.0


class Announcer:
    """The heartbeat of a bot's status, in a thread of its own. Guests have no status."""

    def __init__(self, client: Client, wanted: Wanted, free: Callable[[], int]) -> None:
        self._client, self._wanted, self._free = client, wanted, free
        self._stop = threading.Event()
        self._thread = threading.Thread(target=self._run, daemon=True)

    def start(self) -> None:
        """Begin to announce."""
        self._thread.start()

    def stop(self) -> None:
        """Announce that the bot accepts nothing more, and stop."""
        self._stop.set()
        self._thread.join(HEARTBEAT_SECONDS)

    def _run(self) -> None:
        is_last = False
        while not is_last:
            is_last = self._stop.is_set()
            try:
                self._client.announce_bot(
                    presets=[self._wanted.preset],
                    seats=[self._wanted.table_seats],
                    turn_seconds_min=self._wanted.turn_seconds_min,
                    capacity=0 if is_last else self._free(),
                )
            except Refused as refusal:
                if refusal.status in (401, 403, 404):
                    return  # a guest, or a server that has no such operation
            except ServiceError:
                pass  # the service is away for a moment; the next heartbeat follows
            if not is_last:
                self._stop.wait(HEARTBEAT_SECONDS)
