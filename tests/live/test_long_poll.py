"""``/moves?wait=``: the answer comes with the next move."""

import asyncio
import time
from concurrent.futures import ThreadPoolExecutor
from typing import Any

import httpx
import pytest

from api_kit.costs import Cost
from gofish_api.server.limits.lanes import BOUNDS
from tests.patience import LONGEST_WAIT, PATIENCE, eventually
from tests.players import API, close_connections, guest, seated

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


def test_a_move_that_is_there_is_answered_at_once(address: str) -> None:
    game, *_ = seated(2)

    answer = poll(address, game, f"after=1&wait={LONGEST_WAIT}")

    assert answer.elapsed.total_seconds() < LONGEST_WAIT
    assert answer.json()["moves"][0]["number"] == 2


def test_the_answer_is_empty_when_time_is_up(address: str) -> None:
    game, ann, _ = seated(2)
    version = ann.state(game)["version"]

    began = time.monotonic()
    answer = poll(address, game, f"after={version}&wait=1")

    assert time.monotonic() - began >= 1
    assert answer.json() == {"game": game, "version": version, "moves": []}


def test_waits_that_end_at_once_are_all_answered(address: str) -> None:
    """A queue that holds fewer requests of one address does not refuse waits that it let in
    before.
    """
    game, ann, _ = seated(2)
    version = ann.state(game)["version"]
    path = f"{API}/games/{game}/moves?after={version}&wait=30"
    count = BOUNDS[Cost.LIST].of_one + 20

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


@pytest.mark.parametrize("wait", ["61", "-1", "soon", "1.5", ""])
def test_a_wait_that_cannot_be_is_refused(address: str, wait: str) -> None:
    game, *_ = seated(2)

    answer = poll(address, game, f"after=2&wait={wait}")

    assert (answer.status_code, answer.json()["code"]) == (400, "validation_error")


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


def test_without_the_front_answers_do_not_wait() -> None:
    game, ann, _ = seated(2)
    version = ann.state(game)["version"]

    began = time.monotonic()
    answer = ann.get(f"/games/{game}/moves?after={version}&wait={LONGEST_WAIT}")

    assert answer.json()["moves"] == []
    assert time.monotonic() - began < LONGEST_WAIT
