"""Invalid input to every operation gets a problem document with a stable code, and nothing is
recorded.
"""

from collections.abc import Iterator
from datetime import timedelta
from typing import Any, NamedTuple

import pytest
from django.db import transaction
from django.urls import URLPattern, URLResolver, get_resolver
from django.utils import timezone

from accounts.credentials.tokens import MOST_AT_ONCE
from accounts.models import User
from accounts.notices import MOST_MARKED
from games.data.api.bodies import MOST_IDS
from games.live.api.bodies import MOST_FOLLOWED
from games.log.models import Game, Move, Seat, StoredAnswer
from games.play.api.bodies import MOST_OPENED
from games.play.api.list_bodies import MOST_NAMES
from tests.players import API, Player, guest, seated

pytestmark = pytest.mark.django_db

METHODS = ("GET", "POST", "PUT", "PATCH", "DELETE")
EXAMPLES = {
    "<int:seat>": "1",
    "<int:token_id>": "1",
    "<int:app_id>": "1",
    "<int:webhook_id>": "1",
    "<str:delivery_id>": "unknown",
    "<str:preset>": "classic",
    "<str:number>": "000",
    "<str:username>": "unknown",
    "<str:class_id>": "unknown",
    "<int:place>": "1",
}
FORMS = ("/oauth/token", "/oauth/device", "/oauth/revoke")
"""Take forms, and answer as RFC 6749 says: see `tests/accounts/test_oauth.py`."""
OF_PUPILS = "/classes/<str:class_id>/mine"
"""Refuses all tokens but those of pupils: see `tests/classes/test_who_may.py`."""
LARGE = b'{"preset": "' + b"x" * 70_000 + b'"}'


def routes_below(patterns: Any, before: str = "") -> Iterator[str]:
    for pattern in patterns:
        if isinstance(pattern, URLResolver):
            yield from routes_below(pattern.url_patterns, before + str(pattern.pattern))
        elif isinstance(pattern, URLPattern):
            yield before + str(pattern.pattern)


ROUTES = sorted(
    route.removeprefix("api/v1")
    for route in routes_below(get_resolver().url_patterns)
    if route.startswith("api/v1/")
)


class World(NamedTuple):
    """A game under way, its player, and the paths of all operations there."""

    player: Player
    game: str
    paths: list[str]


@pytest.fixture
def world(db: None) -> World:
    game, player, _ = seated(2)
    examples = EXAMPLES | {"<str:game_id>": game, "<str:tournament_id>": _tournament(player)}
    paths = []
    for route in ROUTES:
        if route in (*FORMS, OF_PUPILS):
            continue
        for part, example in examples.items():
            route = route.replace(part, example)
        paths.append(route.replace("<str:bot>", "unknown").replace("<int:bot_id>", "1"))
    return World(player, game, paths)


def _tournament(player: Player) -> str:
    """Register the player, and return a tournament of theirs."""
    User.objects.filter(pk=player.account).update(is_guest=False)
    soon = (timezone.now() + timedelta(days=1)).isoformat()
    terms = {"name": "Cup", "seats": 2, "turn_seconds": 30, "starts_at": soon, "rounds": 3}
    tournament: str = player.post("/tournaments", terms).json()["id"]
    return tournament


def posted(world: World) -> Iterator[str]:
    """Yield the paths that take a POST of a player, all of whose bodies are JSON."""
    for path in world.paths:
        allowed = world.player.send("OPTIONS", path).get("Allow", "")
        if "POST" in allowed and path != "/transcripts/verify":
            yield path


def sent(player: Player, method: str, path: str, *body: Any) -> Any:
    """Send a request and roll its changes back."""
    with transaction.atomic():
        answer = player.send(method, path, *body)
        transaction.set_rollback(True)
    return answer


def recorded() -> list[Any]:
    return [
        list(model.objects.order_by("pk").values()) for model in (Game, Move, Seat, StoredAnswer)
    ]


def code_of(answer: Any) -> str:
    """Check that an answer refuses the request with a problem document, and return its code."""
    assert answer["Content-Type"] == "application/problem+json", answer.content
    assert answer.status_code < 500
    return str(answer.json()["code"])


