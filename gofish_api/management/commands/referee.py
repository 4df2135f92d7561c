"""Make the moves of bots, act for seats whose time has run out, and rate games, until stopped.

Every hour, delete expired data: stored answers, digests of addresses, notices, idle guests. Delete
classes within seconds.
"""

import signal
from typing import Any

from django.core.management.base import BaseCommand, CommandParser

from games.services.ratings import rater
from games.services.referee import referee_loop
from gofish_api import housekeeping
from gofish_api.env.types import decimal_number
from gofish_api.observability import exporter, tracing
from gofish_api.server.processes.refereeing import Refereeing
from gofish_api.server.startup import applied_migrations


class Command(BaseCommand):
    help = __doc__

    def add_arguments(self, parser: CommandParser) -> None:
        parser.add_argument("--once", action="store_true", help="do what is due now, then exit")
        parser.add_argument(
            "--interval",
            type=decimal_number(0.01, 3600),
            default=1.0,
            help="seconds between checks for time-outs; bots move at once (default: 1)",
        )

    def handle(self, *args: Any, once: bool, interval: float, **options: Any) -> None:
        applied_migrations.check()
        if once:
            steps = referee_loop.enforce_all()
            housekeeping.after_games()
            rater.catch_up()
            self.stdout.write(f"Actions taken: {steps}.")
            return
        tracing.start()
        exporter.start()
        self.stdout.write("The referee is running. Stop it with Ctrl-C.")
        refereeing = Refereeing(interval=interval)
        for signal_number in (signal.SIGINT, signal.SIGTERM):
            signal.signal(signal_number, lambda *_: refereeing.stop())
        refereeing.run()
        self.stdout.write("Stopped.")
