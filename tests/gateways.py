"""A local port whose connections a test can forward, cut or delay."""

import socket
import threading
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from itertools import cycle
from socketserver import BaseRequestHandler, ThreadingTCPServer
from typing import Any
from urllib.parse import urlsplit

CUT_AFTER = [900, 4_500, 2_500, 9_000]
"""Bytes after which four of five connections of ``cutting`` are cut, in order."""


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
def switched(server: str) -> Iterator[tuple[str, "Switch"]]:
    """Forward connections to a server while a switch is on; yield the address and the switch."""
    switch = Switch(server)

    class Wire(BaseRequestHandler):
        def handle(self) -> None:
            switch.connect(self.request)

    with gateway(Wire) as port:
        yield f"http://127.0.0.1:{port}", switch
        switch.turn_off()


class Switch:
    """Connects what it is given to a server; off, it cuts all of that and connects nothing."""

    def __init__(self, server: str) -> None:
        address = urlsplit(server)
        self._server = (str(address.hostname), address.port)
        self._is_on = True
        self._wires: set[socket.socket] = set()
        self._lock = threading.Lock()

    def turn_off(self) -> None:
        """Cut all connections, and each new one at once."""
        with self._lock:
            self._is_on = False
            for wire in self._wires:
                wire.shutdown(socket.SHUT_RDWR)

    def turn_on(self) -> None:
        """Forward new connections again."""
        self._is_on = True

    def connect(self, client: socket.socket) -> None:
        """Forward both ways until either side closes or the switch is turned off."""
        with socket.create_connection(self._server) as upstream:
            with self._lock:
                if not self._is_on:
                    return
                self._wires.add(upstream)
            threading.Thread(target=_pass_on, args=[client, upstream], daemon=True).start()
            _pass_on(upstream, client)
            with self._lock:
                self._wires.remove(upstream)


def _pass_on(source: socket.socket, target: socket.socket) -> None:
    try:
        while chunk := source.recv(65536):
            target.sendall(chunk)
        target.shutdown(socket.SHUT_WR)
    except OSError:
        pass  # the connection was cut


@contextmanager
def cutting(server: str, *, most: int = 15_000) -> Iterator[tuple[str, list[int]]]:
    """Forward connections to a server and cut each after some bytes, every fifth after ``most``;
    yield the address and the list of cuts.
    """
    address = urlsplit(server)
    limits, cuts = cycle([most, *CUT_AFTER]), list[int]()

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


@contextmanager
def relay(database: str) -> Iterator[tuple[str, threading.Event]]:
    """Forward connections to a database; yield the URL of the proxy and the event that lets data
    pass.
    """
    address, flows = urlsplit(database), threading.Event()
    flows.set()

    class Wire(BaseRequestHandler):
        def handle(self) -> None:
            with socket.create_connection((str(address.hostname), address.port)) as upstream:
                threading.Thread(target=copy, args=[upstream, self.request], daemon=True).start()
                copy(self.request, upstream)

    def copy(source: socket.socket, target: socket.socket) -> None:
        with suppress(OSError):  # one of the two has gone
            while chunk := source.recv(65_536):
                flows.wait()
                target.sendall(chunk)
        with suppress(OSError):
            target.shutdown(socket.SHUT_RDWR)  # close() wakes no listener

    login, _, _ = address.netloc.rpartition("@")
    with gateway(Wire) as port:
        try:
            yield address._replace(netloc=f"{login}@127.0.0.1:{port}").geturl(), flows
        finally:
            flows.set()
