"""Train a dictionary for the answers that are stored for retries, and measure the one in use.

    python -m bench.answer_dictionary            # measures
    python -m bench.answer_dictionary --write 2  # trains and writes dictionary 2

The answers are those of games of all presets and numbers of seats, in which all players act at
random. Answers of other games are measured.
"""

import argparse
import os
import statistics
import time
from collections.abc import Iterator, Mapping
from datetime import timedelta
from random import Random

import django
import orjson
import zstandard

os.environ.setdefault("DJANGO_SETTINGS_MODULE", "gofish_api.settings")
django.setup()

from bench.log_size import play  # noqa: E402
from games.api.positions import render  # noqa: E402
from games.engine import move_texts  # noqa: E402
from games.engine.evolve import evolve  # noqa: E402
from games.engine.state import NEW  # noqa: E402
from games.log.heads import GameHead  # noqa: E402
from games.log.reader import LoggedMove  # noqa: E402
from games.services.moves import packed_answers  # noqa: E402

TRAINED_WITH = 250  # games
MEASURED_WITH = 60  # other games
SAMPLES = 6_000  # answers
BYTES = 16 * 1024
# Lengths of the segments and of the words in them. Shorter segments compressed less.
SEGMENT, WORD = 1_000, 8
CLOCK = timedelta(seconds=120)

Answer = tuple[Mapping[str, str], bytes]


def main() -> None:
    """Train a dictionary if one is wanted, and print the sizes and times of the one in use."""
    parser = argparse.ArgumentParser(description=__doc__.partition("\n")[0])
    parser.add_argument("--write", type=int, metavar="NUMBER", help="the number of a new one")
    wanted = parser.parse_args()
    if wanted.write is not None:
        path = packed_answers.path_of(wanted.write)
        if path.exists():
            raise SystemExit(f"Dictionary {wanted.write} exists. Answers in use may need it.")
        path.write_bytes(train(wanted.write))
    measured = [answer for number in range(MEASURED_WITH) for answer in answers(10**5 + number)]
    packed, seconds = list[int](), list[float]()
    for answer in measured:
        began = time.process_time_ns()
        packed.append(len(packed_answers.pack(*answer)))
        seconds.append((time.process_time_ns() - began) / 1000)
    plain = statistics.mean(len(body) for _, body in measured)
    print(f"{len(measured):,} answers of {plain:,.0f} bytes on average")
    print(f"compressed: {statistics.mean(packed):.0f} bytes, at most {max(packed):,}")
    print(f"processor time: {statistics.median(seconds):.1f} µs each")


def train(number: int) -> bytes:
    """Return a dictionary that was trained with the answers of random games."""
    played = [answer for game in range(TRAINED_WITH) for answer in answers(game)]
    chosen = Random(1).sample(played, SAMPLES)
    texts: list[bytes | bytearray | memoryview] = [
        orjson.dumps(dict(headers)) + b"\n" + body for headers, body in chosen
    ]
    trained = zstandard.train_dictionary(BYTES, texts, k=SEGMENT, d=WORD, level=3, dict_id=number)
    return trained.as_bytes()


def answers(number: int) -> Iterator[Answer]:
    """Yield the headers and bodies that the players of a game are sent; its number determines its
    moves.
    """
    game = play(number)
    state, answered = NEW, list[LoggedMove]()
    for move, following in zip(game.moves, [*game.moves[1:], None], strict=True):
        command, events = move_texts.read(
            orjson.loads(move.command), orjson.loads(move.events), move.schema
        )
        state = evolve(state, events)
        answered.append(LoggedMove(move.number, move.seat, command, events, move.at, move.digest))
        if following is not None and following.seat is None:
            continue  # the referee's moves are in the same answer
        seat = answered[0].seat
        if seat is not None:
            deadline = move.at + CLOCK if number % 2 else None
            head = GameHead(game.game_id, game.seed, move.number, move.digest, state, seat)
            head = head._replace(deadline=deadline)
            yield {"ETag": render.etag(head)}, orjson.dumps(render.command_answer(head, answered))
        answered = []


if __name__ == "__main__":
    main()
