"""Fill an empty database over the API, so that every table has rows.

Players choose by a seed. Seeds of games, ids and tokens are secrets, so they differ from one dump
to the next.
"""

import hashlib
from collections.abc import Mapping, Sequence
from datetime import timedelta
from io import StringIO
from random import Random
from threading import Event
from typing import Any
from urllib.parse import urlencode

from django.core.cache import cache
from django.core.management import call_command
from django.test import Client
from django.utils import timezone

from accounts.credentials import bearers, codes
from accounts.models import Token, User
from accounts.oauth import devices
from accounts.oauth.clients import Client as App
from games.desk import claiming, hidden_access, players
from games.desk import players as desk_renaming
from games.desk.hidden_access import PERMISSION_WHILE_RUNNING
from games.desk.models import Dispute
from games.engine.presets import OVERLAYS, PRESETS
from games.engine.rule_sets import overlays_for
from games.log import archive_rows, ids, reader, transcripts
from games.log.models import Game, GameStatus, Position
from games.play import results
from games.ratings import rater
from games.ratings.models import Rating
from games.referee import loop
from games.reports import worker
from games.reports.models import GameAnalysis
from tests.classes.school import School
from tests.desk import review
from tests.engine import forging
from tests.players import Json, Player
from tests.tables import number_of
from tests.tournaments.club import Club
from tests.webhooks import hooks

PASSWORD = "a long enough pass phrase"
NAMES = ("Ann", "Bob", "Eve", "Kim", "Lea", "Max")
MOST_STEPS = 3_000
NEARLY_OVER = (10, 18, 26, 60)
"""Cards in hands and stock with which a running game is left, so that playing it on takes little
time.

Bots and books can end a game before: then another is left with more cards.
"""
IMPORTED = ("v1_bicycle", "series_left", "misdeal_in_honour")


class World:
    """Accounts by name, and what their clients note: secrets of tokens, and answers to keyed
    requests.
    """

    def __init__(self, rng: Random) -> None:
        self.rng = rng
        self.players: dict[str, Player] = {}
        self.retries: list[Json] = []

    def open(self, name: str) -> Player:
        """Register an account."""
        body = {"username": name, "password": PASSWORD}
        return self.enter(name, Player().post("/accounts", body))

    def enter(self, name: str, answer: Any) -> Player:
        """Record the token of a new account."""
        assert answer.status_code == 201, answer.content
        secret = answer.json()["token"]["secret"]
        player = Player(secret, name=answer.json()["account"]["username"])
        player.account = User.objects.get(username=player.name).pk
        self.players[name] = player
        return player

    def once(self, name: str, path: str, body: Json) -> Any:
        """Send a request with a key and record its answer."""
        key = f"release-{len(self.retries)}"
        answer = self.players[name].post(path, body, Idempotency_Key=key)
        assert answer.status_code < 300, answer.content
        digest = hashlib.sha256(answer.content).hexdigest()
        self.retries.append(
            {"player": name, "path": path, "body": body, "key": key, "sha256": digest}
        )
        return answer.json()


def fill(world: World) -> None:
    """Play everything."""
    for chapter in (
        _accounts,
        _presets,
        _overlays,
        _clocks,
        _lobbies,
        _disputes,
        _imported,
        _ratings,
        _tournaments,
        _classes,
        _apps,
        _people,
        _analyses,
        _archive,
    ):
        cache.clear()  # reset the rate limits
        chapter(world)
    loop.enforce_all()
    for preset in PRESETS:
        statuses = Game.objects.filter(preset=preset).values_list("status", flat=True)
        assert {GameStatus.RUNNING, GameStatus.OVER} <= set(statuses), preset


def play(game: str, players: Mapping[int, Player], rng: Random, *, down_to: int = 0) -> None:
    """Play a game by seats to its end, or until so few cards are left; bots on other seats move by
    themselves.

    :raises AssertionError: if it does not end.
    """
    reader = next(iter(players.values()))
    cache.clear()  # reset the rate limits
    state = reader.state(game)
    for number in range(MOST_STEPS):
        if number % 50 == 49:
            cache.clear()
        if state["phase"] == "over" or (state["phase"] == "ask" and _cards(state) <= down_to):
            return
        seat = state["to_act"]
        if seat not in players:
            state = reader.state(game)  # what is due is done first
            continue
        if state["you"] != seat:
            state = players[seat].state(game)
            continue
        action = rng.choice(_moves(state["legal_actions"]))
        answer = players[seat].act(game, action, If_Match=f'"{state["version"]}-{seat}"')
        assert answer.status_code in (200, 412), answer.content  # 412: a bot was faster
        state = answer.json()["state"] if answer.status_code == 200 else reader.state(game)
    raise AssertionError(f"{game} does not end")


