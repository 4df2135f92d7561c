"""Asking the database whether a connection lives once a second and not once a request.

Django asks with a statement of its own before the first of each request (``CONN_HEALTH_CHECKS``), a tenth of what an
ask sends. A connection that breaks within the second costs its thread one answer 503, which may be retried.
"""

import threading
import time
from collections.abc import Mapping

from django.core.signals import request_started
from django.db import connection

from gofish_api.observability.probe import ALIVE, READY

GOOD_FOR = 1.0  # seconds

_checked = threading.local()


def trust_for_a_moment(environ: Mapping[str, object], **_: object) -> None:
    """Spare the request the question if this thread's connection was asked a moment ago."""
    if environ.get("PATH_INFO") in (ALIVE, READY):  # they do not use it, and must not wait for it
        return
    now = time.monotonic()
    if now < getattr(_checked, "until", 0.0):
        connection.health_check_done = True  # type: ignore[attr-defined]  # not in the stubs
    else:
        # Asked now: a request that needs no database would leave it unasked, and trusted.
        connection.close_if_health_check_failed()
        _checked.until = now + GOOD_FOR


def watch() -> None:
    """Have every request begin so, after Django has begun it."""
    request_started.connect(trust_for_a_moment, dispatch_uid="trust_for_a_moment")
