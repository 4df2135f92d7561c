"""Send asks and states to the WSGI application in one thread, and measure their CPU time.

``compare`` runs this file in the folder of each version, which may lack it. The argument is the
number of games to prepare. Each line of the input is a number of asks and of states to send; the
answer is a line of JSON with the CPU microseconds of each.
"""

import json
import os
import sys
import time
from collections.abc import Iterator
from io import BytesIO
from itertools import cycle, islice
from random import Random
from typing import Any

os.environ.setdefault("DJANGO_SETTINGS_MODULE", "gofish_api.settings")

from gofish_api.wsgi import application  # noqa: I001  # first: it sets up Django

from django.core.management import call_command

from bench.scripted import Script, scripts


def main(count: int) -> None:
    """Prepare games, and send as many requests of each kind as each line of the input says."""
    call_command("migrate", verbosity=0)
    games = list(scripts(count, Random(9)))
    asks = (environ for game in games for environ in _asks(game))
    states = (_environ(game, "state", seat=0) for game in cycle(games))
    print("ready", flush=True)
    for line in sys.stdin:
        turn = {
            "ask": [_cpu(each) for each in islice(asks, int(line))],
            "state": [_cpu(each) for each in islice(states, int(line))],
        }
        print(json.dumps(turn), flush=True)


def _cpu(environ: dict[str, Any]) -> float:
    """Return the CPU microseconds of a request, user and system time of all threads."""
    began = time.process_time_ns()
    _send(environ)
    return (time.process_time_ns() - began) / 1000


def _send(environ: dict[str, Any]) -> None:
    status = ""

    def start_response(line: str, *_: Any) -> Any:
        nonlocal status
        status = line

    answer = application(environ, start_response)
    content = b"".join(answer)
    answer.close()
    assert status == "200 OK", (status, content)


def _asks(game: Script) -> Iterator[dict[str, Any]]:
    for number, ask in enumerate(game.asks):
        key = f"{game.game}-{number}"
        yield _environ(game, "ask", seat=ask.seat, body=ask.body) | {"HTTP_IDEMPOTENCY_KEY": key}


def _environ(game: Script, operation: str, *, seat: int, body: bytes = b"") -> dict[str, Any]:
    """Return the environ of a request as the front makes it."""
    environ = {
        "REQUEST_METHOD": "POST" if body else "GET",
        "SCRIPT_NAME": "",
        "PATH_INFO": f"/api/v1/games/{game.game}/{operation}",
        "QUERY_STRING": "",
        "SERVER_NAME": "localhost",
        "SERVER_PORT": "8000",
        "SERVER_PROTOCOL": "HTTP/1.1",
        "REMOTE_ADDR": "127.0.0.1",
        "HTTP_HOST": "localhost",
        "HTTP_AUTHORIZATION": f"Bearer {game.tokens[seat]}",
        "wsgi.version": (1, 0),
        "wsgi.url_scheme": "http",
        "wsgi.input": BytesIO(body),
        "wsgi.errors": sys.stderr,
        "wsgi.multithread": True,
        "wsgi.multiprocess": True,
        "wsgi.run_once": False,
    }
    if body:
        environ |= {"CONTENT_TYPE": "application/json", "CONTENT_LENGTH": str(len(body))}
    return environ


if __name__ == "__main__":
    main(int(sys.argv[1]))
