"""The work of a referee process: actions that are due in games, and housekeeping."""

import os
from threading import Event, Thread

from games.disputes import addresses
from games.notify.alarm import Alarm
from games.services import queue_loops
from games.services.referee import referee_loop
from games.tournaments import worker as tournaments
from games.webhooks import worker as webhooks
from gofish_api import housekeeping

NICENESS = 5
"""Moves of bots can wait: requests go first where they compete for a processor."""


class Refereeing:
    """A referee that runs until it is stopped."""

    def __init__(self, *, interval: float) -> None:
        self._interval = interval
        self._stop, self._wanted = Event(), Event()

    def stop(self) -> None:
        """Let ``run`` return after the current step.

        Safe to call from signal handlers and threads.
        """
        self._stop.set()
        self._wanted.set()

    def run(self) -> None:
        """Run until stopped: every ``interval`` seconds, and when a game starts to wait for a bot.

        Lowers the priority of this process. Returns when all its threads have ended: a supervisor
        kills what has not ended after that.
        """
        os.nice(NICENESS)
        loops = (
            housekeeping.run,
            housekeeping.watch_classes,
            queue_loops.rate,
            queue_loops.analyse,
            tournaments.work,
            webhooks.run,
        )
        threads = [Thread(target=loop, args=[self._stop]) for loop in loops]
        for thread in threads:
            thread.start()
        alarm = Alarm(self._wanted)
        try:
            referee_loop.run(
                self._stop,
                interval=self._interval,
                wanted=self._wanted,
                origins=addresses.origins,
                after_games=housekeeping.after_games,
            )
        finally:
            self.stop()
            alarm.close()
            for thread in threads:
                thread.join()
