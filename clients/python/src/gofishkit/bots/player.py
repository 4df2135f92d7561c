"""Play one game with a bot: its choices, what is refused, and what is played instead."""

import logging
import threading
import time
from collections import Counter
from random import Random
from typing import NamedTuple

from gofishkit.bots.actions import MOST_REFUSALS, BotFailed, random_action
from gofishkit.bots.process import BotProcess
from gofishkit.errors import Refused
from gofishkit.game import Game

LOG = logging.getLogger("gofish.bot")
SPARE = 2.0
"""Seconds of a turn that are kept for sending the action."""
MOST_STANDSTILLS = 20
"""Refusals of random actions in a row."""
PAUSE = 1.0  # seconds after a refused random action
MOST_REASONS = 100
"""How many reasons why choices failed are counted apart, at most."""
OTHER_REASONS = "other reasons"


class Played(NamedTuple):
    """How a game ended for the bot."""

    is_over: bool
    """False if the bot left it, because the runner stops."""
    share: float
    """The bot's part of the win."""


class Faults:
    """How often a bot gave no legal action, in games of several threads."""

    def __init__(self) -> None:
        self._lock = threading.Lock()
        self.reasons: Counter[str] = Counter()
        """Why choices failed: it raised, hung, exited, or gave no action."""
        self.refused = 0
        """The rules refused its action."""

    def __bool__(self) -> bool:
        return self.failed + self.refused > 0

    @property
    def failed(self) -> int:
        """How many choices were no action."""
        return self.reasons.total()

    def note_failed(self, reason: str) -> bool:
        """Count a choice that was no action; return whether it is the first for this reason."""
        with self._lock:
            if reason not in self.reasons and len(self.reasons) >= MOST_REASONS:
                reason = OTHER_REASONS
            self.reasons[reason] += 1
            return self.reasons[reason] == 1

    def note_refused(self) -> None:
        """Count an action that the rules refused."""
        with self._lock:
            self.refused += 1


class Player:
    """A bot's seat in one game after the other."""

    def __init__(self, bot: BotProcess, stop: threading.Event, faults: Faults) -> None:
        self._bot, self._stop, self._faults, self._standstills = bot, stop, faults, 0

    def play(self, game: Game) -> Played:
        """Play a game to its end. When the runner stops, leave a lobby that has not started.

        :raises ServiceError: if the game cannot be continued now.
        """
        for _ in game.frames():
            while game.my_turn:
                self.take_turn(game)
            if self._stop.is_set() and game.view["phase"] == "lobby":
                game.client.leave(game.id)
                return Played(is_over=False, share=0.0)
        if game.view["phase"] != "over":
            return Played(is_over=False, share=0.0)
        result = game.result
        winners = [] if result is None else result["winners"]
        return Played(True, (game.view["you"] in winners) / max(len(winners), 1))

    def take_turn(self, game: Game) -> None:
        """Make one action of the bot, or a random one after too many refusals.

        :raises ServiceError: if no action can be made.
        """
        refused, version = "", game.view["version"]
        seed = f"{game.id}-{version}"
        for _ in range(MOST_REFUSALS):
            left = game.seconds_left
            seconds = None if left is None else left - SPARE
            try:
                action = self._bot.choose(
                    game.view, game.history, seed=seed, seconds=seconds, refused=refused
                )
                game.act(action)
            except BotFailed as error:
                refused = str(error)
                if self._faults.note_failed(refused):
                    LOG.warning("%s move %s: the bot failed: %s", game.id, version + 1, refused)
            except Refused as refusal:
                if self._has_moved_on(game, refusal, version):
                    return
                refused = str(refusal)
                if not refusal.moved_on:
                    self._faults.note_refused()
                LOG.warning(
                    "%s move %s: %s was refused by the rule %s",
                    *(game.id, version + 1, action, refused),
                )
            else:
                self._standstills = 0
                return
        self._act_at_random(game, Random(seed))

    def _act_at_random(self, game: Game, rng: Random) -> None:
        version = game.view["version"]
        try:
            action = random_action(game.view, rng)
            LOG.warning("%s move %s: played at random: %s", game.id, version + 1, action)
            game.act(action)
        except BotFailed:  # nothing is legal, by the rules of a later version
            time.sleep(PAUSE)
            game.refresh()
        except Refused as refusal:
            self._standstills += 1
            if self._standstills > MOST_STANDSTILLS:
                raise
            if not self._has_moved_on(game, refusal, version):
                time.sleep(PAUSE)
        else:
            self._standstills = 0

    @staticmethod
    def _has_moved_on(game: Game, refusal: Refused, version: int) -> bool:
        """Return whether a refusal is because others moved; the view shows it then.

        :raises Refused: if it is about the token or the seat, not about the action.
        """
        if refusal.status not in (400, 409, 412, 422):
            raise refusal
        if not refusal.moved_on:
            return False
        game.refresh()
        return game.view["version"] != version
