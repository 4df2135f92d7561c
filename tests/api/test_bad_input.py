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

from accounts.models import User
from games.models import Game, Move, Seat, StoredAnswer
from gofish_api.api.problem_handler import PROBLEMS
from tests.players import Player, guest, seated

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
    """Check a problem document against the table, and return its code."""
    document = answer.json()
    assert answer["Content-Type"] == "application/problem+json", answer.content
    problem = PROBLEMS[document["code"]]
    assert (answer.status_code, document["status"]) == (problem.status, problem.status)
    assert document["title"] == problem.title
    assert document["detail"]
    assert problem.status < 500
    return problem.code


MALFORMED = [
    pytest.param(b"{", id="half an object"),
    pytest.param(b"not json", id="no JSON"),
    pytest.param(b'{"seats": 2,}', id="a comma too many"),
    pytest.param(b'{"seats": NaN}', id="not a number"),
    pytest.param(b'{"seats": 1e999}', id="an infinite number"),
    pytest.param(b" ", id="a space"),
    pytest.param(b'{"preset": "\xff"}', id="no UTF-8"),
    pytest.param(b'{"preset": "\\ud800"}', id="half a character"),
    pytest.param(b"[" * 20_000, id="deep lists"),
    pytest.param(b'{"a":' + b"9" * 30_000 + b"}", id="a number without end"),
    pytest.param(b"\xff\xfe{\x00}\x00", id="UTF-16"),
    pytest.param(b"\xef\xbb\xbf{}", id="a byte order mark"),
    pytest.param(b"<!DOCTYPE a [<!ENTITY b SYSTEM 'file:///etc/passwd'>]>", id="XML"),
    pytest.param(b'{"a":' * 10_000 + b"1" + b"}" * 10_000, id="deep objects"),
]
NO_OBJECTS = [b"[]", b"null", b'"text"', b"7", b"true", b"[{}]"]
UNKNOWN = [b'{"colour": "red"}', b'{"seat\\u0000": 1}', b'{"": 1}', b'{"__proto__": {}}']


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


KINDS = ["", "text/plain", "application/x-www-form-urlencoded", "a/b/c"]


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


READS_BY_POST = ("/stream_ticket", "/export", "/games/stream")
BAD_TOKENS = [
    pytest.param("gf_unknown", id="unknown"),
    pytest.param("", id="empty"),
    pytest.param("gf_\0", id="with a NUL"),
    pytest.param("gf_é", id="beyond ASCII"),
    pytest.param("a b c", id="of several words"),
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
    ("caller", "code"),
    [
        pytest.param(Player, "not_authenticated", id="without a token"),
        pytest.param(lambda: guest("read"), "insufficient_scope", id="that only reads"),
        pytest.param(lambda: guest("account"), "insufficient_scope", id="for the account alone"),
    ],
)
def test_commands_need_a_token_to_play(world: World, caller: Any, code: str) -> None:
    player, before = caller(), recorded()

    for path in world.paths:
        command = path.startswith("/games") and not path.endswith(READS_BY_POST)
        if command and "POST" in _allowed(world, path):
            assert code_of(sent(player, "POST", path, b"{}")) == code
    assert recorded() == before


def test_a_token_that_may_not_read_reads_no_game(world: World) -> None:
    player = guest("play")

    for path in ("", "/state", "/moves", "/replay?at=1"):
        assert code_of(player.get(f"/games/{world.game}{path}")) == "insufficient_scope"


@pytest.mark.postgresql
@pytest.mark.parametrize(
    "query",
    ["%00", "a%00=1", "after=%00", "status=%FF", "limit=1e9", "after=1&after=x", "x" * 5_000],
)
def test_a_query_of_nonsense_breaks_no_reader(world: World, query: str) -> None:
    for path in world.paths:
        if path.startswith(("/games", "/rulesets", "/sources")):
            answer = world.player.get(f"{path}?{query}")
            assert answer.status_code < 500


