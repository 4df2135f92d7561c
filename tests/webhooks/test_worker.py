"""`manage.py deliver_webhooks`, over TLS to a receiver: whole ways, bad receivers, and kills.

`WEBHOOK_EVENTS` and `WEBHOOK_KILLS` say how much the nightly run delivers.
"""

import subprocess
import sys
import time
from collections import defaultdict
from collections.abc import Iterator
from pathlib import Path
from random import Random
from typing import Any

import pytest
from django.db import transaction
from django.utils import timezone

from api_kit import guarded_fetch
from games.webhooks import registering
from games.webhooks.models import Delivery, Webhook
from games.webhooks.worker import Worker, send
from tests import processes
from tests.players import Player, guest
from tests.timeouts import PATIENCE, eventually
from tests.webhooks import hooks
from tests.webhooks.hooks import Receiver, certify, receiving
from tests.webhooks.test_outbox import give_notices

pytestmark = [pytest.mark.slow, pytest.mark.django_db(transaction=True)]


@pytest.fixture
def trust(tmp_path: Path, monkeypatch: pytest.MonkeyPatch, settings: Any) -> Iterator[Path]:
    """A certificate that this process and those that it starts trust."""
    certificate, _ = certify(tmp_path)
    monkeypatch.setenv("SSL_CERT_FILE", str(certificate))
    monkeypatch.setenv("FETCH_ALSO_FROM", "127.0.0.1,::1")
    settings.FETCH_ALSO_FROM = ["127.0.0.1", "::1"]
    settings.RATES = {**settings.RATES, "webhooks_host": "none"}
    monkeypatch.setenv("RATES", "webhooks_host=none")
    guarded_fetch._verifying.cache_clear()
    yield tmp_path
    guarded_fetch._verifying.cache_clear()


@pytest.fixture
def receiver(trust: Path) -> Iterator[Receiver]:
    with receiving(trust / "certificate.pem", trust / "key.pem") as receiver:
        yield receiver


def register(player: Player, receiver: Receiver, *events: str) -> Webhook:
    """Register a webhook that has not answered its challenge."""
    path = f"/{player.account}"
    webhook, secret = hooks.register(player, *events, url=receiver.address + path)
    receiver.secrets[path] = registering.shown(secret)
    return webhook


def deliver(until: Any) -> None:
    """Run a worker in this process until something is so."""
    worker = Worker()
    eventually(lambda: (worker.step() and until()) or until())


def is_active(webhook: Webhook) -> bool:
    return bool(Webhook.objects.filter(pk=webhook.pk, status=Webhook.Status.ACTIVE).exists())


def started() -> subprocess.Popen[str]:
    return subprocess.Popen(
        [sys.executable, "manage.py", "deliver_webhooks"],
        env=processes.environment() | {"LOG_LEVEL": "ERROR"},
        stdout=subprocess.PIPE,
        text=True,
    )


def test_the_command_confirms_an_address_and_tells_it_of_a_game(receiver: Receiver) -> None:
    ann, bob = guest(), guest()
    webhook = register(bob, receiver)
    with started() as process:
        try:
            eventually(lambda: is_active(webhook))
            game = ann.create(seats=2)
            bob.join(game)
            eventually(lambda: "game.started" in [each[2]["type"] for each in receiver.received])
            ann.post(f"/games/{game}/resign")
            eventually(lambda: "game.over" in [each[2]["type"] for each in receiver.received])
        finally:
            process.terminate()
            process.wait(PATIENCE)

    assert receiver.received[0][2]["type"] == "challenge"
    assert process.returncode == 0


def test_the_last_bytes_of_a_revoked_token_s_queue_stay_here(receiver: Receiver) -> None:
    ann = guest()
    webhook = register(ann, receiver)
    deliver(lambda: is_active(webhook))
    give_notices(ann.account, 5)
    hooks.read_news()
    ann.client.delete("/api/v1/tokens")

    worker = Worker()
    for _ in range(20):
        worker.step()

    assert [each[2]["type"] for each in receiver.received] == ["challenge"]


@pytest.mark.parametrize(
    "answer, error",
    [((302, b""), "refused"), ((200, b"x" * 20_000), "too_long"), ((500, b""), "refused")],
)
def test_a_redirect_a_long_answer_and_a_fault_fail(
    receiver: Receiver, answer: tuple[int, bytes], error: str
) -> None:
    ann = guest()
    webhook = register(ann, receiver)
    deliver(lambda: is_active(webhook))
    receiver.answer = lambda message: answer
    give_notices(ann.account, 1)
    deliver(lambda: Delivery.objects.filter(tries=1, error=error, status="queued").exists())

    assert len(receiver.received) == 2, "nothing is followed"


