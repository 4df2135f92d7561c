"""Servers that know only stale heads, while tokens are revoked and accounts suspended.

Each client sends its requests to the servers at random. No ask that was sent after the end of its
token or during the suspension of its account is accepted, and no move is lost or made twice.
"""

import sys
import time
from collections import Counter
from collections.abc import Iterator, Sequence
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass, field
from math import inf
from pathlib import Path
from random import Random
from threading import Event, Lock
from typing import NamedTuple

import pytest
from django.utils import timezone

from accounts import suspensions
from accounts.credentials import tokens
from games import ids
from games.log import reader
from tests import databases
from tests.faults.clients import Answer, send
from tests.faults.logs import assert_log_holds
from tests.faults.processes import NO_REFEREE, Server, environment
from tests.players import Json, Player, account_of, close_connections, seated
from tests.profiles import sized

pytestmark = [pytest.mark.slow, pytest.mark.usefixtures("transactional_db")]

CLIENTS = 8
"""Two at each table, who play both its seats."""
ASKS = sized(300, nightly=10_000)
PAUSE_SECONDS = 0.05
"""Between two ends of tokens, and how long a suspension lasts."""
REFUSALS = {"stale_version", "not_your_turn", "invalid_token", "account_suspended", "game_over"}


class StaleServer(Server):
    program = (sys.executable, "-m", "tests.faults.stale_server")


@pytest.fixture
def ports(tmp_path: Path) -> Iterator[list[int]]:
    """Two servers on one database."""
    rates = "address=none,account=none,keys=none,keys_address=none"
    settings = environment(DATABASE_URL=databases.url(), RATES=rates)
    servers = [StaleServer(tmp_path / f"{n}.log", settings, *NO_REFEREE) for n in range(2)]
    try:
        for server in servers:
            server.start()
        yield [server.port for server in servers]
    finally:
        for server in servers:
            server.kill()


class Barred(NamedTuple):
    """When a token must not play, in seconds of one clock."""

    secret: str
    since: float
    until: float


class Accepted(NamedTuple):
    """An ask: its token, when it was sent and answered, and the digests of its moves."""

    secret: str
    sent: float
    answered: float
    digests: dict[int, str]


@dataclass
class Table:
    """The game that two clients play."""

    game: str
    players: Sequence[Player]
    version: int
    """Before the first ask."""
    accepted: list[Accepted] = field(default_factory=list)


class Crowd:
    """The clients, and who ends their tokens."""

    def __init__(self, ports: Sequence[int]) -> None:
        self.ports, self.tables, self.barred = ports, list[Table](), list[Barred]()
        self.codes: Counter[str] = Counter()
        self._lock, self._opening, self._is_over = Lock(), Lock(), Event()
        self._open_now = list[Table]()

    def run(self) -> None:
        """Play until enough asks were accepted."""
        with ThreadPoolExecutor(CLIENTS + 1) as threads:
            self._open_now = [self._open() for _ in range(CLIENTS // 2)]
            ending = threads.submit(self._end_tokens)
            playing = [threads.submit(self._play, n // 2, Random(n)) for n in range(CLIENTS)]
            try:
                for client in playing:
                    client.result()
            finally:
                self._is_over.set()
            ending.result()

    def _open(self) -> Table:
        game, *players = seated(2)
        table = Table(game, players, players[0].state(game)["version"])
        with self._lock:
            self.tables.append(table)
        return table

    def _play(self, place: int, rng: Random) -> None:
        try:
            while self.codes["ok"] < ASKS and not self._is_over.is_set():
                table = self._open_now[place]
                is_over = self._ask(table, rng)
                with self._opening:
                    if is_over and self._open_now[place] is table:
                        self._open_now[place] = self._open()
        finally:
            close_connections()

    def _ask(self, table: Table, rng: Random) -> bool:
        """Ask for the seat to act; return whether the game is over."""
        path = f"/games/{table.game}"
        _, state = self._send(table.players[0], rng, "GET", f"{path}/state")
        if state.status != 200 or (seat := state.json["to_act"]) is None:
            return state.status == 200
        _, own = self._send(table.players[seat], rng, "GET", f"{path}/state")
        asks = [each for each in own.json.get("legal_actions", ()) if each["type"] == "ask"]
        if not asks:
            return False
        body = {name: value for name, value in rng.choice(asks).items() if name != "type"}
        match = f'"{own.json["version"]}-{seat}"'
        sent = time.monotonic()
        secret, answer = self._send(table.players[seat], rng, "POST", f"{path}/ask", body, match)
        answered = time.monotonic()
        with self._lock:
            self.codes[answer.code] += 1
            if answer.code == "ok":
                digests = {move["number"]: move["digest"] for move in answer.json["moves"]}
                table.accepted.append(Accepted(secret, sent, answered, digests))
        return False

    def _send(
        self,
        player: Player,
        rng: Random,
        method: str,
        path: str,
        body: Json | None = None,
        version: str = "*",
    ) -> tuple[str, Answer]:
        secret, key = player.secret, f"{rng.getrandbits(64):x}"
        assert secret is not None
        headers = {"If_Match": version, "Idempotency_Key": key} if method == "POST" else {}
        return secret, send(rng.choice(self.ports), secret, method, path, body, **headers)

    def _end_tokens(self) -> None:
        rng = Random(0)
        try:
            while not self._is_over.wait(PAUSE_SECONDS):
                with self._lock:
                    player = rng.choice([each for table in self.tables for each in table.players])
                account, secret = account_of(player), player.secret or ""
                if rng.random() < 0.5:
                    tokens.revoke_all(account, now=timezone.now())
                    self.barred.append(Barred(secret, time.monotonic(), inf))
                    scopes = ("read", "play")
                    issued = tokens.issue(account, name="next", scopes=scopes, now=timezone.now())
                    player.secret = issued.secret
                else:
                    suspensions.suspend(account, reason="abuse", until=None)
                    since = time.monotonic()
                    self._is_over.wait(PAUSE_SECONDS)
                    self.barred.append(Barred(secret, since, time.monotonic()))
                    suspensions.lift(account)
        finally:
            close_connections()


def test_stale_heads_and_ended_tokens_cost_tries_and_no_wrong_answer(
    ports: list[int], request: pytest.FixtureRequest
) -> None:
    crowd = Crowd(ports)

    crowd.run()

    counts = ", ".join(f"{count} {code}" for code, count in crowd.codes.items())
    request.node.user_properties.append(("counts", f"{len(crowd.barred)} ended tokens, {counts}"))
    assert {*crowd.codes} - {"ok"} <= REFUSALS
    assert crowd.barred
    accepted = [each for table in crowd.tables for each in table.accepted]
    by_secret = {
        each.secret: [b for b in crowd.barred if b.secret == each.secret] for each in accepted
    }
    wrong = [
        (ask, barred)
        for ask in accepted
        for barred in by_secret[ask.secret]
        if barred.since < ask.sent and ask.answered < barred.until
    ]
    assert not wrong
    for table in crowd.tables:
        digests = [item for ask in table.accepted for item in ask.digests.items()]
        stored = reader.stored(ids.from_text(table.game) or 0, after=table.version)
        assert sorted(digests) == [(move.number, move.digest.hex()) for move in stored]
        assert_log_holds(table.game)
