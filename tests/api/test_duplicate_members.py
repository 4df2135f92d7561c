"""A body with a duplicate member at any depth is refused, and nothing is recorded."""

from typing import Any

import pytest

from games.models import Game, Move, StoredAnswer
from tests.players import API, Player, guest, seated

pytestmark = pytest.mark.django_db

TWICE = [
    pytest.param(b'{"seats": 2, "seats": 3}', "seats", id="two values"),
    pytest.param(b'{"seats": 2, "seats": 2}', "seats", id="the same value"),
    pytest.param(b'{"seats": 2, "\\u0073eats": 2}', "seats", id="written in two ways"),
    pytest.param(b'{"": 2, "": 2}', "", id="without a name"),
    pytest.param(b'{"options": {"a": 1, "a": 1}, "seats": 2}', "a", id="in an object below"),
    pytest.param(b'{"bots": [1, {"b": {"a": 1, "a": 1}}]}', "a", id="in a list"),
    pytest.param(b'[{"a": 1, "a": 1}]', "a", id="in a list that is the body"),
    pytest.param(b'{"options": {}, "seats": 2, "options": 1}', "options", id="an object lost"),
    pytest.param(b'{"a": ":", "a": 12345678901234567890}', "a", id="next to colons in strings"),
]


@pytest.mark.parametrize("path", ["/games", "/matches", "/accounts", "/transcripts/verify"])
@pytest.mark.parametrize(("body", "name"), TWICE)
def test_a_member_that_stands_twice_is_refused(path: str, body: bytes, name: str) -> None:
    answer = guest().send("POST", path, body)

    assert (answer.status_code, answer.json()["code"]) == (400, "duplicate_member")
    assert f'"{name}"' in answer.json()["detail"]
    assert not Game.objects.exists()


@pytest.mark.parametrize(
    "body",
    [
        b'{"seats": 2, "options": {"hand_size": 2, "deal_table": null}}',
        b'{"seats": 2, "preset": "a:b", "visibility": "\\":\\""}',
        b'{"seats": 2, "options": {"seats": 2}}',
        b'{"seats": 2, "bots": [{"a": 1}, {"a": 1}]}',
    ],
)
def test_a_name_may_stand_in_several_objects_and_colons_in_strings(body: bytes) -> None:
    answer = guest().send("POST", "/games", body)

    assert answer.json()["code"] in ("validation_error", "impossible_rules")


@pytest.mark.parametrize("depth", [990, 1010])
def test_a_body_may_be_as_deep_as_it_will(depth: int) -> None:
    body = b'{"a":' * depth + b"1" + b"}" * depth

    answer = guest().send("POST", "/games", body)

    assert answer.status_code == 400
    assert answer.json()["code"] in ("validation_error", "malformed_json")


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
