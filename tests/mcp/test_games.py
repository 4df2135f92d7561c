"""The client of the MCP SDK plays whole games through the MCP server, over both transports."""

import asyncio
import json
import shutil
import sys
from collections.abc import Callable, Iterator
from contextlib import AbstractAsyncContextManager
from pathlib import Path
from typing import Any
from urllib.parse import urlsplit

import httpx
import httpx2
import pytest
from django.conf import settings
from mcp import Client, StdioServerParameters
from mcp.client.auth import OAuthClientProvider
from mcp.client.streamable_http import streamable_http_client
from mcp.shared.auth import AuthorizationCodeResult, OAuthClientInformationFull, OAuthClientMetadata
from pydantic import AnyUrl

from tests.gateways import cutting, switched
from tests.mcp.running import (
    Call,
    Json,
    approved,
    calling,
    content,
    guest,
    over_http,
    over_stdio,
    parameters_of,
    play,
    serving_mcp,
    token_of,
    words,
)
from tests.postgres import free_port
from tests.sdk.test_wheels import NO_INDEX, run
from tests.servers import ROOT, UNLIMITED, serving

pytestmark = pytest.mark.slow

MOST_TRIES = 200
MOST_BYTES = 50_000
"""More than any one answer; 14,500 were seen."""

REDIRECT = AnyUrl("http://127.0.0.1:4567/done")


@pytest.fixture(scope="module")
def service() -> Iterator[tuple[str, str]]:
    """The addresses of a server and of the MCP server that gives access to it."""
    port = free_port()
    url = f"http://127.0.0.1:{port}/mcp"
    with serving(UNLIMITED, MCP_URL=url) as server, serving_mcp(server, url, port):
        yield server, url


class Storage:
    """Keeps nothing but what the client stores while it runs."""

    def __init__(self) -> None:
        self.tokens: Any = None
        self.client: Any = None

    async def get_tokens(self) -> Any:
        return self.tokens

    async def set_tokens(self, tokens: Any) -> None:
        self.tokens = tokens

    async def get_client_info(self) -> Any:
        return self.client

    async def set_client_info(self, client_info: Any) -> None:
        self.client = client_info


def asks_of(server: str, game: str, seat: int) -> int:
    """Return how often a seat asked in a finished game."""
    moves = httpx.get(f"{server}/api/v1/games/{game}/moves").json()["moves"]
    events = [event for move in moves for event in move["events"]]
    return sum(event["type"] == "asked" and event["seat"] == seat for event in events)


def cards_in(value: Any) -> set[str]:
    """Return all cards that a view shows."""
    return {text for text in json.dumps(value).split('"') if len(text) == 2 and text[1] in "CDHS"}


def test_a_game_over_stdio_survives_restarts(shared_server: str, tmp_path: Path) -> None:
    file = tmp_path / "guest.json"

    async def half() -> str:
        async with over_stdio(shared_server, file) as client:
            call = calling(client)
            found = await call("new_game", once="first", overlays=["honour", "wild_cards"])
            again = await call("new_game", once="first", overlays=["honour", "wild_cards"])
            game = str(found["state"]["game"])
            assert again["state"]["game"] == game

            def stop(state: Json) -> None:
                if state["version"] > 12:
                    raise InterruptedError

            with pytest.raises(InterruptedError):
                await play(call, game, stop)
        return game

    async def rest() -> Json:
        async with over_stdio(shared_server, file) as client:
            call = calling(client)
            [open_game] = (await call("my_games"))["games"]
            assert open_game["game"] == game
            return await play(call, game)

    game = asyncio.run(half())
    state = asyncio.run(rest())

    assert state["result"]["winners"] and state["you"] is not None


def test_a_game_over_http_after_signing_in(service: tuple[str, str]) -> None:
    server, url = service
    landed: list[dict[str, str]] = []
    secret = guest(server)["token"]["secret"]
    storage = Storage()
    storage.client = OAuthClientInformationFull(
        client_id="my-model", redirect_uris=[REDIRECT], token_endpoint_auth_method="none"
    )

    async def redirected(address: str) -> None:
        landed.append(await asyncio.to_thread(approved, server, secret, parameters_of(address)))

    async def called_back() -> AuthorizationCodeResult:
        return AuthorizationCodeResult(
            code=landed[0]["code"], state=landed[0]["state"], iss=landed[0]["iss"]
        )

    provider = OAuthClientProvider(
        server_url=url,
        client_metadata=OAuthClientMetadata(redirect_uris=[REDIRECT]),
        storage=storage,
        redirect_handler=redirected,
        callback_handler=called_back,
    )
    shown: list[Json] = []

    async def whole() -> tuple[Json, Json]:
        async with (
            httpx2.AsyncClient(auth=provider, timeout=60) as http,
            Client(streamable_http_client(url, http_client=http)) as client,
        ):
            call = calling(client)
            game = (await call("new_game", once="1", bots=["random"]))["state"]["game"]
            state = await play(call, game, shown.append)
            return state, await call("history", game=game, limit=100)

    state, read = asyncio.run(whole())

    assert state["phase"] == "over" and read["moves"][0]["number"] == 1
    assert storage.tokens.scope == "read play"
    own, other = state["you"], 1 - state["you"]
    for view in shown[:-1]:
        assert view["seats"][other]["hand"] is None and view["seats"][own]["hand"] is not None
        known = cards_in([view["seats"][own], view["seats"][other]["books"], view["discards"]])
        assert cards_in(view["seats"] + view["discards"]) == known


Connect = Callable[[], AbstractAsyncContextManager[Client]]


