"""A reader who stops reading, over a real socket: the server disconnects them without loss, others
read on.
"""

import re
import socket
import time
from collections.abc import Iterator, Sequence
from concurrent.futures import ThreadPoolExecutor
from contextlib import closing, contextmanager
from http.client import HTTPConnection, HTTPException, HTTPResponse
from urllib.parse import urlsplit

import pytest

from games.engine.commands import Ask
from games.engine.legal import legal_commands
from games.engine.table import Table
from games.live.stream import MOST_WAITING
from games.log import head_reader, ids
from tests import tables
from tests.live.listeners import Listener
from tests.players import API, Player, seated
from tests.timeouts import PATIENCE

pytestmark = [pytest.mark.slow, pytest.mark.django_db(transaction=True)]

MOVES = 1_500  # of some 400 bytes
WINDOW = 4_096
# Several to a window: the system waits 0.2 s with what does not fill one, and on the loopback one
# is 64 KiB long.
SEGMENT = 1_024
# What the server and the system may hold for a connection besides what waits: 64 KiB each, twice
# over.
MOST_BUFFERED = 256 * 1024


@contextmanager
def stalled(address: str, game: str) -> Iterator[HTTPResponse]:
    """Open a stream with a small window, read the head of the answer, and nothing more."""
    connection = HTTPConnection("127.0.0.1", urlsplit(address).port)
    with socket.socket() as connection.sock, closing(connection):
        connection.sock.setsockopt(socket.SOL_SOCKET, socket.SO_RCVBUF, WINDOW)
        connection.sock.setsockopt(socket.IPPROTO_TCP, socket.TCP_MAXSEG, SEGMENT)
        connection.sock.settimeout(PATIENCE)
        connection.sock.connect((connection.host, connection.port))
        connection.request("GET", f"{API}/games/{game}/stream")
        with connection.getresponse() as answer:
            yield answer


def rest(answer: HTTPResponse) -> bytes:
    """Read on until the connection closes; it is not to be one with heartbeats forever."""
    received, deadline = b"", time.monotonic() + PATIENCE
    try:
        while chunk := answer.read1():
            received += chunk
            assert time.monotonic() < deadline, "the connection was not cut off"
    except (HTTPException, ConnectionError):
        pass
    return received


def play_on(game: str, players: Sequence[Player], *, moves: int) -> int:
    """Let each seat ask for what it holds itself, which is a miss forever; return the last move's
    number.
    """
    number = ids.from_text(game) or 0
    for _ in range(moves):
        state = head_reader.load(number).state
        seat = state.to_act()
        assert seat is not None, "the game is over too soon"
        asks = [c for c in legal_commands(Table(state), seat) if isinstance(c, Ask)]
        own = [ask for ask in asks if ask.card is not None and state.hands[seat] >> ask.card & 1]
        ask = (own or asks)[0]
        head = tables.act(number, players[seat].account, lambda _, ask=ask: ask).head  # type: ignore[misc]
    return head.version


def test_a_slow_reader_is_disconnected_and_resumes_without_loss_and_others_read_on(
    address: str,
) -> None:
    game, *players = seated(2, "classic", "bluff", stalemate_limit=100_000)
    path = f"/games/{game}/stream"
    began = players[0].state(game)["version"]
    last = began + MOVES
    everything = list(range(began + 1, last + 1))

    with (
        stalled(address, game) as slow,
        Listener(address, path) as other,
        ThreadPoolExecutor(1) as threads,
    ):
        reading = threads.submit(lambda: [frame.id for frame in other.frames(1 + MOVES)])
        assert play_on(game, players, moves=MOVES) == last
        assert reading.result(PATIENCE) == [began, *everything]
        received = rest(slow)

    assert b"event: end" not in received
    assert len(received) < MOST_WAITING + MOST_BUFFERED
    whole = received[: received.rindex(b"\n\n")]
    got = [int(number) for number in re.findall(rb"id: (\d+)\nevent: move\ndata: .+", whole)]
    assert got == everything[: len(got)]
    with Listener(address, path, Last_Event_ID=str(began + len(got))) as again:
        _, *frames = again.frames(1 + MOVES - len(got))
        assert [frame.id for frame in frames] == everything[len(got) :]
