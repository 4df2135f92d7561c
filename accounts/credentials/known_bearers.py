"""Bearers that this process has recognised lately, by the digest of their token.

They may be out of date: nothing is answered to such a bearer unless the statement that writes, or
:func:`accounts.credentials.authentication.confirm`, has checked the token.
"""

import time
from collections import OrderedDict
from threading import Lock

from accounts.credentials.bearers import Bearer

MOST = 4_000
"""Bearers of a process, at about half a kilobyte; the oldest are forgotten first."""
SECONDS = 300.0
"""How long a bearer is kept. Its use is noted that much later at most."""

_lock = Lock()
_known: OrderedDict[bytes, tuple[Bearer, float]] = OrderedDict()


def find(digest: bytes) -> Bearer | None:
    """Return the bearer of a token as this process knows it, or None."""
    bearer, until = _known.get(digest, (None, 0.0))
    return bearer if until > time.monotonic() else None


def note(digest: bytes, bearer: Bearer) -> None:
    """Remember a bearer that was read, unless its next request has more to do than to play."""
    if bearer.is_suspended or not bearer.is_use_noted:
        return
    with _lock:
        _known.pop(digest, None)
        _known[digest] = bearer, time.monotonic() + SECONDS
        while len(_known) > MOST:
            _known.popitem(last=False)


def forget(digest: bytes) -> None:
    """Forget the bearer of a token."""
    with _lock:
        _known.pop(digest, None)


def clear() -> None:
    """Forget all bearers."""
    with _lock:
        _known.clear()
