"""Play many games at once with a bot, through kills and restarts of both sides."""

import logging
import threading
import time
from collections.abc import Callable
from queue import Empty, SimpleQueue
from typing import NamedTuple

from gofishkit import problems
from gofishkit.bots.announcer import Announcer
from gofishkit.bots.finder import Finder, Stopped, Wanted
from gofishkit.bots.memory import RunnerFile
from gofishkit.bots.player import Faults, Player
from gofishkit.bots.process import BotProcess
from gofishkit.client import Client
from gofishkit.errors import Refused, ServiceError
from gofishkit.game import Game

LOG = logging.getLogger("gofish.bot")
MOST_LOSSES = 6
"""So often in a row a game is tried again after the service was lost."""
FIRST_PAUSE, LONGEST_PAUSE, DRAIN_PAUSE = 1.0, 60.0, 5.0
LIMITED = 429
"""Status of a limit, which ends by itself, however long it lasts."""


class Outcome(NamedTuple):
    """The result of a run."""

    results: dict[int, float]
    """By number of the game the bot's share of the win."""
    error: Exception | None
    """Why the run ended early."""


class Runner:
    """A bot's account, and the games of one run."""

    def __init__(
        self,
        client: Client,
        memory: RunnerFile,
        wanted: Wanted,
        make_bot: Callable[[], BotProcess],
        *,
        games: int,
        at_once: int,
    ) -> None:
        self.stop = threading.Event()
        self.faults = Faults()
        """The choices of the bot since the start of this process."""
        self._client, self._memory, self._make_bot = client, memory, make_bot
        self._wanted = wanted
        self._finder = Finder(client, wanted, self.stop)
        self._numbers = SimpleQueue[int]()
        for number in memory.unfinished(range(games)):
            self._numbers.put(number)
        self._games, self._at_once = games, at_once
        self._of_games = f" of {games}" if wanted.tournament is None else ""
        self._announcer = Announcer(client, wanted, self._free)
        self._error: Exception | None = None
        self._threads = [
            threading.Thread(target=self._work, daemon=True) for _ in range(min(at_once, games))
        ]

    def start(self) -> None:
        """Begin to play."""
        self._announcer.start()
        for thread in self._threads:
            thread.start()

    def wait(self, seconds: float) -> bool:
        """Wait for some seconds, or less if all games are over; return whether they are."""
        for thread in self._threads:
            thread.join(seconds / len(self._threads))
        return not any(thread.is_alive() for thread in self._threads)

    def step_back(self) -> None:
        """Sit out in the tournament of the run, if it is one: the runner stops."""
        if self._finder.tournament is not None:
            try:
                self._finder.tournament.step_back()
            except ServiceError as error:
                LOG.warning("%s", error)

    def outcome(self) -> Outcome:
        """Return the result of the run, and end it if all its games are over."""
        self._announcer.stop()
        results, tournament = self._memory.results(), self._finder.tournament
        if len(results) >= self._games or (tournament is not None and tournament.is_over):
            self._memory.finish()
        return Outcome(results, self._error)

    def _free(self) -> int:
        """Return how many more games the bot accepts now."""
        if self.stop.is_set() or self._finder.tournament is not None:
            return 0
        return max(0, self._at_once - len(self._memory.playing()))

    def _work(self) -> None:
        """Play one game after the other until the run is over."""
        bot = self._make_bot()
        try:
            while not self.stop.is_set():
                self._play(self._numbers.get_nowait(), bot)
        except (Empty, Stopped):
            pass
        except ServiceError as error:
            self._error = error
            self.stop.set()
        except Exception as error:  # a fault of this program must not look like success
            LOG.exception("a fault of the runner ends the run")
            self._error = error
            self.stop.set()
        finally:
            bot.end()

    def _play(self, number: int, bot: BotProcess) -> None:
        losses = 0
        while True:
            try:
                game = self._memory.game(number) or self._find(number)
                LOG.info("%s: game %s%s", game, number + 1, self._of_games)
                played = Player(bot, self.stop, self.faults).play(Game(self._client, game))
            except problems.GameNotFound:
                self._memory.forget_game(number)
                raise
            except ServiceError as error:
                losses += 1
                self._await_service(error, losses)
            else:
                break
        if played.is_over:
            self._memory.keep_result(number, played.share)
            LOG.info("%s: over, share of the win %.2f", game, played.share)
            return
        self._memory.forget_game(number)
        LOG.info("%s: left, or closed before the start", game)
        if self._wanted.game is None:
            self._numbers.put(number)

    def _await_service(self, error: ServiceError, losses: int) -> None:
        """Wait until the service may answer again, longer after each loss.

        A run that stops waits too, since it finishes its games.

        :raises ServiceError: the error, if waiting does not help.
        """
        refusal = error if isinstance(error, Refused) else None
        if refusal is not None and not refusal.is_temporary:
            raise error
        is_limit = refusal is not None and refusal.status == LIMITED
        if losses >= MOST_LOSSES and not is_limit:
            raise error
        pause = min(FIRST_PAUSE * 2.0**losses, LONGEST_PAUSE)
        if refusal is not None and refusal.retry_after is not None:
            pause = max(pause, refusal.retry_after)
        LOG.warning("%s. Trying again in %.0f seconds.", error, pause)
        if self.stop.wait(pause):
            time.sleep(min(pause, DRAIN_PAUSE))

    def _find(self, number: int) -> str:
        game = self._finder.find(self._memory.key(number))
        self._memory.keep_game(number, game)
        return game