def _moves(actions: list[Json]) -> list[Json]:
    """Return the actions that advance a game: books first, no resignations and no accidents."""
    books = [action for action in actions if action["type"] == "declare"]
    return books or [a for a in actions if a["type"] not in ("expose", "misdeal", "resign")]


def _cards(state: Json) -> int:
    cards: int = state["stock"] + sum(seat["hand_size"] for seat in state["seats"])
    return cards


def _game(world: World, names: Sequence[str], **body: Any) -> str:
    """Create a game and join it with these players.

    Bots are in the body; their seats follow the first.
    """
    seats = len(names) + len(body.get("bots", ()))
    game: str = world.once(names[0], "/games", {"seats": seats, **body})["game"]["id"]
    for name in names[1:]:
        world.once(name, f"/games/{game}/join", {"entropy": f"of {name}"})
    return game


def _play(world: World, game: str, *names: str, down_to: int = 0) -> None:
    players = [world.players[name] for name in names]
    seats = {player.state(game)["you"]: player for player in players}
    play(game, seats, world.rng, down_to=down_to)


def _leave_running(world: World, names: Sequence[str], **body: Any) -> str:
    """Play a game until it is nearly over, and return it."""
    for cards in NEARLY_OVER:
        game = _game(world, names, **body)
        _play(world, game, *names, down_to=cards)
        loop.enforce_all()  # bots can end it
        if world.players[names[0]].state(game)["phase"] != "over":
            return game
    raise AssertionError("every game ends")


def _accounts(world: World) -> None:
    for name in NAMES:
        world.open(name)
    world.enter("guest", Player().post("/accounts/guest"))
    world.enter("bot", world.players["Ann"].post("/me/bots", {"username": "ann-bot"}))
    world.players["Ann"].client.patch("/api/v1/me", {"email": "ann@example.org"})
    gone = world.open("Gone")
    assert gone.send("DELETE", "/me").status_code == 204
    del world.players["Gone"]
    review.reviewer("rita", PERMISSION_WHILE_RUNNING.partition(".")[2])
    _enrol(review.reviewer("ruth"))
    Client(SERVER_NAME="localhost").force_login(
        User.objects.get(username="rita"),
        backend="django.contrib.auth.backends.ModelBackend",
    )


def _enrol(user: User) -> None:
    """Give an account a second factor."""
    link = codes.make_link(user)
    codes.enrol(link, review.code_of(codes.new_key(link).bin_key))


def _presets(world: World) -> None:
    """Finish a game of people and one with a bot by each preset, and leave another running, and one
    with a master.
    """
    for preset in PRESETS:
        _play(world, _game(world, ["Ann", "Bob"], preset=preset), "Ann", "Bob")
        game = _game(world, ["Lea", "Max"], preset=preset, bots=["expert"])
        _play(world, game, "Lea", "Max")
        _leave_running(world, ["Kim", "guest"], preset=preset, bots=["memory"])
    _leave_running(world, ["Kim", "Max"], bots=["master"])


def _overlays(world: World) -> None:
    """Finish a game under each overlay; leave games in honour mode and with jokers running, and one
    series.
    """
    short = {"target_score": 6}
    for overlay in OVERLAYS:
        preset = next(name for name in PRESETS if overlay in overlays_for(name))
        rules: Json = {"preset": preset, "overlays": [overlay]}
        if overlay == "series":
            rules["options"] = short
        game = _game(world, ["Ann", "Eve"], **rules)
        _play(world, game, "Ann", "Eve")
        if overlay in ("honour", "wild_cards", "series"):
            _leave_running(world, ["Bob", "Max"], **rules)


def _clocks(world: World) -> None:
    """Leave a game with a clock running, one in which a stand-in plays, and one that ended by a
    resignation.
    """
    _leave_running(world, ["Ann", "Kim"], turn_seconds=3600)
    names = ("Ann", "Bob", "Kim")
    game = _leave_running(world, names, on_abandon="stand_in", stand_in="forgetful")
    world.once("Kim", f"/games/{game}/resign", {})
    game = _game(world, ["bot", "Eve"])
    world.once("Eve", f"/games/{game}/resign", {})
    world.once("bot", f"/games/{game}/rematch", {})


