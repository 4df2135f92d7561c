"""The referee process of `serve`: it moves bots at once, exports metrics, and is restarted."""

import os
import signal
from collections import Counter
from collections.abc import Callable, Iterator
from functools import partial
from http.client import HTTPConnection
from pathlib import Path
from random import Random
from threading import Event, Thread

import pytest
from django.utils import timezone
from prometheus_client.parser import text_string_to_metric_families

from games.log import head_reader
from games.log.notify.sources import Wakeup
from games.referee import loop
from games.reports import requesting
from games.reports.models import GameAnalysis
from tests import tables
from tests.faults.clients import send
from tests.faults.processes import Server, children, serving_metrics
from tests.players import Player, close_connections, guest
from tests.ratings import rated
from tests.timeouts import PATIENCE, eventually

pytestmark = pytest.mark.usefixtures("transactional_db")

TIMEOUT_SECONDS = 60.0
GAMES = 8


@pytest.fixture
def served(tmp_path: Path) -> Iterator[tuple[Server, int]]:
    """A server, and the port of its metrics."""
    with serving_metrics(tmp_path, "serve") as served:
        yield served


def referees(pid: int) -> list[int]:
    """Return the referee processes of a server."""
    return children(pid, "referee")


def awaiting_a_bot(player: Player) -> int:
    """Return a game that waits for a bot."""
    while True:
        answer = player.client.post("/api/v1/games", {"seats": 3, "bots": ["memory", "memory"]})
        game = answer.json()["game"]["id"]
        number = tables.number_of(game)
        while (head := head_reader.load(number)).state.to_act() == 0 and not head.state.is_over:
            state = player.client.get(f"/api/v1/games/{game}/state").json()
            player.client.post(
                f"/api/v1/games/{game}/ask",
                next(action for action in state["legal_actions"] if action["type"] == "ask"),
            )
        if not head.state.is_over:
            return number


def awaits_bot(number: int) -> bool:
    state = head_reader.load(number).state
    return state.to_act() in (1, 2)


def has_moved(number: int) -> bool:
    return not awaits_bot(number)


def bots_moves(port: int) -> float:
    return counted(port, "gofish_moves_total", author="bot")


def counted(port: int, name: str, **labels: str) -> float:
    """Return the sum of a counter that a server exports, for these labels."""
    connection = HTTPConnection("127.0.0.1", port, timeout=TIMEOUT_SECONDS)
    connection.request("GET", "/metrics")
    text = connection.getresponse().read().decode()
    connection.close()
    return sum(
        sample.value
        for family in text_string_to_metric_families(text)
        for sample in family.samples
        if sample.name == name and sample.labels.items() >= labels.items()
    )


@pytest.mark.slow
def test_bots_move_in_a_process_of_low_priority_and_are_counted(
    served: tuple[Server, int],
) -> None:
    server, metrics = served
    ann = guest()
    number = awaiting_a_bot(ann)

    eventually(lambda: not awaits_bot(number))

    [referee] = referees(server.pid)
    assert os.getpriority(os.PRIO_PROCESS, referee) > os.getpriority(os.PRIO_PROCESS, server.pid)
    eventually(lambda: bots_moves(metrics + 1) > 0)


@pytest.mark.slow
def test_a_killed_referee_is_restarted(served: tuple[Server, int]) -> None:
    server, _ = served
    eventually(lambda: referees(server.pid))
    [first] = referees(server.pid)

    os.kill(first, signal.SIGKILL)
    number = awaiting_a_bot(guest())
    eventually(lambda: not awaits_bot(number))

    assert referees(server.pid) != [first]


@pytest.mark.slow
@pytest.mark.parametrize("is_killed", [False, True])
def test_a_referee_ends_with_its_server(served: tuple[Server, int], is_killed: bool) -> None:
    server, _ = served
    assert send(server.port, guest().secret or "", "GET", "/me").status == 200
    eventually(lambda: referees(server.pid))
    [referee] = referees(server.pid)

    if is_killed:
        os.kill(server.pid, signal.SIGKILL)  # the process alone, not its group
    else:
        server.stop()

    eventually(lambda: not Path(f"/proc/{referee}").exists())


@pytest.mark.slow
@pytest.mark.parametrize(
    "stop",
    [
        pytest.param(lambda pid: os.kill(pid, signal.SIGTERM), id="a container"),
        pytest.param(lambda pid: os.killpg(pid, signal.SIGTERM), id="systemd"),
        pytest.param(lambda pid: os.killpg(pid, signal.SIGINT), id="a terminal"),
    ],
)
def test_an_analysis_of_a_server_that_stops_is_put_back_and_the_try_does_not_count(
    served: tuple[Server, int], stop: Callable[[int], None]
) -> None:
    server, _ = served
    games = [
        rated.played(rated.person(), rated.person(), rng=Random(seed)) for seed in range(GAMES)
    ]
    jobs = [requesting.add(game, None, now=timezone.now()).analysis for game in games]
    eventually(lambda: referees(server.pid))
    [referee] = referees(server.pid)
    eventually(lambda: children(referee, "analysis_process"))

    stop(server.pid)
    eventually(lambda: not Path(f"/proc/{referee}").exists())

    # Some may have been done before the server stopped; the one under way was put back.
    ended = Counter(
        GameAnalysis.objects.filter(pk__in=[job.pk for job in jobs]).values_list("status", "tries")
    )
    assert set(ended) <= {("queued", 0), ("done", 1)} and ended["queued", 0]


def test_a_game_that_waits_for_a_bot_wakes_the_referee() -> None:
    stop, wanted = Event(), Event()

    def work() -> None:
        # Nothing but a notification finds the game in time.
        loop.run(stop, interval=10 * PATIENCE, wanted=wanted)
        close_connections()

    alarm, thread = Wakeup(wanted), Thread(target=work)
    thread.start()
    try:
        for _ in range(3):
            number = awaiting_a_bot(guest())
            eventually(partial(has_moved, number))
    finally:
        stop.set()
        wanted.set()
        thread.join()
        alarm.close()
