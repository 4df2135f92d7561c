"""Play in a tournament: join it, confirm each round, and find the table where the bot is seated."""

import logging
import threading
from contextlib import suppress

from gofishkit import problems, types
from gofishkit.client import Client

LOG = logging.getLogger("gofish.bot")
LOOK_SECONDS, EARLY_SECONDS = 3.0, 15.0
"""From one look at the tournament to the next, and before its start. A round waits a minute."""
MOST_TABLES = 5000
"""Of one player in one tournament, at most."""


class TournamentSeat:
    """The bot's place in a tournament."""

    def __init__(
        self, client: Client, tournament: str, code: str | None, stop: threading.Event
    ) -> None:
        self.is_over = False
        """Whether the bot has no more games there."""
        self._client, self._id, self._stop = client, tournament, stop
        self._code, self._has_joined = code, False

    def find(self) -> str | None:
        """Return the game of the bot's next table; None if there is none, or the runner stops.

        :raises ServiceError: if the bot cannot take part.
        """
        if not self._has_joined:
            self._join()
        while True:
            is_stopping = self._stop.is_set()
            if is_stopping:
                self.step_back()
            found = self._client.read_tournament(self._id)
            own = found["me"]
            if own is None:
                return None
            game = None if own["table"] is None else own["table"]["game"]
            if game is not None and self._client.read_state(game)["phase"] != "over":
                return game
            has_left = own["status"] in ("withdrawn", "removed")
            self.is_over = has_left or found["status"] in ("over", "cancelled")
            if self.is_over or is_stopping:
                return None
            if own["status"] == "paused" or (not own["ready"] and _asks_to_confirm(found)):
                self._confirm()
            self._stop.wait(EARLY_SECONDS if found["status"] == "open" else LOOK_SECONDS)

    def step_back(self) -> None:
        """Sit out from the next round on, until the next run.

        :raises ServiceError: if the service cannot be reached.
        """
        try:
            self._client.pause_in_tournament(self._id)
        except (problems.NotPossibleNow, problems.NotEntered, problems.TournamentOver):
            return  # it sits out already
        LOG.info("%s: sitting out from now on", self._id)

    def _join(self) -> None:
        body: types.JoinTournamentRequest = {"with_bots": True}
        if self._code is not None:
            body["code"] = self._code
        try:
            self._client.join_tournament(self._id, **body)
        except problems.AlreadyEntered:
            pass  # an earlier run joined
        else:
            LOG.info("%s: joined", self._id)
        self._has_joined = True

    def _confirm(self) -> None:
        with suppress(problems.NothingToConfirm, problems.TournamentOver):  # it went on since
            self._client.confirm_round(self._id)


def _asks_to_confirm(found: types.Tournament) -> bool:
    """Return whether a running tournament waits for its players."""
    return found["status"] in ("running", "paused") and (
        found["phase"] == "confirming" or found["format"] == "arena"
    )
