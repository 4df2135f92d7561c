"""Who comes to a table and how the game stands there, read in one statement and not in two."""

from rest_framework.request import Request

from accounts.authentication import pop_prefetched
from accounts.tokens import NO_PREFETCH, SqlPrefetch
from api_kit.endpoint import Endpoint
from games import ids
from games.log import reader
from games.log.reader import GameHead, LoggedMove


class PrefetchedGameEndpoint(Endpoint):
    """The base of views at a path that names a game; the end of its log is read with the caller's token."""

    with_last = False
    """Whether the last move is wanted too."""

    def head_prefetch(self, game_id: str) -> SqlPrefetch:
        """Return what is read with the token."""
        number = ids.from_text(game_id)
        if number is None:
            return NO_PREFETCH
        return reader.head_prefetch(number, with_last=self.with_last)


def pop_head(request: Request, game_id: int) -> tuple[GameHead, LoggedMove | None] | None:
    """Return the end of the log as it was with the token, once: who asks again has to read what has come since.

    The last move is there if it was wanted. Nothing is returned where no token was shown, or there is no such game.
    """
    read = pop_prefetched(request)
    return None if read is None else reader.head_of_prefetched(game_id, read)
