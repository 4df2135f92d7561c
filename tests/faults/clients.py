"""Correct clients: they send each command with an Idempotency-Key until it is answered."""

import json
import threading
import time
from collections import Counter
from collections.abc import Mapping, Sequence
from concurrent.futures import Future, ThreadPoolExecutor
from datetime import datetime
from http.client import HTTPConnection, HTTPException
from random import Random
from typing import Any, NamedTuple
from uuid import UUID

from games.engine.presets import PRESETS
from tests.players import Json, Player

API = "/api/v1"
ANSWER_SECONDS = 60.0
PATIENCE_SECONDS = 120.0
PAUSE_SECONDS = 0.05
BY_A_PROXY = (
    502,
    504,
)  # it lost its server, so it does not know either whether the command ran
ASIDES = ("expose", "misdeal", "resign")


class Lost(Exception):
    """No complete answer came, so it is unknown whether the command ran."""


class NoListener(Lost):
    """No server listens, so this request did not run the command."""


class Answer(NamedTuple):
    """An answer as it arrived."""

    status: int
    headers: Mapping[str, str]
    body: bytes

    @property
    def json(self) -> Any:
        return json.loads(self.body)

    @property
    def code(self) -> str:
        """``ok``, or the problem's code."""
        return "ok" if self.status < 300 else str(self.json["code"])


class Acknowledged(NamedTuple):
    """A command that the service acknowledged."""

    game: str
    moves: list[tuple[int, str]]
    """Number and digest of the command's move and of the moves that it caused."""


def send(
    port: int, secret: str, method: str, path: str, body: Json | None = None, **headers: str
) -> Answer:
    """Send one request, once.

    :raises Lost: if no whole answer comes.
    """
    fields = {"Authorization": f"Bearer {secret}", "Connection": "close"}
    fields |= {name.replace("_", "-"): value for name, value in headers.items()}
    content = None if body is None else json.dumps(body)
    if content is not None:
        fields["Content-Type"] = "application/json"
    connection = HTTPConnection("127.0.0.1", port, timeout=ANSWER_SECONDS)
    try:
        connection.request(method, API + path, content, fields)
        got = connection.getresponse()
        if got.status in BY_A_PROXY:
            raise Lost(got.status)
        return Answer(got.status, {k.lower(): v for k, v in got.getheaders()}, got.read())
    except ConnectionRefusedError as error:
        raise NoListener from error
    except (OSError, HTTPException) as error:
        raise Lost(repr(error)) from error
    finally:
        connection.close()


def assert_says_when_to_come_again(answer: Answer) -> None:
    assert answer.status == 503
    assert answer.headers["content-type"] == "application/problem+json"
    assert int(answer.headers["retry-after"]) > 0
    assert answer.code == "unavailable"
    assert answer.json.keys() == {"type", "title", "status", "detail", "code"}


