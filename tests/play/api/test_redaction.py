"""The redaction law over HTTP: answers do not depend on cards that are hidden from the caller.

A world is a stored game; its twin was dealt from a pack in which cards that the viewer has not seen
have changed places, and the same commands were given in both. Whatever the viewer reads or tries,
headers included, must be the same bytes but for the game's id and digests; the clock stands still.
"""

import json
import re
from collections.abc import Iterator, Sequence
from functools import cache
from itertools import chain
from random import Random
from typing import Any, NamedTuple

import pytest
import time_machine
from django.urls import get_resolver

from api_kit.ndjson import NDJSON
from games.engine import codec
from games.engine.cards import Card, Pack
from games.engine.commands import Abandon, Command, Deal, Expose, Misdeal, Resign, Rule
from games.engine.legal import legal_commands
from games.engine.refusals import Refusal
from games.engine.rule_sets import compose
from games.engine.rules import Rules
from games.engine.shuffle import shuffled_pack
from games.engine.table import Table
from games.live.frames import FrameFormat
from games.live.frames_by_seat import FramesBySeat
from games.log.models import Game
from games.log.notify.pages import Pager
from games.play import presence
from tests import tables
from tests.engine.test_redaction import public_parts, unseen
from tests.gofish_api.test_bad_input import routes_below
from tests.players import Json, Player, guest
from tests.rule_sets import MORE

pytestmark = [pytest.mark.django_db]  # both kinds run the same code


class Look(NamedTuple):
    """The parts of an answer that must be the same."""

    status: int
    content: str
    headers: dict[str, str]


SEATS = 3
COMMANDS_PLAYED = 12
EXCHANGES_TRIED = 60
FEWEST_EXCHANGES = 3

GAME = "games/<str:game_id>"
READERS: dict[str, Sequence[str]] = {
    "games": [
        *("/games", "/games?mine=true", "/games?status=running", "/games?expand=rules"),
        *("/games?sort=oldest", "/games?seats=3", "/games?bots_allowed=true&untimed=true"),
    ],
    GAME: ["/games/{game}"],
    f"{GAME}/state": ["/games/{game}/state"],
    f"{GAME}/moves": ["/games/{game}/moves", "/games/{game}/moves?after=6&limit=3"],
    f"{GAME}/replay": [f"/games/{{game}}/replay?at={number}" for number in (5, 7, 9, 12, 999)],
    f"{GAME}/knowledge": [
        f"/games/{{game}}/knowledge?at={number}&seat={seat}"
        for number, seat in ((5, 0), (9, 0), (9, 1), (999, 2))
    ],
    f"{GAME}/analysis": ["/games/{game}/analysis"],
    f"{GAME}/transcript": ["/games/{game}/transcript"],
    f"{GAME}/stream": ["/games/{game}/stream", "/games/{game}/stream?state=true&after=3"],
    f"{GAME}/presence": ["/games/{game}/presence"],
    f"{GAME}/disputes": ["/games/{game}/disputes"],
    f"{GAME}/invitations": ["/games/{game}/invitations"],
    f"{GAME}/invitation_link": ["/games/{game}/invitation_link"],
}
"""Every route that reads a game, and the paths to read."""

ASKS: list[dict[str, Any]] = [
    *({"target": target, "rank": rank} for target in range(SEATS) for rank in "27QA"),
    *({"target": target, "card": card} for target in range(SEATS) for card in ("7H", "QS")),
]
TRIES: dict[str, Sequence[dict[str, Any]]] = {
    "ask": ASKS,
    "answer": [{"cards": cards} for cards in ([], ["2C"], ["AH", "AS"])],
    "declare": [{"cards": cards} for cards in (["2C"], ["2C", "2D", "2H", "2S"], ["RJ", "BJ"])],
    "end_turn": [{}],
    "expose": [{"card": card} for card in ("2C", "7H", "QS", "AD")],
    "cut": [{"position": 7}],
    "join": [{}, {"seat": 1}],
    "entropy": [{"entropy": "x"}],
    "leave": [{}],
    "start": [{}],
    "bots": [{}, {"level": "expert", "seat": 1}],
    "rematch": [{}],
    "decline": [{}],
    "analysis": [{}],
    "emotes": [{}, {"emote": "no_such"}, {"emote": "well_played"}],
    "disputes": [{"move": 999, "reason": "other", "words": "What move?"}],
    "stream_ticket": [],  # the answer is a secret
    "watch_code": [{}],  # the games are public
    "invitations": [{"player": "unknown"}],
    "misdeal": [{"reason": "exposed_card"}],
    "resign": [],  # the end of the game shows every hand
}
"""Every command on a game, and the bodies to try."""

OF_THE_REQUEST = ("x-request-id", "ratelimit")
"""Headers that number and count requests, independent of content."""

