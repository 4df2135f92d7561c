"""Find games for a bot: against built-in bots, by quick match, in open lobbies or a tournament, or
by id.
"""

import logging
import threading
from typing import Any, NamedTuple

from gofishkit import problems
from gofishkit.bots.tournament import TournamentSeat
from gofishkit.client import Client
from gofishkit.errors import Refused
from gofishkit.game import Game

LOG = logging.getLogger("gofish.bot")
SHORTEST_WAIT = 1.0  # seconds after a limit
POLL_SECONDS = 5.0
"""Pause between two reads of the open lobbies."""
WAIT_SECONDS = 10
"""Longest wait of a poll for a match, and so the longest time until the runner stops."""


class Stopped(Exception):
    """The runner stops before a game was found."""


class Wanted(NamedTuple):
    """The games that a bot is to play."""

    against: tuple[str, ...] = ()
    """Levels of built-in bots."""
    lobby: bool = False
    game: str | None = None
    tournament: str | None = None
    code: str | None = None
    """Of a tournament that is joined by code."""
    preset: str = "classic"
    seats: int = 2
    wait_seconds: int = 20
    """For people in quick match, before built-in bots fill the table."""
    turn_seconds_min: int | None = None
    """The shortest clock that the bot accepts."""

    @property
    def table_seats(self) -> int:
        """The number of seats of a table."""
        return len(self.against) + 1 if self.against else self.seats


class Finder:
    """Finds one game at a time, since an account has one match at a time."""

    def __init__(self, client: Client, wanted: Wanted, stop: threading.Event) -> None:
        self._client, self._wanted, self._stop = client, wanted, stop
        self._finding = threading.Lock()
        self.tournament = (
            None
            if wanted.tournament is None
            else TournamentSeat(client, wanted.tournament, wanted.code, stop)
        )

    def find(self, key: str) -> str:
        """Return the id of a game in which the bot has a seat; the same key finds the same game.

        :raises Stopped: if the runner stops first, or a tournament is over.
        :raises ServiceError: if the service gives none.
        """
        with self._finding:
            while not self._stop.is_set():
                try:
                    return self._found(key)
                except Refused as refusal:
                    if refusal.status != 429 or not refusal.retry_after:
                        raise
                    LOG.warning("%s. Waiting %.0f seconds.", refusal, refusal.retry_after)
                    self._stop.wait(max(refusal.retry_after, SHORTEST_WAIT))
        raise Stopped

    def _found(self, key: str) -> str:
        wanted = self._wanted
        if self.tournament is not None:
            game = self.tournament.find()
            if game is None:
                raise Stopped
            return game
        if wanted.game is not None:
            return self._seat_in(wanted.game, key)
        if wanted.against:
            return Game.against(self._client, *wanted.against, preset=wanted.preset, key=key).id
        return self._lobby(key) if wanted.lobby else self._match(key)

    def _seat_in(self, game: str, key: str) -> str:
        if self._client.read_state(game)["you"] is None:
            self._client.join(game, idempotency_key=key)
        return game

    def _match(self, key: str) -> str:
        wanted = self._wanted
        match = self._client.enter_match(
            idempotency_key=key,
            preset=wanted.preset,
            seats=wanted.seats,
            wait_seconds=wanted.wait_seconds,
        )
        while (game := match["game"]) is None:
            if self._stop.is_set():
                self._client.cancel_match(match["id"])
                raise Stopped
            try:
                match = self._client.read_match(match["id"], wait=WAIT_SECONDS)
            except problems.MatchNotFound:  # another run of the account entered a later one
                return self._match(key + "+")
        return game

    def _lobby(self, key: str) -> str:
        tried = set[str]()
        while not self._stop.is_set():
            page = self._client.list_games(
                status="lobby", preset=self._wanted.preset, bots_allowed=True
            )
            for entry in page["results"]:
                if entry["id"] in tried:
                    continue
                tried.add(entry["id"])
                if (game := self._joined(entry["id"], f"{key}-{entry['id']}")) is not None:
                    return game
            self._stop.wait(POLL_SECONDS)
        raise Stopped

    def _joined(self, game: str, key: str) -> str | None:
        """Return the lobby if a seat in it could be taken, else None."""
        body: Any = {}
        try:
            self._client.join(game, idempotency_key=key, **body)
        except Refused as refusal:
            if refusal.status not in (403, 404, 409, 422):
                raise
            return None
        return game
