"""Tools and resources: each call of a tool is one or a few calls of the API."""

import hashlib
import json
from collections.abc import Awaitable, Callable, Mapping
from functools import wraps
from importlib import metadata
from typing import Annotated, Any, Literal, ParamSpec

import anyio
from mcp.server.mcpserver import MCPServer
from mcp.server.mcpserver.exceptions import ResourceError
from mcp_types import CallToolResult, ToolAnnotations
from pydantic import BaseModel, BeforeValidator, ConfigDict, Field

from gofish_mcp import answers
from gofishkit import AsyncClient, NoAnswer, Retry, ServiceError

P = ParamSpec("P")
Json = Mapping[str, Any]
Tool = Callable[..., Awaitable[CallToolResult]]

RETRY = Retry(attempts=5, longest=10.0)
LONGEST_CALL = 75.0
"""Seconds of a call of a tool, all its retries and waits included."""
LONGEST_WAIT = 45
"""Seconds, below the minute after which many clients and proxies give up."""
MOST_MOVES = 100
"""Moves in an answer."""
INSTRUCTIONS = """\
Go Fish, a card game for two to six seats, refereed by a server. Cards are rank, then suit: 7H, TS.
Open a table with new_game, find one with find_table, or join one. Then repeat: call wait_for_turn
with the last version that you saw, choose one of legal_actions, and call its tool, such as ask.
A command counts only in the version that you name. If an answer is lost, repeat the call with the
same arguments: it is never carried out twice. An ask that succeeds keeps your turn."""


def check_number(value: object) -> object:
    """Refuse truth values and texts, which Pydantic takes for numbers."""
    if isinstance(value, bool | str):
        raise ValueError("Expected a number.")
    return value


NUMBER = BeforeValidator(check_number)
"""Stands last, so that bounds become those of JSON Schema."""
GameId = Annotated[
    str, Field(pattern=r"^[A-Za-z0-9_-]{11}$", description="The id of the game, 11 characters.")
]
Version = Annotated[
    int,
    Field(ge=0, lt=2**31, description="The version that you saw last. Repeat it in a retry."),
    NUMBER,
]
Seat = Annotated[int, Field(ge=0, le=5, description="A number from 0."), NUMBER]
Name = Annotated[str, Field(pattern=r"^[a-z_]{1,30}$")]
Rank = Literal["2", "3", "4", "5", "6", "7", "8", "9", "T", "J", "Q", "K", "A"]
Card = Annotated[
    str,
    Field(
        pattern="^([2-9TJQKA][CDHS]|[BR]J)$",
        description="Rank and suit, such as 7H or TS. BJ and RJ are jokers.",
    ),
]
Once = Annotated[
    str,
    Field(
        min_length=1,
        max_length=100,
        description="A new text for each table that you want. The same text finds the same table "
        "for 24 hours, so repeat it in a retry.",
    ),
]
Preset = Annotated[Name, Field(description="A name of rule_sets.")]
Overlays = Annotated[tuple[Name, ...], Field(max_length=12)]
Bots = Annotated[tuple[Name, ...], Field(max_length=5, description="Levels of bots.")]
READS = ToolAnnotations(read_only_hint=True, open_world_hint=False)
COMMANDS = ToolAnnotations(
    read_only_hint=False, destructive_hint=False, idempotent_hint=True, open_world_hint=False
)
GIVES_UP = COMMANDS.model_copy(update={"destructive_hint": True})


class Action(BaseModel):
    """One of legal_actions, as it is there."""

    model_config = ConfigDict(extra="forbid")

    type: Literal["ask", "answer", "declare", "end_turn", "cut", "expose", "misdeal", "resign"]
    target: Seat | None = None
    rank: Rank | None = None
    card: Card | None = None
    cards: Annotated[list[Card], Field(max_length=54)] | None = None
    position: Annotated[int, NUMBER] | None = None
    reason: Name | None = None


def bounded(tool: Callable[P, Awaitable[CallToolResult]]) -> Callable[P, Awaitable[CallToolResult]]:
    """Return a tool that answers with a problem instead of raising, and in bounded time."""

    @wraps(tool)
    async def answered(*args: P.args, **kwargs: P.kwargs) -> CallToolResult:
        try:
            with anyio.fail_after(LONGEST_CALL):
                return await tool(*args, **kwargs)
        except TimeoutError:
            return answers.problem(NoAnswer("The service takes too long."))
        except ServiceError as error:
            return answers.problem(error)

    return answered


