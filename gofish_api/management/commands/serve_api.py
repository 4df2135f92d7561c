"""Serve the API from several processes, without streams and long polls: a proxy sends those to
`serve`.
"""

import multiprocessing
import os
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Any

from django.core.management.base import BaseCommand, CommandParser
from granian.constants import Interfaces
from granian.http import HTTP1Settings
from granian.log import LogLevels
from granian.server import Server

from gofish_api.env.types import port as port_number
from gofish_api.env.types import whole_number
from gofish_api.observability import exporter, tracing
from gofish_api.server.http.http_protocol import HEAD_BYTES, HEAD_SECONDS
from gofish_api.server.startup import applied_migrations, collected_files, welcome

# How long a stopped worker can finish its requests.
GRACE_SECONDS = 5
RESPAWN_SECONDS = 1


class Command(BaseCommand):
    help = __doc__

    def add_arguments(self, parser: CommandParser) -> None:
        parser.add_argument("--host", default="127.0.0.1")
        parser.add_argument("--port", type=port_number, default=8000)
        parser.add_argument(
            "--workers", type=whole_number(1, 256), default=2, help="processes (default: 2)"
        )
        parser.add_argument(
            "--threads",
            type=whole_number(1, 256),
            default=2,
            help="threads per process; many starve idle connections (default: 2)",
        )

    def handle(
        self, *args: Any, host: str, port: int, workers: int, threads: int, **options: Any
    ) -> None:
        collected_files.check()
        applied_migrations.check()
        tracing.is_wanted()  # report wrong variables here: workers would fail and restart forever
        # Forked workers would share open files and metrics with this process.
        multiprocessing.set_start_method("spawn")
        with TemporaryDirectory(prefix="gofish-metrics-") as folder:
            # Workers read it when they import prometheus_client; this process imported it before.
            os.environ["PROMETHEUS_MULTIPROC_DIR"] = folder
            exporter.start(workers=Path(folder))
            server = Server(
                "gofish_api.server.worker:application",
                address=host,
                port=port,
                interface=Interfaces.WSGI,
                workers=workers,
                blocking_threads=threads,
                websockets=False,
                log_level=LogLevels.warning,
                http1_settings=HTTP1Settings(
                    header_read_timeout=int(HEAD_SECONDS * 1000), max_buffer_size=HEAD_BYTES
                ),
                respawn_failed_workers=True,
                respawn_interval=RESPAWN_SECONDS,
                workers_kill_timeout=GRACE_SECONDS,
            )
            self.stdout.write(welcome.short_text(host, port))
            self.stdout.flush()
            server.serve()
        self.stdout.write("Stopped.")
