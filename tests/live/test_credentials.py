"""An ``Authorization`` that is no bearer token gives no access, including to streams and in real
servers.
"""

import socket
from pathlib import Path

import pytest

from tests import databases
from tests.faults.processes import Server, environment
from tests.live.listeners import Listener
from tests.patience import PATIENCE
from tests.players import API, guest, seated

pytestmark = pytest.mark.slow

WRONG = ["Basic QW5uOng=", "", "Bearer", "Bearer a,Bearer b"]


@pytest.mark.django_db(transaction=True)
@pytest.mark.parametrize("wrong", WRONG)
def test_no_stream_opens_with_other_credentials(address: str, wrong: str) -> None:
    game, ann, _ = seated(2)
    ticket = ann.post(f"/games/{game}/stream_ticket").json()["ticket"]

    for path in (
        f"/games/{game}/stream",
        f"/games/{game}/stream?ticket={ticket}",
        f"/games/{game}/moves?after=99&wait=1",
        "/me/stream",
    ):
        with Listener(address, path, Authorization=wrong) as stream:
            assert (stream.response.status_code, stream.code) == (401, "invalid_token")
            challenge = stream.response.headers["WWW-Authenticate"]
            metadata = f'resource_metadata="{address}/.well-known/oauth-protected-resource/api/v1"'
            assert challenge == f'Bearer realm="go-fish", error="invalid_token", {metadata}'


@pytest.mark.django_db(transaction=True)
@pytest.mark.parametrize("command", [["serve", "--no-referee"], ["serve_api", "--workers=1"]])
def test_of_two_tokens_none_is_chosen(tmp_path: Path, command: list[str]) -> None:
    ann, bob = guest(), guest()
    server = Server(tmp_path / "log", environment(DATABASE_URL=databases.url()), *command)
    try:
        server.start()
        one = status(server.port, [f"Bearer {ann.secret}"])
        two = status(server.port, [f"Bearer {ann.secret}", f"Bearer {bob.secret}"])
    finally:
        server.kill()

    assert (one, two) == (200, 401)


def status(port: int, credentials: list[str]) -> int:
    """Read ``/me`` with one header for each of the credentials."""
    lines = [f"GET {API}/me HTTP/1.1", "Host: localhost", "Connection: close"]
    lines += [f"Authorization: {each}" for each in credentials]
    with socket.create_connection(("127.0.0.1", port), timeout=PATIENCE) as client:
        client.sendall("\r\n".join([*lines, "", ""]).encode())
        return int(client.recv(12).split()[1])
