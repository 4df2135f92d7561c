"""Expensive requests of an attacker without an account, and data that makes them slow."""

import json
import random
import re
import socket
from collections.abc import Callable, Generator, Iterable, Iterator
from datetime import timedelta
from itertools import count, repeat
from pathlib import Path
from typing import Any, NamedTuple
from urllib.parse import urlencode

from django.db import transaction
from django.utils import timezone

from accounts import registration
from accounts.models import Notice, User
from accounts.registration import Registered
from bench.clients import request
from bench.scripted import Script, play, scripts
from games.classes import codes, playing, seating
from games.classes import hosting as class_hosting
from games.classes.hosting import NewClass
from games.data.manifest import FILE, Manifest, PublishedFile, name_of
from games.data.manifest import MOST_DUMPS as MOST_DUMPS
from games.log import ids, transcripts
from games.log.models import Game, StoredAnswer
from games.play import lobby
from games.play.inbox import NoticeKind
from games.ratings.models import Rating, RatingGeneration
from games.tournaments import hosting
from games.tournaments.hosting import NewTournament
from games.tournaments.models import Entrant, TournamentTable
from tests.accounts.people import DONE, asked

SEATS = 6
LONGEST_SERIES = {"target_score": 100}  # about 2,800 moves with six seats
LOBBIES, LOBBIES_OF_ONE, ANSWERS = 100, 20, 20_000

GUESTS, GAMES_OF_A_GUEST, BOTS = 8, 25, 5
STRONG = ("expert", "master")
"""The levels of these bots."""
GAMES_AT_ONCE = 100
RATED, MOST_NOTICES = 2_000, 500
TOURNAMENTS, PLAYERS, TABLES = 1_000, 1_000, 1_000

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
    against_bots: dict[str, list[tuple[str, list[str]]]]
    """By the level of the bots, guests with games: the token, and the ids of the games."""
    names: list[str]
    """Their usernames."""
    league: str
    """The path of an arena of ``PLAYERS`` players, which has had ``TABLES`` tables."""
    club: str
    """The path of one that guests join."""
    host: str
    """The token of a registered person."""
    school: str
    """The class of that person: 60 pupils, who play at 15 tables."""


Prepare = Callable[[int, World], Talk | None]
"""Makes an attack ready on a server."""