@pytest.mark.parametrize(
    ("path", "known"),
    [
        ("state", "None is allowed here."),
        ("moves", "Allowed: after, limit, wait."),
        ("replay", "Allowed: at, seat."),
    ],
)
def test_an_unknown_query_parameter_is_refused_with_the_known_ones(
    world: World, path: str, known: str
) -> None:
    answer = world.player.get(f"/games/{world.game}/{path}?at=1&after=1&colour=red")

    details = {error["pointer"]: error["detail"] for error in answer.json()["errors"]}
    assert details["/colour"] == f"Unknown query parameter: leave it out. {known}"


def test_what_a_body_may_say_a_query_may_not(world: World) -> None:
    before = recorded()

    answer = world.player.post("/games?seats=3", {"seats": 3})

    assert [error["detail"] for error in answer.json()["errors"]] == [
        "Unknown query parameter: leave it out. None is allowed here."
    ]
    assert recorded() == before


def test_a_wrong_method_is_refused_with_any_query(world: World) -> None:
    for path in (f"/games/{world.game}/state", f"/games/{world.game}/moves", "/games"):
        assert code_of(world.player.send("PUT", f"{path}?colour=red")) == "method_not_allowed"


def _allowed(world: World, path: str) -> str:
    allowed: str = world.player.send("OPTIONS", path)["Allow"]
    return allowed


SENTENCES = [
    pytest.param(
        {"bots": [2]},
        'Expected one of "random", "forgetful", "memory", "expert", not 2.',
        id="a number for a text",
    ),
    pytest.param(
        {"visibility": ["public"]},
        'Expected one of "public", "private", not a list.',
        id="a list for a text",
    ),
    pytest.param(
        {"visibility": 'se"cret'},
        'Expected one of "public", "private", not "se\\"cret".',
        id="another text",
    ),
    pytest.param({"bots": "memory"}, 'Expected a JSON list, not "memory".', id="no list"),
    pytest.param({"overlays": {}}, "Expected a JSON list, not an object.", id="an object"),
    pytest.param({"options": True}, "Expected a JSON object, not true.", id="no object"),
    pytest.param(
        {"options": {"ask_by": 7}}, 'ask_by must be one of "rank", "card".', id="an option"
    ),
]


@pytest.mark.parametrize(("fields", "sentence"), SENTENCES)
def test_a_type_error_names_the_json_type(fields: dict[str, Any], sentence: str) -> None:
    answer = guest().post("/games", {"seats": 2, **fields})

    assert [error["detail"] for error in answer.json()["errors"]] == [sentence]


def test_an_option_of_another_form_is_named() -> None:
    answer = guest().post("/games", {"seats": 2, "options": {"deal_table": 7}})

    [error] = answer.json()["errors"]
    assert "deal_table" in error["pointer"] + error["detail"]


@pytest.mark.parametrize(
    ("body", "what"),
    [
        (b"[[7]]", "a list"),
        (b"null", "null"),
        (b"1.5", "1.5"),
        (b'"' + 99 * b"x" + b'"', f'"{59 * "x"}…'),
    ],
)
def test_a_body_that_is_no_object_is_named(body: bytes, what: str) -> None:
    [error] = guest().send("POST", "/games", body).json()["errors"]

    assert (error["pointer"], error["detail"]) == ("", f"Expected a JSON object, not {what}.")


@pytest.mark.parametrize(
    ("path", "body", "allowed"),
    [
        ("ask", {"target": 1, "rank": "5", "seat": 1}, "Allowed: card, rank, target, type."),
        ("leave", {"seat": 1}, "None is allowed here."),
    ],
)
def test_an_unknown_field_of_a_command_is_named_with_what_to_do(
    world: World, path: str, body: dict[str, Any], allowed: str
) -> None:
    answer = world.player.post(f"/games/{world.game}/{path}", body)

    assert answer.json()["errors"] == [
        {
            "pointer": "/seat",
            "code": "unknown_field",
            "detail": f"Unknown field: leave it out. {allowed}",
        }
    ]
