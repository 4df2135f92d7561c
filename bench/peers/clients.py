"""The clients of a comparison: one process of node that plays the same games on both services."""

import json
import shutil
import subprocess
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from pathlib import Path
from typing import Any, Literal, NamedTuple

from bench.clients import Load
from bench.scripted import Script
from games.engine import shuffle
from games.engine.cards import CARD_TEXTS
from games.log import head_reader

FOLDER = Path(__file__).parent
AT_ONCE = 8  # games

Service = Literal["gofish", "boardgame.io"]


class Ports(NamedTuple):
    """Where a server takes moves, and where seats follow their games."""

    api: int
    streams: int


class Played(NamedTuple):
    """The moves of a round, the CPU seconds of the clients, and the ranks of each seat's books."""

    load: Load
    cpu: float
    books: list[list[list[str]]]


class Clients:
    """The process of the clients."""

    def __init__(self) -> None:
        self._process = subprocess.Popen(
            [node(), FOLDER / "load.js"],
            stdin=subprocess.PIPE,
            stdout=subprocess.PIPE,
            text=True,
        )

    def follow(self, service: Service, ports: Sequence[Ports], games: Sequence[Script]) -> None:
        """Open these games at all their seats; they are shared out to the servers in turn."""
        self._send(
            {
                "service": service,
                "ports": [port._asdict() for port in ports],
                "atOnce": AT_ONCE,
                "games": [as_json(game) for game in games],
            }
        )

    def play(self) -> Played:
        """Play the games that were opened to their ends."""
        result = self._send("play")
        load = Load(result["seconds"], result["latencies"])
        return Played(load, result["cpu"], result["books"])

    def stop(self) -> None:
        """End the process."""
        self._process.kill()
        self._process.wait()

    def _send(self, value: object) -> Any:
        assert self._process.stdin is not None
        assert self._process.stdout is not None
        self._process.stdin.write(json.dumps(value) + "\n")
        self._process.stdin.flush()
        line = self._process.stdout.readline()
        assert line, "the clients ended"
        return json.loads(line)


@contextmanager
def clients() -> Iterator[Clients]:
    """Run the process of the clients."""
    process = Clients()
    try:
        yield process
    finally:
        process.stop()


def node() -> str:
    """Return the path of node itself: a script in front of it would not pass on its end."""
    command = ["node", "--print", "process.execPath"]
    return subprocess.run(command, capture_output=True, check=True, text=True).stdout.strip()


def missing(folder: Path = FOLDER) -> str | None:
    """Return what the comparison needs and this machine lacks, or None."""
    if shutil.which("node") is None:
        return "node is not installed"
    if not (folder / "node_modules" / "boardgame.io").exists():
        return "boardgame.io is not installed: npm cannot reach a registry"
    return None


def as_json(script: Script) -> dict[str, Any]:
    """Return a newly dealt game as the clients read it, with the pack in the order dealt."""
    head = head_reader.load(script.id)
    pack = shuffle.shuffled_pack(head.seed, head.state.entropy, "deal 1", joker_count=0)
    return {
        "game": script.game,
        "tokens": script.tokens,
        "pack": [CARD_TEXTS[card] for card in pack],
        "dealer": head.state.dealer,
        "asks": [{"seat": ask.seat, **json.loads(ask.body)} for ask in script.asks],
    }
