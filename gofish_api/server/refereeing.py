"""All that a referee's process does: what is due in games, as soon as it is, and housekeeping."""

from threading import Event, Thread

from games.disputes import addresses
from games.notify.alarm import Alarm
from games.services import overdue
from gofish_api import housekeeping


class Refereeing:
    """A referee at work until it is told to stop."""

    def __init__(self, *, interval: float) -> None:
        self._interval = interval
        self._stop, self._wanted = Event(), Event()

    def stop(self) -> None:
        """Have ``run`` return after the step under way. A signal's handler and any thread may call this."""
        self._stop.set()
        self._wanted.set()

    def run(self) -> None:
        """Work until told to stop: every ``interval`` seconds, and when a game begins to wait for a bot."""
        Thread(target=housekeeping.run, args=[self._stop]).start()
        alarm = Alarm(self._wanted)
        try:
            overdue.run(
                self._stop,
                interval=self._interval,
                wanted=self._wanted,
                origins=addresses.origins,
                after_games=housekeeping.after_games,
            )
        finally:
            self.stop()
            alarm.close()
