"""Check the health of a database connection once per second instead of once per request.

Django's check (``CONN_HEALTH_CHECKS``) is an additional statement in each request. If a connection
breaks within the second, one request of its thread gets a 503, which clients can retry.
"""

import threading
import time
from collections.abc import Mapping

from django.core.cache import close_caches
from django.core.handlers.base import reset_urlconf
from django.core.signals import request_finished, request_started
from django.db import close_old_connections, connection, reset_queries

from gofish_api.observability.probe import ALIVE, READY

GOOD_FOR = 1.0  # seconds

_checked = threading.local()


def trust_for_a_moment(environ: Mapping[str, object], **_: object) -> None:
    """Skip Django's check if this thread's connection was checked within the last second."""
    if environ.get("PATH_INFO") in (ALIVE, READY):  # they must not wait for this connection
        return
    now = time.monotonic()
    if now < getattr(_checked, "until", 0.0):
        connection.health_check_done = True  # type: ignore[attr-defined]  # not in the stubs
    else:
        # Check now: Django's check would not run in a request without a query.
        connection.close_if_health_check_failed()
        _checked.until = now + GOOD_FOR


def close_after_error(**_: object) -> None:
    """Close a connection that had an error: its server may have become a standby, which answers
    Django's check and refuses writes. The next request finds the primary.
    """
    if connection.errors_occurred and not connection.in_atomic_block:
        connection.close()


def watch() -> None:
    """Connect the check to Django's ``request_started``, and leave out what ends a request.

    Django looks at the age of a connection when a request begins, too. Neither of the caches that
    the settings choose has anything to close. Each request sets its own URL configuration.
    """
    request_started.connect(trust_for_a_moment, dispatch_uid="trust_for_a_moment")
    request_finished.connect(close_after_error, dispatch_uid="close_after_error")
    request_started.disconnect(reset_queries)  # none are recorded
    request_finished.disconnect(close_caches)
    request_finished.disconnect(reset_urlconf)
    request_finished.disconnect(close_old_connections)
