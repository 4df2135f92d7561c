"""Whom the MCP server lets in over HTTP, and what one player can take of it."""

import asyncio
import re
from collections.abc import Iterator
from pathlib import Path
from urllib.parse import urlsplit

import httpx
import pytest
import yaml

from gofish_mcp import main
from tests import proxies
from tests.mcp.running import calling, guest, over_http, play, serving_mcp, token_of
from tests.postgres import free_port
from tests.servers import ROOT, UNLIMITED, serving

pytestmark = pytest.mark.slow

LIST = {"jsonrpc": "2.0", "id": 1, "method": "tools/list"}
HEADERS = {"Accept": "application/json, text/event-stream", "MCP-Protocol-Version": "2025-06-18"}


@pytest.fixture(scope="module")
def service() -> Iterator[tuple[str, str]]:
    """The addresses of a server and of the MCP server that gives access to it."""
    port = free_port()
    url = f"http://127.0.0.1:{port}/mcp"
    limits = f"{UNLIMITED},token_tests=20/min"
    with (
        serving(limits, MCP_URL=url, PROXY_COUNT="1") as server,
        serving_mcp(server, url, port),
    ):
        yield server, url


def sent(url: str, token: str | None, **headers: str) -> httpx.Response:
    own = {} if token is None else {"Authorization": f"Bearer {token}"}
    encoded = httpx.Headers(HEADERS | own | headers, encoding="latin-1")
    return httpx.post(url, json=LIST, headers=encoded)


def test_only_tokens_for_this_server_are_taken(service: tuple[str, str]) -> None:
    server, url = service
    own = token_of(server, url)
    assert sent(url, own).status_code == 200
    assert sent(url, token_of(server, f"{url}/")).status_code == 200

    elsewhere, ended = f"for the resource {url}.", "has expired or was revoked"
    others = [
        (None, "Authentication required"),
        (guest(server)["token"]["secret"], elsewhere),
        (token_of(server, None), elsewhere),
        (token_of(server, f"{server}/api/v1"), elsewhere),
        (token_of(server, server), elsewhere),
        ("gf_unknown", ended),
        ("gf_\xe9", ended),
        ("gf_" + "x" * 5_000, ended),
    ]
    for token, reason in others:
        answer = sent(url, token)
        assert answer.status_code == 401, token
        assert answer.json()["error"] == "invalid_token", token
        assert reason in answer.json()["error_description"], token
        challenge = answer.headers["WWW-Authenticate"]
        assert reason in challenge and "/oauth-protected-resource/mcp" in challenge, token
        assert not token or token not in answer.text + str(answer.headers), token
    refused = sent(url, token_of(server, url, scope="read"))
    assert (refused.status_code, refused.json()["error"]) == (403, "insufficient_scope")


def test_a_revocation_counts_at_once(service: tuple[str, str]) -> None:
    server, url = service
    token = token_of(server, url)
    assert sent(url, token).status_code == 200

    httpx.post(f"{server}/api/v1/oauth/revoke", data={"token": token})

    assert sent(url, token).status_code == 401


def test_the_metadata_names_the_service(service: tuple[str, str]) -> None:
    server, url = service
    origin = url.removesuffix("/mcp")

    ended = {"Authorization": "Bearer gf_ended"}  # which a program may send everywhere
    found = httpx.get(f"{origin}/.well-known/oauth-protected-resource/mcp", headers=ended).json()

    assert found["resource"] == url and found["authorization_servers"] == [server]
    assert found["scopes_supported"] == ["read", "play"]
    issued = httpx.get(f"{server}/.well-known/oauth-authorization-server").json()
    assert issued["issuer"] == server


