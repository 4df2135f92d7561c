"""MCP over HTTP: a resource server of the service's OAuth (RFC 9728), for many players at once.

It keeps no sessions: each request brings its token, and stands alone.
"""

from collections import Counter
from collections.abc import Iterator
from contextlib import contextmanager
from contextvars import ContextVar
from datetime import datetime
from typing import NamedTuple
from urllib.parse import urlsplit

import anyio
import httpx
from mcp.server.auth.middleware.auth_context import get_access_token
from mcp.server.auth.provider import AccessToken
from mcp.server.auth.routes import build_resource_metadata_url
from mcp.server.auth.settings import AuthSettings
from mcp.server.transport_security import TransportSecuritySettings
from pydantic import AnyHttpUrl
from starlette.applications import Starlette
from starlette.middleware import Middleware
from starlette.responses import JSONResponse
from starlette.types import ASGIApp, Receive, Scope, Send

from gofish_mcp import tools
from gofishkit import AsyncClient, Refused, Retry, ServiceError

SCOPES = ["read", "play"]
MOST_BODY = 64 * 1024
"""Bytes of a request."""
LONGEST_TOKEN = 256
ENDED = "The token is unknown, has expired or was revoked. Sign in from your program again."
QUICK = Retry(attempts=3, longest=1.0)
"""For tests of tokens: a client that sends many wrong ones must not hold a request."""
LONGEST_REQUEST = tools.LONGEST_CALL + 30.0
"""Seconds, those of the body included."""


class AtOnce(NamedTuple):
    """So many requests are carried out at the same time."""

    account: int = 8
    address: int = 64
    total: int = 256


AT_ONCE = AtOnce()
ADDRESS: ContextVar[str] = ContextVar("address", default="")
"""The address of the client whose request is carried out."""


class Forwarding(httpx.AsyncHTTPTransport):
    """Sends requests to the API in the name of the client's address, as a proxy does.

    Otherwise all players would share the API's limits for one address. Its ``PROXY_COUNT`` says
    whether it believes this.
    """

    def __init__(self, scheme: str) -> None:
        most = AT_ONCE.total * 2  # a request can wait for its token to be tested, or for the API
        super().__init__(limits=httpx.Limits(max_connections=most, max_keepalive_connections=32))
        self._scheme = scheme

    async def handle_async_request(self, request: httpx.Request) -> httpx.Response:
        """Send a request."""
        if address := ADDRESS.get():
            request.headers["X-Forwarded-For"] = address
            request.headers["X-Forwarded-Proto"] = self._scheme
        return await super().handle_async_request(request)


class TokenRefused(Exception):
    """The token opens nothing here; the text says why."""


class Verifier:
    """Asks the API about a token at each request, so that a revocation counts at once."""

    def __init__(self, client: AsyncClient, url: str) -> None:
        self._client, self._url = client, url

    async def verify_token(self, token: str) -> AccessToken:
        """Return what is known of a valid token for this server.

        :raises TokenRefused: if it is no such token.
        :raises ServiceError: if the API does not say.
        """
        if not token.isascii() or not token.isprintable() or not 0 < len(token) <= LONGEST_TOKEN:
            raise TokenRefused(ENDED)
        [found] = (await self._client.test_tokens(tokens=[token]))["results"]
        username, ends = found["username"], found["expires_at"]
        if not found["valid"] or username is None or ends is None:
            raise TokenRefused(ENDED)
        if not _is_same(found.get("resource"), self._url):
            raise TokenRefused(
                "The token is for the API. Sign in from your program with OAuth, which gets one for "
                f"the resource {self._url}."
            )
        return AccessToken(
            token=token,
            client_id=username,
            subject=username,
            scopes=[*(found["scopes"] or ())],
            expires_at=int(datetime.fromisoformat(ends).timestamp()),
            resource=found.get("resource"),
        )


def _is_same(resource: str | None, url: str) -> bool:
    """Return whether two spellings are of one address."""
    one, other = (str(AnyHttpUrl(each)).removesuffix("/") for each in (resource or url, url))
    return bool(resource) and one == other


