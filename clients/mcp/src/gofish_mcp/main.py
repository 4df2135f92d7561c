"""The command `gofish-mcp`: serve one player over stdio, or many over HTTP."""

import argparse
import os
import sys
from pathlib import Path

import uvicorn

from gofish_mcp import resource_server, tools
from gofishkit import AsyncClient, ServiceError
from gofishkit.bots.memory import RunnerFile, UnusableFile, default_file
from gofishkit.commands.bot import client_of, explained, log_to_terminal
from gofishkit.commands.main import add_server, address, bounded

MOST_CONNECTIONS = 1_024


def main() -> None:
    """Carry out the command line; exit with 0, 1 after an error, 2 usage, 3 invalid token."""
    options = parser().parse_args()
    log_to_terminal()
    if options.http is not None:
        serve_http(options)
        return
    options.file = options.file or default_file(options.server, "mcp")
    try:
        client = player(options)
    except UnusableFile as error:
        sys.exit(str(error))
    except ServiceError as error:
        sys.exit(explained(error, options))
    tools.build(lambda: client).run("stdio")


def parser() -> argparse.ArgumentParser:
    """Return the parser of the command line."""
    found = argparse.ArgumentParser(prog="gofish-mcp", description=__doc__)
    found.add_argument("--version", action="version", version=f"gofish-mcp {tools.version()}")
    add_server(found)
    found.add_argument(
        "--file", type=Path, help="where a guest is kept, who plays without GOFISH_TOKEN"
    )
    http = found.add_argument_group("over HTTP")
    http.add_argument(
        "--http", type=bounded(2**16 - 1), metavar="PORT", help="serve many players on this port"
    )
    http.add_argument("--host", default="127.0.0.1", help="default: %(default)s")
    http.add_argument(
        "--url",
        type=address,
        default=os.environ.get("MCP_URL"),
        help="its own public address; default: the variable MCP_URL, which the service needs too",
    )
    http.add_argument(
        "--issuer", type=address, help="public address of the service, if not that of --server"
    )
    return found


def player(options: argparse.Namespace) -> AsyncClient:
    """Return the client of GOFISH_TOKEN, or of a guest whom the next start finds again.

    :raises UnusableFile: if the guest cannot be kept.
    :raises ServiceError: if the token is invalid, or the server gives no guest.
    """
    memory = RunnerFile.open(options.file, options.server)
    try:
        client = client_of(options, memory)
    finally:
        memory.close()  # programs start several servers, which play as the same guest
    with client:
        client.read_me()
        return AsyncClient(options.server, client.token, retry=tools.RETRY)


def serve_http(options: argparse.Namespace) -> None:
    """Serve all players who bring a token for ``--url``, until a signal."""
    if not options.url:
        parser().error("--http needs --url, or the variable MCP_URL")
    uvicorn.run(
        resource_server.app(options.server, options.url, issuer=options.issuer),
        host=options.host,
        port=options.http,
        http="h11",  # which, unlike httptools, bounds heads and drops trailers
        log_config=None,
        access_log=False,
        server_header=False,
        limit_concurrency=MOST_CONNECTIONS,
        timeout_keep_alive=5,
        timeout_graceful_shutdown=5,
    )
