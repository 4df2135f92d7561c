"""How many system calls a worker makes for an ask: a count that a busy machine hardly changes."""

import shutil
import signal
import subprocess
from collections.abc import Iterator
from contextlib import ExitStack, contextmanager
from pathlib import Path
from random import Random

import httpx
import pytest
from django.db import connection

from tests.faults.processes import serving
from tests.players import Player, guest

if connection.vendor != "postgresql":
    pytest.skip("an ask is several statements on SQLite", allow_module_level=True)
if shutil.which("strace") is None:
    pytest.skip("strace is not installed", allow_module_level=True)

pytestmark = [pytest.mark.slow, pytest.mark.usefixtures("transactional_db")]

GAMES = 3
MOST = 35
"""System calls of an ask, in the mean."""


def test_an_ask_makes_few_system_calls(tmp_path: Path, request: pytest.FixtureRequest) -> None:
    trace = tmp_path / "trace"
    with ExitStack() as stack:
        [server] = stack.enter_context(serving(tmp_path, command=("serve_api", "--workers=1")))
        players = guest(), guest()
        clients = [
            stack.enter_context(
                httpx.Client(
                    base_url=f"http://127.0.0.1:{server.port}/api/v1",
                    headers={"Authorization": f"Bearer {player.secret}"},
                )
            )
            for player in players
        ]
        play(players, clients, seed=0)  # connections are opened, statements prepared
        asks = 0
        [worker] = server.children()
        with traced(worker, trace):
            for number in range(1, GAMES + 1):
                asks += play(players, clients, seed=number)

    calls = counted(trace)
    mean = sum(calls.values()) / asks
    most = sorted(calls.items(), key=lambda item: -item[1])
    counts = ", ".join(f"{name} {count / asks:.1f}" for name, count in most[:10])
    request.node.user_properties.append(("counts", f"{mean:.1f} an ask: {counts}"))
    assert mean <= MOST, counts


def play(players: tuple[Player, Player], clients: list[httpx.Client], *, seed: int) -> int:
    """Play a game whose asks alone go to the server; return how many they were."""
    rng, asks = Random(seed), 0
    game = players[0].create()
    players[1].join(game)
    state = players[0].state(game)
    while (seat := state["to_act"]) is not None:
        legal = players[seat].state(game)["legal_actions"]
        action = rng.choice([each for each in legal if each["type"] == "ask"])
        answer = clients[seat].post(
            f"/games/{game}/ask",
            json={"target": action["target"], "rank": action["rank"]},
            headers={"Idempotency-Key": f"{seed}-{asks}"},
        )
        assert answer.status_code == 200, answer.text
        state = answer.json()["state"]
        asks += 1
    return asks


@contextmanager
def traced(process: int, trace: Path) -> Iterator[None]:
    """Count the system calls of all threads of a process."""
    command = ["strace", "--follow-forks", "--summary-only", f"--attach={process}"]
    strace = subprocess.Popen([*command, f"--output={trace}"], stderr=subprocess.PIPE, text=True)
    assert strace.stderr is not None
    with strace:
        try:
            attached = strace.stderr.readline()
            if "attached" not in attached:
                pytest.skip("strace may not look at other processes here")
            yield
        finally:
            strace.send_signal(signal.SIGINT)


def counted(trace: Path) -> dict[str, int]:
    """Return how often each system call was made, from the summary of strace."""
    calls = {}
    for line in trace.read_text().splitlines()[2:]:
        columns = line.split()
        if len(columns) >= 5 and columns[3].isdigit() and columns[-1] != "total":
            calls[columns[-1]] = int(columns[3])
    return calls
