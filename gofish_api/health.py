"""Is the process up, and can it serve? For load balancers and containers; no token needed."""

from datetime import timedelta
from functools import cache

from django.conf import settings
from django.db import DatabaseError, connection
from django.db.migrations.loader import MigrationLoader
from django.db.migrations.recorder import MigrationRecorder
from django.http import HttpRequest, JsonResponse
from django.utils import timezone
from django.views.decorators.cache import never_cache
from django.views.decorators.csrf import csrf_exempt
from django.views.decorators.http import require_safe

from games import rounds


@never_cache
@csrf_exempt
@require_safe
def healthz(request: HttpRequest) -> JsonResponse:
    """Answer 200 as long as the process answers at all."""
    return JsonResponse({"status": "ok"})


@never_cache
@csrf_exempt
@require_safe
def readyz(request: HttpRequest) -> JsonResponse:
    """Answer 200 when the database is reachable and migrated and a referee at work, otherwise 503 and what is not."""
    found = checks()
    is_ready = all(state == "ok" for state in found.values())
    return JsonResponse(
        {"status": "ok" if is_ready else "unavailable", "checks": found},
        status=200 if is_ready else 503,
    )


def checks() -> dict[str, str]:
    """Return what the service cannot do without, each ``ok`` or what is wrong with it."""
    try:
        applied = MigrationRecorder(connection).applied_migrations()
    except DatabaseError:
        return {"database": "unreachable", "migrations": "unknown"}
    if not _newest_migrations() <= applied.keys():
        return {"database": "ok", "migrations": "missing"}
    return {"database": "ok", "migrations": "ok"} | _referee()


def _referee() -> dict[str, str]:
    """Return whether a referee was heard of lately, where that is asked for."""
    silence = timedelta(seconds=settings.REFEREE_SILENCE_SECONDS)
    if not silence:
        return {}
    last = rounds.last()
    is_heard = last is not None and timezone.now() - last <= silence
    return {"referee": "ok" if is_heard else "silent"}


@cache
def _newest_migrations() -> frozenset[tuple[str, str]]:
    """Return the last migration of each application, as this code ships it."""
    return frozenset(MigrationLoader(None).graph.leaf_nodes())
