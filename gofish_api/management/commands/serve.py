"""Serve the API, its documentation and the admin from one process on one port."""

import errno
import gc
import resource
import signal
import socket
import sys
from argparse import BooleanOptionalAction
from typing import Any

import uvicorn
from django.conf import settings
from django.core.management.base import BaseCommand, CommandError, CommandParser

from games.log import verification
from gofish_api.env.types import port as port_number
from gofish_api.observability import exporter
from gofish_api.server import collected_files, welcome
from gofish_api.server.front import Front, application
from gofish_api.server.helper import Helper
from gofish_api.server.http_protocol import MOST_CONNECTIONS, ProtocolFactory, ProtocolLimits
from gofish_api.server.keeper import Keeper

# An open stream must not keep a stopped server alive.
GRACE_SECONDS = 3
# A reader who takes nothing for so long is gone, whatever its connection says.
SILENCE_SECONDS = 60
# So much may wait in the system for a reader; it would take megabytes, and a slow reader never show.
UNSENT_BYTES = 64 * 1024

# Files that are no connections of clients: databases, logs, pipes to other processes.
OTHER_FILES = 256

# A thread that computes lets the event loop, which sends moves on, wait for at most so long; the usual is 0.005.
SWITCH_SECONDS = 0.0002
# A look for garbage among everything that lives takes 40 ms for each 1,000 open streams, and nothing moves meanwhile.
# As it is usual, opening streams alone would bring on one after the other.
GC_THRESHOLD = (700, 10, 200)


def limits(most_files: int) -> ProtocolLimits:
    """Return how many connections may be open in a process that may have so many files open.

    Past that limit the system would take new connections and let them wait. One address may have half of them, unless
    all come from a proxy.
    """
    room = max(most_files - OTHER_FILES, most_files // 2)
    connections = min(room, MOST_CONNECTIONS) if most_files > 0 else MOST_CONNECTIONS
    return ProtocolLimits(connections, connections if settings.PROXY_COUNT else connections // 2)


class Server(uvicorn.Server):
    """Ends the streams first when it stops, so that their readers know and nobody waits for them."""

    def __init__(self, config: uvicorn.Config, front: Front) -> None:
        super().__init__(config)
        self.front = front

    async def shutdown(self, sockets: list[socket.socket] | None = None) -> None:
        """Stop."""
        self.front.close()
        verification.end_all()
        await super().shutdown(sockets)


class Command(BaseCommand):
    help = __doc__

    def add_arguments(self, parser: CommandParser) -> None:
        parser.add_argument("--host", default="127.0.0.1")
        parser.add_argument("--port", type=port_number, default=8000, help="0 takes any free port")
        parser.add_argument(
            "--referee",
            action=BooleanOptionalAction,
            default=True,
            help="start a referee's process too; not needed where `manage.py referee` runs (default: yes)",
        )

    def handle(self, *args: Any, host: str, port: int, referee: bool, **options: Any) -> None:
        collected_files.check()
        _, most_files = resource.getrlimit(resource.RLIMIT_NOFILE)
        resource.setrlimit(resource.RLIMIT_NOFILE, (most_files, most_files))  # one a stream
        listener = self._listen(host, port)
        application.helper = Helper()
        exporter.start()
        port = listener.getsockname()[1]
        self.stdout.write(welcome.text(host, port))
        self.stdout.flush()
        sys.setswitchinterval(SWITCH_SECONDS)
        gc.collect()
        gc.freeze()  # what is loaded now stays, and need not be looked at again
        gc.set_threshold(*GC_THRESHOLD)
        config = uvicorn.Config(
            application,
            http=ProtocolFactory(limits(most_files)),  # type: ignore[arg-type]
            lifespan="off",
            log_config=None,  # Django has configured the logs
            log_level="warning",
            access_log=False,
            proxy_headers=False,  # the settings decide which proxy is believed
            server_header=False,
            timeout_graceful_shutdown=GRACE_SECONDS,
        )
        keeper = Keeper() if referee else None
        signal.signal(
            signal.SIGTERM, signal.default_int_handler
        )  # a supervisor's word is as Ctrl-C
        try:
            Server(config, application).run(sockets=[listener])
        except KeyboardInterrupt:
            self.stdout.write("Stopped.")
        finally:
            if keeper is not None:
                keeper.close()

    def _listen(self, host: str, port: int) -> socket.socket:
        """Take the port.

        :raises CommandError: it cannot be had.
        """
        family = socket.AF_INET6 if ":" in host else socket.AF_INET
        # The protocol is named because asyncio turns Nagle's delay (40 ms an answer) off only then.
        listener = socket.socket(family, socket.SOCK_STREAM, socket.IPPROTO_TCP)
        listener.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
        if hasattr(socket, "TCP_USER_TIMEOUT"):  # inherited by every connection
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
                    f"Port {port} on {host} is in use: stop what runs there, or choose another "
                    "with --port (make run PORT=8001)."
                ) from None
            raise CommandError(f"Cannot listen on {host}:{port}: {error.strerror}.") from None
        return listener
