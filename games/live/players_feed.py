"""The players of games, for their streams: names, kinds, and who is online."""

from collections.abc import Collection, Mapping
from typing import NamedTuple

from django.utils import timezone

from games.live import frames
from games.live.frames import Frame
from games.live.game_reader import Reader
from games.log.models import Seat
from games.log.notify.database_threads import in_thread
from games.play import seated_players, visibility, watching
from games.play.watching import WatchPass


class Access(NamedTuple):
    """Who may still see some games."""

    insiders: set[tuple[int, int]]
    """Pairs of a game id and an account that is seated there or, of the guests in question,
    invited.
    """
    passes: set[WatchPass]

    def is_for(self, reader: Reader) -> bool:
        """Return whether a reader may see their game."""
        if reader.account_id is not None and (reader.game_id, reader.account_id) in self.insiders:
            return True
        if reader.seat is not None or reader.terms.is_private:
            return False
        watch_pass = reader.stream.credentials.watch_pass
        return watch_pass is None or watch_pass in self.passes


def read_access(
    seats: Mapping[int, Collection[Seat]],
    guests: Collection[tuple[int, int]],
    passes: Collection[WatchPass],
) -> Access:
    """Read who may still see the games with these taken seats: those of ``guests`` who are invited,
    and holders of valid ``passes``.
    """
    seated = {(game, each.account_id) for game in seats for each in seats[game] if each.account_id}
    return Access(
        seated | (visibility.invited(guests) if guests else set()),
        watching.valid(passes) if passes else set(),
    )


async def show_players(readers: Collection[Reader]) -> None:
    """Send readers the players of their games, where they have changed."""
    if not readers:
        return
    games = {reader.game_id for reader in readers}
    guests = {(r.game_id, r.account_id) for r in readers if r.is_guest and r.account_id is not None}
    codes = (reader.stream.credentials.watch_pass for reader in readers)
    passes = {each for each in codes if each is not None}
    shown, access = await in_thread(_read, games, guests, passes)
    for reader in readers:
        if access.is_for(reader):
            reader.show_players(shown[reader.game_id])


def _read(
    games: Collection[int], guests: Collection[tuple[int, int]], passes: Collection[WatchPass]
) -> tuple[dict[int, Frame], Access]:
    """Read the players, then access: readers are sent only what they were still allowed to see."""
    now = timezone.now()
    seats = seated_players.of_games(games)
    shown = {game: frames.players(seats[game], now=now) for game in seats}
    return shown, read_access(seats, guests, passes)