def prepare(asks: int, *, games: int) -> World:
    """Create games with ``asks`` asks in total, a finished game, and rows that attacks read."""
    long = scripts(10**6, random.Random(9), seats=SEATS, options=LONGEST_SERIES)
    over = next(long)
    play(over, len(over.asks))
    opened, count_of_asks = [next(long) for _ in range(games)], 0
    while count_of_asks < asks:
        opened.append(next(long))
        count_of_asks += len(opened[-1].asks)
    for _ in range(LOBBIES // LOBBIES_OF_ONE):
        host = registration.register_guest(now=timezone.now()).user.pk
        for _ in range(LOBBIES_OF_ONE):
            lobby.create(host, preset="classic", seats=SEATS)
    guest = registration.register_guest(now=timezone.now())
    _fill_answers(guest.user.pk)
    _fill_notices(guest.user.pk)
    _fill_leaderboard()
    game = Game.objects.get(pk=over.id)
    secret, transcript = guest.issued.secret, transcripts.write(game)
    guests = [registration.register_guest(now=timezone.now()) for _ in range(GUESTS)]
    bots, names = (
        {level: [_against_bots(guest, level) for guest in guests] for level in STRONG},
        [guest.user.username for guest in guests],
    )
    person = registration.register("Attacker", "seven-herrings-swim", now=timezone.now())
    league, club = _tournaments(game)
    return World(
        opened,
        over.game,
        len(over.asks),
        transcript,
        secret,
        bots,
        names,
        league,
        club,
        person.issued.secret,
        _class(person.user.pk),
    )


def prepare_dumps(folder: Path) -> None:
    """Write the manifests of as many dumps as are listed."""
    for number in range(MOST_DUMPS):
        name = name_of(f"20{20 + number // 12}-{number % 12 + 1:02}", 1)
        files = [PublishedFile(f"{kind}.zst", 10**9, "0" * 64) for kind in "abcd"]
        counts = {"games": 10**6, "moves": 10**8}
        made = Manifest(name, name[:7], "1", "CC0-1.0", "0" * 16, True, {}, counts, files, [])
        (folder / name).mkdir()
        (folder / name / FILE).write_text(json.dumps(made.to_json()))


@transaction.atomic
def _tournaments(game: Game) -> tuple[str, str]:
    """Open two tournaments, one of them large, and many small ones of other hosts."""
    terms = NewTournament(
        name="Club",
        format="arena",
        preset="classic",
        overlays=[],
        seats=2,
        turn_seconds=86_400,
        starts_at=timezone.now() + timedelta(days=50),
        players_min=2,
        players_max=PLAYERS,
        entry="open",
        kinds="people",
        rated=False,
        rounds=None,
        minutes=60,
        late_until=0,
    )
    hosts = User.objects.bulk_create(User(username=f"Host-{n}") for n in range(TOURNAMENTS))
    made = [hosting.create(host.pk, terms) for host in hosts]
    people = User.objects.bulk_create(User(username=f"Player-{n}") for n in range(PLAYERS))
    Entrant.objects.bulk_create(
        Entrant(tournament=made[0], account=person, number=number, rank=number)
        for number, person in enumerate(people, 1)
    )
    result = {"scores": [7, 6], "winners": [0], "left": []}
    TournamentTable.objects.bulk_create(
        TournamentTable(
            tournament=made[0],
            round=number,
            number=1,
            players=[number % PLAYERS + 1, (number + 1) % PLAYERS + 1],
            game=game if number == 1 else None,
            result=result,
            finished_at=timezone.now(),
            changed=number,
        )
        for number in range(1, TABLES + 1)
    )
    paths = [f"/api/v1/tournaments/{each.public_id}" for each in made]
    return paths[0], paths[1]


def _class(owner: int) -> str:
    """Open a class and start its tables; return its id."""
    terms = NewClass("Class", "class", "en", 60, "classic", (), 4, None, False, 30)
    opened, made = class_hosting.create(owner, terms)
    class_hosting.open_sign_in(owner, opened.pk)
    for code in made.of_places.values():
        found = codes.find(code)
        assert found is not None
        codes.sign_in(code, found)
    seating.form(owner, opened.pk, by="lot")
    for _ in playing.start(owner, opened.pk):
        pass
    return opened.public_id


def _against_bots(guest: Registered, level: str) -> tuple[str, list[str]]:
    games = [
        lobby.create(guest.user.pk, preset="classic", seats=BOTS + 1, bots=[level] * BOTS)
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


def _fill_notices(account_id: int) -> None:
    now = timezone.now()
    Notice.objects.bulk_create(
        Notice(account_id=account_id, kind=NoticeKind.RENAMED.value, data={}, created_at=now)
        for _ in range(MOST_NOTICES)
    )


@transaction.atomic
def _fill_leaderboard() -> None:
    now, live = timezone.now(), RatingGeneration.Status.LIVE
    generation = RatingGeneration.objects.create(status=live, started_at=now, live_at=now)
    people = User.objects.bulk_create(User(username=f"Rated-{n}") for n in range(RATED))
    Rating.objects.bulk_create(
        Rating(
            generation=generation,
            account=person,
            family="go_fish",
            pool="people",
            mu=random.gauss(1500, 200),
            sigma=50,
            games=50,
            at=now,
        )
        for person in people
    )


def _nothing(port: int, world: World) -> Talk | None:
    return None


def _steadily(prepare: Callable[[int, World], Messages]) -> Prepare:
    """Return an attack whose requests do not depend on what was answered."""

    def prepared(port: int, world: World) -> Talk:
        messages, numbers = prepare(port, world), count()

        def talk(connection: int) -> Generator[bytes, Answered, None]:
            while True:
                yield messages(next(numbers))

        return talk

    return prepared


def _as_guests(messages: Callable[[World, str], Iterable[bytes]]) -> Prepare:
    """Return an attack of new guests: each sends its messages until one is refused, or none is
    left.
    """

    def prepared(port: int, world: World) -> Talk:
        def talk(connection: int) -> Generator[bytes, Answered, None]:
            while True:
                made = yield _post("/api/v1/accounts/guest", {})
                if made.status == b"201":
                    for message in messages(world, json.loads(made.body)["token"]["secret"]):
                        if (yield message).status >= b"400":
                            break

        return talk

    return prepared


def _playing_bots(level: str) -> Prepare:
    """Ask in many games against bots of a level, whose turns follow; open others as long as that is
    allowed.
    """

    def prepared(port: int, world: World) -> Talk:
        def talk(connection: int) -> Generator[bytes, Answered, None]:
            token, games = world.against_bots[level][connection]
            open_games = list(games)
            for number in count():
                if number % 10 == 0:
                    body = json.dumps({"seats": BOTS + 1, "bots": [level] * BOTS}).encode()
                    opened = yield request("POST", "/api/v1/games", token=token, body=body)
                    if opened.status == b"201":
                        open_games.append(json.loads(opened.body)["game"]["id"])
                path = f"/api/v1/games/{open_games[number % len(open_games)]}"
                answer = yield request("GET", f"{path}/state", token=token)
                if answer.status != b"200":
                    continue
                state = json.loads(answer.body)
                asks = [action for action in state["legal_actions"] if action["type"] == "ask"]
                if state["to_act"] == state["you"] and asks:
                    body = json.dumps(random.choice(asks)).encode()
                    yield request("POST", f"{path}/ask", token=token, body=body)

        return talk

    return prepared


def _admin_login(port: int, world: World) -> Messages:
    with socket.create_connection(("127.0.0.1", port), timeout=30) as client:
        client.sendall(request("GET", "/admin/login/", headers={"Connection": "close"}))
        page = b"".join(iter(lambda: client.recv(65_536), b""))
    cookie = re.search(rb"csrftoken=(\w+)", page)
    field = re.search(rb'name="csrfmiddlewaretoken" value="(\w+)"', page)
    assert cookie and field, page[:500]
    sent = {"csrfmiddlewaretoken": field[1].decode(), "password": "wrong"}
    fields = {"Cookie": f"csrftoken={cookie[1].decode()}"}
    return lambda number: _form("/admin/login/", sent | {"username": f"unknown{number}"}, fields)


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


def _creations(world: World, token: str) -> Iterator[bytes]:
    return repeat(_post("/api/v1/games", {"seats": SEATS}, token))


def _bulk(world: World, token: str) -> Iterator[bytes]:
    yield _post("/api/v1/games/bulk", {"games": [{"seats": SEATS}] * GAMES_AT_ONCE}, token)


def _disputes(world: World, token: str) -> Iterator[bytes]:
    body = {"reason": "other", "words": "x" * 2_000}
    games = random.sample(world.games, min(20, len(world.games)))
    return (_post(f"/api/v1/games/{game.game}/disputes", body, token) for game in games)


def _blocks(port: int, world: World) -> Messages:
    def message(number: int) -> bytes:
        method = ("PUT", "DELETE")[number // GUESTS % 2]
        return request(
            method, f"/api/v1/me/blocks/{world.names[number % GUESTS]}", token=world.token
        )

    return message


def _notices(port: int, world: World) -> Messages:
    def message(number: int) -> bytes:
        if number % 2:
            return request("GET", "/api/v1/me/notices?limit=100", token=world.token)
        return _post("/api/v1/me/notices/read", {"up_to": 1}, world.token)

    return message


def _own_games(port: int, world: World) -> Messages:
    path = "/api/v1/players/{}/games/export?as=summaries"
    return lambda number: request("GET", path.format(world.names[number % GUESTS]))


def _leaderboard(port: int, world: World) -> Messages:
    return lambda number: request("GET", "/api/v1/leaderboards/go_fish?limit=100")


def _game_stream(port: int, world: World) -> Messages:
    return lambda number: request("GET", f"/api/v1/games/{world.over}/stream?after=0")


def _tv(port: int, world: World) -> Messages:
    return lambda number: request("GET", "/api/v1/tv")


def _transcript(port: int, world: World) -> Messages:
    return lambda number: request("GET", f"/api/v1/games/{world.over}/transcript")


def _exchanges(port: int, world: World) -> Messages:
    form = {"grant_type": "authorization_code", "client_id": "app", "redirect_uri": DONE}
    form |= {"code_verifier": "v" * 43}
    return lambda number: _form("/api/v1/oauth/token", form | {"code": str(number)})


def _devices(port: int, world: World) -> Messages:
    return lambda number: _form("/api/v1/oauth/device", {"client_id": "app"})


def _documents(port: int, world: World) -> Messages:
    def message(number: int) -> bytes:
        query = asked("x" * 43, client_id=f"https://app{random.getrandbits(48)}.invalid/x")
        return request("GET", f"/api/v1/oauth/authorize?{urlencode(query)}")

    return message


def _approvals(world: World, token: str) -> Iterator[bytes]:
    return repeat(_post("/api/v1/oauth/authorize", asked("x" * 43), token))


def _webhooks(world: World, token: str) -> Iterator[bytes]:
    for _ in count():
        url = f"https://hook{random.getrandbits(48)}.invalid/x"
        yield _post("/api/v1/me/webhooks", {"url": url, "events": ["notice"]}, token)


def _opening_tournaments(port: int, world: World) -> Talk:
    """Open tournaments and cancel them, so that another one can be opened."""
    starts = (timezone.now() + timedelta(days=1)).isoformat()
    terms = {"name": "Cup", "seats": 4, "turn_seconds": 30, "rounds": 3, "starts_at": starts}

    def talk(connection: int) -> Generator[bytes, Answered, None]:
        while True:
            opened = yield _post("/api/v1/tournaments", terms, world.host)
            if opened.status == b"201":
                path = f"/api/v1/tournaments/{json.loads(opened.body)['id']}/direct"
                yield _post(path, {"action": "cancel"}, world.host)

    return talk


def _joins(world: World, token: str) -> Iterator[bytes]:
    for _ in count():
        yield _post(f"{world.club}/join", {}, token)
        yield _post(f"{world.club}/pause", None, token)
        yield _post(f"{world.club}/confirm", None, token)
        yield _post(f"{world.club}/withdraw", None, token)


def _of_league(path: str, **headers: str) -> Prepare:
    def prepare(port: int, world: World) -> Messages:
        message = request("GET", world.league + path, token=world.token, headers=headers)
        return lambda number: message

    return _steadily(prepare)


def _tournament_list(port: int, world: World) -> Messages:
    mine = ("", "&mine=true")
    return lambda number: request(
        "GET", f"/api/v1/tournaments?limit=100{mine[number % 2]}", token=world.token
    )


def _dumps(port: int, world: World) -> Messages:
    return lambda number: request("GET", "/api/v1/dumps")


def _class_codes(port: int, world: World) -> Messages:
    return lambda number: _post("/api/v1/class_sign_in", {"code": f"{number:010d}"})


def _class_creations(port: int, world: World) -> Messages:
    terms = {"name": "Class", "language": "en", "places": 60}
    return lambda number: _post("/api/v1/classes", terms, world.host)


def _class_overview(port: int, world: World) -> Messages:
    path = f"/api/v1/classes/{world.school}"
    return lambda number: request("GET", path, token=world.host)


def _form(path: str, form: dict[str, str], headers: dict[str, str] | None = None) -> bytes:
    sent = request("POST", path, body=urlencode(form).encode(), headers=headers or {})
    return sent.replace(b"application/json", b"application/x-www-form-urlencoded", 1)


def _post(path: str, body: Any, token: str = "") -> bytes:
    sent = b"" if body is None else json.dumps(body).encode()
    return request("POST", path, token=token, body=sent)


ATTACKS: dict[str, Prepare] = {
    "none (the noise)": _nothing,
    "`POST /admin/login/`, wrong password": _steadily(_admin_login),
    "`POST /tokens`, wrong password": _steadily(_tokens),
    "`POST /accounts`": _steadily(_registrations),
    "`GET /api/schema`": _steadily(_schema),
    "`POST /transcripts/verify`, the longest game": _steadily(_verification),
    f"`GET /me/export`, {ANSWERS:,} answers": _steadily(_export),
    "`GET /replay`, the longest game": _steadily(_replay),
    "`GET /knowledge`, the longest game": _steadily(_knowledge),
    "`GET /moves`, 500 of the longest game": _steadily(_moves),
    "`GET /games/{id}/stream`, the longest game": _steadily(_game_stream),
    f"`GET /games`, {LOBBIES} lobbies": _steadily(_lobbies),
    "`GET /transcript`, the longest game": _steadily(_transcript),
    "`GET /players/{name}/games/export`": _steadily(_own_games),
    f"`GET /leaderboards/{{family}}`, {RATED:,} players": _steadily(_leaderboard),
    "`GET /tv`": _steadily(_tv),
    "`GET /me/notices`, `POST /me/notices/read`": _steadily(_notices),
    "`PUT /me/blocks/{name}`, `DELETE`": _steadily(_blocks),
    "`POST /games/{id}/disputes`": _as_guests(_disputes),
    "`POST /oauth/token`, unknown codes": _steadily(_exchanges),
    "`POST /oauth/device`": _steadily(_devices),
    "`GET /oauth/authorize`, new documents": _steadily(_documents),
    "`POST /oauth/authorize`": _as_guests(_approvals),
    "`POST /me/webhooks`": _as_guests(_webhooks),
    "`POST /tournaments`, and cancel": _opening_tournaments,
    "`POST /tournaments/{id}/join`, `/withdraw`": _as_guests(_joins),
    f"`GET /tournaments`, {TOURNAMENTS:,}": _steadily(_tournament_list),
    f"`GET /tournaments/{{id}}`, {PLAYERS:,} players": _of_league(""),
    f"`GET /tournaments/{{id}}/standings`, {PLAYERS:,} players": _of_league(
        "/standings", Accept="text/csv"
    ),
    f"`GET /tournaments/{{id}}/tables`, {TABLES:,} tables": _of_league("/tables?limit=100"),
    f"`GET /tournaments/{{id}}/stream`, {TABLES:,} tables": _of_league("/stream?after=0"),
    "`GET /tournaments/{id}/export`": _of_league("/export"),
    f"`GET /dumps`, {MOST_DUMPS} dumps": _steadily(_dumps),
    "`POST /class_sign_in`, wrong codes": _steadily(_class_codes),
    "`POST /classes`, 60 places": _steadily(_class_creations),
    "`GET /classes/{id}`, 15 tables": _steadily(_class_overview),
    "`POST /games`": _as_guests(_creations),
    f"`POST /games/bulk`, {GAMES_AT_ONCE} games each": _as_guests(_bulk),
    **{f"games against {BOTS} {level}s, {GUESTS} guests": _playing_bots(level) for level in STRONG},
}
