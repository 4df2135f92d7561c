"""``/matches/{id}?wait=`` and ``/me/stream``: who waits for a table hears of it at once."""

import itertools
import time
from concurrent.futures import ThreadPoolExecutor
from typing import Any

import httpx
import pytest
from django.db import connection as django_connection

from games.api.live.connection_registry import ENVIRON_KEY, Connection, ConnectionRegistry
from games.api.live.long_polls import MatchPoll
from tests.live.listeners import Listener
from tests.meanwhile import Meanwhile
from tests.patience import LONGEST_WAIT, PATIENCE
from tests.players import API, Player, guest

pytestmark = [pytest.mark.slow, pytest.mark.django_db(transaction=True)]


def enter(player: Player, **body: Any) -> Any:
    return player.post("/matches", {"seats": 2, "wait_seconds": 60, **body}).json()


def poll(address: str, player: Player, match: Any, *, wait: int = LONGEST_WAIT) -> Any:
    headers = {"Authorization": f"Bearer {player.secret}"}
    path = f"{address}{API}/matches/{match['id']}?wait={wait}"
    return httpx.get(path, headers=headers)


def test_it_waits_for_the_seat(address: str) -> None:
    ann, bob = guest(), guest()
    match = enter(ann)

    with ThreadPoolExecutor(1) as threads:
        waiting = threads.submit(poll, address, ann, match)
        time.sleep(0.3)
        assert not waiting.done()
        game = enter(bob)["game"]
        answer = waiting.result(PATIENCE).json()

    assert (answer["status"], answer["game"]) == ("seated", game)


def test_a_seat_that_is_found_while_the_request_is_read_is_not_waited_for() -> None:
    for number in itertools.count(1):
        ann, bob = guest(), guest()
        match, connection = enter(ann), Connection(ConnectionRegistry())
        environ: Any = {ENVIRON_KEY: connection}
        seat = Meanwhile(number, lambda: enter(bob))  # noqa: B023  # called in this round
        with django_connection.execute_wrapper(seat):
            path = f"{API}/matches/{match['id']}"
            answer = ann.client.get(path, {"wait": 20}, **environ)
        if not seat.has_happened:
            break

        waits_for_another = isinstance(connection.hold, MatchPoll) and connection.hold.known
        assert answer.json()["status"] == "seated" or not waits_for_another

    assert number > 3
    assert isinstance(connection.hold, MatchPoll)


def test_it_ends_with_the_match_own_wait(address: str) -> None:
    ann = guest()
    match = enter(ann, wait_seconds=1, preset="pagat", seats=3)

    answer = poll(address, ann, match)

    assert answer.json()["status"] == "seated"
    assert answer.elapsed.total_seconds() < LONGEST_WAIT


def test_the_answer_is_as_before_when_time_is_up(address: str) -> None:
    ann = guest()
    match = enter(ann)

    answer = poll(address, ann, match, wait=1)

    assert answer.json() == match
    assert answer.elapsed.total_seconds() >= 1


def test_the_stream_of_the_account_tells_of_the_game(address: str) -> None:
    ann, bob = guest(), guest()
    enter(ann)

    with Listener(address, "/me/stream", ann) as stream:
        stream.frame()
        game = enter(bob)["game"]
        news = stream.frame()

    assert news is not None
    assert news.data["game"] == game
    assert news.data["what"][:2] == ["joined", "started"]
