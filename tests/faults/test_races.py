"""Concurrent commands from many threads to two server processes: each runs once or not at all."""

import threading
from collections import Counter
from collections.abc import Iterator, Sequence
from concurrent.futures import ThreadPoolExecutor
from itertools import cycle, islice
from pathlib import Path
from typing import NamedTuple

import pytest

from games import ids
from games.engine.cards import RANKS, of_rank
from games.log import heads
from games.models import Move, StoredAnswer
from tests.faults.clients import Answer, send
from tests.faults.logs import assert_log_holds
from tests.faults.processes import serving
from tests.patience import PATIENCE
from tests.players import Json, Player, seated

pytestmark = [pytest.mark.slow, pytest.mark.usefixtures("transactional_db")]

THREADS = 12
ROUNDS = 8


@pytest.fixture
def ports(tmp_path: Path) -> Iterator[list[int]]:
    """Two processes on one database."""
    with serving(tmp_path, 2) as servers:
        yield [server.port for server in servers]


class Request(NamedTuple):
    """A command to send."""

    player: Player
    path: str
    body: Json
    headers: dict[str, str]


def at_once(ports: Sequence[int], requests: Sequence[Request]) -> list[Answer]:
    """Send all requests at once, each from its own thread, to the servers in turn."""
    barrier = threading.Barrier(len(requests))

    def run(port: int, request: Request) -> Answer:
        player, path, body, headers = request
        assert player.secret is not None
        barrier.wait(PATIENCE)
        return send(port, player.secret, "POST", path, body, **headers)

    with ThreadPoolExecutor(len(requests)) as threads:
        return list(threads.map(run, cycle(ports), requests))


def outcomes(answers: Sequence[Answer]) -> Counter[str]:
    return Counter(answer.code for answer in answers)


def asks_of(state: Json) -> list[Json]:
    """Return a different legal ask for each thread."""
    asks = [action for action in state["legal_actions"] if action["type"] == "ask"]
    bodies = [{name: ask[name] for name in ask if name != "type"} for ask in asks]
    return list(islice(cycle(bodies), THREADS))


def test_one_of_many_concurrent_asks_for_a_version_succeeds(ports: list[int]) -> None:
    game, *players = seated(3)

    for _ in range(ROUNDS):
        seat = players[0].state(game)["to_act"]
        state = players[seat].state(game)
        version = state["version"]
        requests = [
            Request(
                players[seat],
                f"/games/{game}/ask",
                body,
                {"If_Match": f'"{version}-{seat}"', "Idempotency_Key": f"{version}-{place}"},
            )
            for place, body in enumerate(asks_of(state))
        ]
        answers = at_once(ports, requests)

        assert outcomes(answers) == {"ok": 1, "stale_version": THREADS - 1}
        [won] = [answer for answer in answers if answer.code == "ok"]
        assert assert_log_holds(game) == won.json["moves"][-1]["number"]

    assert StoredAnswer.objects.count() == ROUNDS


def test_concurrent_retries_at_two_processes_make_one_move_and_one_answer(ports: list[int]) -> None:
    game, *players = seated(3)

    for _ in range(ROUNDS):
        seat = players[0].state(game)["to_act"]
        state = players[seat].state(game)
        key = {"Idempotency_Key": str(state["version"])}
        request = Request(players[seat], f"/games/{game}/ask", asks_of(state)[0], key)
        answers = at_once(ports, [request] * THREADS)

        assert outcomes(answers) == {"ok": THREADS}
        assert len({(each.status, each.headers["etag"], each.body) for each in answers}) == 1
        assert assert_log_holds(game) == answers[0].json["moves"][-1]["number"]


def test_concurrent_retries_of_a_catch_do_not_ask_twice(ports: list[int]) -> None:
    """After a catch a second ask is legal too, so only the key identifies the retry."""
    game, asker, body = catch_to_be()
    before = Move.objects.filter(game_id=ids.from_text(game) or 0).count()
    request = Request(asker, f"/games/{game}/ask", body, {"Idempotency_Key": "one"})

    answers = at_once(ports, [request] * THREADS)

    assert outcomes(answers) == {"ok": THREADS}
    assert answers[0].json["state"]["to_act"] == answers[0].json["state"]["you"]
    assert len({answer.body for answer in answers}) == 1
    assert assert_log_holds(game) == before + 1


def catch_to_be() -> tuple[str, Player, Json]:
    """Create games until the seat to act can ask for a held rank; return the game, the seat and the
    rank.
    """
    while True:
        game, *players = seated(2)
        state = heads.load(ids.from_text(game) or 0).state
        asker = state.to_act()
        assert asker is not None
        caught = [rank for rank in range(13) if all(of_rank(hand, rank) for hand in state.hands)]
        if caught:
            return game, players[asker], {"target": 1 - asker, "rank": RANKS[caught[0]]}
