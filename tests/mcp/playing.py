"""Games that the client of the MCP SDK plays, as a model would: from the answers of tools alone."""

from collections.abc import Awaitable, Callable
from typing import Any

from mcp import Client
from mcp_types import CallToolResult, TextContent

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
