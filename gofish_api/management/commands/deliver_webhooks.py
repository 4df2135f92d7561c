"""Deliver webhooks until stopped, as the referee also does. Several processes share the work."""

import signal
from threading import Event
from typing import Any

from django.core.management.base import BaseCommand, CommandParser

from games.webhooks import worker
from gofish_api.observability import exporter, tracing
from gofish_api.server import startup


class Command(BaseCommand):
    help = __doc__

    def add_arguments(self, parser: CommandParser) -> None:
        parser.add_argument("--once", action="store_true", help="try what is due now, then exit")

    def handle(self, *args: Any, once: bool, **options: Any) -> None:
        startup.check_migrations()
        if once:
            self.stdout.write(f"Tries: {worker.deliver_due()}.")
            return
        tracing.start()
        exporter.start()
        self.stdout.write("Webhooks are delivered. Stop it with Ctrl-C.")
        self.stdout.flush()
        stop = Event()
        for signal_number in (signal.SIGINT, signal.SIGTERM):
            signal.signal(signal_number, lambda *_: stop.set())
        worker.run(stop)
        self.stdout.write("Stopped.")
