"""The MCP server in a process of its own, tokens for it, and games of a client of the SDK."""

import os
import re
import socket
import subprocess
import sys
import time
from collections.abc import AsyncIterator, Awaitable, Callable, Iterator
from contextlib import asynccontextmanager, contextmanager
from pathlib import Path
from typing import Any
from urllib.parse import parse_qs, urlsplit

import httpx
import httpx2
from mcp import Client, StdioServerParameters
from mcp.client.streamable_http import streamable_http_client
from mcp_types import CallToolResult, TextContent

from tests.accounts.people import DONE, asked, pkce
from tests.servers import ROOT
from tests.timeouts import PATIENCE

PATHS = os.pathsep.join(str(ROOT / "clients" / name / "src") for name in ("python", "mcp"))
COMMAND = ["-m", "gofish_mcp"]


def over_stdio(server: str, file: Path, token: str | None = None) -> Client:
    """Return a client of a new process that plays on a server as the guest in a file."""
    environ = {"PYTHONPATH": PATHS} | ({} if token is None else {"GOFISH_TOKEN": token})
    words = [*COMMAND, f"--server={server}", f"--file={file}"]
    return Client(StdioServerParameters(command=sys.executable, args=words, env=environ))


@asynccontextmanager
async def over_http(
    url: str, token: str, *, mode: str = "auto", host: str | None = None
) -> AsyncIterator[Client]:
    """Connect to an MCP server with a token; as if it were at another host, if one is named."""
    headers = {"Authorization": f"Bearer {token}", "Host": host or urlsplit(url).netloc}
    async with (
        httpx2.AsyncClient(headers=headers, timeout=60) as http,
        Client(streamable_http_client(url, http_client=http), mode=mode) as client,
    ):
        yield client


@contextmanager
def serving_mcp(server: str, url: str, port: int) -> Iterator[None]:
    """Serve MCP over HTTP on a port, with this public address."""
    options = [f"--server={server}", f"--url={url}", f"--http={port}"]
    process = subprocess.Popen(
        [sys.executable, *COMMAND, *options],
        env=os.environ | {"PYTHONPATH": PATHS},
        stderr=subprocess.PIPE,
        text=True,
    )
    try:
        deadline = time.monotonic() + PATIENCE
        while not _listens(port):
            assert process.poll() is None and time.monotonic() < deadline, process.stderr
            time.sleep(0.05)
        yield
    finally:
        process.terminate()
        _, printed = process.communicate(timeout=PATIENCE)
        assert "Traceback" not in printed, printed


def _listens(port: int) -> bool:
    with socket.socket() as probe:
        return probe.connect_ex(("127.0.0.1", port)) == 0


def guest(server: str) -> Any:
    """Return the account of a new guest, with the secret of its token."""
    answer = httpx.post(f"{server}/api/v1/accounts/guest")
    assert answer.status_code == 201, answer.text
    return answer.json()


def approved(server: str, secret: str, parameters: dict[str, str]) -> dict[str, str]:
    """Approve an authorization request as a player; return the parameters that the app gets."""
    answer = httpx.post(
        f"{server}/api/v1/oauth/authorize",
        json=parameters,
        headers={"Authorization": f"Bearer {secret}"},
    )
    assert answer.status_code == 200, answer.text
    query = parse_qs(urlsplit(answer.json()["redirect_to"]).query)
    return {name: values[0] for name, values in query.items()}


def token_of(server: str, resource: str | None, scope: str = "read play") -> str:
    """Return a token of an app of a new guest, for a resource."""
    verifier, challenge = pkce()
    parameters = asked(challenge, resource=resource, scope=scope)
    secret = guest(server)["token"]["secret"]
    form = {
        "grant_type": "authorization_code",
        "client_id": parameters["client_id"],
        "redirect_uri": DONE,
        "code": approved(server, secret, parameters)["code"],
        "code_verifier": verifier,
    }
    answer = httpx.post(f"{server}/api/v1/oauth/token", data=form)
    assert answer.status_code == 200, answer.text
    return str(answer.json()["access_token"])


def parameters_of(address: str) -> dict[str, str]:
    """Return the parameters of an address that an app opens in a browser."""
    query = parse_qs(urlsplit(re.sub(r"\+", "%20", address)).query)
    return {name: values[0] for name, values in query.items()}


Json = dict[str, Any]
Call = Callable[..., Awaitable[Json]]
MOST_CALLS = 2_000


def content(result: CallToolResult) -> Json:
    """Return the structured answer, which is no error."""
    assert not result.is_error and result.structured_content is not None, words(result)
    found: Json = result.structured_content
    return found


def words(result: CallToolResult) -> str:
    """Return the answer in words."""
    [block] = result.content
    assert isinstance(block, TextContent)
    return block.text


def calling(client: Client) -> Call:
    """Return a function that calls a tool and returns its structured answer."""

    async def call(tool: str, **arguments: Any) -> Json:
        return content(await client.call_tool(tool, arguments))

    return call


async def play(call: Call, game: str, seen: Callable[[Json], None] = lambda _: None) -> Json:
    """Play a game to its end; return the last state. ``seen`` gets each state."""
    state: Json = (await call("state", game=game))["state"]
    for _ in range(MOST_CALLS):
        seen(state)
        if state["phase"] == "over":
            return state
        own = [action for action in state["legal_actions"] if action["type"] != "resign"]
        if not own or state["to_act"] != state["you"]:
            state = (await call("wait_for_turn", game=game, version=state["version"]))["state"]
            continue
        action, version = own[state["version"] % len(own)], state["version"]
        if action["type"] == "ask":
            body = {name: value for name, value in action.items() if name != "type"}
            state = (await call("ask", game=game, version=version, **body))["state"]
        else:
            state = (await call("act", game=game, version=version, action=action))["state"]
    raise AssertionError("the game does not end")
