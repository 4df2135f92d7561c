"""The answer of ``/healthz``, which is the same for the life of the process."""

import json

from django.conf import settings

from games.engine import build

ALIVE_BODY = json.dumps(
    {"status": "ok", "release": settings.RELEASE, "engine": build.loaded()}
).encode()
"""The process runs, with which release, and the compiled or the pure engine."""
