"""Players over HTTP for tests: each has an account, a token, a client, and a method per request."""

from collections.abc import Callable, Sequence
from datetime import UTC, datetime, timedelta
from random import Random
from typing import Any

import time_machine
from django.db import connection, connections, transaction
from django.test.utils import CaptureQueriesContext
from django.utils import timezone
from rest_framework.test import APIClient

from accounts import registration
from accounts.credentials import tokens
from accounts.models import User
from games.log import ids
from games.play import lobby
from games.referee import loop

Json = dict[str, Any]
API = "/api/v1"


class Player:
    """A client of the API; anonymous without a ``secret``."""

    def __init__(self, secret: str | None = None, *, name: str = "", account: int = 0) -> None:
        self.secret, self.name, self.account = secret, name, account
        shown = {} if secret is None else {"Authorization": f"Bearer {secret}"}
        self.client = APIClient(headers=shown, SERVER_NAME="localhost")

    def get(self, path: str, **headers: str) -> Any:
        """Read a path below the API's base; headers are given as ``If_Match="..."``."""
        return _apart(lambda: self.client.get(API + path, headers=_headers(headers)))

    def post(self, path: str, body: object = None, **headers: str) -> Any:
        """Send a JSON body, or none."""
        answer = _apart(lambda: self.client.post(API + path, body, headers=_headers(headers)))
        _let_bots_move(answer)
        return answer

    def send(self, method: str, path: str, body: Any = b"", kind: str = "application/json") -> Any:
        """Send bytes as they are."""
        return _apart(lambda: self.client.generic(method, API + path, body, kind))

    def create(
        self, preset: str = "classic", *overlays: str, seats: int = 2, **options: Any
    ) -> str:
        """Open a game and return its id."""
        body = {"preset": preset, "overlays": overlays, "options": options, "seats": seats}
        answer = self.post("/games", body)
        assert answer.status_code == 201, answer.content
        game: str = answer.json()["game"]["id"]
        return game

    def join(self, game: str, **body: Any) -> Any:
        """Take a seat."""
        return self.post(f"/games/{game}/join", body)

    def ask(self, game: str, target: int, rank: str, **headers: str) -> Any:
        """Ask for a rank."""
        return self.post(f"/games/{game}/ask", {"target": target, "rank": rank}, **headers)

    def act(self, game: str, action: Json, **headers: str) -> Any:
        """Send one of the ``legal_actions`` as it is to the endpoint of its type."""
        return self.post(f"/games/{game}/{action['type']}", action, **headers)

    def state(self, game: str) -> Json:
        """Let bots move, then read the state."""
        answer = self.get(f"/games/{game}/state")
        if _let_bots_move(answer):
            answer = self.get(f"/games/{game}/state")
        state: Json = answer.json()
        return state

    def moves(self, game: str, *, limit: int = 500) -> list[Json]:
        """Read the whole log, page by page."""
        moves: list[Json] = []
        while page := self.get(
            f"/games/{game}/moves?after={len(moves)}&limit={limit}",
        ).json()["moves"]:
            moves += page
        return moves


def guest(*scopes: str) -> Player:
    """Register a guest and return a player with their token."""
    now = datetime.now(UTC)
    registered = registration.register_guest(now=now)
    secret = registered.issued.secret
    if scopes:
        secret = tokens.issue(registered.user, name="some", scopes=scopes, now=now).secret
    return Player(secret, name=registered.user.username, account=registered.user.pk)


def account_of(player: Player) -> User:
    """Return the account of a player."""
    return User.objects.get(pk=player.account)


def seated(count: int, preset: str = "classic", *overlays: str, **options: Any) -> tuple[Any, ...]:
    """Return a game that has started, and its players by seat: ``game, ann, bob = seated(2)``.

    They sat down without requests, which takes half as long and notes no presence and no address.
    """
    host, *others = players = [guest() for _ in range(count)]
    opened = lobby.create(
        host.account, preset=preset, overlays=overlays, options=options, seats=count
    )
    for player in others:
        lobby.join(opened.head.game_id, player.account)
    return ids.to_text(opened.head.game_id), *players


def seated_by_requests(
    count: int, preset: str = "classic", *overlays: str, **options: Any
) -> tuple[Any, ...]:
    """Return what :func:`seated` returns, where it matters what requests note."""
    host, *others = players = [guest() for _ in range(count)]
    game = host.create(preset, *overlays, seats=count, **options)
    for player in others:
        assert player.join(game).status_code == 200
    return game, *players


def play_out(
    game: str, seats: Sequence[Player], rng: Random, *, moves: int | None = None
) -> list[Json]:
    """Play a game to its end, or so many moves of it, each seat choosing from its
    ``legal_actions``; return the answers.
    """
    answers: list[Json] = []
    state = seats[0].state(game)
    while state["phase"] != "over" and len(answers) != moves:
        seat = state["to_act"]
        if state["you"] != seat:
            state = seats[seat].state(game)
        action = rng.choice(_playing(state["legal_actions"]))
        etag = f'"{state["version"]}-{seat}"'
        answer = seats[seat].act(game, action, If_Match=etag)
        assert answer.status_code == 200, (action, answer.content)
        answers.append(answer.json())
        state = answers[-1]["state"]
        assert state["version"] < 5_000
    return answers


def refused(answer: Any) -> tuple[int, str]:
    """Return the status and the code of a problem document."""
    assert answer["Content-Type"] == "application/problem+json"
    return answer.status_code, answer.json()["code"]


def later(seconds: float) -> time_machine.travel:
    """Move the clock forward: ``with later(60):``."""
    return time_machine.travel(timezone.now() + timedelta(seconds=seconds))


def statements(captured: CaptureQueriesContext) -> int:
    """Count what requests sent to the database, but for the savepoints around them in a test."""
    return sum("SAVEPOINT" not in query["sql"] for query in captured)


def close_connections() -> None:
    """Close a thread's database connections at its end."""
    connections.close_all()


def _playing(actions: list[Json]) -> list[Json]:
    """Return the actions that advance a game: books first, no accidents and no resignations."""
    books = [action for action in actions if action["type"] == "declare"]
    asides = ("expose", "misdeal", "resign")
    return books or [action for action in actions if action["type"] not in asides]


def _apart(send: Callable[[], Any]) -> Any:
    """Send a request that can fail alone, as on a server, though its test runs within a
    transaction.
    """
    if not connection.in_atomic_block:
        return send()
    with transaction.atomic():
        return send()


def _let_bots_move(answer: Any) -> bool:
    """Do what the referee's process does where a game waits for a bot; return whether it does."""
    if (
        not 200 <= answer.status_code < 300
        or answer.headers.get("Content-Type") != "application/json"
    ):
        return False
    body = answer.json()
    state = body.get("state", body)
    to_act = state.get("to_act")
    if to_act is None or not state["seats"][to_act]["bot"]:
        return False
    loop.enforce_all()
    return True


def _headers(headers: dict[str, str]) -> dict[str, str]:
    return {name.replace("_", "-"): value for name, value in headers.items()}
