"""`kill -9` of the server and of the referee while bots play tournaments over HTTP.

`KILLS_SEED` repeats one run's choices (the instants are never the same).
"""

import os
import time
from collections import defaultdict
from collections.abc import Callable, Iterator
from concurrent.futures import ThreadPoolExecutor
from contextlib import contextmanager, suppress
from itertools import pairwise
from pathlib import Path
from random import Random
from threading import Event
from typing import Any

import pytest
from django.utils import timezone

from games.bots.levels import LEVELS
from games.log import ids, reader
from games.log.models import Game, GameStatus
from games.tournaments import entering, hosting, results
from games.tournaments.models import Tournament, TournamentTable
from gofishkit import Client, NoAnswer, Refused, Retry
from gofishkit import Game as Followed
from gofishkit.bots import tournament as kit
from gofishkit.bots.tournament import TournamentSeat
from tests import databases
from tests.faults.processes import Worker, environment, serving
from tests.faults.readers import assert_log_holds
from tests.players import guest
from tests.timeouts import PATIENCE
from tests.tournaments.club import person, terms

pytestmark = [pytest.mark.slow, pytest.mark.usefixtures("transactional_db")]

SEED = int(os.environ["KILLS_SEED"])
UNLIMITED = "address=none,account=none,creation=none"
LONGEST_LIFE = 4.0  # seconds between two kills
ENOUGH = 6
"""Kills, after which a busy machine, too, gets on with the games."""
STUBBORN = Retry(attempts=500, first=0.05, longest=0.5)
"""A client that survives every restart."""


@pytest.fixture(autouse=True)
def quick(monkeypatch: pytest.MonkeyPatch) -> None:
    """Let bots look at their tournament often."""
    monkeypatch.setattr(kit, "LOOK_SECONDS", 0.5)
    monkeypatch.setattr(kit, "EARLY_SECONDS", 0.5)


def test_an_arena_through_kills(tmp_path: Path, request: pytest.FixtureRequest) -> None:
    games = 4
    arena = opened(format="arena", rounds=None, minutes=600)

    def end_when_full() -> None:
        if TournamentTable.objects.filter(tournament=arena).count() >= games:
            Tournament.objects.filter(pk=arena).update(ends_at=timezone.now())

    kills = play_through_kills(arena, 4, tmp_path, end_when_full)

    assert_sound(arena, kills, request, games=games)


def test_rounds_through_kills(tmp_path: Path, request: pytest.FixtureRequest) -> None:
    swiss = opened(rounds=2, seats=4)

    kills = play_through_kills(swiss, 7, tmp_path, lambda: None)

    assert_sound(swiss, kills, request, games=4)


def opened(**changed: Any) -> int:
    """Open a tournament and return its id."""
    return hosting.create(person("Host").pk, terms(turn_seconds=30, **changed)).pk


def row(tournament: int) -> Tournament:
    return Tournament.objects.get(pk=tournament)


def play_through_kills(tournament: int, bots: int, folder: Path, look: Callable[[], None]) -> int:
    """Play a tournament to its end, and kill its processes meanwhile; return how often."""
    players = [guest() for _ in range(bots)]
    for player in players:
        entering.join(player.account, tournament)
    Tournament.objects.filter(pk=tournament).update(due_at=timezone.now())
    rng, kills = Random(SEED), 0
    referee = Worker(folder / "referee.log", environment(DATABASE_URL=databases.url()), "referee")
    with (
        serving(folder, settings={"RATES": UNLIMITED}) as [server],
        killed(referee),
        ThreadPoolExecutor(bots) as threads,
    ):
        referee.start()
        playing = [
            threads.submit(
                play, server.port, player.secret or "", row(tournament).public_id, number
            )
            for number, player in enumerate(players)
        ]
        deadline = time.monotonic() + PATIENCE * 5
        while not all(each.done() for each in playing):
            assert time.monotonic() < deadline, "the tournament does not end"
            time.sleep(rng.uniform(0, LONGEST_LIFE))
            doomed: list[Worker] = rng.choice([[server], [referee], [server, referee]])
            for process in doomed if kills < ENOUGH else ():
                process.kill()
                process.start()
                kills += 1
            look()
        for each in playing:
            each.result()
    assert "Traceback" not in server.output(), server.output()
    return kills


@contextmanager
def killed(worker: Worker) -> Iterator[None]:
    try:
        yield
    finally:
        worker.kill()


def play(port: int, secret: str, tournament: str, number: int) -> None:
    """Play a bot's tables until the tournament is over."""
    rng = Random(SEED + number)
    with Client(f"http://127.0.0.1:{port}", secret, retry=STUBBORN) as client:
        seat = TournamentSeat(client, tournament, None, Event())
        while (found := find(seat)) is not None:
            game = Followed(client, found)
            for _ in game.frames():
                while game.my_turn:
                    act(game, rng)


def find(seat: TournamentSeat) -> str | None:
    """Look for the next table, again if the answer to a confirmation is lost."""
    while True:
        with suppress(NoAnswer):
            return seat.find()


def act(game: Followed, rng: Random) -> None:
    try:
        view: Any = game.view
        history: Any = game.history
        game.act(LEVELS["memory"](view, history, rng))
    except Refused as refusal:
        if not refusal.moved_on:
            raise
        game.refresh()


def assert_sound(
    tournament: int, kills: int, request: pytest.FixtureRequest, *, games: int
) -> None:
    """Assert that a finished tournament lost nothing, and did nothing twice."""
    found = row(tournament)
    tables = [*found.tables.order_by("round", "number")]
    assert (found.status, found.end_reason) == ("over", "played")
    assert len(tables) >= games
    assert Game.objects.count() == len(tables), "a game without a table, or a table without a game"
    assert all(table.finished_at and table.result for table in tables)
    assert set(Game.objects.values_list("status", flat=True)) == {GameStatus.OVER}
    assert [each.number for each in found.log.order_by("number")] == [
        *range(1, found.decisions + 1)
    ]
    moves = sum(assert_log_holds(ids.to_text(table.game_id)) for table in tables)
    assert overlapping(tables) == []
    assert not results.rebuild(tournament), "standings differ from those of the logs"
    counts = {"games": len(tables), "moves": moves, "kills": kills}
    summary = ", ".join(f"{count} {what}" for what, count in counts.items())
    request.node.user_properties.append(("counts", summary))


def overlapping(tables: list[TournamentTable]) -> list[int]:
    """Return the players who sat at two tables at once, by the times of the games' moves."""
    spans = defaultdict(list)
    for table in tables:
        times = [move.at for move in reader.read(table.game_id or 0)]
        for player in table.players:
            spans[player].append((times[0], times[-1]))
    return [
        player
        for player, sat in spans.items()
        if any(later[0] < earlier[1] for earlier, later in pairwise(sorted(sat)))
    ]
