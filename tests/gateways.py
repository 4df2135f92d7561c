"""A local port whose connections a test can forward, cut or delay."""

import threading
from collections.abc import Iterator
from contextlib import contextmanager
from socketserver import BaseRequestHandler, ThreadingTCPServer
from typing import Any


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
