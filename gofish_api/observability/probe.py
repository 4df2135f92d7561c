"""Ask a process of the service on this machine whether it is well: the health check of its container, without Django.

python -m gofish_api.observability.probe            is the server on port 8000 ready
python -m gofish_api.observability.probe referee    has the referee gone round lately
"""

import os
import re
import sys
import time
from http.client import HTTPConnection, HTTPException

ALIVE, READY = "/healthz", "/readyz"
ALIVE_BODY = b'{"status": "ok"}'

PORT = 8000
SECONDS = 4.0
REFEREE_SILENCE = 30.0

_LAST_ROUND = re.compile(r"^gofish_referee_last_round_timestamp_seconds (\S+)$", re.MULTILINE)


def is_ready(port: int = PORT) -> bool:
    """Return whether the server says that it is ready."""
    hosts = os.environ.get("ALLOWED_HOSTS", "").split(",")
    name = hosts[0].strip("*. ") or "localhost"  # every request names a host that is allowed
    return _ask(port, READY, name)[0] == 200


def is_refereeing(port: int) -> bool:
    """Return whether the metrics of a process say that a referee went round lately."""
    found = _LAST_ROUND.search(_ask(port, "/metrics", "localhost")[1])
    return found is not None and time.time() - float(found[1]) < REFEREE_SILENCE


def _ask(port: int, path: str, host: str) -> tuple[int, str]:
    connection = HTTPConnection("127.0.0.1", port, timeout=SECONDS)
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
