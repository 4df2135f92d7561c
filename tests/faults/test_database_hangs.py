"""A database that accepts connections but never answers: independent requests do not wait for
it.
"""

import socket
import time
from contextlib import ExitStack
from http.client import HTTPConnection
from pathlib import Path

import httpx
import pytest
from django.db import connection

from gofish_api.observability import health
from gofish_api.server import connection_health
from tests import databases
from tests.faults.processes import Server, environment, serving
from tests.gateways import relay
from tests.players import guest
from tests.servers import overriding
from tests.timeouts import PATIENCE

pytestmark = pytest.mark.slow

AT_ONCE = 4.0  # a busy machine has time, and who waits for the database needs five seconds
IN_TIME = health.PATIENCE + AT_ONCE
MORE_THAN_ITS_THREADS = 8


def test_a_server_says_that_it_lives_though_all_its_threads_wait_for_the_database(
    tmp_path: Path,
) -> None:
    with ExitStack() as stack:
        silent = stack.enter_context(socket.create_server(("127.0.0.1", 0), backlog=100))
        url = f"postgresql://gofish:secret@127.0.0.1:{silent.getsockname()[1]}/gofish"
        server = Server(tmp_path / "log", environment(DATABASE_URL=url), "serve", "--no-referee")
        stack.callback(server.kill)
        server.start()
        for _ in range(MORE_THAN_ITS_THREADS):
            waiting = HTTPConnection("127.0.0.1", server.port)
            stack.callback(waiting.close)
            waiting.request("GET", "/api/v1/games")
        time.sleep(0.2)

        assert asked(server, "/healthz", AT_ONCE) == 200
        assert asked(server, "/readyz", IN_TIME) == 503
        assert asked(server, "/healthz", AT_ONCE) == 200


@pytest.mark.usefixtures("transactional_db")
def test_no_probe_waits_for_a_connection_that_fell_silent(tmp_path: Path) -> None:
    if connection.vendor != "postgresql":
        pytest.skip("SQLite has no server to hang")
    with relay(databases.url()) as (url, flows), ExitStack() as stack:
        server = Server(tmp_path / "log", environment(DATABASE_URL=url))
        stack.callback(server.kill)
        server.start()
        for _ in range(MORE_THAN_ITS_THREADS):
            assert asked(server, "/api/v1/games", 10) == 200
        flows.clear()
        time.sleep(connection_health.GOOD_FOR)  # after that a thread checks its connection first

        assert asked(server, "/healthz", AT_ONCE) == 200
        assert asked(server, "/readyz", IN_TIME) == 503
        flows.set()
        assert asked(server, "/api/v1/games", 10) == 200


@pytest.mark.usefixtures("transactional_db")
def test_a_stream_says_that_it_waits_for_a_silent_database(tmp_path: Path) -> None:
    if connection.vendor != "postgresql":
        pytest.skip("SQLite has no server to hang")
    ann = guest()
    with relay(databases.url()) as (url, flows):
        settings = {"DATABASE_URL": url} | overriding(STREAM_HEARTBEAT_SECONDS=0.5)
        with serving(tmp_path, settings=settings) as [server]:
            path = f"http://127.0.0.1:{server.port}/api/v1/games/{ann.create()}/stream"
            headers = {"Authorization": f"Bearer {ann.secret}"}
            with httpx.stream("GET", path, headers=headers, timeout=PATIENCE) as stream:
                lines = stream.iter_lines()
                for _ in range(3):  # at the start, and at a heartbeat before its check
                    assert "event: time" in lines

                flows.clear()
                assert "event: waiting" in lines
                flows.set()


def asked(server: Server, path: str, seconds: float) -> int:
    """Return the status of an answer that comes in time."""
    asking = HTTPConnection("127.0.0.1", server.port, timeout=seconds)
    try:
        asking.request("GET", path, headers={"Host": "localhost"})
        return asking.getresponse().status
    finally:
        asking.close()
