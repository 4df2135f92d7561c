"""A local port whose connections a test can forward, cut or delay."""

import socket
import threading
from collections.abc import Iterator
from contextlib import contextmanager
from itertools import cycle
from socketserver import BaseRequestHandler, ThreadingTCPServer
from typing import Any
from urllib.parse import urlsplit

CUT_AFTER = [15_000, 900, 4_500, 2_500, 9_000]
"""Bytes after which each connection of ``cutting`` is cut, in order."""


class _Gateway(ThreadingTCPServer):
    daemon_threads = True

    def handle_error(self, request: Any, client_address: Any) -> None:
        """Either side may have gone first."""


@contextmanager
def gateway(wire: type[BaseRequestHandler]) -> Iterator[int]:
    """Handle each connection in its own thread; yield the port."""
    with _Gateway(("127.0.0.1", 0), wire) as server:
        thread = threading.Thread(target=server.serve_forever)
        thread.start()
        try:
            yield server.server_address[1]
        finally:
            server.shutdown()
            thread.join()


@contextmanager
def cutting(server: str) -> Iterator[tuple[str, list[int]]]:
    """Forward connections to a server and cut each after some bytes; yield the address and the list
    of cuts.
    """
    address = urlsplit(server)
    limits, cuts = cycle(CUT_AFTER), list[int]()

    class Wire(BaseRequestHandler):
        def handle(self) -> None:
            limit = next(limits)
            with socket.create_connection((str(address.hostname), address.port)) as upstream:
                threading.Thread(target=self.pass_on, args=[upstream], daemon=True).start()
                passed = 0
                while chunk := upstream.recv(512):
                    passed += len(chunk)
                    if passed > limit:
                        cuts.append(passed)
                        break
                    self.request.sendall(chunk)
                self.request.shutdown(socket.SHUT_RDWR)

        def pass_on(self, upstream: socket.socket) -> None:
            try:
                while chunk := self.request.recv(65536):
                    upstream.sendall(chunk)
                upstream.shutdown(socket.SHUT_WR)
            except OSError:
                pass  # the connection was cut

    with gateway(Wire) as port:
        yield f"http://127.0.0.1:{port}", cuts
