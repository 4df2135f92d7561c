"""Policies of REST framework that all requests share: they keep nothing of a request."""

import gc
from collections.abc import Sequence
from typing import Any

import pytest
from django.test import Client, RequestFactory
from django.urls import URLPattern, URLResolver, get_resolver, resolve
from rest_framework.exceptions import APIException
from rest_framework.request import Request

from api_kit.endpoint import Endpoint
from api_kit.parsers import JSONParser
from games.play.api.bodies import AskSerializer
from gofish_api.middleware import LONGEST
from tests.players import Player, guest, seated
from tests.threads import at_once

ASK = "application/json"


def endpoints(patterns: Sequence[Any]) -> set[type[Endpoint]]:
    found = set()
    for each in patterns:
        if isinstance(each, URLResolver):
            found |= endpoints(each.url_patterns)
        elif isinstance(each, URLPattern):
            view = getattr(each.callback, "cls", None)
            found |= {view} if view is not None and issubclass(view, Endpoint) else set()
    return found


@pytest.mark.django_db
def test_no_shared_policy_keeps_anything_after_requests() -> None:
    game, ann, bob = seated(2)
    for player in (ann, bob, guest("read")):
        player.get(f"/games/{game}/state")
        player.get("/games")
        player.post(f"/games/{game}/ask", {"target": 0, "rank": "A"})
    kinds = {
        kind
        for view in endpoints(get_resolver().url_patterns)
        for kind in (
            *view.authentication_classes,
            *view.permission_classes,
            *view.throttle_classes,
            *view.parser_classes,
            *view.renderer_classes,
            view.content_negotiation_class,
        )
    }

    instances = [each for each in gc.get_objects() if type(each) in kinds]

    assert len(kinds) > 20 and len(instances) > 10
    assert [each for each in instances if vars(each)] == []


@pytest.mark.django_db(transaction=True)
def test_callers_with_different_rights_get_their_own_answers_at_the_same_time() -> None:
    game, *players = seated(2)
    reader, writer = guest("read"), guest("account")
    actor = players[players[0].state(game)["to_act"]]
    stale = {"If_Match": '"1-0"'}

    def repeat(player: Player, path: str, body: Any, **headers: str) -> list[tuple[int, str]]:
        answers = [
            player.post(path, body, **headers) if body is not None else player.get(path)
            for _ in range(15)
        ]
        return [(each.status_code, each.json().get("detail", "")) for each in answers]

    ask = {"target": 0, "rank": "A"}
    refused, foreign, played, unread = at_once(
        lambda: repeat(reader, f"/games/{game}/ask", ask),
        lambda: repeat(guest("play"), f"/games/{game}/ask", ask),
        lambda: repeat(actor, f"/games/{game}/ask", ask, **stale),
        lambda: repeat(writer, f"/games/{game}", None),
    )

    assert set(refused) == {(403, "This operation needs a token with the scope play.")}
    assert {status for status, _ in foreign} == {403}
    assert {status for status, _ in played} == {412}
    assert set(unread) == {(403, "This operation needs a token with the scope read.")}


# --- short bodies that are remembered -------------------------------------------------------------


def request_of(body: bytes, content_type: str = ASK, **headers: str) -> Request:
    sent = RequestFactory().post("/", body, content_type=content_type, **headers)  # type: ignore[arg-type]
    return Request(sent, parsers=[JSONParser()])


def test_a_remembered_body_is_a_copy_each_time() -> None:
    body = b'{"target": 1, "rank": "7"}'

    first = AskSerializer.read(request_of(body))
    first["target"] = 5

    assert AskSerializer.read(request_of(body)) == {"target": 1, "rank": 5}


@pytest.mark.parametrize(
    ("body", "headers"),
    [
        (b'{"target": 1, "rank": "7"}', {"content_type": "application/json; charset=utf-16"}),
        (b'{"target": 1, "rank": "7"}', {"headers": {"Content-Encoding": "gzip"}}),
        (b'{"target": 1, "rank": "7", "rank": "8"}', {}),
        (b'{"target": true, "rank": "7"}', {}),
    ],
)
def test_a_body_is_refused_though_an_equal_one_was_accepted(
    body: bytes, headers: dict[str, Any]
) -> None:
    AskSerializer.read(request_of(b'{"target": 1, "rank": "7"}'))

    for _ in range(2):
        with pytest.raises(APIException) as refused:
            AskSerializer.read(request_of(body, **headers))
        with pytest.raises(type(refused.value)) as usual:
            AskSerializer.parse(request_of(body, **headers).data)
        assert str(refused.value) == str(usual.value)


# --- views that are remembered --------------------------------------------------------------------


@pytest.mark.django_db
@pytest.mark.parametrize(
    "path",
    [
        pytest.param("/api/v1/games/0AbCdEfGhIj/ask", id="remembered"),
        pytest.param("/api/v1/games/0AbCdEfGhIk/ask", id="of another game"),
        pytest.param(f"/api/v1/games/{'0' * LONGEST}/ask", id="too long to be remembered"),
    ],
)
def test_it_finds_the_view_that_django_finds(client: Client, path: str) -> None:
    expected = resolve(path)

    for _ in range(2):
        found = client.get(path).wsgi_request.resolver_match
        assert found is not None
        assert (found.func, found.args, found.kwargs, found.route) == (
            expected.func,
            expected.args,
            expected.kwargs,
            expected.route,
        )
