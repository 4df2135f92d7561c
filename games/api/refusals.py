"""What is refused of a request's headers, before any game is looked at.

Refusal (``games.engine.refusals``)
├── BadIdempotencyKey
└── BadIfMatch
"""

from games.engine.refusals import Malformed


class BadIdempotencyKey(Malformed):
    """The key is empty, too long, or not visible ASCII."""

    code = "bad_idempotency_key"


class BadIfMatch(Malformed):
    """The header is no ETag of a state."""

    code = "bad_if_match"
