"""The answer of ``/healthz``, which is the same for the life of the process."""

import json

from django.conf import settings

from games.engine import build
from games.live.exchange import WholeResponse

ALIVE_BODY = json.dumps(
    {"status": "ok", "release": settings.RELEASE, "engine": build.loaded()}
).encode()
"""The process runs, with which release, and the compiled or the pure engine."""
ALIVE_ANSWER = WholeResponse(
    200,
    [
        (b"content-type", b"application/json"),
        (b"content-length", str(len(ALIVE_BODY)).encode()),
        (b"cache-control", b"max-age=0, no-cache, no-store, must-revalidate, private"),
    ],
    ALIVE_BODY,
)