def test_a_slow_address_ends_in_time_and_delays_no_one(
    receiver: Receiver, monkeypatch: pytest.MonkeyPatch
) -> None:
    slow, fast = guest(), guest()
    webhooks = [register(player, receiver, "notice") for player in (slow, fast)]
    deliver(lambda: all(is_active(webhook) for webhook in webhooks))
    monkeypatch.setattr("games.webhooks.worker.TRY_SECONDS", 2.0)
    for player in (slow, fast):
        give_notices(player.account, 3)
    of_slow = set(hooks.notice_ids(slow))

    def answer(message: dict[str, Any]) -> tuple[int, bytes]:
        if message["data"]["notice"] in of_slow:
            time.sleep(4)
        return 204, b""

    receiver.answer = answer
    done = Delivery.objects.filter(type="notice", tries=1)
    failed = done.filter(webhook=webhooks[0], error="too_slow")
    counts: list[int] = []

    def is_slow_done() -> bool:
        if failed.exists() and not counts:
            counts.append(done.filter(webhook=webhooks[1], status="delivered").count())
        return bool(counts)

    deliver(is_slow_done)

    assert counts == [3], "all of the other came before the first try of the slow one ended"


def test_a_private_address_is_never_called(receiver: Receiver, settings: Any) -> None:
    webhook = register(guest(), receiver)
    settings.FETCH_ALSO_FROM = []
    Webhook.objects.update(url="https://localhost/x")

    (claimed,) = hooks.claim(webhook)

    assert send(claimed).error == "address_refused"
    assert receiver.received == []


def kill_while_delivering(receiver: Receiver, events: int, kills: int) -> None:
    """Make events in many accounts while workers deliver and are killed; check what arrived."""
    rng = Random(7)
    players = [guest() for _ in range(max(events // 500, 4))]
    webhooks = [register(player, receiver, "notice", "turn.yours") for player in players]
    deliver(lambda: all(is_active(webhook) for webhook in webhooks))
    each = events // len(players)
    made: dict[str, list[int]] = {}
    for player in players:
        give_notices(player.account, each)
        made[f"/{player.account}"] = list(hooks.notice_ids(player))
    workers = [started(), started()]
    try:
        for kill in range(1, kills + 1):
            wait_for(receiver, events * kill // (kills + 1))
            victim = rng.randrange(len(workers))
            workers[victim].kill()
            workers[victim].communicate()
            workers[victim] = started()
            # As if all leases were over: the killed worker's, and those of tries that go on.
            leased = Delivery.objects.filter(next_try_at__gt=timezone.now())
            with transaction.atomic():  # without waiting for a worker, which would wait for us
                free = leased.select_for_update(skip_locked=True).values_list("pk", flat=True)
                Delivery.objects.filter(pk__in=list(free)).update(next_try_at=timezone.now())
        wait_for(receiver, events)
        eventually(lambda: not Delivery.objects.filter(status="queued").exists())
    finally:
        for worker in workers:
            worker.kill()
            worker.communicate()

    ids: dict[tuple[str, int], set[str]] = defaultdict(set)
    for path, message_id, message in receiver.received:
        if message["type"] == "notice":
            ids[path, message["data"]["notice"]].add(message_id)
    assert {key for key, found in ids.items() if len(found) > 1} == set(), "doubles share an id"
    wanted = {(path, notice) for path, notices in made.items() for notice in notices}
    assert set(ids) == wanted, f"{len(wanted - set(ids))} lost"


def wait_for(receiver: Receiver, count: int) -> None:
    """Wait until so many notices have arrived, doubles apart, while more and more arrive."""
    ids, read = set[str](), 0

    def come() -> int:
        nonlocal read
        new = receiver.received[read:]
        read += len(new)
        ids.update(each[1] for each in new if each[2]["type"] == "notice")
        return len(ids)

    while (before := come()) < count:
        eventually(lambda: come() > before)


def test_kills_lose_nothing_and_double_nothing_under_another_id(receiver: Receiver) -> None:
    kill_while_delivering(receiver, events=400, kills=3)
