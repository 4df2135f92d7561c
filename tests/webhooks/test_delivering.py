"""Tries: when they are made, what their results change, and who is kept from whom."""

import json
from datetime import datetime, timedelta

import pytest
import time_machine
from django.db import connection
from django.test.utils import CaptureQueriesContext
from django.utils import timezone
from standardwebhooks.webhooks import Webhook as Verifier

from accounts import notices
from games.webhooks import delivering, registering
from games.webhooks.delivering import DELAYS, LEASE, SLOW_FOR, Result, Turn, next_turn
from games.webhooks.models import CHALLENGE, Delivery, Webhook
from gofishkit import answer_challenge
from tests.players import Player, guest, statements
from tests.threads import at_once
from tests.webhooks.hooks import DELIVERED, FAILED, URL, claim, confirmed, register

pytestmark = pytest.mark.django_db(transaction=True)
POSTGRESQL = pytest.mark.postgresql

GONE = Result(410, error="refused")
NOW = datetime.fromisoformat("2027-03-01T12:00:00+00:00")


def queue(webhook: Webhook, count: int = 1) -> list[Delivery]:
    now = timezone.now()
    return [
        Delivery.objects.create(
            webhook=webhook, type="notice", data={"notice": n}, created_at=now, next_try_at=now
        )
        for n in range(count)
    ]


def try_once(webhook: Webhook, result: Result) -> None:
    (claimed,) = claim(webhook)
    delivering.record([(claimed, result)])


def test_a_failed_delivery_is_tried_ten_times_over_three_days() -> None:
    with time_machine.travel(NOW, tick=False) as clock:
        webhook = confirmed(guest())
        (delivery,) = queue(webhook)

        waits = []
        while delivery.status == "queued":
            try_once(webhook, FAILED)
            delivery.refresh_from_db()
            if delivery.next_try_at is not None:
                waits.append(delivery.next_try_at - timezone.now())
                assert claim(webhook, at=delivery.next_try_at - timedelta(seconds=1)) == []
                clock.move_to(delivery.next_try_at)

    minutes = [wait.total_seconds() / 60 for wait in waits]
    assert minutes == [5 / 60, 5, 30, 120, 300, 600, 840, 1200, 1440]
    assert (delivery.status, delivery.tries, delivery.answer) == ("failed", 10, 503)


@pytest.mark.parametrize(
    "asked, waits", [(0, DELAYS[0]), (90, timedelta(seconds=90)), (10**7, timedelta(days=1))]
)
def test_retry_after_delays_the_next_try_by_a_day_at_most(asked: int, waits: timedelta) -> None:
    with time_machine.travel(NOW, tick=False):
        webhook = confirmed(guest())
        (delivery,) = queue(webhook)
        try_once(webhook, FAILED._replace(retry_after=timedelta(seconds=asked)))

        delivery.refresh_from_db()
        assert delivery.next_try_at == timezone.now() + waits


def test_410_disables_at_once_with_a_notice_and_drops_what_waits() -> None:
    ann = guest()
    webhook = confirmed(ann)
    queue(webhook, 3)
    try_once(webhook, GONE)

    webhook.refresh_from_db()
    assert (webhook.status, webhook.reason) == ("disabled", "gone")
    assert claim(webhook) == []
    assert set(webhook.deliveries.exclude(type=CHALLENGE).values_list("status", flat=True)) == {
        "failed"
    }
    assert [notice.kind for notice in notices.of_account(ann.account)] == ["webhook_disabled"]
    assert ann.get("/me/notices").json()["results"][0]["kind"] == "webhook_disabled"


def test_the_owner_of_a_bot_learns_that_its_webhook_is_disabled() -> None:
    from tests.permissions import _bot_of, _person

    owner = _person("Ann")
    webhook = confirmed(_bot_of(owner, "Robbie"))
    queue(webhook)

    try_once(webhook, GONE)

    assert [notice.kind for notice in notices.of_account(owner.account)] == ["webhook_disabled"]


def test_ten_days_of_failures_disable_and_a_success_between_does_not() -> None:
    with time_machine.travel(NOW, tick=False) as clock:
        webhook = confirmed(guest())
        for day in range(10):
            queue(webhook)
            try_once(webhook, DELIVERED if day == 1 else FAILED)
            Delivery.objects.all().delete()
            clock.shift(timedelta(days=1))
        queue(webhook)
        try_once(webhook, FAILED)
        webhook.refresh_from_db()
        assert webhook.status == "active"
        clock.shift(timedelta(days=2))
        queue(webhook)
        try_once(webhook, FAILED)

    webhook.refresh_from_db()
    assert (webhook.status, webhook.reason) == ("disabled", "failing")


