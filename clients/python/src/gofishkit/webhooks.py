"""Check the messages of a webhook, as Standard Webhooks 1.0.0 says, and answer challenges."""

import hmac
import json
import time
from base64 import b64decode, b64encode
from binascii import Error as Base64Error
from collections.abc import Mapping
from typing import Any

OLDEST_SECONDS = 300
"""How far the time of a message may be from now."""


class UnverifiedWebhook(ValueError):
    """The message was not signed with the secret, or not now. Answer with status 400."""


def verify_webhook(
    body: bytes, headers: Mapping[str, str], *secrets: str, now: float | None = None
) -> dict[str, Any]:
    """Return a message if one of the ``secrets`` signed it, and at most five minutes ago.

    ``body`` is what was received, byte for byte. ``headers`` may be in any case. ``now`` is in Unix
    seconds. A server sends a message again until it is answered with a status of 2xx: drop those
    whose header ``webhook-id`` is known.

    :raises UnverifiedWebhook: a header is missing, no secret signed the message, or its time is
        more than five minutes from now.
    """
    sent = {name.lower(): value for name, value in headers.items()}
    message_id, timestamp = sent.get("webhook-id", ""), sent.get("webhook-timestamp", "")
    if not (timestamp.isascii() and timestamp.isdecimal() and len(timestamp) <= 12):
        raise UnverifiedWebhook("There is no webhook-timestamp in seconds.")
    if abs((time.time() if now is None else now) - int(timestamp)) > OLDEST_SECONDS:
        raise UnverifiedWebhook("The message is more than five minutes old.")
    signed = f"{message_id}.{timestamp}.".encode() + body
    wanted = [f"v1,{_hmac(secret, signed)}".encode() for secret in secrets]
    given = [each.encode() for each in sent.get("webhook-signature", "").split(" ")[:10]]
    if not any(hmac.compare_digest(one, other) for one in wanted for other in given):
        raise UnverifiedWebhook("No webhook-signature is of this secret.")
    message: dict[str, Any] = json.loads(body)
    return message


def answer_challenge(message: Mapping[str, Any], secret: str) -> dict[str, str]:
    """Return the JSON to answer a message of type ``challenge`` with, which proves that this
    program knows the secret. Verify the message first.
    """
    return {"answer": _hmac(secret, message["data"]["challenge"].encode())}


def _hmac(secret: str, message: bytes) -> str:
    try:
        key = b64decode(secret.removeprefix("whsec_"), validate=True)
    except Base64Error:
        raise ValueError("A secret is whsec_ and Base64.") from None
    return b64encode(hmac.digest(key, message, "sha256")).decode()
