"""The client of the API, and the same for programs with an event loop."""

import asyncio
import time
import uuid
from collections.abc import AsyncIterator, Iterator
from types import TracebackType
from typing import Any, Self

import httpx

from gofishkit.api.calls import Call
from gofishkit.api.operations import AsyncOperations, Operations
from gofishkit.bodies import BoundedBody, document, refuse_coding
from gofishkit.errors import ServiceError
from gofishkit.retries import Outcome, Pause, Retry, plan
from gofishkit.streams import SILENCE, FrameStream, LineSplitter, LineStream

PREFIX = "/api/v1"
TIMEOUT = httpx.Timeout(75.0, connect=10.0)
"""Seconds. A long poll lasts up to 60."""
DEFAULT_RETRY = Retry()


class Client(Operations):
    """A client for one server, and for one account if it has a token.

    Its methods are the operations of the API. A command gets an ``Idempotency-Key``, which all its
    retries share.
    """

    def __init__(
        self,
        server: str,
        token: str | None = None,
        *,
        retry: Retry = DEFAULT_RETRY,
        transport: httpx.BaseTransport | None = None,
    ) -> None:
        self.server, self.token, self.retry = server.rstrip("/"), token, retry
        self._http = httpx.Client(base_url=self.server, timeout=TIMEOUT, transport=transport)

    @classmethod
    def guest(cls, server: str, *, retry: Retry = DEFAULT_RETRY) -> Self:
        """Return a client for a new guest account.

        :raises ServiceError: if the server gives none.
        """
        client = cls(server, retry=retry)
        client.token = client.register_guest()["token"]["secret"]
        return client

    def close(self) -> None:
        """Close all connections."""
        self._http.close()

    def __enter__(self) -> Self:
        return self

    def __exit__(
        self,
        kind: type[BaseException] | None,
        error: BaseException | None,
        trace: TracebackType | None,
    ) -> None:
        self.close()

    def __repr__(self) -> str:
        return f"{type(self).__name__}({self.server!r})"  # never the token

    def _send(self, call: Call) -> Any:
        steps, outcome = plan(call, self.retry), None
        headers = headers_of(call, self.token)
        while True:
            try:
                step = steps.send(outcome)
            except StopIteration as done:
                return content_of(done.value)
            if isinstance(step, Pause):
                time.sleep(step.seconds)
                outcome = None
            else:
                outcome = self._try(call, headers)

    def _try(self, call: Call, headers: dict[str, str]) -> Outcome:
        try:
            with self._http.stream(
                call.method, PREFIX + call.path, params=call.query, headers=headers, **call.content
            ) as answer:
                return self._read(answer)
        except httpx.TransportError as error:
            return error

    def _read(self, answer: httpx.Response) -> httpx.Response:
        body = BoundedBody(answer)
        for chunk in answer.iter_bytes():
            body.add(chunk)
        return body.answer()

    def _frames(self, call: Call) -> Iterator[Any]:
        return self._follow(FrameStream(call, self.retry))

    def _lines(self, call: Call) -> Iterator[Any]:
        return self._follow(LineStream(call, self.retry))

    def _follow(self, stream: FrameStream | LineStream) -> Iterator[Any]:
        while not stream.is_over:
            call, seconds = stream.call(), 0.0
            try:
                with self._http.stream(
                    call.method,
                    PREFIX + call.path,
                    params=call.query,
                    json=call.body,
                    headers=headers_of(call, self.token),
                    timeout=SILENCE,
                ) as answer:
                    if answer.status_code == httpx.codes.NO_CONTENT:  # no more moves will follow
                        return
                    if not answer.is_success:
                        seconds = stream.refuse(self._read(answer))
                    else:
                        refuse_coding(answer)
                        lines = LineSplitter()
                        for chunk in answer.iter_bytes():
                            for line in lines.take(chunk):
                                if (found := stream.read(line)) is not None:
                                    yield found
                        if not stream.is_over:  # read changes it
                            seconds = stream.lose(None)
            except httpx.TransportError as error:
                seconds = stream.lose(error)
            if not stream.is_over:
                time.sleep(seconds)


