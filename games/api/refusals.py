"""What is refused of a request by its headers, its cursor or the number of its like.

Refusal (``games.engine.refusals``)
├── BadIdempotencyKey
├── BadIfMatch
└── BadCursor

TooOften (``accounts.refusals``)
└── TooManyStreams
"""

from accounts.refusals import TooOften
from games.engine.refusals import Malformed


class BadIdempotencyKey(Malformed):
    """The key is empty, too long, or not visible ASCII."""

    code = "bad_idempotency_key"


class BadIfMatch(Malformed):
    """The header is no ETag of a state."""

    code = "bad_if_match"


class BadCursor(Malformed):
    """The last move that a reader says he has is no number of a move of this game."""

    code = "bad_last_event_id"


class TooManyStreams(TooOften):
    """The caller holds as many connections open as one may."""

    code = "too_many_streams"