@pytest.mark.parametrize(
    "answer",
    [
        Result(200, b'{"answer": "%s"}'),
        Result(200, b"%s"),
        Result(200, b'{"data": {"challenge": "%s"}}'),
        Result(200, b'{"answer": 7}'),
        Result(200, b""),
        Result(404, error="refused"),
        Result(error="unreachable"),
    ],
)
def test_an_echo_or_any_other_wrong_answer_does_not_confirm(answer: Result) -> None:
    ann = guest()
    webhook, _ = register(ann)
    queue(webhook)
    (claimed,) = claim(webhook)
    assert claimed.delivery.type == CHALLENGE, "nothing but the challenge is sent"
    body = answer.body.replace(b"%s", claimed.delivery.data["challenge"].encode())
    delivering.record([(claimed, answer._replace(body=body))])

    webhook.refresh_from_db()
    assert (webhook.status, webhook.reason) == ("disabled", "challenge_unanswered")
    assert claim(webhook, at=timezone.now() + timedelta(days=1)) == [], "and it is sent once"


@pytest.mark.parametrize("knows_new", [False, True])
def test_a_secret_is_renewed_while_the_challenge_waits_for_its_answer(knows_new: bool) -> None:
    ann = guest()
    webhook, old = register(ann)
    (claimed,) = claim(webhook)
    renewed = registering.change_secret(webhook.token_id, webhook.pk, now=timezone.now())
    secret = registering.shown(renewed.secret if knows_new else old)
    message = {"data": {"challenge": claimed.delivery.data["challenge"]}}

    answer = json.dumps(answer_challenge(message, secret)).encode()
    delivering.record([(claimed, Result(200, answer))])

    webhook.refresh_from_db()
    assert webhook.status == "active"


def test_messages_verify_with_standardwebhooks_in_each_try_and_with_both_secrets() -> None:
    ann = guest()
    webhook = confirmed(ann)
    old = registering.shown(bytes(webhook.secret))
    token_id = webhook.token_id
    renewed = registering.change_secret(token_id, webhook.pk, now=timezone.now())
    queue(webhook)

    (claimed,) = claim(webhook)
    ids = set()
    for after in (0, 100):
        at = int(timezone.now().timestamp()) + after
        with time_machine.travel(at):
            body, headers = claimed.message(at=at)
            for secret in (old, registering.shown(renewed.secret)):
                assert Verifier(secret).verify(body, headers) == json.loads(body)
        assert headers["webhook-timestamp"] == str(at)
        ids.add(headers["webhook-id"])
    assert ids == {claimed.delivery.message_id}

    _, headers = claimed.message(at=int(timezone.now().timestamp()) + 86_401)
    assert len(headers["webhook-signature"].split()) == 1


@POSTGRESQL
def test_a_killed_worker_s_delivery_is_tried_again_with_its_id_after_the_lease() -> None:
    webhook = confirmed(guest())
    (delivery,) = queue(webhook)
    (first,) = claim(webhook)

    assert claim(webhook) == []
    later = timezone.now() + LEASE
    (second,) = claim(webhook, at=later + timedelta(seconds=1))
    assert second.delivery.message_id == first.delivery.message_id == delivery.message_id

    delivering.record([(first, FAILED)])
    delivery.refresh_from_db()
    assert (delivery.status, delivery.tries) == ("queued", 0), "the first has lost its lease"
    delivering.record([(second, DELIVERED)])
    delivery.refresh_from_db()
    assert delivery.status == "delivered"


@POSTGRESQL
def test_workers_at_once_claim_each_delivery_once() -> None:
    webhooks = [confirmed(guest(), url=f"https://a{n}.example.org/") for n in range(8)]
    for webhook in webhooks:
        queue(webhook)
    claimed: list[str] = []

    def work() -> None:
        found = delivering.claim(now=timezone.now(), busy=[])
        claimed.extend(each.delivery.message_id for each in found)

    at_once(*[work] * 4)

    assert len(claimed) == len(set(claimed))


def in_flight(busy: list[Turn], waiting: list[Turn]) -> list[Turn]:
    """Begin tries until no share is free."""
    busy, waiting = [*busy], [*waiting]
    while (turn := next_turn(waiting, busy)) is not None:
        waiting.remove(turn)
        busy.append(turn)
    return busy


