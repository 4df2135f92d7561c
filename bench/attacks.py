"""Expensive requests of an attacker without an account, and data that makes them slow."""

import json
import random
import re
import socket
from collections.abc import Callable
from typing import Any, NamedTuple

from django.db import transaction
from django.utils import timezone

from accounts import registration
from bench.clients import request
from bench.scripted import Script, play, scripts
from games.log import transcripts
from games.models import Game, StoredAnswer
from games.services import lobby

SEATS = 6
LONGEST_SERIES = {"target_score": 100}  # about 2,800 moves with six seats
LOBBIES, LOBBIES_OF_ONE, ANSWERS = 100, 20, 20_000

Messages = Callable[[int], bytes]
"""Returns the n-th request of an attack."""


class World(NamedTuple):
    """The data of the server: games to ask in, and the longest game with its transcript."""

    games: list[Script]
    over: str
    moves: int
    transcript: bytes
    token: str
    """The token of a guest with many stored answers."""


def prepare(asks: int, *, games: int) -> World:
    """Create games with ``asks`` asks in total, a finished game, and rows that attacks read."""
    long = scripts(10**6, random.Random(9), seats=SEATS, options=LONGEST_SERIES)
    over = next(long)
    play(over, len(over.asks))
    opened, found = [next(long) for _ in range(games)], 0
    while found < asks:
        opened.append(next(long))
        found += len(opened[-1].asks)
    for _ in range(LOBBIES // LOBBIES_OF_ONE):
        host = registration.register_guest(now=timezone.now()).user.pk
        for _ in range(LOBBIES_OF_ONE):
            lobby.create(host, preset="classic", seats=SEATS)
    guest = registration.register_guest(now=timezone.now())
    _fill_answers(guest.user.pk)
    game = Game.objects.get(pk=over.id)
    return World(opened, over.game, len(over.asks), transcripts.write(game), guest.issued.secret)


@transaction.atomic
def _fill_answers(account_id: int) -> None:
    rest = {"fingerprint": b"-" * 32, "status": 200, "headers": {}, "body": b"{}"}
    now = timezone.now()
    answers = (
        StoredAnswer(account_id=account_id, key=str(number), at=now, **rest)
        for number in range(ANSWERS)
    )
    StoredAnswer.objects.bulk_create(answers, batch_size=1_000)


def _nothing(port: int, world: World) -> Messages | None:
    return None


def _admin_login(port: int, world: World) -> Messages:
    with socket.create_connection(("127.0.0.1", port), timeout=30) as client:
        client.sendall(request("GET", "/admin/login/", headers={"Connection": "close"}))
        page = b"".join(iter(lambda: client.recv(65_536), b""))
    cookie = re.search(rb"csrftoken=(\w+)", page)
    field = re.search(rb'name="csrfmiddlewaretoken" value="(\w+)"', page)
    assert cookie and field, page[:500]
    kind = "application/x-www-form-urlencoded"

    def message(number: int) -> bytes:
        body = f"csrfmiddlewaretoken={field[1].decode()}&username=unknown{number}&password=wrong"
        fields = {"Cookie": f"csrftoken={cookie[1].decode()}"}
        sent = request("POST", "/admin/login/", body=body.encode(), headers=fields)
        return sent.replace(b"application/json", kind.encode(), 1)

    return message


def _tokens(port: int, world: World) -> Messages:
    wrong = {"name": "x", "password": "wrong-password"}
    return lambda number: _post("/api/v1/tokens", wrong | {"username": f"unknown{number}"})


def _registrations(port: int, world: World) -> Messages:
    def message(number: int) -> bytes:
        name = f"h{random.getrandbits(48):012x}"
        return _post("/api/v1/accounts", {"username": name, "password": "seven-herrings-swim"})

    return message


def _schema(port: int, world: World) -> Messages:
    return lambda number: request("GET", "/api/schema")


def _verification(port: int, world: World) -> Messages:
    message = request("POST", "/api/v1/transcripts/verify", body=world.transcript)
    return lambda number: message


def _export(port: int, world: World) -> Messages:
    return lambda number: request("GET", "/api/v1/me/export", token=world.token)


def _replay(port: int, world: World) -> Messages:
    path = f"/api/v1/games/{world.over}/replay?at="
    return lambda number: request("GET", f"{path}{1 + number * 997 % world.moves}")


def _moves(port: int, world: World) -> Messages:
    return lambda number: request("GET", f"/api/v1/games/{world.over}/moves?limit=500")


def _lobbies(port: int, world: World) -> Messages:
    return lambda number: request("GET", "/api/v1/games?status=lobby&limit=100")


def _transcript(port: int, world: World) -> Messages:
    return lambda number: request("GET", f"/api/v1/games/{world.over}/transcript")


def _post(path: str, body: Any) -> bytes:
    return request("POST", path, body=json.dumps(body).encode())


ATTACKS: dict[str, Callable[[int, World], Messages | None]] = {
    "none (the noise)": _nothing,
    "`POST /admin/login/`, wrong password": _admin_login,
    "`POST /tokens`, wrong password": _tokens,
    "`POST /accounts`": _registrations,
    "`GET /api/schema`": _schema,
    "`POST /transcripts/verify`, the longest game": _verification,
    f"`GET /me/export`, {ANSWERS:,} answers": _export,
    "`GET /replay`, the longest game": _replay,
    "`GET /moves`, 500 of the longest game": _moves,
    f"`GET /games`, {LOBBIES} lobbies": _lobbies,
    "`GET /transcript`, the longest game": _transcript,
}
