"""Make the moves of bots, act for seats whose time has run out, and rate games, until stopped.

Every hour, delete expired data: stored answers, digests of addresses, notices, idle guests. Delete
classes within seconds.
"""

import os
import signal
from threading import Event, Thread
from typing import Any

from django.core.management.base import BaseCommand, CommandParser

from games.desk import coincidences
from games.log.notify.sources import Wakeup
from games.ratings import rater
from games.referee import loop
from games.tournaments import worker as tournaments
from games.webhooks import worker as webhooks
from gofish_api import housekeeping
from gofish_api.observability import exporter, tracing
from gofish_api.server import startup
from gofish_api.settings.environment import decimal_number

NICENESS = 5
"""Moves of bots can wait: requests go first where they compete for a processor."""
LOOPS = (
    housekeeping.run,
    housekeeping.watch_classes,
    loop.rate,
    loop.analyse,
    tournaments.work,
    webhooks.run,
)


class Command(BaseCommand):
    help = __doc__
    requires_system_checks = ()  # they would load all views, 14 MB

    def add_arguments(self, parser: CommandParser) -> None:
        parser.add_argument("--once", action="store_true", help="do what is due now, then exit")
        parser.add_argument(
            "--interval",
            type=decimal_number(0.01, 3600),
            default=1.0,
            help="seconds between checks for time-outs; bots move at once (default: 1)",
        )
        parser.add_argument(
            "--until-stdin-closes", action="store_true", help="for `serve`, whose end closes it"
        )

    def handle(
        self, *args: Any, once: bool, interval: float, until_stdin_closes: bool, **options: Any
    ) -> None:
        startup.check_migrations()
        if once:
            steps = loop.enforce_all()
            housekeeping.after_games()
            rater.catch_up()
            self.stdout.write(f"Actions taken: {steps}.")
            return
        tracing.start()
        exporter.start()
        self.stdout.write("The referee is running. Stop it with Ctrl-C.")
        stop, wanted = Event(), Event()

        def end(*_: object) -> None:
            """Stop after the current step."""
            stop.set()
            wanted.set()

        if until_stdin_closes:
            signal.signal(signal.SIGINT, signal.SIG_IGN)  # `serve` gets Ctrl-C too
            Thread(target=lambda: end(os.read(0, 1)), daemon=True).start()
        else:
            signal.signal(signal.SIGINT, end)
        signal.signal(signal.SIGTERM, end)
        _run(stop, wanted, interval=interval)
        self.stdout.write("Stopped.")


def _run(stop: Event, wanted: Event, *, interval: float) -> None:
    """Run until stopped: every ``interval`` seconds, and when a game starts to wait for a bot.

    Lowers the priority of this process. Returns when all its threads have ended: a supervisor
    kills what has not ended after that.
    """
    os.nice(NICENESS)
    threads = [Thread(target=loop, args=[stop]) for loop in LOOPS]
    for thread in threads:
        thread.start()
    alarm = Wakeup(wanted)
    try:
        loop.run(
            stop,
            interval=interval,
            wanted=wanted,
            origins=coincidences.origins,
            after_games=housekeeping.after_games,
        )
    finally:
        stop.set()
        alarm.close()
        for thread in threads:
            thread.join()