def _lobbies(world: World) -> None:
    """Leave lobbies open and closed, invitations held and declined, and people who wait for a
    table.
    """
    game = world.once("Ann", "/games", {"seats": 4, "preset": "pairs"})["game"]["id"]
    world.once("Bob", f"/games/{game}/join", {})
    world.once("Bob", f"/games/{game}/leave", {})
    world.once("Ann", f"/games/{game}/bots", {"level": "random"})
    private = {"seats": 3, "visibility": "private", "spectators": False, "allow_bots": False}
    game = world.once("Eve", "/games", private)["game"]["id"]
    for name in ("Kim", "Lea"):
        invited = world.players["Eve"].post(f"/games/{game}/invitations", {"player": name})
        assert invited.status_code == 204, invited.content
    assert world.players["Lea"].post(f"/games/{game}/decline").status_code == 204
    game = world.once("Max", "/games", {"seats": 2})["game"]["id"]
    world.once("Max", f"/games/{game}/leave", {})
    world.players["Kim"].post("/matches", {"seats": 2})
    world.players["Lea"].post("/matches", {"seats": 2})
    world.players["Max"].post("/matches", {"seats": 3})


def _disputes(world: World) -> None:
    """File disputes and take each to another stage."""
    ann, bob = world.players["Ann"], world.players["Bob"]
    games = []
    for _ in range(5):
        games.append(_game(world, ["Ann", "Bob"]))
        _play(world, games[-1], "Ann", "Bob")
    filed = [review.file(ann, game, words="I saw it.") for game in games]
    rita, ruth = (User.objects.get(username=name) for name in ("rita", "ruth"))
    review.rule(filed[1], rita, "warning", seat=1)
    review.rule(filed[2], rita, "annulled")
    review.rule(filed[3], rita, "dismissed")
    assert ann.post(f"/disputes/{filed[3].public_id}/appeal", {"words": "No."}).status_code == 200
    assert ann.send("DELETE", f"/disputes/{filed[4].public_id}").status_code < 300
    claiming.claim(Dispute.objects.get(pk=filed[3].pk), ruth, now=timezone.now())
    names = ("Max", "Ann", "Lea")
    game = _leave_running(world, names, on_abandon="stand_in", stand_in="random")
    running = Game.objects.get(pk=number_of(game))
    hidden_access.record_access(running, rita, why="For the league.", now=timezone.now())
    review.rule(review.file(ann, game, against=0), rita, "seat_removed", seat=0)
    review.file(bob, games[0], against=0)
    until = timezone.now() + timedelta(days=7)
    spare = world.open("Sam")
    game = _game(world, ["Sam", "Bob"])
    assert spare.post(f"/games/{game}/resign").status_code == 200
    review.rule(review.file(bob, game, against=0), rita, "suspended", seat=0, until=until)
    assert bob.post("/me/notices/read", {"up_to": _newest_notice(bob)}).status_code == 200


def _newest_notice(player: Player) -> Any:
    return player.get("/me/notices").json()["results"][0]["id"]


def _imported(world: World) -> None:
    for name in IMPORTED:
        transcripts.import_game(forging.golden(name))
    assert Game.objects.filter(status=GameStatus.OVER, imported_from__isnull=False).exists()
    assert results.by_preset(world.players["Ann"].account)


def _ratings(world: World) -> None:
    """Rate finished games, hide a rating, and leave a rated game running and one to be rated."""
    ann, bob = world.players["Ann"], world.players["Bob"]
    for resigns in ("Ann", "Bob", "Bob"):
        game = _game(world, ["Ann", "Bob"], rated=True)
        assert world.players[resigns].post(f"/games/{game}/resign").status_code == 200
    rater.catch_up()
    assert Rating.objects.filter(account=ann.account).exists()
    assert bob.client.patch("/api/v1/me/ratings", {"hidden": True}).status_code == 200
    _leave_running(world, ["Kim", "Lea"], rated=True)
    game = _game(world, ["Kim", "Max"], rated=True)
    assert world.players["Max"].post(f"/games/{game}/resign").status_code == 200


def _tournaments(world: World) -> None:
    """Leave a tournament that is over, one that plays, and one that takes players."""
    users = [world.players[name].account for name in ("Ann", "Bob", "Kim", "Lea")]
    for rounds in (1, 2):
        club = Club(users=list(User.objects.filter(pk__in=users)), rounds=rounds)
        club.start()
        club.play_round()
    soon = (timezone.now() + timedelta(days=1)).isoformat()
    terms = {"name": "League", "seats": 2, "turn_seconds": 30, "rounds": 3, "starts_at": soon}
    host = world.players["Eve"]
    cup = world.once("Eve", "/tournaments", {**terms, "entry": "invited"})["id"]
    assert host.client.put(f"/api/v1/tournaments/{cup}/directors/Lea").status_code < 300
    invited = host.post(f"/tournaments/{cup}/invitations", {"players": ["Bob", "Max"]})
    assert invited.status_code < 300, invited.content
    world.once("Max", f"/tournaments/{cup}/join", {})


