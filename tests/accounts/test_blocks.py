"""Blocking players: the list and its limit, invitations, and the end with an account.

Bot accounts: their owners create them, issue their tokens and deactivate them.
"""

from datetime import UTC, datetime
from typing import Any

import pytest
from django.utils import timezone
from rest_framework.test import APIClient

from accounts import blocks, registration
from accounts.credentials import tokens
from accounts.models import Block, User
from accounts.refusals import GuestsOwnNoBots, ScopeNotAllowed
from accounts.registration import Registered
from tests.accounts import people
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
    registration.close_account(account_of(ann).pk, now=datetime.now(UTC))
    assert not Block.objects.exists()


def test_pairs_have_both_directions_and_owners() -> None:
    ann, mallory, carl = _person("Ann"), _person("Mallory"), guest()
    bot = _bot_of(mallory, "Droid")
    block(ann, mallory)
    accounts = [User.objects.get(pk=each.account) for each in (ann, bot, carl)]

    assert blocks.pairs(accounts) == {frozenset((ann.account, bot.account))}
    assert blocks.pairs(accounts[1:]) == set()


BOTS = "/api/v1/me/bots"


@pytest.fixture
def droid(ann: Registered) -> Registered:
    """A bot of Ann."""
    return registration.create_bot(ann.user, "Droid", now=timezone.now())


def test_a_new_bot_gets_an_account_and_a_token(as_ann: APIClient) -> None:
    answer = as_ann.post(BOTS, {"username": "Droid"})

    assert answer.status_code == 201
    account, token = answer.json()["account"], answer.json()["token"]
    assert (account["is_bot"], account["owner"]) == (True, "Ann")
    assert token["scopes"] == ["read", "play", "bot"]
    assert people.client(token["secret"]).get("/api/v1/me").json() == {
        **account,
        "unread_notices": 0,
    }
    assert as_ann.get(BOTS).json() == {"bots": [account]}


def test_a_bot_owns_no_bots_and_changes_no_account(droid: Registered) -> None:
    client = people.client(droid.issued.secret)

    for method, path in (("post", BOTS), ("patch", "/api/v1/me"), ("get", "/api/v1/tokens")):
        answer = getattr(client, method)(path, {})
        assert (answer.status_code, answer.json()["code"]) == (403, "insufficient_scope")
    with pytest.raises(GuestsOwnNoBots):
        registration.create_bot(droid.user, "Droidling", now=timezone.now())
    with pytest.raises(ScopeNotAllowed):
        tokens.issue(droid.user, name="x", scopes=["account"], now=timezone.now())


def test_the_number_of_bots_of_an_account_is_limited(as_ann: APIClient, ann: Registered) -> None:
    now = timezone.now()
    opened = [
        registration.create_bot(ann.user, f"Droid{n}x", now=now)
        for n in range(registration.MOST_BOTS)
    ]

    answer = as_ann.post(BOTS, {"username": "OneMore"})

    assert (answer.status_code, answer.json()["code"]) == (409, "too_many_bots")
    registration.deactivate_bot(opened[0].user, now=now)
    assert as_ann.post(BOTS, {"username": "OneMore"}).status_code == 201


def test_the_owner_issues_lists_and_revokes_the_tokens_of_a_bot(
    as_ann: APIClient, droid: Registered
) -> None:
    answer = as_ann.post(f"{BOTS}/droid/tokens", {"name": "server", "scopes": ["read"]})

    assert (answer.status_code, answer.json()["scopes"]) == (201, ["read"])
    client = people.client(answer.json()["secret"])
    assert client.get("/api/v1/me").json()["username"] == "Droid"
    listed = as_ann.get(f"{BOTS}/Droid/tokens").json()["tokens"]
    assert [token["id"] for token in listed] == [answer.json()["id"], droid.issued.token.pk]
    assert as_ann.delete(f"/api/v1/tokens/{answer.json()['id']}").status_code == 204
    assert client.get("/api/v1/me").status_code == 401


def test_a_deactivated_bot_loses_its_tokens_and_keeps_its_name(
    as_ann: APIClient, droid: Registered
) -> None:
    assert as_ann.delete(f"{BOTS}/Droid").status_code == 204

    assert people.client(droid.issued.secret).get("/api/v1/me").status_code == 401
    assert [bot["is_active"] for bot in as_ann.get(BOTS).json()["bots"]] == [False]
    assert as_ann.post(BOTS, {"username": "Droid"}).json()["code"] == "username_taken"
    assert as_ann.delete(f"{BOTS}/Droid").json()["code"] == "no_such_bot"


@pytest.mark.parametrize("name", ["Droid", "%00"])
@pytest.mark.parametrize(("method", "path"), [("delete", ""), ("get", "/tokens")])
def test_only_the_owner_can_access_a_bot(
    droid: Registered, method: str, path: str, name: str
) -> None:
    bob = people.client(people.register("Bob").issued.secret)

    answer = getattr(bob, method)(f"{BOTS}/{name}{path}")

    assert (answer.status_code, answer.json()["code"]) == (404, "no_such_bot")
    assert User.objects.get(username="Droid").is_active