class Outermost:
    """Notes the address of the client, and answers 401 if the token is refused, and 503 if the API
    cannot test it.
    """

    def __init__(self, app: ASGIApp, url: str) -> None:
        self._app, self._metadata = app, build_resource_metadata_url(AnyHttpUrl(url))

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        """Handle a request."""
        ADDRESS.set((scope.get("client") or ("", 0))[0])
        if scope.get("path") == self._metadata.path:  # it is public: no token is tested
            headers = [each for each in scope["headers"] if each[0] != b"authorization"]
            scope = {**scope, "headers": headers}
        try:
            await self._app(scope, receive, send)
        except TokenRefused as refused:
            body = {"error": "invalid_token", "error_description": str(refused)}
            parts = [*body.items(), ("resource_metadata", self._metadata)]
            challenge = ", ".join(f'{name}="{value}"' for name, value in parts)
            answer = JSONResponse(body, 401, headers={"WWW-Authenticate": f"Bearer {challenge}"})
            await answer(scope, receive, send)
        except ServiceError as error:
            seconds = error.retry_after if isinstance(error, Refused) else None
            waits = {"Retry-After": str(round(seconds or 2))}
            answer = JSONResponse({"error": "unavailable"}, status_code=503, headers=waits)
            await answer(scope, receive, send)


class Bounded:
    """Bounds what players do at the same time, and for how long. Its place is after the token."""

    def __init__(self, app: ASGIApp, at_once: AtOnce) -> None:
        self._app, self._limits = app, at_once
        self._open = Counter[tuple[str, str]]()

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        """Handle a request."""
        token = get_access_token()
        if scope["type"] != "http" or token is None:
            await self._app(scope, receive, send)
            return
        if scope["method"] != "POST":  # a GET would be a stream on which nothing is ever sent
            answer = JSONResponse({"error": "method_not_allowed"}, 405, headers={"Allow": "POST"})
            await answer(scope, receive, send)
            return
        with self._place(str(token.subject)) as is_free:
            if not is_free:
                wait = {"Retry-After": "2"}
                refusal = JSONResponse({"error": "too_many_at_once"}, 429, headers=wait)
                await refusal(scope, receive, send)
                return
            with anyio.move_on_after(LONGEST_REQUEST):
                await self._app(scope, receive, send)

    @contextmanager
    def _place(self, account: str) -> Iterator[bool]:
        own = {("account", account): self._limits.account, ("", ""): self._limits.total}
        own["address", ADDRESS.get()] = self._limits.address
        if any(self._open[name] >= most for name, most in own.items()):
            yield False
            return
        self._open.update(own.keys())
        try:
            yield True
        finally:
            self._open -= Counter(own.keys())


def app(
    server: str, url: str, *, issuer: str | None = None, at_once: AtOnce = AT_ONCE
) -> Starlette:
    """Return the application.

    :param server: where it calls the API.
    :param url: its own public address, the service's ``MCP_URL``.
    :param issuer: the public address of the service, if it is another one than ``server``.
    """
    parts = urlsplit(url)
    transport = Forwarding(parts.scheme)

    def client_of() -> AsyncClient:
        token = get_access_token()
        assert token is not None  # no request without a token comes this far
        return AsyncClient(server, token.token, retry=tools.RETRY, transport=transport)

    mcp = tools.build(
        client_of,
        token_verifier=Verifier(AsyncClient(server, retry=QUICK, transport=transport), url),
        auth=AuthSettings.model_validate(
            {
                "issuer_url": issuer or server,
                "resource_server_url": url,
                "required_scopes": SCOPES,
                "validate_token_resource": True,
            }
        ),
    )
    made = mcp.streamable_http_app(
        streamable_http_path=parts.path or "/",
        stateless_http=True,
        json_response=True,
        max_request_body_size=MOST_BODY,
        # No page of a browser may call it: Origin is never right.
        transport_security=TransportSecuritySettings(allowed_hosts=[parts.netloc]),
    )
    made.user_middleware.append(Middleware(Bounded, at_once=at_once))
    made.add_middleware(Outermost, url=url)
    return made