RULES = [
    pytest.param(compose("bicycle", ["honour", "wild_cards"]), id="bicycle, honour, wild cards"),
    pytest.param(compose("classic"), id="classic"),
    pytest.param(compose("bicycle"), id="bicycle", marks=MORE),
    pytest.param(compose("pairs"), id="pairs", marks=MORE),
    pytest.param(compose("classic", ["bluff"]), id="bluff", marks=MORE),
]
SERIES = pytest.param(compose("pairs", ["series"]), id="series", marks=MORE)
VIEWERS = [*range(SEATS), "another account", "no account"]


@pytest.fixture(autouse=True)
def _the_clock_stands_still() -> Iterator[None]:
    with time_machine.travel(tables.BEGIN, tick=False):
        yield


@pytest.mark.parametrize("viewer", VIEWERS)
@pytest.mark.parametrize("rules", RULES)
def test_a_caller_gets_the_same_bytes_for_any_hidden_cards(rules: Rules, viewer: int | str) -> None:
    players = [guest() for _ in range(SEATS)]
    caller = players[viewer] if isinstance(viewer, int) else _stranger(viewer)
    script, twin = twins(rules, viewer if isinstance(viewer, int) else None)
    [(actor, last)] = script[-1:]
    assert actor is not None
    world, other = (tables.store(each[:-1], players) for each in (script, twin))

    assert_looks_the_same(caller, world, other)
    for seen, twin_seen in zip(refusals(caller, world), refusals(caller, other), strict=True):
        assert seen == twin_seen
    answers = [_act(players[actor], last, game) for game in (world, other)]
    if viewer == actor:
        assert answers[0] == answers[1]
    assert_looks_the_same(caller, world, other)


@pytest.mark.parametrize("viewer", range(SEATS))
@pytest.mark.parametrize("rules", RULES)
def test_a_seat_knows_the_same_whatever_cards_are_hidden(rules: Rules, viewer: int) -> None:
    players = [guest() for _ in range(SEATS)]
    games = [tables.store(each, players) for each in twins(rules, viewer)]
    numbers = [tables.number_of(game) for game in games]
    Game.objects.filter(pk__in=numbers).update(aids=True)
    is_covered = rules.referee == "auto" and not rules.joker_count

    for at in (7, 10, players[viewer].state(games[0])["version"]):
        paths = [f"/games/{game}/knowledge?at={at}&seat={viewer}" for game in games]
        answers = [players[viewer].get(path) for path in paths]
        assert answers[0].status_code == (200 if is_covered else 422)
        looks = [_look(answer, game) for answer, game in zip(answers, games, strict=True)]
        assert looks[0] == looks[1]


@pytest.mark.parametrize("viewer", [*range(SEATS), None])
@pytest.mark.parametrize("rules", RULES)
def test_a_stream_sends_the_same_bytes_for_any_hidden_cards(
    rules: Rules, viewer: int | None
) -> None:
    players = [guest() for _ in range(SEATS)]
    world, other = (tables.store(each, players) for each in twins(rules, viewer))

    assert _frames(world, viewer) == _frames(other, viewer)


LEAVER = 1
WAYS_TO_LEAVE: dict[str, Command] = {
    "resigned": Resign(LEAVER),
    "abandoned": Abandon(LEAVER),
    "removed": Rule(1, "seat_removed", LEAVER),
}


@pytest.mark.parametrize("rules", [*RULES, SERIES])
@pytest.mark.parametrize("way", WAYS_TO_LEAVE)
def test_a_player_who_left_is_sent_the_same_bytes_whatever_is_hidden_from_spectators(
    way: str, rules: Rules
) -> None:
    players = [guest() for _ in range(SEATS)]
    script, twin = twins(rules, None, leave=WAYS_TO_LEAVE[way])
    world, other = (tables.store(each, players) for each in (script, twin))

    leaver = players[LEAVER]
    assert_looks_the_same(leaver, world, other)
    for seen, twin_seen in zip(refusals(leaver, world), refusals(leaver, other), strict=True):
        assert seen == twin_seen


@pytest.mark.parametrize("way", WAYS_TO_LEAVE)
def test_a_player_who_left_is_sent_what_a_spectator_is_sent(way: str) -> None:
    players = [guest() for _ in range(SEATS)]
    script, _ = twins(compose("classic"), None, leave=WAYS_TO_LEAVE[way])
    game = tables.store(script, players)

    own, others = dict(looks(players[LEAVER], game)), dict(looks(guest(), game))
    for path in ("/games?mine=true", "/games?mine=true as lines"):
        assert own.pop(path) != others.pop(path)
    assert own == others


