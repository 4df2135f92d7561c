"""Who comes to a table and how the game stands there, read in one statement and not in two."""

from rest_framework.request import Request

from accounts.authentication import take_beside
from accounts.tokens import NOTHING, Beside
from api_kit.endpoint import Endpoint
from games import ids
from games.log import reader
from games.log.reader import LoggedMove, Tail


class AtTable(Endpoint):
    """The base of views at a path that names a game; the end of its log is read with the caller's token."""

    with_last = False
    """Whether the last move is wanted too."""

    def beside_token(self, game_id: str) -> Beside:
        """Return what is read with the token."""
        number = ids.from_text(game_id)
        if number is None:
            return NOTHING
        return reader.beside_token(number, with_last=self.with_last)


def take(request: Request, game_id: int) -> tuple[Tail, LoggedMove | None] | None:
    """Return the end of the log as it was with the token, once: who asks again has to read what has come since.

    The last move is there if it was wanted. Nothing is returned where no token was shown, or there is no such game.
    """
    read = take_beside(request)
    return None if read is None else reader.read_beside(game_id, read)
