"""The wait of a long poll."""

import asyncio

from games.notify.emotes import EmoteNotification

LONGEST_WAIT = 60  # seconds; as long as a request may ask to wait


class Wait:
    """Ends with the first move after ``after``."""

    def __init__(self, after: int) -> None:
        self.over: asyncio.Future[None] = asyncio.get_running_loop().create_future()
        self._after = after

    def moved(self, version: int) -> None:
        """End the wait if the move is new."""
        if version > self._after:
            self.end()

    def emoted(self, notice: EmoteNotification) -> None:
        """Ignore an emote: it is no move."""

    def end(self) -> None:
        """End the wait."""
        if not self.over.done():
            self.over.set_result(None)
