"""Expensive requests of an attacker without an account, and data that makes them slow."""

import json
import random
import re
import socket
from collections.abc import Callable, Generator
from itertools import count
from typing import Any, NamedTuple

from django.db import transaction
from django.utils import timezone

from accounts.lifecycle import registration
from bench.clients import request
from bench.scripted import Script, play, scripts
from games import ids
from games.log import transcripts
from games.models import Game, StoredAnswer
from games.services.lobbies import lobby

SEATS = 6
LONGEST_SERIES = {"target_score": 100}  # about 2,800 moves with six seats
LOBBIES, LOBBIES_OF_ONE, ANSWERS = 100, 20, 20_000

GUESTS, GAMES_OF_A_GUEST, BOTS = 8, 25, 5

Messages = Callable[[int], bytes]
"""Returns the n-th request of an attack."""


class Answered(NamedTuple):
    """What came back for a request."""

    status: bytes
    body: bytes
    closes: bool
    """Whether the server closes the connection."""


Talk = Callable[[int], Generator[bytes, Answered, None]]
"""Begins what the connection of a number says: it yields requests and is sent the answers, for
ever.
"""


class World(NamedTuple):
    """The data of the server: games to ask in, and the longest game with its transcript."""

    games: list[Script]
    over: str
    moves: int
    transcript: bytes
    token: str
    """The token of a guest with many stored answers."""
    against_bots: list[tuple[str, list[str]]]
    """Guests, each with games against experts: the token, and the ids of the games."""


class Attack(NamedTuple):
    """What makes an attack ready on a server, and from how many addresses it comes."""

    prepare: Callable[[int, World], Talk | None]
    addresses: int = 1


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
    secret, transcript = guest.issued.secret, transcripts.write(game)
    bots = [_against_bots() for _ in range(GUESTS)]
    return World(opened, over.game, len(over.asks), transcript, secret, bots)


def _against_bots() -> tuple[str, list[str]]:
    guest = registration.register_guest(now=timezone.now())
    games = [
        lobby.create(guest.user.pk, preset="classic", seats=BOTS + 1, bots=["expert"] * BOTS)
        for _ in range(GAMES_OF_A_GUEST)
    ]
    return guest.issued.secret, [ids.to_text(game.head.game_id) for game in games]


@transaction.atomic
def _fill_answers(account_id: int) -> None:
    rest = {"fingerprint": b"-" * 32, "status": 200, "headers": {}, "body": b"{}"}
    now = timezone.now()
    answers = (
        StoredAnswer(account_id=account_id, key=str(number), at=now, **rest)
        for number in range(ANSWERS)
    )
    StoredAnswer.objects.bulk_create(answers, batch_size=1_000)


def _nothing(port: int, world: World) -> Talk | None:
    return None


def _steadily(prepare: Callable[[int, World], Messages]) -> Attack:
    """Return an attack whose requests do not depend on what was answered."""

    def prepared(port: int, world: World) -> Talk:
        messages, numbers = prepare(port, world), count()

        def talk(connection: int) -> Generator[bytes, Answered, None]:
            while True:
                yield messages(next(numbers))

        return talk

    return Attack(prepared)


def _playing_bots(port: int, world: World) -> Talk:
    """Ask in many games against experts, whose turns follow; open others as long as that is
    allowed.
    """

    def talk(connection: int) -> Generator[bytes, Answered, None]:
        token, games = world.against_bots[connection]
        open_games = list(games)
        for number in count():
            if number % 10 == 0:
                body = json.dumps({"seats": BOTS + 1, "bots": ["expert"] * BOTS}).encode()
                opened = yield request("POST", "/api/v1/games", token=token, body=body)
                if opened.status == b"201":
                    open_games.append(json.loads(opened.body)["game"]["id"])
            path = f"/api/v1/games/{open_games[number % len(open_games)]}"
            answer = yield request("GET", f"{path}/state", token=token)
            if answer.status != b"200":
                continue
            state = json.loads(answer.body)
            asks = [each for each in state["legal_actions"] if each["type"] == "ask"]
            if state["to_act"] == state["you"] and asks:
                body = json.dumps(random.choice(asks)).encode()
                yield request("POST", f"{path}/ask", token=token, body=body)

    return talk


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


def _knowledge(port: int, world: World) -> Messages:
    path = f"/api/v1/games/{world.over}/knowledge?seat=0&at="
    return lambda number: request("GET", f"{path}{1 + number * 997 % world.moves}")


def _moves(port: int, world: World) -> Messages:
    return lambda number: request("GET", f"/api/v1/games/{world.over}/moves?limit=500")


def _lobbies(port: int, world: World) -> Messages:
    return lambda number: request("GET", "/api/v1/games?status=lobby&limit=100")


def _transcript(port: int, world: World) -> Messages:
    return lambda number: request("GET", f"/api/v1/games/{world.over}/transcript")


def _post(path: str, body: Any) -> bytes:
    return request("POST", path, body=json.dumps(body).encode())


ATTACKS: dict[str, Attack] = {
    "none (the noise)": Attack(_nothing),
    "`POST /admin/login/`, wrong password": _steadily(_admin_login),
    "`POST /tokens`, wrong password": _steadily(_tokens),
    "`POST /accounts`": _steadily(_registrations),
    "`GET /api/schema`": _steadily(_schema),
    "`POST /transcripts/verify`, the longest game": _steadily(_verification),
    f"`GET /me/export`, {ANSWERS:,} answers": _steadily(_export),
    "`GET /replay`, the longest game": _steadily(_replay),
    "`GET /knowledge`, the longest game": _steadily(_knowledge),
    "`GET /moves`, 500 of the longest game": _steadily(_moves),
    f"`GET /games`, {LOBBIES} lobbies": _steadily(_lobbies),
    "`GET /transcript`, the longest game": _steadily(_transcript),
    f"games against {BOTS} experts, {GUESTS} guests": Attack(_playing_bots),
    f"the same from {GUESTS} addresses": Attack(_playing_bots, addresses=GUESTS),
}
