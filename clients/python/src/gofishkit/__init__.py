"""Play Go Fish with a program: a typed client, games that follow their stream, and a bot runner."""

from gofishkit.api import problems, types
from gofishkit.api.calls import tag as if_match
from gofishkit.async_game import AsyncGame
from gofishkit.client import AsyncClient, Client
from gofishkit.errors import NoAnswer, Refused, ServiceError, StreamLost
from gofishkit.game import Game
from gofishkit.retries import Retry
from gofishkit.webhooks import UnverifiedWebhook, answer_challenge, verify_webhook

__all__ = [
    "AsyncClient",
    "AsyncGame",
    "Client",
    "Game",
    "NoAnswer",
    "Refused",
    "Retry",
    "ServiceError",
    "StreamLost",
    "UnverifiedWebhook",
    "answer_challenge",
    "if_match",
    "problems",
    "types",
    "verify_webhook",
]
