"""Sign messages as Standard Webhooks 1.0.0 does (`v1`, HMAC-SHA256), and answer challenges.

https://github.com/standard-webhooks/standard-webhooks/blob/main/spec/standard-webhooks.md
"""

import hmac
import secrets
from base64 import b64encode
from collections.abc import Iterable

SECRET_BYTES = 32


def new_secret() -> bytes:
    """Return a new random secret."""
    return secrets.token_bytes(SECRET_BYTES)


def shown(secret: bytes) -> str:
    """Return a secret as apps store it: ``whsec_`` and Base64."""
    return "whsec_" + b64encode(secret).decode()


def headers(
    body: bytes, *, message_id: str, timestamp: int, keys: Iterable[bytes]
) -> dict[str, str]:
    """Return the headers that identify and sign a body, with a signature of each key.

    ``timestamp`` is the time of the try, in Unix seconds.
    """
    signed = f"{message_id}.{timestamp}.".encode() + body
    return {
        "webhook-id": message_id,
        "webhook-timestamp": str(timestamp),
        "webhook-signature": " ".join(f"v1,{_hmac(key, signed)}" for key in keys),
    }


def answers(challenge: str, given: object, *, key: bytes) -> bool:
    """Return whether ``given`` proves that its sender knows the secret."""
    wanted = _hmac(key, challenge.encode())
    return isinstance(given, str) and hmac.compare_digest(given.encode(), wanted.encode())


def _hmac(key: bytes, message: bytes) -> str:
    return b64encode(hmac.digest(key, message, "sha256")).decode()
