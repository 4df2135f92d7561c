"""Bot accounts: their owners create them, issue their tokens and deactivate them."""

import pytest
from django.utils import timezone
from rest_framework.test import APIClient

from accounts import registration
from accounts.credentials import tokens
from accounts.models import User
from accounts.refusals import GuestsOwnNoBots, ScopeNotAllowed
from accounts.registration import Registered
from tests.accounts import people

pytestmark = pytest.mark.django_db

BOTS = "/api/v1/me/bots"


@pytest.fixture
def droid(ann: Registered) -> Registered:
    """A bot of Ann."""
    return registration.create(ann.user, "Droid", now=timezone.now())


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
        registration.create(droid.user, "Droidling", now=timezone.now())
    with pytest.raises(ScopeNotAllowed):
        tokens.issue(droid.user, name="x", scopes=["account"], now=timezone.now())


def test_the_number_of_bots_of_an_account_is_limited(as_ann: APIClient, ann: Registered) -> None:
    now = timezone.now()
    opened = [
        registration.create(ann.user, f"Droid{n}x", now=now) for n in range(registration.MOST_BOTS)
    ]

    answer = as_ann.post(BOTS, {"username": "OneMore"})

    assert (answer.status_code, answer.json()["code"]) == (409, "too_many_bots")
    registration.deactivate(opened[0].user, now=now)
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
