"""Check the messages of a webhook, as Standard Webhooks 1.0.0 says, and answer challenges."""

import hmac
import time
from base64 import b64decode, b64encode
from binascii import Error as Base64Error
from collections.abc import Mapping, Sequence
from typing import Any

from gofishkit.bodies import document

OLDEST_SECONDS = 300
"""How far the time of a message may be from now."""


class UnverifiedWebhook(ValueError):
    """The message was not signed with the secret, or not now, or is none: answer with 400."""


def verify_webhook(
    body: bytes,
    headers: Mapping[str, str | Sequence[str]],
    *secrets: str,
    now: float | None = None,
) -> dict[str, Any]:
    """Return a message if one of the ``secrets`` signed it, and at most five minutes ago.

    ``body`` is what was received, byte for byte. Names of ``headers`` may be in any case, and a
    value may be a list of one. ``now`` is in Unix seconds. A server sends a message again until it
    is answered with a status of 2xx: drop those whose header ``webhook-id`` is known.

    :raises UnverifiedWebhook: a header is missing or is there twice, no secret signed the message,
        its time is more than five minutes from now, or it is no JSON object in UTF-8.
    """
    message_id, timestamp = _header(headers, "webhook-id"), _header(headers, "webhook-timestamp")
    if not (timestamp.isdecimal() and len(timestamp) <= 12):
        raise UnverifiedWebhook("There is no webhook-timestamp in seconds.")
    if abs((time.time() if now is None else now) - int(timestamp)) > OLDEST_SECONDS:
        raise UnverifiedWebhook("The message is more than five minutes old.")
    signed = f"{message_id}.{timestamp}.".encode() + body
    wanted = [f"v1,{_hmac(secret, signed)}" for secret in secrets]
    given = _header(headers, "webhook-signature").split(" ")[:10]
    if not any(hmac.compare_digest(one, other) for one in wanted for other in given):
        raise UnverifiedWebhook("No webhook-signature is of this secret.")
    try:
        message = document(body.decode())  # of bytes it would also take UTF-16
    except ValueError:
        message = None
    if not isinstance(message, dict):
        raise UnverifiedWebhook("The body is no JSON object in UTF-8.")
    return message


def _header(headers: Mapping[str, str | Sequence[str]], name: str) -> str:
    """Return the value of a header, which is there once.

    :raises UnverifiedWebhook: if it is not. Two values that were joined have a comma and a space.
    """
    values: list[Any] = []
    for each, value in headers.items():
        if str(each).lower() == name:
            values += value if isinstance(value, list | tuple) else [value]
    if len(values) != 1 or not isinstance(values[0], str):
        raise UnverifiedWebhook(f"There is no {name}, or more than one.")
    if not values[0].isascii() or ", " in values[0]:
        raise UnverifiedWebhook(f"The {name} is not one word of ASCII, or is there twice.")
    return values[0]


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
