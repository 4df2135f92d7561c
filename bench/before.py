"""Serve an earlier revision next to this one, on a database of its own, with games to play."""

import json
import os
import subprocess
import sys
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

from bench import servers
from bench.cpu.compare import databases, revision
from bench.scripted import Request, Script
from bench.servers import Server

PREPARE = Path(__file__).with_name("prepare_games.py")


@contextmanager
def serving(name: str, *, games: int) -> Iterator[tuple[Server, list[Script]]]:
    """Serve a revision, which must have ``bench.scripted``; yield the server and new games."""
    with revision(name) as folder, databases() as (url, _):
        environ = {"DATABASE_URL": url, "PYTHONPATH": str(folder)}
        scripts = _prepared(folder, environ, games)
        environ |= servers.SETTINGS | {"RATES": servers.OLD_RATES}
        with servers.serving(servers.API, folder, **environ) as server:
            yield server, scripts


def _prepared(folder: Path, environ: dict[str, str], games: int) -> list[Script]:
    """Return new games in a new database, made by the code in a folder."""
    prepared = subprocess.run(
        [sys.executable, "-P", PREPARE, str(games)],
        cwd=folder,
        env=os.environ | environ,
        stdout=subprocess.PIPE,
        check=True,
    )
    return [
        Script(
            number, game, tuple(tokens), tuple(Request(seat, body.encode()) for seat, body in asks)
        )
        for number, game, tokens, asks in json.loads(prepared.stdout)
    ]
