"""Read many games for one reader who follows them, and the players on their seats.

The number of statements does not depend on the number of games.
"""

from collections.abc import Collection, Sequence
from typing import NamedTuple

from games.engine.refusals import MalformedEntry
from games.log import head_reader
from games.log.heads import GameHead
from games.log.models import Seat
from games.log.reader import LoggedMove
from games.log.refusals import GameNotFound
from games.play import visibility
from games.play.refusals import SpectatorsBarred
from games.play.visibility import WatchPass


def of_games(game_ids: Collection[int]) -> dict[int, list[Seat]]:
    """Return the taken seats of these games, in order, with their accounts; in one query."""
    seats = Seat.objects.filter(game_id__in=game_ids).select_related("account")
    by_game: dict[int, list[Seat]] = {game_id: [] for game_id in game_ids}
    for seat in seats.order_by("game_id", "number"):
        by_game[seat.game_id].append(seat)
    return by_game


WatchRefusal = MalformedEntry | GameNotFound | SpectatorsBarred


class WatchedGame(NamedTuple):
    """A game that the reader may watch."""

    head: GameHead
    last: LoggedMove
    seats: Sequence[Seat]
    """The taken seats, in order, with their accounts."""
    watch_pass: WatchPass | None = None
    """The valid pass with which a reader without a seat watches a private game."""


def read(
    game_ids: Collection[int], account_id: int | None
) -> dict[int, WatchedGame | WatchRefusal]:
    """Return each of these games, or why the reader may not watch it.

    Access is checked after the games are read: a lobby may have started meanwhile, or the reader
    may have left it.
    """
    loaded = head_reader.load_all_with_last([*game_ids], account_id)
    seats = of_games(loaded)
    guests = {(game_id, account_id) for game_id in loaded} if account_id is not None else set()
    invited = visibility.invited(guests) if guests else set()
    results: dict[int, WatchedGame | WatchRefusal] = {}
    for game_id in game_ids:
        match loaded.get(game_id):
            case None:
                results[game_id] = GameNotFound()
            case MalformedEntry() | GameNotFound() as refusal:
                results[game_id] = refusal
            case head, last:
                is_seated = account_id is not None and any(
                    seat.account_id == account_id for seat in seats[game_id]
                )
                refused = None
                if head.seat is None or not is_seated:
                    refused = _refusal(head, is_invited=(game_id, account_id) in invited)
                results[game_id] = refused or WatchedGame(head, last, seats[game_id])
    return results


def _refusal(head: GameHead, *, is_invited: bool) -> GameNotFound | SpectatorsBarred | None:
    """Return why a reader without a seat may not watch, as ``visibility.check_watches`` rules."""
    if head.is_private and not is_invited:
        return GameNotFound()
    if not head.has_spectators:
        return SpectatorsBarred("Only the players of this game may watch it.")
    return None
