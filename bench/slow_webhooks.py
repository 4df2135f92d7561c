"""Measure how long a message waits while the webhooks of other accounts answer slowly.

    export PYTHONPATH=clients/python/src
    DATABASE_URL=sqlite:///$PWD/var/bench.sqlite3 python -m bench.slow_webhooks --accounts 10
    python -m tests.postgres -- python -m bench.slow_webhooks --accounts 10

Uses an empty database, which `manage.py deliver_webhooks` serves. Each attacking account has ten
webhooks on eight hosts with full queues. They answer after 4.8 s: `slow` ones always, `later` ones
once they are confirmed, `turn` ones every second time, `quick` ones never. An account with one
webhook that answers at once gets a notice each second; its wait counts from the commit to the
receipt.
"""

import argparse
import json
import os
import subprocess
import time
from collections import Counter
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Any

import django

os.environ.setdefault("DJANGO_SETTINGS_MODULE", "gofish_api.settings")
django.setup()

from django.core.management import call_command  # noqa: E402
from django.db import transaction  # noqa: E402
from django.utils import timezone  # noqa: E402

from accounts import locks, notices  # noqa: E402
from accounts.models import Token  # noqa: E402
from accounts.notices import NewNotice  # noqa: E402
from bench import servers  # noqa: E402
from games.webhooks import registering  # noqa: E402
from games.webhooks.models import Webhook  # noqa: E402
from tests.players import guest  # noqa: E402
from tests.webhooks.hooks import Answer, Receiver, certify, receiving  # noqa: E402

HOSTS = [f"127.0.0.{2 + number}" for number in range(8)]
WEBHOOKS = 10  # of an account
KINDS = ("slow", "later", "turn", "quick")
GOOD = "good"
CONFIRMED = 30.0  # seconds, until the attack begins

secrets: dict[str, bytes] = {}
received: dict[int, float] = {}
tries: Counter[str] = Counter()


class Slow(Receiver):
    """Answers as the path says."""

    def take(self, path: str, headers: dict[str, str], body: bytes) -> Answer:
        """Count a message, wait, and return the answer."""
        at = time.time()
        kind = path.split("/")[1]
        message = json.loads(body)
        is_challenge = message["type"] == "challenge"
        tries[path] += 1
        if kind == GOOD and not is_challenge:
            received.setdefault(message["data"]["notice"], at)
        if (
            kind == "slow"
            or (kind == "later" and not is_challenge)
            or (kind == "turn" and tries[path] % 2 == 0)
        ):
            time.sleep(options.seconds)
        if not is_challenge:
            return 200, b""
        answer = registering._hmac(secrets[path], message["data"]["challenge"].encode())
        return 200, json.dumps({"answer": answer}).encode()


def register(host: str, port: int, kind: str, account: int, token: int) -> Webhook:
    """Register an address whose answers are of a kind."""
    path = f"/{kind}/{len(secrets)}"
    webhook, secret = registering.register(
        account, token, url=f"https://{host}:{port}{path}", events=["notice"], now=timezone.now()
    )
    secrets[path] = secret
    return webhook


def tell(account: int, count: int = 1) -> list[int]:
    """Give an account notices; return their ids."""
    with transaction.atomic():
        locks.lock_all([account])
        notices.send([NewNotice(account, "renamed", {})] * count, now=timezone.now())
        newest = notices.of_account(account).order_by("-pk").values_list("pk", flat=True)
        return list(newest[:count])


def measure(port: int) -> list[float]:
    """Let the attack begin; return the seconds that each message of the good account waited."""
    kinds = options.kinds
    attackers = [guest() for _ in range(options.accounts)]
    good = guest()
    webhook = register("127.0.0.1", port, GOOD, good.account, token_of(good))
    for number in range(options.accounts * WEBHOOKS):
        player = attackers[number % len(attackers)]
        host, kind = HOSTS[number % len(HOSTS)], kinds[number // len(attackers) % len(kinds)]
        register(host, port, kind, player.account, token_of(player))
    unconfirmed = Webhook.objects.filter(status=Webhook.Status.UNCONFIRMED)
    until = time.monotonic() + CONFIRMED
    while unconfirmed.filter(pk=webhook.pk).exists() or (
        unconfirmed.exists() and time.monotonic() < until
    ):
        time.sleep(0.2)
    begin = time.monotonic()
    given: dict[int, float] = {}
    for second in range(options.duration):
        time.sleep(max(0.0, begin + second - time.monotonic()))
        if second % 10 == 0:
            for player in attackers:
                tell(player.account, 20)
        for notice in tell(good.account):
            given[notice] = time.time()
    until = time.monotonic() + options.patience
    while len(received) < len(given) and time.monotonic() < until:
        time.sleep(0.1)
    now = time.time()
    return sorted(received.get(notice, now) - at for notice, at in given.items())


def token_of(player: Any) -> int:
    """Return the id of a player's token."""
    return Token.objects.get(user=player.account).pk


def main() -> None:
    """Print the waits of the good account's messages."""
    call_command("migrate", verbosity=0)
    names = ",".join(f"IP:{host}" for host in [*HOSTS, "127.0.0.1"])
    with (
        TemporaryDirectory() as folder,
        receiving(*certify(Path(folder), names), host="", kind=Slow) as receiver,
    ):
        environment = os.environ | {
            "SSL_CERT_FILE": f"{folder}/certificate.pem",
            "FETCH_ALSO_FROM": ",".join([*HOSTS, "127.0.0.1"]),
            "LOG_LEVEL": "ERROR",
        }
        command = [servers.PYTHON, "manage.py", "deliver_webhooks"]
        workers = [subprocess.Popen(command, env=environment) for _ in range(options.workers)]
        try:
            waits = measure(int(receiver.address.rpartition(":")[2]))
        finally:
            for worker in workers:
                worker.kill()
                worker.wait()
    p50, p99 = (waits[int(len(waits) * part)] for part in (0.5, 0.99))
    missing = len(waits) - len(received)
    was_slow = Webhook.objects.filter(url__contains=f"/{GOOD}/", slow_at__isnull=False).exists()
    slow = sum(count for path, count in tries.items() if not path.startswith(f"/{GOOD}"))
    print(
        f"{options.accounts} accounts, {' '.join(options.kinds)}, {options.seconds:g} s, "
        f"{options.workers} workers: {len(waits)} messages, {missing} not received, "
        f"p50 {p50:.2f} s, p99 {p99:.2f} s, max {waits[-1]:.2f} s{', slow itself' * was_slow}; "
        f"{slow} tries of others; {servers.machine()}"
    )


if __name__ == "__main__":
    parser = argparse.ArgumentParser(description=__doc__.partition("\n")[0])
    parser.add_argument("--accounts", type=int, default=10, help="that answer slowly")
    parser.add_argument("--kinds", nargs="+", choices=KINDS, default=KINDS[:3], help="of theirs")
    parser.add_argument("--seconds", type=float, default=4.8, help="that they take to answer")
    parser.add_argument("--duration", type=int, default=120, help="seconds")
    parser.add_argument("--patience", type=int, default=60, help="seconds for the last messages")
    parser.add_argument("--workers", type=int, default=1)
    options = parser.parse_args()
    main()
