"""Attacks on every kind of input: each is refused and has no effect."""

import json
from typing import Any

import pytest
from django.test import Client
from rest_framework.test import APIClient

from accounts import names
from accounts.models import Token, User
from tests import players
from tests.accounts import people
from tests.players import Player

API = "/api/v1"


@pytest.fixture
def ann(db: None) -> APIClient:
    return people.client(people.register("Ann").issued.secret)


# --- free text ------------------------------------------------------------------------------------

INJECTIONS = [
    "' OR '1'='1",
    "'; DROP TABLE accounts_user; --",
    '" UNION SELECT password FROM accounts_user --',
    "%' AND 1=0 UNION ALL SELECT 1 --",
    "{{1237*8999}}{% debug %}",
    "${1237*8999}#{1237*8999}<%= 1237*8999 %>",
    "%s%n%x{0.__class__}",
    "<script>alert(1)</script>",
    "../../../../etc/passwd",
    "$(touch /tmp/x)`id`",
    "a\r\nSet-Cookie: admin=1",
    "\u202egnp.exe",
    "\ufeff\u200b\u2060",
    "Z\u0351\u036b\u0343a\u0321" * 8,
    "\U0001f41f" * 40,
    "\ufffe\uffff",
    "x" * 20_000,
]

FREE_TEXT: list[tuple[str, str, dict[str, Any], str]] = [
    ("post", "/accounts", {"password": people.PASSWORD}, "username"),
    ("post", "/accounts", {"username": "Bob"}, "password"),
    ("post", "/accounts", {"username": "Bob", "password": people.PASSWORD}, "email"),
    ("post", "/me/register", {"password": people.PASSWORD}, "username"),
    ("post", "/me/bots", {}, "username"),
    ("post", "/tokens", {}, "name"),
    ("post", "/tokens", {"name": "x", "password": "x"}, "username"),
    ("post", "/tokens", {"name": "x", "username": "Ann"}, "password"),
    ("patch", "/me", {}, "email"),
    ("post", "/me/password", {"new_password": people.PASSWORD}, "current_password"),
    ("post", "/email/verify", {}, "code"),
    ("post", "/password/reset", {}, "email"),
    ("post", "/password/reset/confirm", {"new_password": people.PASSWORD}, "code"),
    ("post", "/games", {"seats": 2}, "preset"),
]


@pytest.mark.slow
@pytest.mark.parametrize("text", INJECTIONS, ids=range(len(INJECTIONS)))
@pytest.mark.parametrize(
    ("method", "path", "rest", "field"), FREE_TEXT, ids=[f"{p} {f}" for _, p, _, f in FREE_TEXT]
)
def test_injections_in_text_have_no_effect(
    ann: APIClient, method: str, path: str, rest: dict[str, Any], field: str, text: str
) -> None:
    answer = getattr(ann, method)(API + path, {**rest, field: text})

    assert answer.status_code < 500
    assert "Set-Cookie" not in answer
    assert str(1237 * 8999) not in answer.content.decode()
    assert User.objects.count() <= 2
    for name in User.objects.values_list("username", flat=True):
        names.is_username(name)
    for token in Token.objects.all():
        names.is_visible(token.name)


@pytest.mark.parametrize(
    "name",
    [
        pytest.param("\u0410nn", id="a Cyrillic letter"),
        pytest.param("Ann\u200b", id="a zero width space"),
        pytest.param("\u202ennA", id="written from right to left"),
        pytest.param("A\u0301nn", id="a combining accent"),
        pytest.param("\uff21\uff4e\uff4e", id="full width"),
        pytest.param("Ann\u00ad", id="a soft hyphen"),
        pytest.param("\U0001d400nn", id="a mathematical letter"),
        pytest.param("A\u2019nn", id="a curly quote"),
        pytest.param("Ann ", id="a space at the end"),
        pytest.param("Ann\n", id="a line feed at the end"),
        pytest.param("Ann\0", id="a NUL at the end"),
        pytest.param("Ann_", id="a dash more"),
        pytest.param("ANN", id="in capitals"),
    ],
)
def test_a_name_that_looks_like_another_is_refused(ann: APIClient, name: str) -> None:
    body = {"username": name, "password": people.PASSWORD}

    answer = APIClient().post(f"{API}/accounts", body)

    assert answer.status_code in (400, 409)
    assert User.objects.get().username == "Ann"


