"""Models: a chat endpoint as OpenAI made them, or a program that reads and writes lines.

A fault of an endpoint is never an answer: it raises, so that it is not booked as play.
"""

import asyncio
import json
from collections.abc import Mapping, Sequence
from datetime import UTC, datetime
from queue import SimpleQueue
from typing import Any, NamedTuple, Protocol

import httpx

from gofishkit.bodies import BoundedBody, document
from gofishkit.bots.actions import BotFailed
from gofishkit.bots.process import LineProcess
from gofishkit.client import sendable
from gofishkit.errors import ServiceError
from gofishkit.eval.answers import MOST_CHARACTERS
from gofishkit.eval.prompts import Message
from gofishkit.eval.settings import Settings
from gofishkit.printing import printable
from gofishkit.retries import seconds_to_wait

FINAL = (400, 401, 403, 404, 405, 410, 422)
"""Statuses that the same request gets again: the address, the key or the model is wrong."""
KEYS = (401, 403)
LONGEST = 86_400.0
"""Seconds of the HTTP library: the limit of each request is shorter."""
MOST_TOKENS = 100_000_000
"""More in one report is not believed."""


class Answer(NamedTuple):
    """What a model answered; tokens are None if the endpoint reports none."""

    text: str
    prompt_tokens: int | None
    answer_tokens: int | None


class EndpointFault(Exception):
    """There is no answer of the model. The text says why in a line that a terminal can show."""

    def __init__(
        self,
        kind: str,
        detail: str = "",
        *,
        is_final: bool = False,
        is_key: bool = False,
        may_cost: bool = True,
        retry_after: float | None = None,
    ) -> None:
        super().__init__(printable(f"{kind}: {detail}" if detail else kind)[:300])
        self.kind = kind
        self.is_final = is_final
        """Whether the same request gets the same fault."""
        self.is_key = is_key
        self.may_cost = may_cost
        """Whether the request may have been carried out, and paid for."""
        self.retry_after = retry_after


class Model(Protocol):
    """Something that answers messages."""

    async def answer(self, messages: Sequence[Message], *, seconds: float) -> Answer:
        """Return the answer.

        :raises EndpointFault: if there is none within these seconds.
        """

    async def aclose(self) -> None:
        """End connections and processes."""


class ChatEndpoint:
    """A model behind ``POST ADDRESS/chat/completions``."""

    def __init__(
        self,
        settings: Settings,
        key: str | None = None,
        *,
        transport: httpx.AsyncBaseTransport | None = None,
    ) -> None:
        self._settings = settings
        headers = {"Accept": "application/json", "Accept-Encoding": "identity"}
        if key is not None:
            headers["Authorization"] = f"Bearer {sendable(key)}"
        self._http = httpx.AsyncClient(headers=headers, timeout=LONGEST, transport=transport)

    async def aclose(self) -> None:
        """Close all connections."""
        await self._http.aclose()

    async def answer(self, messages: Sequence[Message], *, seconds: float) -> Answer:
        """Return the answer.

        :raises EndpointFault: if there is none within these seconds.
        """
        try:
            async with asyncio.timeout(seconds):
                answer = await self._exchange(body_of(self._settings, messages))
        except TimeoutError:
            raise EndpointFault("timeout", f"no answer within {seconds:.0f} seconds") from None
        except (httpx.ConnectError, httpx.UnsupportedProtocol, httpx.InvalidURL) as error:
            raise EndpointFault("no connection", str(error), may_cost=False) from None
        except httpx.HTTPError as error:
            raise EndpointFault("connection lost", str(error) or type(error).__name__) from None
        except ServiceError as error:  # the body is too long, or compressed
            raise EndpointFault("unreadable answer", str(error)) from None
        if not answer.is_success:
            raise _refusal(answer)
        return answer_in(answer.content)

    async def _exchange(self, body: Mapping[str, Any]) -> httpx.Response:
        url = self._settings.address.rstrip("/") + "/chat/completions"
        async with self._http.stream("POST", url, json=body) as answer:
            bounded = BoundedBody(answer, seconds=LONGEST)
            async for chunk in answer.aiter_bytes():
                bounded.add(chunk)
            return bounded.answer()


class CommandModel:
    """A program that answers each line of JSON, ``{"messages": [...]}``, with ``{"text": "..."}``.

    It runs once for each request at the same time.
    """

    def __init__(self, settings: Settings) -> None:
        self._settings = settings
        self._idle: SimpleQueue[LineProcess] = SimpleQueue()
        self._processes: list[LineProcess] = []

    async def aclose(self) -> None:
        """End all processes."""
        for process in self._processes:
            process.end()

    async def answer(self, messages: Sequence[Message], *, seconds: float) -> Answer:
        """Return the answer.

        :raises EndpointFault: if there is none within these seconds.
        """
        if self._idle.empty():
            process = LineProcess(self._settings.command)
            self._processes.append(process)
        else:
            process = self._idle.get()
        request = body_of(self._settings, messages)
        try:
            found = await asyncio.to_thread(process.exchange, request, seconds)
        except BotFailed as error:
            raise EndpointFault("program failed", str(error)) from None
        finally:
            self._idle.put(process)
        if not isinstance(found, dict) or not isinstance(found.get("text"), str):
            raise EndpointFault("unreadable answer", "the line has no text")
        tokens = (found.get("prompt_tokens"), found.get("completion_tokens"))
        return Answer(found["text"][-MOST_CHARACTERS:], *map(_tokens, tokens))


def body_of(settings: Settings, messages: Sequence[Message]) -> dict[str, Any]:
    """Return the body of a request."""
    body: dict[str, Any] = {"model": settings.model, "messages": [*messages], "stream": False}
    if settings.temperature is not None:
        body["temperature"] = settings.temperature
    return {**(settings.extra or {}), **body, settings.tokens_field: settings.answer_tokens}


def answer_in(content: bytes) -> Answer:
    """Return the answer in the document of an endpoint. No text counts as an empty one.

    :raises EndpointFault: if it is no such document.
    """
    try:
        found = document(content)
        message = found["choices"][0]["message"]
        text = message.get("content")
    except (ValueError, TypeError, LookupError, AttributeError, RecursionError):
        raise EndpointFault("unreadable answer", "not a chat completion") from None
    if isinstance(text, list):  # parts, of which some servers make a text
        text = "".join(str(part.get("text", "")) for part in text if isinstance(part, dict))
    if not isinstance(text, str):
        text = ""
    usage = found.get("usage")
    usage = usage if isinstance(usage, dict) else {}
    tokens = (usage.get("prompt_tokens"), usage.get("completion_tokens"))
    return Answer(text[-MOST_CHARACTERS:], *map(_tokens, tokens))


def _tokens(value: object) -> int | None:
    return value if type(value) is int and 0 <= value <= MOST_TOKENS else None


def _refusal(answer: httpx.Response) -> EndpointFault:
    status = answer.status_code
    detail = answer.text[:2_000]
    try:
        error = json.loads(answer.content)["error"]
        detail = str(error["message"] if isinstance(error, dict) else error)
    except (ValueError, TypeError, LookupError, RecursionError):
        pass
    return EndpointFault(
        f"status {status}",
        detail,
        is_final=status in FINAL or answer.is_redirect,
        is_key=status in KEYS,
        may_cost=False,
        retry_after=seconds_to_wait(answer.headers, datetime.now(UTC)),
    )
