"""Measure how long a message waits while the webhooks of other accounts answer slowly.

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
import ssl
import subprocess
import time
from collections import Counter
from collections.abc import Iterator
from contextlib import contextmanager
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from pathlib import Path
from tempfile import TemporaryDirectory
from threading import Thread
from typing import Any

import django

os.environ.setdefault("DJANGO_SETTINGS_MODULE", "gofish_api.settings")
django.setup()

from django.core.management import call_command  # noqa: E402
from django.db import transaction  # noqa: E402
from django.utils import timezone  # noqa: E402

from accounts import locks  # noqa: E402
from accounts.messages import notices  # noqa: E402
from accounts.messages.notices import News  # noqa: E402
from accounts.models import Token  # noqa: E402
from bench import servers  # noqa: E402
from games.webhooks import registering, signing  # noqa: E402
from games.webhooks.models import Webhook  # noqa: E402
from tests.players import guest  # noqa: E402

HOSTS = [f"127.0.0.{2 + number}" for number in range(8)]
WEBHOOKS = 10  # of an account
KINDS = ("slow", "later", "turn", "quick")
GOOD = "good"
CONFIRMED = 30.0  # seconds, until the attack begins

secrets: dict[str, bytes] = {}
received: dict[int, float] = {}
tries: Counter[str] = Counter()


class Receiver(BaseHTTPRequestHandler):
    """Answers as the path says."""

    def do_POST(self) -> None:
        at = time.time()
        kind = self.path.split("/")[1]
        message = json.loads(self.rfile.read(int(self.headers["content-length"])))
        is_challenge = message["type"] == "challenge"
        tries[self.path] += 1
        if kind == GOOD and not is_challenge:
            received.setdefault(message["data"]["notice"], at)
        if (
            kind == "slow"
            or (kind == "later" and not is_challenge)
            or (kind == "turn" and tries[self.path] % 2 == 0)
        ):
            time.sleep(options.seconds)
        answer = b""
        if is_challenge:
            answer = json.dumps(
                {"answer": signing._hmac(secrets[self.path], message["data"]["challenge"].encode())}
            ).encode()
        self.send_response(200)
        self.send_header("Content-Length", str(len(answer)))
        self.end_headers()
        self.wfile.write(answer)

    def log_message(self, *_: Any) -> None:
        """Print nothing."""


class Server(ThreadingHTTPServer):
    """Does the handshakes in threads."""

    daemon_threads = True
    request_queue_size = 512
    context: ssl.SSLContext

    def finish_request(self, request: Any, client_address: Any) -> None:
        with self.context.wrap_socket(request, server_side=True) as secured:
            super().finish_request(secured, client_address)


@contextmanager
def receiving(folder: Path) -> Iterator[tuple[int, Path]]:
    """Receive at every host; yield the port and the certificate to trust."""
    certificate, key = folder / "certificate.pem", folder / "key.pem"
    names = ",".join(f"IP:{host}" for host in [*HOSTS, "127.0.0.1"])
    command = ["openssl", "req", "-x509", "-newkey", "ec", "-pkeyopt", "ec_paramgen_curve:P-256"]
    command += ["-nodes", "-subj", "/CN=bench", "-addext", f"subjectAltName={names}"]
    command += ["-keyout", str(key), "-out", str(certificate)]
    subprocess.run(command, check=True, capture_output=True)
    Server.context = ssl.SSLContext(ssl.PROTOCOL_TLS_SERVER)
    Server.context.load_cert_chain(certificate, key)
    with Server(("", 0), Receiver) as server:
        Thread(target=server.serve_forever, daemon=True).start()
        yield server.server_address[1], certificate


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
        notices.give([News(account, "renamed", {})] * count, now=timezone.now())
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
    with TemporaryDirectory() as folder, receiving(Path(folder)) as (port, certificate):
        environment = os.environ | {
            "SSL_CERT_FILE": str(certificate),
            "FETCH_ALSO_FROM": ",".join([*HOSTS, "127.0.0.1"]),
            "LOG_LEVEL": "ERROR",
        }
        command = [servers.PYTHON, "manage.py", "deliver_webhooks"]
        workers = [subprocess.Popen(command, env=environment) for _ in range(options.workers)]
        try:
            waits = measure(port)
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
