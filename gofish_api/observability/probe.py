"""Check from within a container, without Django, whether a process on this machine is healthy.

    python -m gofish_api.observability.probe            is the server on port 8000 ready?
    python -m gofish_api.observability.probe referee    has the referee checked all games lately?

The answer of ``/healthz`` is the same for the life of a process, and is here for the server too.
"""

import json
import os
import re
import sys
import time
from http.client import HTTPConnection, HTTPException

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


ALIVE, READY = "/healthz", "/readyz"

PORT = 8000
TIMEOUT_SECONDS = 4.0
REFEREE_SILENCE = 30.0

_LAST_ROUND = re.compile(r"^gofish_referee_last_round_timestamp_seconds (\S+)$", re.MULTILINE)


def is_ready(port: int = PORT) -> bool:
    """Return whether the server is ready."""
    hosts = os.environ.get("ALLOWED_HOSTS", "").split(",")
    name = hosts[0].strip("*. ") or "localhost"  # the server refuses other hosts
    return _ask(port, READY, name)[0] == 200


def is_refereeing(port: int) -> bool:
    """Return whether a referee checked all games lately, by the metrics of a process."""
    match = _LAST_ROUND.search(_ask(port, "/metrics", "localhost")[1])
    return match is not None and time.time() - float(match[1]) < REFEREE_SILENCE


def _ask(port: int, path: str, host: str) -> tuple[int, str]:
    connection = HTTPConnection("127.0.0.1", port, timeout=TIMEOUT_SECONDS)
    try:
        connection.request("GET", path, headers={"Host": host})
        answer = connection.getresponse()
        return answer.status, answer.read().decode()
    except (OSError, HTTPException):
        return 0, ""
    finally:
        connection.close()


if __name__ == "__main__":
    is_well = (
        is_refereeing(int(os.environ["METRICS_PORT"]))
        if sys.argv[1:] == ["referee"]
        else is_ready()
    )
    sys.exit(0 if is_well else 1)