def key_of(*parts: object) -> str:
    """Return the Idempotency-Key of what a model wants: equal for equal parts, after restarts too.

    Keys belong to an account, which has one seat in a game at most.
    """
    return "mcp-" + hashlib.sha256(json.dumps(parts, sort_keys=True).encode()).hexdigest()[:40]


async def command(
    client: AsyncClient, game: str, version: int, kind: str, **body: Any
) -> CallToolResult:
    """Carry out a command in one version of the game, once."""
    sent = {name: value for name, value in body.items() if value is not None}
    found = await getattr(client, kind)(
        game,
        if_match=f'"{version}-0"',  # of commands, only the version counts
        idempotency_key=key_of(game, version, kind, sent),
        **sent,
    )
    return answers.table(found["state"], found["moves"])


def add_tools(server: MCPServer[Any], client_of: Callable[[], AsyncClient]) -> None:
    """Add all tools. ``client_of`` returns the client of the player who calls."""

    def tool(annotations: ToolAnnotations) -> Callable[[Tool], Tool]:
        def add(function: Tool) -> Tool:
            server.add_tool(bounded(function), annotations=annotations, structured_output=False)
            return function

        return add

    @tool(READS)
    async def rule_sets() -> CallToolResult:
        """List the rule sets, their overlays and the levels of bots."""
        return answers.rule_sets(await client_of().list_rulesets())

    @tool(READS)
    async def rules(game: GameId) -> CallToolResult:
        """Explain the rules of a game."""
        return answers.rules(await client_of().read_game(game))

    @tool(COMMANDS)
    async def new_game(
        once: Once,
        seats: Annotated[int, Field(ge=2, le=6), NUMBER] = 2,
        preset: Preset = "classic",
        bots: Bots = ("memory",),
        overlays: Overlays = (),
    ) -> CallToolResult:
        """Open a table and take a seat. With a bot for each other seat the game starts at once."""
        body: Any = {"seats": seats, "preset": preset, "bots": bots, "overlays": overlays}
        client = client_of()
        found = await client.create_game(idempotency_key=key_of("new_game", once), **body)
        return answers.table(await client.read_state(found["game"]["id"]))

    @tool(COMMANDS)
    async def find_table(
        once: Once,
        seats: Annotated[int, Field(ge=2, le=6), NUMBER] = 2,
        preset: Preset = "classic",
        overlays: Overlays = (),
        seconds: Annotated[int, Field(ge=0, le=LONGEST_WAIT), NUMBER] = 20,
    ) -> CallToolResult:
        """Play with others. After these seconds, bots take the seats that are free."""
        body: Any = {"seats": seats, "preset": preset, "overlays": overlays}
        client, key = client_of(), key_of("find_table", once)
        match = await client.enter_match(idempotency_key=key, wait_seconds=seconds, **body)
        if match["game"] is None:
            match = await client.read_match(match["id"], wait=seconds + 5)
        if match["game"] is None:
            return answers.answer(
                ["No table yet. Call find_table again with the same arguments."], match
            )
        return answers.table(await client.read_state(match["game"]))

    @tool(COMMANDS)
    async def join(
        game: GameId,
        join_code: Annotated[str | None, Field(max_length=40)] = None,
        seat: Seat | None = None,
    ) -> CallToolResult:
        """Take a seat at a table that has not started. Private tables need their code."""
        wanted = {"join_code": join_code, "seat": seat}
        body: Any = {name: value for name, value in wanted.items() if value is not None}
        found = await client_of().join(game, **body)
        return answers.table(found["state"], found["moves"])

    @tool(READS)
    async def my_games() -> CallToolResult:
        """List your open games, those that wait for you first."""
        return answers.games(await client_of().list_my_games())

    @tool(READS)
    async def state(game: GameId) -> CallToolResult:
        """Show the table as you may see it, its version, and your legal_actions."""
        return answers.table(await client_of().read_state(game))

    @tool(READS)
    async def history(
        game: GameId,
        after: Annotated[Version, Field(description="The last version that you have read.")] = 0,
        limit: Annotated[int, Field(ge=1, le=MOST_MOVES), NUMBER] = MOST_MOVES,
    ) -> CallToolResult:
        """Tell what happened, oldest first, as you saw it."""
        return answers.history(await client_of().read_moves(game, after=after, limit=limit))

    @tool(READS)
    async def wait_for_turn(
        game: GameId,
        version: Version,
        seconds: Annotated[int, Field(ge=0, le=LONGEST_WAIT), NUMBER] = 20,
    ) -> CallToolResult:
        """Wait until you may act or the game is over. Tells what happened after the version."""
        client = client_of()
        until = anyio.current_time() + seconds
        while True:
            view = await client.read_state(game)
            left = int(until - anyio.current_time())
            is_mine = view["you"] is not None and view["to_act"] == view["you"]
            if is_mine or view["phase"] in ("over", "closed") or left < 1:
                break
            await client.read_moves(game, after=view["version"], limit=1, wait=left)
        page = await client.read_moves(game, after=version, limit=MOST_MOVES)
        return answers.table(view, page["moves"])

    @tool(COMMANDS)
    async def ask(
        game: GameId,
        version: Version,
        target: Seat,
        rank: Rank | None = None,
        card: Card | None = None,
    ) -> CallToolResult:
        """Ask a seat for a rank, or for a card where the rules say so."""
        return await command(client_of(), game, version, "ask", target=target, rank=rank, card=card)

    @tool(COMMANDS)
    async def act(game: GameId, version: Version, action: Action) -> CallToolResult:
        """Do one of your legal_actions: in honour mode answer, declare, end_turn and others."""
        body = action.model_dump(exclude_none=True)
        return await command(client_of(), game, version, body.pop("type"), **body)

    @tool(COMMANDS)
    async def start(game: GameId, version: Version) -> CallToolResult:
        """Start your table when all seats are taken."""
        return await command(client_of(), game, version, "start")

    @tool(COMMANDS)
    async def rematch(game: GameId, version: Version) -> CallToolResult:
        """Play the same table again after the game; all players make this call."""
        return await command(client_of(), game, version, "rematch")

    @tool(GIVES_UP)
    async def leave(game: GameId, version: Version) -> CallToolResult:
        """Leave a table that has not started."""
        return await command(client_of(), game, version, "leave")

    @tool(GIVES_UP)
    async def resign(game: GameId, version: Version) -> CallToolResult:
        """Give up a game that runs."""
        return await command(client_of(), game, version, "resign")