MALFORMED = [
    pytest.param(b"{", id="half an object"),
    pytest.param(b'{"seats": NaN}', id="not a number"),
    pytest.param(b'{"seats": 1e999}', id="an infinite number"),
    pytest.param(b'{"preset": "\xff"}', id="no UTF-8"),
    pytest.param(b'{"preset": "\\ud800"}', id="half a character"),
    pytest.param(b"[" * 20_000, id="deep lists"),
    pytest.param(b'{"a":' + b"9" * 30_000 + b"}", id="a number without end"),
    pytest.param(b"\xff\xfe{\x00}\x00", id="UTF-16"),
]
NO_OBJECTS = [b"[]", b"null", b"7"]
UNKNOWN = [b'{"colour": "red"}', b'{"": 1}']


@pytest.mark.parametrize("body", MALFORMED)
def test_a_body_that_is_not_json_is_refused_by_every_operation(world: World, body: bytes) -> None:
    assert_refused(world, body, "malformed_json")


@pytest.mark.parametrize("body", NO_OBJECTS)
def test_a_body_that_is_no_object_is_refused_by_every_operation(world: World, body: bytes) -> None:
    assert_refused(world, body, "validation_error")


@pytest.mark.parametrize("body", UNKNOWN)
def test_an_unknown_field_is_refused_by_every_operation(world: World, body: bytes) -> None:
    assert_refused(world, body, "validation_error")


def assert_refused(world: World, body: bytes, code: str) -> None:
    """Send a body to every operation: each refuses it, and records nothing."""
    before = recorded()
    codes = {path: code_of(sent(world.player, "POST", path, body)) for path in posted(world)}

    assert set(codes.values()) == {code}, codes
    assert recorded() == before


def test_an_unknown_query_parameter_is_refused_by_every_operation(world: World) -> None:
    before = recorded()

    answers = {
        (method, path): world.player.send(method, f"{path}?colour=red", b"{}")
        for path in world.paths
        for method in _allowed(world, path).split(", ")
    }

    assert {answer.status_code for answer in answers.values()} == {400}, answers
    for (method, _), answer in answers.items():
        if method != "HEAD":  # which has no body
            assert code_of(answer) == "validation_error"
            errors = answer.json()["errors"]
            assert ("/colour", "unknown_field") in [(e["pointer"], e["code"]) for e in errors]
    assert recorded() == before


def test_a_huge_body_is_refused_by_every_operation(world: World) -> None:
    assert_refused(world, LARGE, "body_too_large")


KINDS = ["", "application/x-www-form-urlencoded"]


@pytest.mark.parametrize("kind", KINDS)
def test_a_body_of_another_kind_is_refused_by_every_operation(world: World, kind: str) -> None:
    answers = {path: sent(world.player, "POST", path, b"{}", kind) for path in posted(world)}

    assert {code_of(answer) for answer in answers.values()} == {"unsupported_media_type"}, answers


@pytest.mark.parametrize("method", [*METHODS, "TRACE", "BREW"])
def test_a_wrong_method_is_refused_everywhere_with_the_allowed_ones(
    world: World, method: str
) -> None:
    for path in world.paths:
        allowed = world.player.send("OPTIONS", path)["Allow"].split(", ")
        answer = sent(world.player, method, path)
        if method not in allowed:
            assert code_of(answer) == "method_not_allowed", path
            assert set(answer["Allow"].split(", ")) == set(allowed)
        else:
            assert answer.status_code < 500


BAD_TOKENS = [
    pytest.param("gf_unknown", id="unknown"),
    pytest.param("", id="empty"),
    pytest.param("gf_é", id="beyond ASCII"),
    pytest.param("x" * 8_000, id="very long"),
]


@pytest.mark.parametrize("secret", BAD_TOKENS)
def test_a_token_that_does_not_hold_opens_no_operation_on_games(world: World, secret: str) -> None:
    stranger = Player(secret)

    for path in world.paths:
        if path.startswith("/games"):
            method = "POST" if "POST" in _allowed(world, path) else "GET"
            assert code_of(sent(stranger, method, path)) == "invalid_token"


