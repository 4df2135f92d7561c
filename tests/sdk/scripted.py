"""A service whose answers a test writes, byte by byte, behind the client's own HTTP library."""

import json
from collections.abc import Callable, Iterator, Mapping
from typing import Any

import httpx

from gofishkit import Client, Retry

Answer = httpx.Response | Exception
QUICK = Retry(first=0.001, longest=0.01)


class Wire(httpx.SyncByteStream):
    """The bytes of an answer, cut after some of them."""

    def __init__(self, content: bytes, cut: int | None = None) -> None:
        self._content, self._cut = content, cut

    def __iter__(self) -> Iterator[bytes]:
        yield self._content[: self._cut]
        if self._cut is not None:
            raise httpx.ReadError("The connection was cut.")


class Service(httpx.BaseTransport):
    """Gives each request to a function, and keeps it."""

    def __init__(self, answer: Callable[[httpx.Request], Answer]) -> None:
        self._answer = answer
        self.requests: list[httpx.Request] = []

    def handle_request(self, request: httpx.Request) -> httpx.Response:
        request.read()
        self.requests.append(request)
        answer = self._answer(request)
        if isinstance(answer, Exception):
            raise answer
        return answer


def client_of(
    answer: Callable[[httpx.Request], Answer], retry: Retry = QUICK
) -> tuple[Client, Service]:
    """Return a client of a service that answers so."""
    service = Service(answer)
    return Client("http://service.test", "gf_secret", retry=retry, transport=service), service


def in_turn(*answers: Answer) -> Callable[[httpx.Request], Answer]:
    """Return what gives these answers one after the other."""
    left = iter(answers)
    return lambda request: next(left)


def problem(status: int, code: str, **headers: str) -> httpx.Response:
    """Return a problem document."""
    content = {"status": status, "code": code, "title": code, "detail": "Why.", "type": "/"}
    fields = {name.replace("_", "-"): value for name, value in headers.items()}
    return httpx.Response(status, json=content, headers=fields)


def frame(kind: str, data: Any, number: int | None = None) -> bytes:
    """Return a line of a stream."""
    shown = {"type": kind, **({} if number is None else {"id": number}), "data": data}
    return json.dumps(shown).encode() + b"\n"


def state(version: int, **members: Any) -> dict[str, Any]:
    """Return a state in which seat 0 looks on while seat 1 acts."""
    base = {"version": version, "you": 0, "to_act": 1, "phase": "asking", "deadline": None}
    return {"game": "g", "legal_actions": [], "result": None, "series": None, **base, **members}


def move(number: int, *events: Mapping[str, Any]) -> dict[str, Any]:
    """Return a move."""
    return {"number": number, "seat": 1, "events": [*events], "digest": "", "at": ""}