# --- bodies ---------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    "column",
    ["id", "is_staff", "is_superuser", "is_bot", "is_guest", "is_active", "owner", "owner_id"],
)
@pytest.mark.parametrize(
    ("method", "path", "body"),
    [
        ("post", "/accounts", {"username": "Bob", "password": people.PASSWORD}),
        ("post", "/accounts/guest", {}),
        ("patch", "/me", {}),
        ("post", "/me/bots", {"username": "Droid"}),
        ("post", "/me/register", {"username": "Bob", "password": people.PASSWORD}),
    ],
)
def test_unknown_members_assign_no_column(
    ann: APIClient, method: str, path: str, body: dict[str, Any], column: str
) -> None:
    answer = getattr(ann, method)(API + path, {**body, column: 1})

    assert (answer.status_code, answer.json()["errors"][0]["code"]) == (400, "unknown_field")
    assert User.objects.count() == 1


# --- headers --------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("header", "value"),
    [
        ("Host", "evil.example"),
        ("Host", "localhost@evil.example"),
        ("Host", "localhost/../"),
    ],
)
def test_a_foreign_host_is_refused(db: None, header: str, value: str) -> None:
    answer = Client(raise_request_exception=False).get(f"{API}/rulesets", headers={header: value})

    assert (answer.status_code, answer.json()["code"]) == (400, "bad_request")
    assert "evil" not in answer.content.decode()


@pytest.mark.parametrize(
    "headers",
    [
        {"X-Original-URL": "/admin/"},
        {"X-Rewrite-URL": "/admin/"},
        {"X-Forwarded-Host": "evil.example"},
        {"X-Forwarded-Prefix": "//evil.example"},
        {"Forwarded": "host=evil.example;proto=https"},
        {"X-User": "1"},
        {"Remote-User": "Ann"},
        {"Cookie": "sessionid=../../etc/passwd; csrftoken=x"},
    ],
    ids=lambda headers: next(iter(headers)),
)
def test_proxy_headers_are_ignored(db: None, headers: dict[str, str]) -> None:
    plain, dressed = (Client().get(f"{API}/games", headers=h) for h in ({}, headers))

    assert (plain.status_code, plain.content) == (dressed.status_code, dressed.content)


def test_no_location_or_link_leads_to_another_host(db: None) -> None:
    ann = players.guest()
    for _ in range(2):
        ann.create()

    page = (
        Player()
        .client.get(f"{API}/games?limit=1", headers={"X-Forwarded-Host": "evil.example"})
        .json()
    )

    assert "evil" not in json.dumps(page)


# --- what belongs to others -----------------------------------------------------------------------


def test_an_idempotency_key_returns_no_answer_of_another_account(db: None) -> None:
    ann, bob = players.guest(), players.guest()
    body = {"seats": 2, "visibility": "private"}
    his = ann.post("/games", body, Idempotency_Key="same").json()

    answer = bob.post("/games", body, Idempotency_Key="same")

    assert answer.status_code == 201
    assert answer.json()["game"]["id"] != his["game"]["id"]


def test_no_field_lets_one_act_from_the_seat_of_another(db: None) -> None:
    game, ann, bob = players.seated(2)
    to_act = ann.state(game)["to_act"]
    idle = (ann, bob)[1 - to_act]

    for smuggled in ({"seat": to_act}, {"account": 1}, {"player": "x"}):
        body = {"target": to_act, "rank": "5", **smuggled}
        answer = idle.post(f"/games/{game}/ask", body)
        assert (answer.status_code, answer.json()["code"]) == (400, "validation_error")
    stranger = players.guest().ask(game, to_act, "5")
    assert (stranger.status_code, stranger.json()["code"]) == (403, "not_seated")


# --- slow and half-sent bodies --------------------------------------------------------------------