def test_a_caller_who_may_see_it_is_sent_the_difference() -> None:
    """The twins differ, so the test of the law is not empty."""
    players = [guest() for _ in range(SEATS)]
    worlds = [tables.store(each, players) for each in twins(compose("classic"), 0)]

    assert any(
        list(looks(players[seat], worlds[0])) != list(looks(players[seat], worlds[1]))
        for seat in (1, 2)
    )


def test_every_reader_and_every_command_of_games_is_held_to_the_law() -> None:
    routes = {route for route in routes_below(get_resolver().url_patterns) if "games" in route}
    below = {route.removeprefix("api/v1/") for route in routes if route.startswith("api/v1/games")}
    commands = {f"{GAME}/{name}" for name in TRIES}
    elsewhere = {
        f"{GAME}/seats/<int:seat>",  # DELETE, in the lobby alone
        "games/bulk",  # opens games, which have no cards yet
        "games/export",  # below
        "games/stream",  # sends what each game's own stream does: tests/live/test_games_stream
    }

    assert below == set(READERS) | commands | elsewhere


def assert_looks_the_same(caller: Player, world: str, other: str) -> None:
    """Read every path of both games, and compare."""
    for path, (seen, twin_seen) in looks(caller, world, other):
        assert seen == twin_seen, path


def looks(caller: Player, *games: str) -> Iterator[tuple[str, list[Look]]]:
    """Read every path, and yield it with what it shows of each game; a list shows all of them."""
    for path in chain.from_iterable(READERS.values()):
        for way, headers in (("", {}), (" as lines", {"Accept": NDJSON})):
            if "{game}" in path:
                answers = [caller.get(path.format(game=game), **headers) for game in games]
            else:
                answers = [caller.get(path, **headers)] * len(games)
            yield path + way, [_look(*each) for each in zip(answers, games, strict=True)]


def _frames(game: str, viewer: int | None) -> list[str]:
    """Return all moves as frames with the newest state, in every format."""
    page = Pager(tables.number_of(game), after=0, is_lobby=False).read(with_head=True)
    assert page.head is not None
    moves = FramesBySeat(page.moves, page.head.state.rules, page.head)
    written = [
        moves.between(0, moves.last, viewer, each, with_state=True).decode() for each in FrameFormat
    ]
    assert all('"legal_actions":' in each for each in written)
    return [re.sub(r'"digest":"\w+"', "DIGEST", each.replace(game, "GAME")) for each in written]


def refusals(caller: Player, game: str) -> Iterator[tuple[str, Look]]:
    """Send every command that is refused."""
    etag, state = caller.get(f"/games/{game}/state")["ETag"], caller.state(game)
    legal = [_body(action) for action in state["legal_actions"]]
    # In honour mode a player's wrong ask or answer is not refused: it stands, and shows what it
    # shows.
    stands = ("ask", "answer") if _is_honour(caller, game) and state["you"] is not None else ()
    for name, bodies in TRIES.items():
        for body in bodies:
            if (name, body) not in legal and name not in stands:
                answer = caller.post(f"/games/{game}/{name}", body, If_Match=etag)
                assert answer.status_code >= 400, (name, body, answer.content)
                yield name, _look(answer, game)


@cache
def twins(
    rules: Rules, viewer: int | None, *, leave: Command | None = None
) -> tuple[tables.Script, tables.Script]:
    """Return a random game so far and its twin for a viewer; they differ in at least three
    exchanges.

    With ``leave`` a seat leaves midway by that command, and a stand-in plays it on. Several tests
    ask for the same twins, which take half a second to find.
    """
    for seed in range(100):
        rng = Random(seed)
        pack = shuffled_pack(bytes([seed] * 32), (), "deal 1", joker_count=rules.joker_count)
        script = _played(rules, pack, rng, leave)
        if script is None:
            continue
        twin, exchanges = list(script), 0
        for _ in range(EXCHANGES_TRIED):
            hidden = unseen(tables.position(twin), viewer)
            if len(hidden) < 2:
                break
            first, second = rng.sample(hidden, 2)
            tried = _exchanged(twin, first, second)
            if _looks_the_same(script, tried, viewer):
                twin, exchanges = tried, exchanges + 1
        if exchanges >= FEWEST_EXCHANGES:
            assert tables.position(script).hands != tables.position(twin).hands or (
                tables.position(script).stock != tables.position(twin).stock
            )
            return script, twin
    raise AssertionError("no game has a twin")


def _played(
    rules: Rules, pack: Pack, rng: Random, leave: Command | None
) -> list[tuple[int | None, Command]] | None:
    """Return a game after some random commands, or None if it ends before."""
    script = list(tables.script(rules, SEATS, pack, on_abandon="stand_in" if leave else "end"))
    asides = (Expose, Misdeal, Resign)
    for number in range(COMMANDS_PLAYED):
        if leave is not None and number == COMMANDS_PLAYED // 2:
            script.append((None, leave))
        state = tables.position(script)
        seat = state.to_act()
        if seat is None:
            return None
        legal = legal_commands(Table(state), seat)
        script.append((seat, rng.choice([each for each in legal if not isinstance(each, asides)])))
    return None if tables.position(script).is_over else script


