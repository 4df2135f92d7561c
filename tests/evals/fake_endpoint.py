"""An OpenAI-compatible endpoint of fake models on a port of this machine, with faults on demand."""

import json
import threading
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager, suppress
from socketserver import StreamRequestHandler
from typing import Any

from tests.evals.fake_models import FAKES, answer
from tests.gateways import gateway

Json = dict[str, Any]

OK = "200 OK"
BYTES_PER_TOKEN = 4
ESCAPES = "\x1b]0;owned\x07\x1b[2J\u202e\r\n"


def _forever(piece: bytes, pause: float = 0.0) -> Iterator[bytes]:
    for _ in range(100_000):
        time.sleep(pause)
        yield piece


FAULTS: dict[str, Callable[[], tuple[str, Iterator[bytes]]]] = {
    "no JSON": lambda: (OK, iter([b"<html>"])),
    "JSON of another kind": lambda: (OK, iter([b'{"choices": [{"message": 7}]}'])),
    "streams for ever": lambda: (OK, _forever(b"data: {}\n\n", pause=0.05)),
    "huge body": lambda: (OK, _forever(b" " * 1_000_000)),
    "401": lambda: ("401 Unauthorized", iter([b"{}"])),
    "500": lambda: ("500 Internal Server Error", iter([ESCAPES.encode()])),
    "cut": lambda: (OK + "\r\nContent-Length: 9999", iter([b'{"choices"'])),
}


class Endpoint:
    """What an endpoint does, and what it got."""

    def __init__(self) -> None:
        self.requests: list[Json] = []
        self.heads: list[str] = []
        self.tokens = [0, 0]
        """Of prompts and answers, as it charges them."""
        self.fault: str | None = None
        self.every = 1
        """One in so many requests has the fault, with each prompt answered in the end."""
        self.most = 10**9
        """Requests that are answered; then it hangs up."""
        self.usage = True
        self.lie = 0
        """Tokens that it reports for each answer beyond the true ones."""
        self.lock = threading.Lock()

    def respond(self, body: Json) -> tuple[str, Iterator[bytes]]:
        with self.lock:
            self.requests.append(body)
            number = len(self.requests)
        if self.fault is not None and number % self.every == 0:
            return FAULTS[self.fault]()
        if number > self.most:
            return "503 Service Unavailable", iter([b""])
        if body["model"] not in FAKES:
            error = {"error": {"message": f"no model{ESCAPES}"}}
            return "404 Not Found", iter([json.dumps(error).encode()])
        text = answer(FAKES[body["model"]], body["messages"])
        sizes = [len(json.dumps(body["messages"])), len(text)]
        tokens = [size // BYTES_PER_TOKEN for size in sizes]
        tokens[1] = min(tokens[1], body.get("max_tokens", 10**9))
        with self.lock:
            self.tokens = [old + new for old, new in zip(self.tokens, tokens, strict=True)]
        found: Json = {"choices": [{"message": {"role": "assistant", "content": text}}]}
        if self.usage:
            names = ("prompt_tokens", "completion_tokens")
            found["usage"] = {
                name: count + self.lie for name, count in zip(names, tokens, strict=True)
            }
        return OK, iter([json.dumps(found).encode()])


@contextmanager
def serving() -> Iterator[tuple[str, Endpoint]]:
    """Serve; yield the address of the API, and the endpoint."""
    endpoint = Endpoint()

    class Wire(StreamRequestHandler):
        def handle(self) -> None:
            with suppress(OSError):  # the client has hung up
                head = self.rfile.readline().decode()
                length = 0
                while (line := self.rfile.readline().strip()) != b"":
                    head += line.decode() + "\n"
                    if line.lower().startswith(b"content-length:"):
                        length = int(line.partition(b":")[2])
                endpoint.heads.append(head)
                status, pieces = endpoint.respond(json.loads(self.rfile.read(length)))
                self.wfile.write(f"HTTP/1.1 {status}\r\nConnection: close\r\n\r\n".encode())
                for piece in pieces:
                    self.wfile.write(piece)

    with gateway(Wire) as port:
        yield f"http://127.0.0.1:{port}/v1", endpoint