@pytest.mark.parametrize(
    "query",
    ["%00", "status=%FF", "limit=1e9", "after=1&after=x"],
)
def test_a_query_of_nonsense_breaks_no_reader(world: World, query: str) -> None:
    for path in world.paths:
        if path.startswith(("/games", "/rulesets", "/sources")):
            answer = world.player.get(f"{path}?{query}")
            assert answer.status_code < 500


def _allowed(world: World, path: str) -> str:
    allowed: str = world.player.send("OPTIONS", path)["Allow"]
    return allowed


# --- shapes: each endpoint's own bounds once; the rest is in the schema and schemathesis ----------


BODIES: list[tuple[str, Any, str]] = [
    ("/games", {}, "/seats"),
    ("/games", {"seats": True}, "/seats"),
    ("/games", {"seats": 7}, "/seats"),
    ("/games", {"seats": 2, "overlays": ["pairs", "x"]}, "/overlays/1"),
    ("/games", {"seats": 2, "bots": ["random"] * 2}, "/bots"),
    ("/games", {"seats": 2, "options": []}, "/options"),
    ("/games", {"seats": 2, "a/b~c": 1}, "/a~1b~0c"),
    ("/matches", {"seats": 2, "wait_seconds": 301}, "/wait_seconds"),
    ("/games/{game}/ask", {"target": 1}, "/rank"),
    ("/games/{game}/ask", {"target": 1, "rank": "A", "card": "AC"}, "/rank"),
    ("/games/{game}/ask", {"target": 1, "card": "RJ"}, "/card"),
    ("/games/{game}/answer", {"cards": "AC"}, "/cards"),
    ("/games/{game}/cut", {"position": 0}, "/position"),
    ("/games/{game}/misdeal", {"reason": "bad luck"}, "/reason"),
    ("/games/{game}/join", {"entropy": "a\n1:b"}, "/entropy"),
    ("/games/{game}/join", {"seat": 6}, "/seat"),
    ("/games/{game}/bots", {"level": "perfect"}, "/level"),
    ("/games/{game}/decline", {"reason": "boredom"}, "/reason"),
    ("/games/{game}/emotes", {"emote": "hi there"}, "/emote"),
    ("/games/{game}/analysis", {"model": "2"}, "/model"),
    ("/games/bulk", {"games": [{"seats": 2, "take_seat": False}]}, "/games/0/own_bots"),
    ("/games/bulk", {"games": [{"seats": 2}] * (MOST_OPENED + 1)}, "/games"),
    ("/games/export", {"ids": ["x"] * 2}, "/ids"),
    ("/games/export", {"ids": [str(n) for n in range(MOST_IDS + 1)]}, "/ids"),
    ("/games/export", {"ids": ["x"], "cursor": "x"}, "/cursor"),
    ("/games/export", {"ids": ["x"], "version": 3}, "/version"),
    ("/games/stream", {"ids": ["x"], "after": {"y": 1}}, "/after"),
    ("/games/stream", {"ids": [str(n) for n in range(MOST_FOLLOWED + 1)]}, "/ids"),
    ("/players/lookup", {"usernames": ["Ann"] * 2}, "/usernames"),
    ("/players/lookup", {"usernames": [str(n) for n in range(MOST_NAMES + 1)]}, "/usernames"),
    ("/me/notices/read", {"up_to": 1, "ids": [1]}, "/ids"),
    ("/me/notices/read", {"ids": [1] * (MOST_MARKED + 1)}, "/ids"),
    ("/tokens", {"name": "x", "scopes": ["read", "everything"]}, "/scopes/1"),
    ("/tokens", {"name": "x", "expires_in_days": 7.5}, "/expires_in_days"),
    ("/tokens/test", {"tokens": ["gf_secret"] * (MOST_AT_ONCE + 1)}, "/tokens"),
]
QUERIES = [
    ("/games?status=waiting", "/status"),
    ("/games?created_after=2026-01-01T00:00", "/created_after"),
    ("/tournaments?cursor=%20", "/cursor"),
    ("/games?cursor=cD0x", "/cursor"),
    ("/games?cursor=cD0lMDA%3D", "/cursor"),
    ("/games?limit=101", "/limit"),
    ("/games?limit=5&limit=6", "/limit"),
    ("/games/{game}/moves?after=2147483648", "/after"),
    ("/games/{game}/moves?limit=501", "/limit"),
    ("/games/{game}/moves?wait=61", "/wait"),
    ("/players/{player}/games/export?as=transcripts&finished=false", "/finished"),
    ("/players/{player}/games/export?since=2026-01-31T12:00:00", "/since"),
    ("/players/{player}/games/export?opponent=no-such-player", "/opponent"),
    ("/bots/online?limit=101", "/limit"),
    ("/me/notices?cursor=%20", "/cursor"),
    ("/me/notices?unread=perhaps", "/unread"),
    ("/me/export?after=x", "/after"),
]