def _exchanged(
    script: tables.Script, first: Card, second: Card
) -> list[tuple[int | None, Command]]:
    other = {first: second, second: first}
    return [
        (seat, Deal(tuple(other.get(card, card) for card in command.pack)))
        if isinstance(command, Deal)
        else (seat, command)
        for seat, command in script
    ]


def _looks_the_same(script: tables.Script, twin: tables.Script, viewer: int | None) -> bool:
    try:
        pairs = list(zip(tables.events(script), tables.events(twin), strict=True))
    except Refusal:  # what the one holds and asks for, the other does not
        return False
    rules = tables.position(script).rules
    return not tables.position(twin).is_over and all(
        public_parts(one, viewer, rules) == public_parts(other, viewer, rules)
        for one, other in pairs
    )


def _act(player: Player, command: Command, game: str) -> Look:
    """Send a command over HTTP."""
    name, body = _body(
        next(
            action
            for action in player.state(game)["legal_actions"]
            if action.items() <= codec.to_json(command).items()
        )
    )
    etag = player.get(f"/games/{game}/state")["ETag"]
    answer = player.post(f"/games/{game}/{name}", body, If_Match=etag)
    assert answer.status_code == 200, answer.content
    return _look(answer, game)


def _look(answer: Any, game: str) -> Look:
    """Return an answer without the game's id, digests and request counters."""
    content = answer.content
    if answer["Content-Type"] == "application/json" and "results" in answer.json():
        listed = [each for each in answer.json()["results"] if each["id"] == game]
        return Look(answer.status_code, json.dumps(listed).replace(game, "GAME"), {})
    if answer["Content-Type"] == NDJSON and b'"id":"' in content:
        content = b"\n".join(line for line in content.splitlines() if game.encode() in line)
    text = content.decode().replace(game, "GAME")
    return Look(
        answer.status_code,
        re.sub(r'"digest":"\w+"', "DIGEST", text),
        {
            name: value.replace(game, "GAME")
            for name, value in answer.headers.items()
            if name.lower() not in OF_THE_REQUEST
        },
    )


def _is_honour(caller: Player, game: str) -> bool:
    return bool(caller.get(f"/games/{game}").json()["rules"]["referee"] == "honour")


def _body(action: dict[str, Any]) -> tuple[str, dict[str, Any]]:
    return action["type"], {name: value for name, value in action.items() if name != "type"}


def _stranger(kind: str) -> Player:
    return guest() if kind == "another account" else Player()


# --- many games or players at once ----------------------------------------------------------------


CONTENTS = ("transcripts", "summaries")


@pytest.mark.parametrize("viewer", VIEWERS)
@pytest.mark.parametrize("rules", RULES)
def test_bulk_answers_are_the_same_for_any_hidden_cards(rules: Rules, viewer: int | str) -> None:
    players = [guest() for _ in range(SEATS)]
    outsider = guest() if viewer == "another account" else Player()
    caller = players[viewer] if isinstance(viewer, int) else outsider
    script, twin = twins(rules, viewer if isinstance(viewer, int) else None)
    presence._recorded.clear()
    world, other = (tables.store(each, players) for each in (script, twin))

    seen, twin_seen = (list(_looks(caller, game, players)) for game in (world, other))

    assert seen == twin_seen
    assert len(seen) >= 5
    for text in seen:
        assert not any(f'"{word}"' in text for word in ("hand", "hands", "stock", "seed"))


def _looks(caller: Player, game: str, players: Sequence[Player]) -> Iterator[str]:
    """Yield what each bulk answer shows of a running game."""
    for content in CONTENTS:
        answer = caller.post("/games/export", {"ids": [game], "as": content})
        yield from _lines(answer.content, game)
    path = f"/players/{players[0].name}/games/export?as=summaries"
    yield from _lines(caller.get(path).content, game)
    if caller.secret is not None:
        mine = caller.get("/me/games").json()["games"]
        yield _text([each for each in mine if each["game"] == game], game)
    else:
        yield str(caller.get("/me/games").status_code)
    names = [player.name for player in players]
    yield _text(caller.post("/players/lookup", {"usernames": names}).json(), game)


def _lines(content: bytes, game: str) -> Iterator[str]:
    rows: list[Json] = [json.loads(line) for line in content.splitlines()]
    for row in rows:
        if row.get("id") == game:
            del row["cursor"]
            yield _text(row, game)


def _text(value: object, game: str) -> str:
    return json.dumps(value).replace(game, "GAME")
