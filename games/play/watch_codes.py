"""Let others watch a private game by a code, which the host makes, renews and revokes."""

from games.engine.refusals import GameClosed
from games.log import heads
from games.log.models import Game
from games.play import visibility
from games.play.refusals import GameIsPublic, NotHost, SpectatorsBarred


def renew(game_id: int, account_id: int) -> str:
    """Give a private game a new watch code, and return it. An earlier one is void.

    :raises GameNotFound: if there is no such game, or the account may not see it.
    :raises GameClosed: if the game was closed in its lobby.
    :raises NotHost: unless the account is the host.
    :raises GameIsPublic: if everyone may watch the game.
    :raises SpectatorsBarred: if only players may watch.
    """
    _check_host(game_id, account_id)
    code = visibility.new_code()
    Game.objects.filter(pk=game_id).update(watch_code=code)
    return code


def revoke(game_id: int, account_id: int) -> None:
    """Void the watch code of a game, if there is one. Raises as :func:`renew`."""
    _check_host(game_id, account_id)
    Game.objects.filter(pk=game_id).update(watch_code="")


def _check_host(game_id: int, account_id: int) -> None:
    head = heads.load(game_id, account_id)
    visibility.check_watches(head, account_id)
    if head.state.phase == "closed":
        raise GameClosed
    if head.seat is None or head.seat != head.state.host():
        raise NotHost(
            "Only the host can do this: the player on the lowest seat of a person who has not left."
        )
    if not head.is_private:
        raise GameIsPublic("Everyone may watch this game without a code.")
    if not head.has_spectators:
        raise SpectatorsBarred("Only the players of this game may watch it, so it has no code.")
