"""Webhooks for tests: confirmed ones, what waits for them, and results of tries.

A receiver of webhooks with TLS on this machine, which the guarded fetcher may call in tests.
"""

import json
import ssl
import subprocess
import threading
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from datetime import datetime, timedelta
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from pathlib import Path
from typing import Any

from django.utils import timezone

from accounts import notices
from accounts.models import Token
from games.webhooks import delivering, registering
from games.webhooks.delivering import Claimed, Result
from games.webhooks.models import CHALLENGE, Delivery, EventType, Webhook
from games.webhooks.outbox import Outbox
from games.webhooks.registering import IssuedSecret, _hmac
from gofishkit import answer_challenge, verify_webhook
from tests.players import Player

URL = "https://app.example.org/hook"
DELIVERED = Result(204)
FAILED = Result(503, error="refused")


def register(player: Player, *events: str, url: str = URL) -> IssuedSecret:
    """Register a webhook with the first token of a player, for all events by default."""
    token = Token.objects.filter(user=player.account).order_by("pk")[0]
    return registering.register(
        player.account,
        token.pk,
        url=url,
        events=events or EventType.values,
        now=timezone.now() - timedelta(minutes=1),
    )


def confirmed(player: Player, *events: str, url: str = URL) -> Webhook:
    """Return a webhook of a player that has answered its challenge."""
    webhook, secret = register(player, *events, url=url)
    (claimed,) = claim(webhook)
    challenge = claimed.delivery.data["challenge"].encode()
    delivering.record(
        [(claimed, Result(200, b'{"answer": "%s"}' % _hmac(secret, challenge).encode()))]
    )
    webhook.refresh_from_db()
    assert webhook.status == Webhook.Status.ACTIVE
    return webhook


def claim(webhook: Webhook, *, at: datetime | None = None) -> list[Claimed]:
    """Claim what is due for a webhook."""
    claimed = delivering.claim(now=at or timezone.now(), busy=[])
    return [each for each in claimed if each.webhook == webhook]


def read_news() -> None:
    """Read the outbox to its end."""
    outbox = Outbox()
    while outbox.step(now=timezone.now()):
        pass


def waiting(webhook: Webhook) -> list[tuple[str, dict[str, object]]]:
    """Read the outbox; return the type and the data of what waits for a webhook, oldest first."""
    read_news()
    rows = registering.queued(webhook).exclude(type=CHALLENGE).order_by("created_at", "pk")
    return [(delivery.type, delivery.data) for delivery in rows]


def notice_ids(player: Player) -> list[int]:
    """Return the ids of a player's notices."""
    return list(notices.of_account(player.account).values_list("pk", flat=True))


def clear(webhook: Webhook) -> None:
    """Read the outbox, and delete what waits for a webhook."""
    read_news()
    Delivery.objects.filter(webhook=webhook).delete()


Answer = tuple[int, bytes]


class Receiver:
    """Keeps what it gets. Knows the secret of each path, and answers challenges."""

    def __init__(self, address: str) -> None:
        self.address = address
        self.secrets: dict[str, str] = {}
        self.received: list[tuple[str, str, dict[str, Any]]] = []
        """For each message that was verified its path, its `webhook-id` and its body."""
        self.answer: Callable[[dict[str, Any]], Answer] = lambda message: (204, b"")

    def take(self, path: str, headers: dict[str, str], body: bytes) -> Answer:
        """Verify a message, keep it and return the answer."""
        message = verify_webhook(body, headers, self.secrets[path])
        self.received.append((path, headers["webhook-id"], message))
        if message["type"] == "challenge":
            return 200, json.dumps(answer_challenge(message, self.secrets[path])).encode()
        return self.answer(message)


@contextmanager
def receiving(
    certificate: Path, key: Path, *, host: str = "127.0.0.1", kind: type[Receiver] = Receiver
) -> Iterator[Receiver]:
    """Receive at a host, or at all with the empty one, with a certificate."""

    class Handler(BaseHTTPRequestHandler):
        protocol_version = "HTTP/1.1"

        def do_POST(self) -> None:
            headers = {name.lower(): value for name, value in self.headers.items()}
            body = self.rfile.read(int(headers["content-length"]))
            status, answer = receiver.take(self.path, headers, body)
            self.send_response(status)
            self.send_header("Content-Length", str(len(answer)))
            self.end_headers()
            self.wfile.write(answer)

        def log_message(self, *_: Any) -> None:
            """Print nothing."""

    class Server(ThreadingHTTPServer):
        daemon_threads = True
        request_queue_size = 512

        def finish_request(self, request: Any, client_address: Any) -> None:
            try:
                with context.wrap_socket(request, server_side=True) as secured:
                    super().finish_request(secured, client_address)
            except OSError:
                """The worker was killed."""

    context = ssl.SSLContext(ssl.PROTOCOL_TLS_SERVER)
    context.load_cert_chain(certificate, key)
    with Server((host, 0), Handler) as server:
        receiver = kind(f"https://localhost:{server.server_address[1]}")
        thread = threading.Thread(target=server.serve_forever)
        thread.start()
        try:
            yield receiver
        finally:
            server.shutdown()
            thread.join()


def certify(folder: Path, names: str = "DNS:localhost") -> tuple[Path, Path]:
    """Make a certificate for these names and its key."""
    certificate, key = folder / "certificate.pem", folder / "key.pem"
    command = [
        *("openssl", "req", "-x509", "-newkey", "ec", "-pkeyopt", "ec_paramgen_curve:P-256"),
        *("-nodes", "-days", "2", "-subj", "/CN=localhost"),
        *("-addext", f"subjectAltName={names}", "-keyout", str(key), "-out", str(certificate)),
    ]
    subprocess.run(command, check=True, capture_output=True)
    return certificate, key