class AsyncClient(AsyncOperations):
    """As ``Client``, for programs with an event loop."""

    def __init__(
        self,
        server: str,
        token: str | None = None,
        *,
        retry: Retry = DEFAULT_RETRY,
        transport: httpx.AsyncBaseTransport | None = None,
    ) -> None:
        self.server, self.token, self.retry = server.rstrip("/"), token, retry
        self._http = httpx.AsyncClient(base_url=self.server, timeout=TIMEOUT, transport=transport)

    @classmethod
    async def guest(cls, server: str, *, retry: Retry = DEFAULT_RETRY) -> Self:
        """Return a client for a new guest account.

        :raises ServiceError: if the server gives none.
        """
        client = cls(server, retry=retry)
        registered = await client.register_guest()
        client.token = registered["token"]["secret"]
        return client

    async def aclose(self) -> None:
        """Close all connections."""
        await self._http.aclose()

    async def __aenter__(self) -> Self:
        return self

    async def __aexit__(
        self,
        kind: type[BaseException] | None,
        error: BaseException | None,
        trace: TracebackType | None,
    ) -> None:
        await self.aclose()

    def __repr__(self) -> str:
        return f"{type(self).__name__}({self.server!r})"  # never the token

    async def _send(self, call: Call) -> Any:
        steps, outcome = plan(call, self.retry), None
        headers = headers_of(call, self.token)
        while True:
            try:
                step = steps.send(outcome)
            except StopIteration as done:
                return content_of(done.value)
            if isinstance(step, Pause):
                await asyncio.sleep(step.seconds)
                outcome = None
            else:
                outcome = await self._try(call, headers)

    async def _try(self, call: Call, headers: dict[str, str]) -> Outcome:
        try:
            async with self._http.stream(
                call.method, PREFIX + call.path, params=call.query, headers=headers, **call.content
            ) as answer:
                return await self._read(answer)
        except httpx.TransportError as error:
            return error

    async def _read(self, answer: httpx.Response) -> httpx.Response:
        body = BoundedBody(answer)
        async for chunk in answer.aiter_bytes():
            body.add(chunk)
        return body.answer()

    def _frames(self, call: Call) -> AsyncIterator[Any]:
        return self._follow(FrameStream(call, self.retry))

    def _lines(self, call: Call) -> AsyncIterator[Any]:
        return self._follow(LineStream(call, self.retry))

    async def _follow(self, stream: FrameStream | LineStream) -> AsyncIterator[Any]:
        while not stream.is_over:
            call, seconds = stream.call(), 0.0
            try:
                async with self._http.stream(
                    call.method,
                    PREFIX + call.path,
                    params=call.query,
                    json=call.body,
                    headers=headers_of(call, self.token),
                    timeout=SILENCE,
                ) as answer:
                    if answer.status_code == httpx.codes.NO_CONTENT:  # no more moves will follow
                        return
                    if not answer.is_success:
                        seconds = stream.refuse(await self._read(answer))
                    else:
                        refuse_coding(answer)
                        lines = LineSplitter()
                        async for chunk in answer.aiter_bytes():
                            for line in lines.take(chunk):
                                if (found := stream.read(line)) is not None:
                                    yield found
                        if not stream.is_over:  # read changes it
                            seconds = stream.lose(None)
            except httpx.TransportError as error:
                seconds = stream.lose(error)
            if not stream.is_over:
                await asyncio.sleep(seconds)


def headers_of(call: Call, token: str | None) -> dict[str, str]:
    """Return the headers of a request; a command without a key gets a new one."""
    headers = {"Accept": call.accept, "Accept-Encoding": "identity", **call.header}
    if token is not None:
        headers["Authorization"] = f"Bearer {sendable(token)}"
    if call.takes_key:
        headers["Idempotency-Key"] = call.key or str(uuid.uuid4())
    return headers


def sendable(token: str) -> str:
    """Return a token without the spaces and line ends around it.

    :raises ServiceError: if it cannot be sent. The message does not show it.
    """
    token = token.strip()
    if not token or not token.isascii() or not token.isprintable():
        raise ServiceError("The token is empty, or has characters that no token has.")
    return token


def content_of(answer: httpx.Response) -> Any:
    """Return the document of an answer, or None."""
    return document(answer.content) if answer.content else None