def persistent(connect: Connect) -> Call:
    """Return a function that calls a tool as programs do whose connection is cut: again, with the
    same arguments.
    """

    async def call(tool: str, **arguments: Any) -> Json:
        for _ in range(MOST_TRIES):
            try:
                async with connect() as client:
                    result = await client.call_tool(tool, arguments)
            except Exception:  # noqa: S112 - whatever the SDK raises for a lost connection
                continue
            if not result.is_error:
                return content(result)
            assert (result.structured_content or {}).get("code") == "no_answer", words(result)
        raise AssertionError("no answer ever comes")

    return call


async def play_noting(call: Call, asked: set[int]) -> Json:
    """Play a game; note the versions in which an ask was made."""

    async def noted(tool: str, **arguments: Any) -> Json:
        if tool == "ask":
            asked.add(arguments["version"])
        return await call(tool, **arguments)

    game = (await call("new_game", once="cut", preset="pairs"))["state"]["game"]
    return await play(noted, game)


def test_no_ask_is_repeated_through_cut_connections_to_the_mcp_server(
    service: tuple[str, str],
) -> None:
    server, url = service
    token = token_of(server, url)
    asked = set[int]()
    with cutting(url.removesuffix("/mcp"), most=MOST_BYTES) as (address, cuts):
        host = urlsplit(url).netloc
        call = persistent(lambda: over_http(f"{address}/mcp", token, mode="legacy", host=host))
        state = asyncio.run(play_noting(call, asked))

    assert cuts
    assert asks_of(server, state["game"], state["you"]) == len(asked)


def test_an_ask_whose_answer_is_lost_counts_once(shared_server: str, tmp_path: Path) -> None:
    async def whole() -> tuple[Json, Json]:
        async with over_stdio(address, tmp_path / "guest.json") as client:
            call = calling(client)
            state = (await call("new_game", once="1", bots=["memory"]))["state"]
            while state["to_act"] != state["you"]:
                state = (await call("wait_for_turn", game=state["game"], version=0))["state"]
            ask = next(action for action in state["legal_actions"] if action["type"] == "ask")
            body = {"target": ask["target"], "rank": ask["rank"]}
            known = {"game": state["game"], "version": state["version"]}
            switch.turn_off()
            lost = await client.call_tool("ask", known | body)
            switch.turn_on()
            first, second = [await call("ask", **known | body) for _ in range(2)]
            assert (lost.structured_content or {})["code"] == "no_answer"
            return first, second

    with switched(shared_server) as (address, switch):
        first, second = asyncio.run(whole())

    assert first == second


def test_players_find_a_table(service: tuple[str, str]) -> None:
    server, url = service

    async def found(token: str) -> Json:
        async with over_http(url, token) as client:
            call = calling(client)
            first = await call("find_table", once="1", preset="pairs", seconds=20)
            again = await call("find_table", once="1", preset="pairs", seconds=20)
            assert first["state"]["game"] == again["state"]["game"]
            return dict(first["state"])

    async def both() -> list[Json]:
        tokens = [token_of(server, url) for _ in range(2)]
        return [*await asyncio.gather(*map(found, tokens))]

    one, other = asyncio.run(both())

    assert one["game"] == other["game"] and one["you"] != other["you"]


def test_players_open_join_start_and_leave_a_table(service: tuple[str, str]) -> None:
    server, url = service

    async def whole() -> None:
        host, other = (token_of(server, url) for _ in range(2))
        async with over_http(url, host) as client, over_http(url, other) as joiner:
            call, call_other = calling(client), calling(joiner)
            game = (await call("new_game", once="1", bots=[], seats=3))["state"]["game"]
            joined = (await call_other("join", game=game, seat=2))["state"]
            assert joined["you"] == 2
            left = await call_other("leave", game=game, version=joined["version"])
            assert not left["state"]["seats"][2]["taken"]
            refused = await joiner.call_tool("start", {"game": game, "version": 99})
            assert refused.is_error
            resource = await client.read_resource(f"gofish://games/{game}/table")
            assert "Seat 2 is free." in getattr(resource.contents[0], "text", "")

    asyncio.run(whole())


# --- the wheel in a new environment outside the repository ----------------------------------------


def test_the_installed_command_plays_a_game(tmp_path: Path, shared_server: str) -> None:
    for name in ("python", "mcp"):
        ignored = shutil.ignore_patterns("__pycache__", "*.egg-info", "build")
        shutil.copytree(ROOT / "clients" / name, tmp_path / name, ignore=ignored)
    build = (sys.executable, "-m", "pip", "wheel", "--quiet", "--no-deps", "--no-build-isolation")
    run(*build, "./python", "./mcp", "--wheel-dir=wheels", cwd=tmp_path)
    run(sys.executable, "-m", "venv", "venv", cwd=tmp_path)
    scripts = tmp_path / "venv" / "bin"
    wheels = [*(tmp_path / "wheels").glob("*.whl")]
    try:
        run(scripts / "python", "-m", "pip", "install", "--quiet", *wheels, cwd=tmp_path)
    except AssertionError as error:
        if not any(text in str(error) for text in NO_INDEX):
            raise
        pytest.skip("no package index can be reached: the wheel is built, but not installed")
    options = [f"--server={shared_server}", f"--file={tmp_path / 'guest.json'}"]
    command = StdioServerParameters(command=str(scripts / "gofish-mcp"), args=options, cwd=tmp_path)

    async def whole() -> str:
        async with Client(command) as client:
            call = calling(client)
            game = (await call("new_game", once="1", preset="pairs"))["state"]["game"]
            return str((await play(call, game))["phase"])

    assert asyncio.run(whole()) == "over"
    assert (
        run(scripts / "gofish-mcp", "--version", cwd=tmp_path) == f"gofish-mcp {settings.RELEASE}\n"
    )