def add_resources(server: MCPServer[Any], client_of: Callable[[], AsyncClient]) -> None:
    """Add resources for a rule set, and for the table and the rules of a game."""

    @server.resource("gofish://rule-sets/{preset}", mime_type="text/plain")
    async def rule_set(preset: str) -> str:
        """Explain how a rule set is played."""
        return await read(client_of().read_ruleset(preset), answers.preset_in_words)

    @server.resource("gofish://games/{game}/table", mime_type="text/plain")
    async def table(game: str) -> str:
        """Show the table as you may see it."""
        return await read(client_of().read_state(game), answers.table_in_words)

    @server.resource("gofish://games/{game}/rules", mime_type="text/plain")
    async def game_rules(game: str) -> str:
        """Explain the rules of a game."""
        return await read(client_of().read_game(game), answers.game_rules_in_words)


async def read(call: Awaitable[Any], in_words: Callable[[Json], Any]) -> str:
    """Return the text of a resource.

    :raises ResourceError: if the API refuses it, or gives no answer in time.
    """
    try:
        with anyio.fail_after(LONGEST_CALL):
            return answers.text_of(in_words(await call))
    except (ServiceError, TimeoutError) as error:
        raise ResourceError(str(error) or "The service takes too long.") from None


def build(client_of: Callable[[], AsyncClient], **options: Any) -> MCPServer[Any]:
    """Return a server with all tools and resources. It keeps no state."""
    server = MCPServer[Any](
        "gofish",
        title="Go Fish",
        instructions=INSTRUCTIONS,
        version=version(),
        subscriptions=False,  # a subscription would hold a connection forever
        log_level="WARNING",
        **options,
    )
    add_tools(server, client_of)
    add_resources(server, client_of)
    return server


def version() -> str:
    """Return the version of this package, or a placeholder in a checkout."""
    try:
        return metadata.version("gofish-mcp")
    except metadata.PackageNotFoundError:
        return "0"
