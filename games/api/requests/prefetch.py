"""Prefetch the head of a game's log with the caller's token, in one statement."""

from rest_framework.request import Request

from accounts.credentials.authentication import pop_prefetched
from accounts.credentials.bearers import NO_PREFETCH, SqlPrefetch
from api_kit.endpoint import Endpoint
from games import ids
from games.log import heads
from games.log.heads import GameHead
from games.log.reader import LoggedMove


class PrefetchedGameEndpoint(Endpoint):
    """The base of views at the path of a game; reads the head of its log with the caller's
    token.
    """

    with_last = False
    """Whether to prefetch the last move too."""

    def head_prefetch(self, game_id: str) -> SqlPrefetch:
        """Return the SQL to read with the token."""
        number = ids.from_text(game_id)
        if number is None:
            return NO_PREFETCH
        return heads.head_prefetch(number, with_last=self.with_last)


def pop_head(request: Request, game_id: int) -> tuple[GameHead, LoggedMove | None] | None:
    """Pop the prefetched head and, if requested, last move; return None without a token or a game.

    A second call returns None, so that a retry reads the current head.
    """
    read = pop_prefetched(request)
    return None if read is None else heads.head_of_prefetched(game_id, read)