def test_a_body_or_a_query_of_the_wrong_shape_is_refused_by_field(world: World) -> None:
    before = recorded()
    names = {"game": world.game, "player": world.player.name}

    sent_bodies = [
        (path, world.player.post(path.format_map(names), body), pointer)
        for path, body, pointer in BODIES
    ]
    queries = [(path, world.player.get(path.format_map(names)), at) for path, at in QUERIES]

    for path, answer, pointer in (*sent_bodies, *queries):
        assert code_of(answer) == "validation_error", path
        codes = {error["pointer"]: error["code"] for error in answer.json()["errors"]}
        assert pointer in codes, path
        assert pointer != "/cursor" or codes[pointer] == "invalid", path
        assert "gf_secret" not in answer.content.decode()
    assert recorded() == before


# --- members that stand twice ---------------------------------------------------------------------


TWICE = [
    pytest.param(b'{"seats": 2, "seats": 2}', "seats", id="the same value"),
    pytest.param(b'{"seats": 2, "\\u0073eats": 2}', "seats", id="written in two ways"),
    pytest.param(b'{"options": {"a": 1, "a": 1}, "seats": 2}', "a", id="in an object below"),
    pytest.param(b'{"bots": [1, {"b": {"a": 1, "a": 1}}]}', "a", id="in a list"),
    pytest.param(b'{"options": {}, "seats": 2, "options": 1}', "options", id="an object lost"),
]


@pytest.mark.parametrize("path", ["/games", "/transcripts/verify"])
@pytest.mark.parametrize(("body", "name"), TWICE)
def test_a_member_that_stands_twice_is_refused(path: str, body: bytes, name: str) -> None:
    answer = guest().send("POST", path, body)

    assert (answer.status_code, answer.json()["code"]) == (400, "duplicate_member")
    assert f'"{name}"' in answer.json()["detail"]
    assert not Game.objects.exists()


@pytest.mark.parametrize(
    "body",
    [
        b'{"seats": 2, "preset": "a:b", "visibility": "\\":\\""}',
        b'{"seats": 2, "options": {"seats": 2}}',
    ],
)
def test_a_name_may_stand_in_several_objects_and_colons_in_strings(body: bytes) -> None:
    answer = guest().send("POST", "/games", body)

    assert answer.json()["code"] in ("validation_error", "impossible_rules")


@pytest.mark.django_db(transaction=True)  # a taken key rolls the whole transaction back
def test_a_refused_ask_moves_nothing_and_leaves_its_key_free() -> None:
    game, ann, bob = seated(2)
    state = ann.state(game)
    player = (ann, bob)[state["turn"]]
    ask = player.state(game)["legal_actions"][0]
    right = '{{"target": {target}, "rank": "{rank}"}}'.format_map(ask)
    twice = right.replace("{", '{"rank": "A", ')
    before = Move.objects.count()

    refused = keyed(player, game, twice)

    assert (refused.status_code, refused.json()["code"]) == (400, "duplicate_member")
    assert Move.objects.count() == before
    assert not StoredAnswer.objects.filter(key="once").exists()
    first, again = keyed(player, game, right), keyed(player, game, right)
    assert first.status_code == 200
    assert again.content == first.content
    late = keyed(player, game, twice)
    assert late.json()["code"] == "duplicate_member"


def keyed(player: Player, game: str, body: str) -> Any:
    """Send an ask as it is written, under one key."""
    return player.client.generic(
        "POST",
        f"{API}/games/{game}/ask",
        body,
        "application/json",
        headers={"Idempotency-Key": "once"},
    )