class Crowd:
    """Players at several tables, two clients per table, who continue through all faults of the
    server.

    Both clients of a table play every seat of it, so that they get into each other's way. When a
    game is over the table opens another.
    """

    def __init__(self, port: int, tables: Sequence[tuple[Player, ...]], seed: int) -> None:
        self.port = port
        self.counts: Counter[str] = Counter()
        self.acknowledged: list[Acknowledged] = []
        self.unavailable: list[Answer] = []
        self.games: dict[str, tuple[Player, ...]] = {}
        """Every game opened so far, with its players by seat."""
        self._lock = threading.Lock()
        self._stop = threading.Event()
        self._tables = [_Table(self, players, f"{seed}-{n}") for n, players in enumerate(tables)]
        self._threads = ThreadPoolExecutor(2 * len(tables), thread_name_prefix="client")
        self._clients: list[Future[None]] = []

    def start(self) -> None:
        """Start all clients."""
        self._clients = [
            self._threads.submit(table.play, f"{name}")
            for table in self._tables
            for name in ("one", "two")
        ]

    def finish(self) -> None:
        """Wait until every command is answered, then play each game to its end."""
        self.stop()
        for client in self._clients:
            client.result(PATIENCE_SECONDS + ANSWER_SECONDS)
        for ending in [self._threads.submit(table.play_out) for table in self._tables]:
            ending.result(PATIENCE_SECONDS + ANSWER_SECONDS)
        self._threads.shutdown()

    def stop(self) -> None:
        """Let clients finish their turn and start no other."""
        self._stop.set()

    def check(self) -> None:
        """Raise the unexpected errors of clients."""
        for client in self._clients:
            if client.done():
                client.result()

    @property
    def is_stopping(self) -> bool:
        return self._stop.is_set()

    def insist(
        self, player: Player, method: str, path: str, body: Json | None = None, **headers: str
    ) -> Answer:
        """Send a request until it is answered; shorten the service's ``Retry-After``."""
        deadline = time.monotonic() + PATIENCE_SECONDS
        while True:
            assert player.secret is not None
            began = time.time()
            try:
                answer = send(self.port, player.secret, method, path, body, **headers)
            except NoListener:
                self._count("requests refused")
            except Lost:
                self._count("requests broken off")
            else:
                if answer.status not in (429, 503):
                    assert answer.status < 500, (method, path, answer)
                    self._note(answer, began=began)
                    return answer
                self._count("requests answered with a retry")
                with self._lock:
                    self.unavailable.append(answer)
            assert time.monotonic() < deadline, f"{method} {path} is never answered"
            time.sleep(PAUSE_SECONDS)

    def command(self, player: Player, path: str, body: Json, key: UUID, **headers: str) -> Answer:
        """Send a command and record what the service acknowledges."""
        answer = self.insist(player, "POST", path, body, Idempotency_Key=str(key), **headers)
        if answer.status < 300:
            content = answer.json
            moves = [(move["number"], move["digest"]) for move in content["moves"]]
            with self._lock:
                self.acknowledged.append(Acknowledged(content["state"]["game"], moves))
        return answer

    def _note(self, answer: Answer, *, began: float) -> None:
        """Count a command that ran in an earlier request than the answered one."""
        if answer.status >= 300 or b'"moves":[{' not in answer.body:
            return
        self._count("commands acknowledged")
        at = _seconds(answer.json["moves"][0]["at"])
        if at < began:
            self._count("answers given again after they were lost")

    def _count(self, what: str) -> None:
        with self._lock:
            self.counts[what] += 1


class _Table:
    """One table of a crowd."""

    def __init__(self, crowd: Crowd, players: tuple[Player, ...], seed: str) -> None:
        self._crowd, self._players, self._seed = crowd, players, seed
        self._game, self._opening = "", threading.Lock()
        self._opener = Random(seed)

    def play(self, name: str) -> None:
        """Play until the crowd stops."""
        rng = Random(f"{self._seed}-{name}")
        while not self._crowd.is_stopping:
            with self._opening:
                game = self._game = self._game or self._open()
            if not self._take_turn(game, rng):
                with self._opening:
                    self._game = "" if self._game == game else self._game

    def play_out(self) -> None:
        """Play the open game to its end."""
        while self._game and self._take_turn(self._game, self._opener):
            pass

    def _open(self) -> str:
        rng = self._opener
        host, *guests = self._players
        body = {"preset": rng.choice(sorted(PRESETS)), "seats": len(self._players)}
        opened = self._crowd.command(host, "/games", body, _key(rng))
        assert opened.status == 201, opened
        game: str = opened.json["game"]["id"]
        for player in guests:
            path = f"/games/{game}/join"
            joined = self._crowd.command(player, path, {"entropy": str(_key(rng))}, _key(rng))
            assert joined.status == 200, joined
        self._crowd.games[game] = self._players
        return game

    def _take_turn(self, game: str, rng: Random) -> bool:
        """Make a random legal move for the seat to act; return whether the game continues."""
        state = self._state(game, self._players[0])
        if state["phase"] == "over":
            return False
        seat = state["to_act"]
        if state["you"] != seat:
            state = self._state(game, self._players[seat])
        # The other client may have moved in between.
        actions = _playing(state["legal_actions"]) if state["to_act"] == seat else []
        if actions:
            action = rng.choice(actions)
            body = {name: value for name, value in action.items() if name != "type"}
            path = f"/games/{game}/{action['type']}"
            version = {"If_Match": f'"{state["version"]}-{seat}"'}
            answer = self._crowd.command(self._players[seat], path, body, _key(rng), **version)
            assert answer.code in ("ok", "stale_version"), answer
        return True

    def _state(self, game: str, player: Player) -> Json:
        answer = self._crowd.insist(player, "GET", f"/games/{game}/state")
        assert answer.status == 200, answer
        state: Json = answer.json
        return state


def _playing(actions: list[Json]) -> list[Json]:
    """Return the actions that advance a game, books first."""
    books = [action for action in actions if action["type"] == "declare"]
    return books or [action for action in actions if action["type"] not in ASIDES]


def _key(rng: Random) -> UUID:
    return UUID(int=rng.getrandbits(128))


def _seconds(text: str) -> float:
    return datetime.fromisoformat(text).timestamp()
