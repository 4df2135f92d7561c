"""Serve the API, its documentation and the admin from one process on one port."""

import errno
import gc
import resource
import signal
import socket
import sys
from argparse import BooleanOptionalAction
from threading import Event, Thread
from typing import Any

import uvicorn
from django.core.management.base import BaseCommand, CommandError, CommandParser

from gofish_api.wsgi import application
from games.log import verification
from games.play import outages
from gofish_api.observability import exporter
from gofish_api.server import startup
from gofish_api.server.front import Front
from gofish_api.server.protocol import Protocol
from gofish_api.server.startup import RefereeChild
from gofish_api.settings.environment import port as port_number

# An open stream must not keep a stopped server alive.
GRACE_SECONDS = 3
# A connection that accepts no data for this long is closed.
SILENCE_SECONDS = 60
# Unsent bytes that the kernel buffers per connection. Its default of megabytes hides slow readers.
UNSENT_BYTES = 64 * 1024

# Open files that are not client connections: databases, logs, pipes to other processes.
OTHER_FILES = 256

# Longer than nginx keeps idle connections: a request on one that closes would be lost.
KEEP_ALIVE_SECONDS = 75

# How long a computing thread can delay the event loop, which sends moves. Python's default is
# 0.005.
SWITCH_SECONDS = 0.0002
# A full garbage collection blocks all threads, 40 ms per 1,000 open streams. With Python's default
# thresholds, opening streams would trigger one after another.
GC_THRESHOLD = (700, 10, 200)


class Server(uvicorn.Server):
    """A uvicorn server that ends open streams first when it stops, so that it need not wait for
    them.
    """

    def __init__(self, config: uvicorn.Config, front: Front, stopping: Event) -> None:
        """``stopping`` is set when no further connection is accepted."""
        super().__init__(config)
        self.front = front
        self.stopping = stopping

    async def shutdown(self, sockets: list[socket.socket] | None = None) -> None:
        """End heartbeats, streams and verifications, then shut down."""
        self.stopping.set()
        self.front.close()
        verification.end_all()
        await super().shutdown(sockets)


class Command(BaseCommand):
    help = __doc__

    def add_arguments(self, parser: CommandParser) -> None:
        parser.add_argument("--host", default="127.0.0.1")
        parser.add_argument(
            "--port", type=port_number, default=8000, help="0 chooses a free port (default: 8000)"
        )
        parser.add_argument(
            "--referee",
            action=BooleanOptionalAction,
            default=True,
            help="also start a referee process; not needed if `manage.py referee` runs (default: yes)",
        )
        parser.add_argument(
            "--commands",
            action=BooleanOptionalAction,
            default=True,
            help="does nothing: every process serves commands",
        )

    def handle(
        self, *args: Any, host: str, port: int, referee: bool, commands: bool, **options: Any
    ) -> None:
        if not commands:
            self.stderr.write(self.style.WARNING("--no-commands does nothing. Remove it."))
        startup.check_files()
        startup.check_migrations()
        _, most_files = resource.getrlimit(resource.RLIMIT_NOFILE)
        resource.setrlimit(resource.RLIMIT_NOFILE, (most_files, most_files))  # one per stream
        listener = self._listen(host, port)
        exporter.start()
        port = listener.getsockname()[1]
        self.stdout.write(startup.text(host, port))
        self.stdout.flush()
        sys.setswitchinterval(SWITCH_SECONDS)
        gc.collect()
        gc.freeze()  # modules loaded so far stay, so later collections skip them
        gc.set_threshold(*GC_THRESHOLD)
        front = Front(application)
        config = uvicorn.Config(
            front,
            ws="none",
            lifespan="off",
            log_config=None,  # Django has configured the logs
            log_level="warning",
            access_log=False,
            proxy_headers=False,  # PROXY_COUNT decides which proxies are trusted
            server_header=False,
            limit_concurrency=most_files - OTHER_FILES if most_files > OTHER_FILES else None,
            timeout_keep_alive=KEEP_ALIVE_SECONDS,
            timeout_graceful_shutdown=GRACE_SECONDS,
            http=Protocol,
        )
        child = RefereeChild() if referee else None
        stopping = Event()
        Thread(target=outages.run, args=[stopping], name="heartbeat", daemon=True).start()
        signal.signal(signal.SIGTERM, signal.default_int_handler)  # as Ctrl-C
        try:
            Server(config, front, stopping).run(sockets=[listener])
        except KeyboardInterrupt:
            self.stdout.write("Stopped.")
        finally:
            if child is not None:
                child.close()

    def _listen(self, host: str, port: int) -> socket.socket:
        """Listen on the port.

        :raises CommandError: the port is in use or not permitted.
        """
        family = socket.AF_INET6 if ":" in host else socket.AF_INET
        # asyncio disables Nagle's algorithm (40 ms per answer) only if the protocol is explicit.
        listener = socket.socket(family, socket.SOCK_STREAM, socket.IPPROTO_TCP)
        listener.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
        if hasattr(socket, "TCP_USER_TIMEOUT"):  # connections inherit it
            listener.setsockopt(socket.IPPROTO_TCP, socket.TCP_USER_TIMEOUT, SILENCE_SECONDS * 1000)
        if hasattr(socket, "TCP_NOTSENT_LOWAT"):
            listener.setsockopt(socket.IPPROTO_TCP, socket.TCP_NOTSENT_LOWAT, UNSENT_BYTES)
        try:
            listener.bind((host, port))
            listener.listen()
        except OSError as error:
            listener.close()
            if error.errno == errno.EADDRINUSE:
                raise CommandError(
                    f"Port {port} on {host} is in use. Stop the other program, or choose another "
                    "port with --port (make run PORT=8001)."
                ) from None
            raise CommandError(f"Cannot listen on {host}:{port}: {error.strerror}.") from None
        return listener
