"""``/moves?wait=`` and ``/matches/{id}?wait=``: the answer comes with the move or the seat."""

import asyncio
import itertools
import time
from concurrent.futures import ThreadPoolExecutor
from typing import Any

import httpx
import pytest
from django.db import connection as django_connection

from games.live.connection_registry import ENVIRON_KEY, Connection, ConnectionRegistry
from games.live.start_stream import MatchPoll
from tests.players import API, Player, close_connections, guest, seated
from tests.threads import Meanwhile
from tests.timeouts import LONGEST_WAIT, PATIENCE, eventually

pytestmark = [pytest.mark.slow, pytest.mark.django_db(transaction=True)]


def poll(address: str, game: str, query: str) -> Any:
    return httpx.get(f"{address}{API}/games/{game}/moves?{query}")


def test_it_waits_for_the_next_move(address: str) -> None:
    ann = guest()
    game = ann.create()

    with ThreadPoolExecutor(1) as threads:
        waiting = threads.submit(poll, address, game, f"after=2&wait={LONGEST_WAIT}")
        time.sleep(0.3)
        assert not waiting.done()
        guest().join(game)
        answer = waiting.result(PATIENCE).json()

    assert answer["moves"][0]["number"] == 3
    assert answer["version"] == ann.state(game)["version"]


def test_the_answer_is_empty_when_time_is_up(address: str) -> None:
    game, ann, _ = seated(2)
    version = ann.state(game)["version"]

    began = time.monotonic()
    answer = poll(address, game, f"after={version}&wait=1")

    assert time.monotonic() - began >= 1
    assert answer.json() == {"game": game, "version": version, "moves": []}


def test_waits_that_end_at_once_are_all_answered(address: str) -> None:
    game, ann, _ = seated(2)
    version = ann.state(game)["version"]
    path = f"{API}/games/{game}/moves?after={version}&wait=30"
    count = 150

    def resign() -> None:
        ann.post(f"/games/{game}/resign")
        close_connections()  # those of its thread

    async def wait_and_resign() -> list[int]:
        limits = httpx.Limits(max_connections=None)
        async with httpx.AsyncClient(base_url=address, limits=limits, timeout=PATIENCE) as client:
            waiting: list[asyncio.Task[httpx.Response]] = []
            for number in range(count):
                headers = {"Authorization": f"Bearer {secrets[number % len(secrets)]}"}
                waiting.append(asyncio.create_task(client.get(path, headers=headers)))
                if number % 10 == 9:
                    await client.get(path.replace(f"after={version}", "after=1"))  # in turn
            assert not any(task.done() for task in waiting)
            await asyncio.to_thread(resign)
            return [answer.status_code for answer in await asyncio.gather(*waiting)]

    secrets = [guest().secret for _ in range(count)]
    assert asyncio.run(wait_and_resign()) == [200] * count


def test_a_game_that_is_over_is_not_waited_for(address: str) -> None:
    game, ann, _ = seated(2)
    ann.post(f"/games/{game}/resign")
    version = ann.state(game)["version"]

    answer = poll(address, game, f"after={version}&wait={LONGEST_WAIT}")

    assert answer.elapsed.total_seconds() < LONGEST_WAIT
    assert answer.json()["moves"] == []


def test_too_many_waiting_requests_are_refused(address: str) -> None:
    game, ann, _ = seated(2)
    version = ann.state(game)["version"]
    query = f"after={version}&wait={LONGEST_WAIT}"

    with ThreadPoolExecutor(8) as threads:
        waiting = [threads.submit(poll, address, game, query) for _ in range(8)]
        eventually(lambda: sum(answer.done() for answer in waiting) >= 3)
        ann.post(f"/games/{game}/resign")
        codes = sorted(answer.result(PATIENCE).status_code for answer in waiting)
    again = poll(address, game, query)

    assert codes == [200] * 5 + [429] * 3
    assert again.status_code == 200


# --- quick match ----------------------------------------------------------------------------------


def enter(player: Player, **body: Any) -> Any:
    return player.post("/matches", {"seats": 2, "wait_seconds": 60, **body}).json()


def poll_match(address: str, player: Player, match: Any, *, wait: int = LONGEST_WAIT) -> Any:
    headers = {"Authorization": f"Bearer {player.secret}"}
    path = f"{address}{API}/matches/{match['id']}?wait={wait}"
    return httpx.get(path, headers=headers)


def test_a_match_waits_for_the_seat(address: str) -> None:
    ann, bob = guest(), guest()
    match = enter(ann)

    with ThreadPoolExecutor(1) as threads:
        waiting = threads.submit(poll_match, address, ann, match)
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

    answer = poll_match(address, ann, match)

    assert answer.json()["status"] == "seated"
    assert answer.elapsed.total_seconds() < LONGEST_WAIT