def _classes(world: World) -> None:
    """Leave a class whose pupils play, and a party that is open."""
    school = School(world.players["Ann"])
    school.play(1, 2, 3, 4)
    for place, pupil in school.pupils.items():
        pupil.account = Token.objects.get(digest=bearers.digest(str(pupil.secret))).user_id
        world.players[f"pupil {place}"] = pupil
    party = School(world.players["Bob"], kind="party")
    party.fill()


def _apps(world: World) -> None:
    """Leave apps with access, one that waits for it, and webhooks with what they follow."""
    ann = world.players["Ann"]
    now = timezone.now()
    app = App("example", "Example", None)
    begun = devices.begin(app, ["read"], "", now=now)
    token = Token.objects.filter(user=ann.account).order_by("pk")[0]
    devices.decide(begun.user_code, token, approve=True, now=now)
    body = {
        "grant_type": devices.GRANT_TYPE,
        "client_id": app.client_id,
        "device_code": begun.device_code,
    }
    form = "application/x-www-form-urlencoded"
    exchanged = Player().send("POST", "/oauth/token", urlencode(body), form)
    assert exchanged.status_code == 200, exchanged.content
    devices.begin(app, ["read"], "", now=now)
    hooks.confirmed(ann)
    game = _game(world, ["Ann", "Kim"])
    _play(world, game, "Ann", "Kim", down_to=40)
    hooks.read_news()


def _people(world: World) -> None:
    """Block a player, greet one, replace a username, note something, and let a bot wait."""
    ann, bob = world.players["Ann"], world.players["Bob"]
    assert ann.client.put("/api/v1/me/blocks/Max").status_code < 300
    game = _leave_running(world, ["Bob", "Lea"])
    assert bob.post(f"/games/{game}/emotes", {"emote": "hello"}).status_code < 300
    rita = User.objects.get(username="rita")
    named = User.objects.get(pk=world.open("Tom").account)
    desk_renaming.replace_username(named, rita, shown="Tom", why="It insults.", now=timezone.now())
    players.write_note(named, rita, "Asked for another name.", now=timezone.now())
    offered = ann.client.put("/api/v1/me/bots/ann-bot/offer", {"presets": ["classic"]})
    assert offered.status_code == 200, offered.content
    announced = world.players["bot"].client.put("/api/v1/me/bot_status", {"capacity": 1})
    assert announced.status_code < 300, announced.content


def _analyses(world: World) -> None:
    """Analyse one game, and let another wait."""
    for _ in range(2):
        game = _game(world, ["Ann", "Bob"])
        _play(world, game, "Ann", "Bob")
        assert world.players["Ann"].post(f"/games/{game}/analysis").status_code == 202
        if not GameAnalysis.objects.filter(status="done").exists():
            assert worker.step(Event())


def _archive(world: World) -> None:
    """Archive the games that are over so far with a dictionary, and end some more."""
    over = Game.objects.filter(status=GameStatus.OVER).values_list("pk", flat=True)
    texts = [list(reader.stored_in_log(game)) for game in over]
    enough = archive_rows.FEWEST_SAMPLES // len(texts) + 1
    archive_rows.train(texts * enough, now=timezone.now())
    call_command("archive_games", "--older-than", "0d", stdout=StringIO())
    for preset in PRESETS:
        _play(world, _game(world, ["Ann", "Bob"], preset=preset), "Ann", "Bob")


def transcript_digests() -> dict[str, str]:
    """Return the SHA-256 of the transcript of each finished game, by game."""
    over = Game.objects.filter(status=GameStatus.OVER).order_by("pk")
    return {game.public_id: hashlib.sha256(transcripts.write(game)).hexdigest() for game in over}


def receipts() -> dict[str, dict[str, int | str]]:
    """Return number and digest of the last move of each game, by game."""
    heads = Position.objects.order_by("pk").values_list("pk", "version", "digest")
    return {
        ids.to_text(game_id): {"number": version, "digest": bytes(digest).hex()}
        for game_id, version, digest in heads
    }
