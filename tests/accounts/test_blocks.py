"""Blocking players: the list and its limit, invitations, and the end with an account."""

from datetime import UTC, datetime
from typing import Any

import pytest

from accounts import blocks, preferences
from accounts.models import Block, User
from tests.permissions import _bot_of, _person
from tests.players import Player, account_of, guest, refused

pytestmark = pytest.mark.django_db


def blocked_by(player: Player) -> list[str]:
    return [each["player"] for each in player.get("/me/blocks").json()["blocks"]]


def block(player: Player, other: Player) -> Any:
    return player.client.put(f"/api/v1/me/blocks/{other.name}")


def invited(host: Player, other: Player) -> Any:
    game = host.create(seats=2)
    return host.post(f"/games/{game}/invitations", {"player": other.name})


def test_blocking_and_unblocking_twice_is_the_same_as_once() -> None:
    ann, bob, eve = guest(), guest(), guest()

    assert [block(ann, each).status_code for each in (bob, eve, bob)] == [204] * 3
    assert blocked_by(ann) == [eve.name, bob.name]
    path = f"/api/v1/me/blocks/{bob.name}"
    assert [ann.client.delete(path).status_code for _ in range(2)] == [204] * 2
    assert blocked_by(ann) == [eve.name]
    assert blocked_by(bob) == []


def test_who_cannot_be_blocked() -> None:
    ann = guest()

    assert refused(ann.client.put("/api/v1/me/blocks/Unknown-one")) == (404, "no_such_player")
    assert refused(ann.client.delete("/api/v1/me/blocks/Unknown-one")) == (404, "no_such_player")
    assert refused(block(ann, ann)) == (409, "cannot_block")
    assert refused(ann.client.put(f"/api/v1/me/blocks/{ann.name}", {"why": "x"})) == (
        400,
        "validation_error",
    )


def test_blocks_are_limited(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(blocks, "MOST_OF_AN_ACCOUNT", 2)
    ann, bob, eve, kim = (guest() for _ in range(4))

    answers = [block(ann, each) for each in (bob, eve, kim, bob)]

    assert [answer.status_code for answer in answers] == [204, 204, 409, 204]
    assert answers[2].json()["code"] == "too_many_blocks"


def test_a_blocked_player_cannot_invite_and_is_refused_like_at_the_limit() -> None:
    ann, mallory, carl = guest(), guest(), guest()
    assert block(ann, mallory).status_code == 204

    answer = invited(mallory, ann)

    assert refused(answer) == (409, "not_invitable")
    assert answer.json()["detail"] == "This player cannot be invited now."
    assert invited(carl, ann).status_code == 204
    assert invited(ann, mallory).status_code == 204
    owner = _person("Mallory")
    block(ann, owner)
    assert refused(invited(_bot_of(owner, "Droid"), ann)) == (409, "not_invitable")


def test_a_rematch_sends_no_invitation_to_a_player_who_has_blocked_its_opener() -> None:
    ann, bob = guest(), guest()
    game = ann.create(seats=2)
    bob.join(game)
    ann.post(f"/games/{game}/resign")
    block(bob, ann)

    assert ann.post(f"/games/{game}/rematch").status_code == 200

    assert bob.get("/games?invited=true").json()["results"] == []
    assert bob.post(f"/games/{game}/rematch").status_code == 200


def test_blocks_are_exported_and_end_with_either_account() -> None:
    ann, bob, eve = _person("Ann"), _person("Bob"), _person("Eve")
    block(ann, bob)
    block(eve, ann)

    assert [each["player"] for each in ann.get("/me/export").json()["blocks"]] == ["Bob"]
    assert bob.get("/me/export").json()["blocks"] == []
    preferences.close(account_of(ann).pk, now=datetime.now(UTC))
    assert not Block.objects.exists()


def test_pairs_have_both_directions_and_owners() -> None:
    ann, mallory, carl = _person("Ann"), _person("Mallory"), guest()
    bot = _bot_of(mallory, "Droid")
    block(ann, mallory)
    accounts = [User.objects.get(pk=each.account) for each in (ann, bot, carl)]

    assert blocks.pairs(accounts) == {frozenset((ann.account, bot.account))}
    assert blocks.pairs(accounts[1:]) == set()
