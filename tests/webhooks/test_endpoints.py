"""The endpoints of webhooks: what they take, what they show, and to whom."""

from datetime import timedelta

import pytest
from django.utils import timezone
from pytest_django import Settings

from accounts.credentials import tokens
from games.webhooks.models import CHALLENGE, Delivery, Webhook
from games.webhooks.registering import MOST_OF_AN_ACCOUNT, MOST_QUEUED
from tests.players import Json, Player, account_of, guest
from tests.webhooks.hooks import DELIVERED, claim, confirmed
from tests.webhooks.test_delivering import queue, try_once

pytestmark = pytest.mark.django_db

BODY = {"url": "https://app.example.org/hook?x=1", "events": ["turn.yours", "notice"]}


def created(player: Player, **fields: object) -> Json:
    answer = player.post("/me/webhooks", {**BODY, **fields})
    assert answer.status_code == 201, answer.content
    shown: Json = answer.json()
    return shown


def refused(answer: object, status: int, code: str) -> Json:
    problem: Json = answer.json()  # type: ignore[attr-defined]
    assert (problem["status"], problem["code"]) == (status, code), problem
    return problem


def test_a_webhook_shows_its_secret_once_and_waits_for_its_challenge() -> None:
    ann = guest()
    answer = ann.post("/me/webhooks", BODY)

    shown = answer.json()
    assert shown.pop("secret").startswith("whsec_")
    assert answer["Cache-Control"] == "no-store"
    assert {key: shown[key] for key in ("url", "events", "status", "reason")} == {
        **BODY,
        "status": "unconfirmed",
        "reason": None,
    }
    assert ann.get("/me/webhooks").json() == {"webhooks": [shown]}
    (challenge,) = ann.get(f"/me/webhooks/{shown['id']}/deliveries").json()["deliveries"]
    assert (challenge["type"], challenge["status"], challenge["tries"]) == (CHALLENGE, "queued", 0)
    assert "challenge" not in challenge, "only the address hears it"


@pytest.mark.parametrize(
    "url, code",
    [
        ("http://app.example.org/", "bad_url"),
        ("https://app.example.org:8443/", "bad_url"),
        ("https://me@app.example.org/", "bad_url"),
        ("https://app.example.org/#x", "bad_url"),
        ("https://app.example.org/ü", "bad_url"),
        ("", "blank"),
        ("https://a.example.org/" + "x" * 500, "bad_url"),
        (7, "invalid"),
        (None, "null"),
    ],
)
def test_an_address_of_another_form_is_refused(url: object, code: str) -> None:
    problem = refused(guest().post("/me/webhooks", {**BODY, "url": url}), 400, "validation_error")
    assert [(error["pointer"], error["code"]) for error in problem["errors"]] == [("/url", code)]


def test_an_account_has_ten_of_all_its_tokens() -> None:
    ann = guest()
    other = Player(_issue(ann), account=ann.account)
    for number in range(MOST_OF_AN_ACCOUNT):
        created((ann, other)[number % 2], url=f"https://a{number}.example.org/")

    refused(ann.post("/me/webhooks", BODY), 409, "too_many_webhooks")
    ann.client.delete("/api/v1/tokens")
    created(Player(_issue(ann), account=ann.account))


def _issue(player: Player) -> str:
    user = account_of(player)
    return tokens.issue(user, name="app", scopes=["read"], now=timezone.now()).secret


def test_each_token_sees_its_own() -> None:
    ann = guest()
    other = Player(_issue(ann), account=ann.account)
    webhook = created(ann)["id"]
    delivery = ann.get(f"/me/webhooks/{webhook}/deliveries").json()["deliveries"][0]["id"]

    assert other.get("/me/webhooks").json() == {"webhooks": []}
    for player in (other, guest()):
        path = f"/me/webhooks/{webhook}"
        refused(player.get(f"{path}/deliveries"), 404, "webhook_not_found")
        refused(player.post(f"{path}/secret"), 404, "webhook_not_found")
        refused(player.client.delete(f"/api/v1{path}"), 404, "webhook_not_found")
        refused(player.post(f"{path}/deliveries/{delivery}/redeliver"), 404, "webhook_not_found")
    assert ann.client.delete(f"/api/v1/me/webhooks/{webhook}").status_code == 204
    assert ann.get("/me/webhooks").json() == {"webhooks": []}


