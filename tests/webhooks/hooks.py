"""Webhooks for tests: confirmed ones, what waits for them, and results of tries."""

from datetime import datetime, timedelta

from django.utils import timezone

from accounts import notices
from accounts.models import Token
from games.webhooks import delivering, registering
from games.webhooks.delivering import Claimed, Result
from games.webhooks.models import CHALLENGE, Delivery, EventType, Webhook
from games.webhooks.outbox import Outbox
from games.webhooks.registering import IssuedSecret, _hmac
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