@pytest.mark.skipif(not proxies.NGINX, reason="nginx is not installed")
def test_the_proxy_of_the_service_leads_to_it(tmp_path: Path) -> None:
    port, nothing = free_port(), free_port()
    with proxies.nginx(tmp_path, api=[nothing], mcp=port) as front:
        origin = f"http://127.0.0.1:{front}"
        url = f"{origin}/mcp"
        with (
            serving(UNLIMITED, MCP_URL=url, PROXY_COUNT="1") as server,
            serving_mcp(server, url, port),
        ):
            assert sent(url, token_of(server, url)).status_code == 200
            found = httpx.get(f"{origin}/.well-known/oauth-protected-resource/mcp").json()
            assert found["resource"] == url
            assert httpx.get(f"{url}/elsewhere").status_code == 502  # for the service


def test_the_container_of_the_page_is_where_the_proxy_looks_for_it() -> None:
    page = (ROOT / "docs/mcp.md").read_text()
    [block] = re.findall(r"```yaml\n(.*?)```", page, re.DOTALL)
    [(name, service)] = yaml.safe_load(block)["services"].items()
    program, *words = service["command"]

    options = main.parser().parse_args(words)

    assert program == "gofish-mcp" and urlsplit(options.url).path == "/mcp"
    address = f"http://{name}:{options.http};"
    assert address in (ROOT / "ops/nginx/nginx.conf").read_text()
    assert options.server == "http://api-1:8000" and service["networks"] == ["front"]


def test_what_no_client_sends_is_refused(service: tuple[str, str]) -> None:
    server, url = service
    token = token_of(server, url)
    own = HEADERS | {"Authorization": f"Bearer {token}"}

    assert sent(url, token, Host="evil.example").status_code == 421
    assert sent(url, token, Origin="https://evil.example").status_code == 403
    assert httpx.get(url, headers=own).status_code == 405
    assert httpx.delete(url, headers=own).status_code == 405
    assert httpx.post(url, content=b"x" * 70_000, headers=own).status_code == 413
    for body in (b"{", b"[" * 60_000, b"null", b'{"jsonrpc": "2.0"}', b"\xff"):
        headers = own | {"Content-Type": "application/json"}
        assert httpx.post(url, content=body, headers=headers).status_code == 400, body
    subscribe = LIST | {"method": "subscriptions/listen"}
    answer = httpx.post(url, json=subscribe, headers=own)
    assert "error" in answer.json()


def test_an_account_waits_eight_times_at_once_and_hinders_no_other(
    service: tuple[str, str],
) -> None:
    server, url = service
    greedy, other = token_of(server, url), token_of(server, url)

    async def whole() -> list[int]:
        async with over_http(url, greedy) as client:
            state = (await calling(client)("new_game", once="1", bots=[]))["state"]
        arguments = {"game": state["game"], "version": state["version"], "seconds": 6}
        wait = LIST | {
            "method": "tools/call",
            "params": {"name": "wait_for_turn", "arguments": arguments},
        }
        headers = HEADERS | {"Authorization": f"Bearer {greedy}"}
        async with httpx.AsyncClient(timeout=60) as http:
            waits = [http.post(url, json=wait, headers=headers) for _ in range(20)]
            waiting = asyncio.gather(*waits)
            async with over_http(url, other) as client:
                call = calling(client)
                game = (await call("new_game", once="1", preset="pairs"))["state"]["game"]
                await play(call, game)
            return [answer.status_code for answer in await waiting]

    statuses = asyncio.run(whole())

    assert statuses.count(200) == 8 and statuses.count(429) == 12


def test_wrong_tokens_of_one_address_do_not_stop_others(service: tuple[str, str]) -> None:
    """The API counts the address of the client, not that of the MCP server."""
    server, url = service
    token = token_of(server, url)

    wrong = [sent(url, f"gf_{n}", **{"X-Forwarded-For": "203.0.113.9"}) for n in range(90)]

    assert {answer.status_code for answer in wrong} == {401, 503}
    assert all("Retry-After" in answer.headers for answer in wrong if answer.status_code == 503)
    assert sent(url, token, **{"X-Forwarded-For": "203.0.113.10"}).status_code == 200