def test_a_new_secret_leaves_the_old_one_a_day() -> None:
    ann = guest()
    webhook = created(ann)
    answer = ann.post(f"/me/webhooks/{webhook['id']}/secret")

    renewed = answer.json()
    assert renewed["secret"] != webhook["secret"]
    until = timezone.datetime.fromisoformat(renewed["old_secret_until"])  # type: ignore[attr-defined]
    assert timedelta(hours=23) < until - timezone.now() <= timedelta(days=1)
    assert answer["Cache-Control"] == "no-store"


def test_a_delivery_is_sent_again_with_its_id() -> None:
    ann = guest()
    webhook = confirmed(ann)
    (delivery,) = queue(webhook)
    try_once(webhook, DELIVERED)
    path = f"/me/webhooks/{webhook.pk}/deliveries"
    shown = ann.get(path).json()["deliveries"][0]
    assert (shown["id"], shown["status"], shown["answer"]) == (
        delivery.message_id,
        "delivered",
        204,
    )

    answer = ann.post(f"{path}/{delivery.message_id}/redeliver")

    assert (answer.status_code, answer.json()["status"]) == (202, "queued")
    (claimed,) = claim(webhook)
    assert claimed.delivery.message_id == delivery.message_id


def test_what_cannot_be_sent_again() -> None:
    ann = guest()
    webhook = confirmed(ann)
    path = f"/me/webhooks/{webhook.pk}/deliveries"
    challenge = webhook.deliveries.get(type=CHALLENGE).message_id
    for unknown in ("x", "msg_" + "0" * 32, "msg_" + "0" * 33, challenge):
        refused(ann.post(f"{path}/{unknown}/redeliver"), 404, "delivery_not_found")
    (delivery,) = queue(webhook)
    try_once(webhook, DELIVERED)
    queue(webhook, MOST_QUEUED)
    refused(ann.post(f"{path}/{delivery.message_id}/redeliver"), 409, "webhook_busy")
    Webhook.objects.update(status=Webhook.Status.DISABLED)
    refused(ann.post(f"{path}/{delivery.message_id}/redeliver"), 409, "webhook_not_active")


def test_the_challenges_of_a_host_are_few_and_one_address_leaves_some_to_others(
    settings: Settings,
) -> None:
    rates = {"webhook_challenges": "3/hour", "webhook_challenges_address": "2/hour"}
    settings.RATES = settings.RATES | rates
    for _ in range(2):
        created(guest())

    refused(guest().post("/me/webhooks", BODY), 429, "rate_limited")
    created(guest(), url="https://other.example.org/")
    settings.RATES = settings.RATES | {"webhook_challenges_address": "none"}  # as from elsewhere
    created(guest())
    refused(guest().post("/me/webhooks", BODY), 429, "rate_limited")


def test_the_export_lists_webhooks_without_secrets() -> None:
    ann = guest()
    webhook = created(ann)

    answer = ann.get("/me/export")

    (held,) = answer.json()["webhooks"]
    assert (held["id"], held["url"], held["status"]) == (
        webhook["id"],
        BODY["url"],
        "unconfirmed",
    )
    assert webhook["secret"].removeprefix("whsec_") not in answer.content.decode()


def test_closing_the_account_deletes_them() -> None:
    ann = guest()
    created(ann)
    assert ann.client.delete("/api/v1/me").status_code == 204
    assert not Webhook.objects.exists() and not Delivery.objects.exists()
