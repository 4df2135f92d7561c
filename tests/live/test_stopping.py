"""A server that stops with connections open."""

import signal
import subprocess
import sys
import time
from concurrent.futures import ThreadPoolExecutor

import httpx
import pytest

from tests.live.listeners import Listener
from tests.patience import PATIENCE
from tests.players import API, guest
from tests.processes import environment

pytestmark = [pytest.mark.slow, pytest.mark.django_db(transaction=True)]


def test_it_stops_at_once_and_its_readers_know(unused_port: int) -> None:
    ann = guest()
    game = ann.create()
    address = f"http://127.0.0.1:{unused_port}"
    server = subprocess.Popen(
        [sys.executable, "manage.py", "serve", "--port", str(unused_port)],
        env=environment() | {"LOG_LEVEL": "WARNING"},
        stdout=subprocess.PIPE,
        stderr=subprocess.STDOUT,
        text=True,
    )
    try:
        wait_until_ready(address)
        streams = [Listener(address, f"/games/{game}/stream", ann) for _ in range(20)]
        for stream in streams:
            stream.frame()
        with ThreadPoolExecutor(1) as threads:
            waiting = threads.submit(
                httpx.get, f"{address}{API}/games/{game}/moves?after=2&wait=60"
            )
            time.sleep(0.5)

            server.send_signal(signal.SIGTERM)
            output, _ = server.communicate(timeout=PATIENCE)

            assert waiting.result().json()["moves"] == []
        endings = [stream.rest() for stream in streams]
    finally:
        server.kill()

    assert "Traceback" not in output
    assert [frames[-1].data for frames in endings] == [{"reason": "stopping"}] * 20


def wait_until_ready(address: str) -> None:
    for _ in range(100):
        try:
            httpx.get(f"{address}/healthz")
        except httpx.TransportError:
            time.sleep(0.1)
        else:
            return
    pytest.fail(f"nothing answers at {address}")
