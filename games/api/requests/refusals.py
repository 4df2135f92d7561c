"""Refusals of a request's headers, its cursor, or the number of open connections."""

from accounts.refusals import TooOften
from games.engine.refusals import Malformed


class BadIdempotencyKey(Malformed):
    """The key is empty, too long, or not visible ASCII."""

    code = "bad_idempotency_key"


class BadIfMatch(Malformed):
    """The header has no ETag of a state."""

    code = "bad_if_match"


class BadCursor(Malformed):
    """The cursor of a stream is not a move of this game."""

    code = "bad_last_event_id"


class TooManyStreams(TooOften):
    """The caller has reached the limit of open connections."""

    code = "too_many_streams"
