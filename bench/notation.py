"""Measure how fast notations (GFN) are parsed, read, verified and written, in CPU time.

    python -m bench.notation

Bots play games of every preset at random. ``read`` includes digests, ``verify`` includes ``read``.
"""

from collections.abc import Callable
from datetime import UTC, datetime, timedelta
from random import Random
from time import process_time
from typing import Any

from games.bots import levels
from games.bots.local_game import LocalGame
from games.engine import chain, move_texts, shuffle
from games.engine.presets import PRESETS
from games.engine.rule_sets import compose
from games.engine.transcript import Header, StoredMove
from games.notation import reader, syntax, writer

GAMES = 100
ROUNDS = 3

Log = tuple[Header, list[StoredMove]]


def main() -> None:
    """Print games a second of each part."""
    rng = Random(7)
    logs = [play(rng) for _ in range(GAMES)]
    texts = [writer.write(*log) for log in logs]
    notations = [syntax.parse(text) for text in texts]
    moves = sum(len(log[1]) for log in logs)
    print(
        f"{GAMES} games, {moves / GAMES:.0f} moves and {sum(map(len, texts)) / GAMES:,.0f} bytes each"
    )
    measure("syntax", texts, syntax.parse)
    measure("digests", logs, digests)
    measure("read", notations, reader.read)
    measure("verify", notations, check)
    measure("write", logs, lambda log: writer.write(*log))


def measure(name: str, given: list[Any], work: Callable[[Any], object]) -> None:
    """Print how many games a second a part takes, the best of some rounds."""
    best = min(seconds(given, work) for _ in range(ROUNDS))
    print(f"{name:8} {GAMES / best:8,.0f} games a second")


def seconds(given: list[Any], work: Callable[[Any], object]) -> float:
    """Return the CPU seconds of one round."""
    start = process_time()
    for each in given:
        work(each)
    return process_time() - start


def digests(log: Log) -> bytes:
    """Compute the digests of a log."""
    header, moves = log
    digest = chain.genesis(header.commitment)
    for number, seat, at, schema, command, events, _ in moves:
        text = chain.entry(
            number=number, seat=seat, at=at, schema=schema, command=command, events=events
        )
        digest = chain.next_digest(digest, seed=header.seed, number=number, entry=text)
    return digest


def check(notation: syntax.Notation) -> None:
    """Verify a game."""
    assert reader.verify(notation).holds


def play(rng: Random) -> Log:
    """Play a game at random; return its log."""
    preset, seats = rng.choice([*PRESETS]), rng.randint(2, 4)
    game = LocalGame(compose(preset), seats=seats, seed=rng.randbytes(shuffle.SEED_BYTES))
    while (seat := game.to_act) is not None:
        game.act(levels.choose("random", game.view(seat), game.history(seat), rng))
    commitment = game.state.commitment
    header = Header("0Qo4OC0W000", preset, [], ["player"] * seats, commitment, game.seed)
    digest, at, moves = chain.genesis(commitment), datetime(2026, 1, 5, tzinfo=UTC), []
    for number, move in enumerate(game.moves, 1):
        at += timedelta(microseconds=rng.randrange(10**7))
        texts = move_texts.write(move.command, move.events)
        text = chain.entry(
            number=number,
            seat=move.seat,
            at=at,
            schema=move_texts.NEWEST,
            command=texts.command,
            events=texts.events,
        )
        digest = chain.next_digest(digest, seed=game.seed, number=number, entry=text)
        moves.append(StoredMove(number, move.seat, at, move_texts.NEWEST, *texts, digest))
    return header, moves


if __name__ == "__main__":
    main()