@pytest.mark.parametrize("is_slow", [False, True])
@pytest.mark.parametrize("owners, tries", [(1, 10), (10, 28), (31, 31)])
def test_owners_share_the_threads_and_leave_one_to_another_owner(
    is_slow: bool, owners: int, tries: int
) -> None:
    hooks = [Turn(owner * 10 + n, owner, is_slow) for n in range(10) for owner in range(owners)]
    busy = in_flight([], sorted(hooks))

    counts = [sum(turn.owner == owner for turn in busy) for owner in range(owners)]
    assert sum(counts) == len(busy) == tries
    assert max(counts) - min(counts) <= 1
    for turn in (Turn(1000, 999, is_slow), Turn(1000, 999, not is_slow)):
        assert next_turn([*hooks, turn], busy) == turn


def test_a_webhook_waits_for_its_turn_within_its_owner_and_a_bot_counts_to_its_owner() -> None:
    from tests.permissions import _bot_of, _person

    owner = _person("Ann")
    bot: Player = _bot_of(owner, "Robbie")
    webhooks = [confirmed(owner, url=URL + "/1"), confirmed(owner, url=URL + "/2"), confirmed(bot)]
    for webhook in webhooks:
        queue(webhook, 3)

    tried = []
    for _ in range(6):
        claimed = delivering.claim(now=timezone.now(), busy=[])
        assert {each.turn.owner for each in claimed} == {owner.account}
        tried.append(claimed[0].webhook)
        delivering.record([(claimed[0], DELIVERED)])
        Delivery.objects.filter(status="queued").update(next_try_at=timezone.now())

    assert tried == webhooks * 2


@POSTGRESQL
def test_full_queues_delay_no_other_owner_and_are_not_read() -> None:
    ann = guest()
    webhooks = [confirmed(ann, url=f"https://a{n}.example.org/") for n in range(10)]
    for webhook in webhooks:
        queue(webhook, 40)
    other = confirmed(guest())
    queue(other)

    with CaptureQueriesContext(connection) as asked:
        claimed = delivering.claim(now=timezone.now(), busy=[])

    assert len(claimed) == 11
    assert len({each.webhook.pk for each in claimed}) == 11, "one try at a webhook"
    assert other in [each.webhook for each in claimed]
    assert statements(asked) <= 3 + 2 * len(claimed)
    assert delivering.claim(now=timezone.now(), busy=claimed) == []


@POSTGRESQL
def test_a_webhook_is_slow_for_ten_minutes_after_a_slow_answer() -> None:
    with time_machine.travel(NOW, tick=False) as clock:
        webhook = confirmed(guest())

        def is_slow_after(seconds: float) -> bool:
            queue(webhook)
            try_once(webhook, DELIVERED._replace(seconds=seconds))
            queue(webhook)
            (claimed,) = claim(webhook)
            Delivery.objects.all().delete()
            return claimed.turn.is_slow

        assert not is_slow_after(0.9)
        assert is_slow_after(1.1)
        clock.shift(SLOW_FOR / 2)
        assert is_slow_after(0.1)
        clock.shift(SLOW_FOR / 2)
        assert not is_slow_after(0.1)


def test_a_slow_answer_counts_although_its_message_was_replaced_meanwhile() -> None:
    webhook = confirmed(guest())
    (replaced,) = queue(webhook)
    (claimed,) = claim(webhook)
    replaced.delete()

    delivering.record([(claimed, DELIVERED._replace(seconds=1.1))])

    queue(webhook)
    assert [each.turn.is_slow for each in claim(webhook)] == [True]


@POSTGRESQL
def test_the_quota_of_an_owner_at_a_host_delays_its_deliveries(
    settings: object, in_one_window: None
) -> None:
    settings.RATES = {**settings.RATES, "webhooks_host": "1/hour"}  # type: ignore[attr-defined]
    ann, bob = guest(), guest()
    for player in (ann, ann, bob):
        register(player, url="https://one.example.org/")

    claimed = delivering.claim(now=timezone.now(), busy=[])
    assert {each.turn.owner for each in claimed} == {ann.account, bob.account}
    assert len(claimed) == 2
    (delayed,) = Delivery.objects.filter(next_try_at__gt=timezone.now() + LEASE)
    assert delayed.tries == 0


@POSTGRESQL
def test_a_deleted_or_replaced_delivery_is_not_recorded() -> None:
    ann = guest()
    webhook = confirmed(ann)
    queue(webhook)
    (claimed,) = claim(webhook)
    registering.delete(webhook.token_id, webhook.pk)

    delivering.record([(claimed, DELIVERED)])

    assert not Delivery.objects.exists()
