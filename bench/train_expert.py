"""Train the expert's value network, which rates asks by their features.

Each ask of the learner is recorded with its features and the result of the game: the share of the
win, plus a small bonus for books. The network is fitted to all records so far, and plays the next
round. The result is committed as ``games/bots/value_network.json``.
"""

import argparse
import json
from collections.abc import Mapping, Sequence
from functools import partial
from math import log
from multiprocessing import Pool
from pathlib import Path
from random import Random
from typing import Any, NamedTuple

import numpy as np
from numpy.typing import NDArray
from tqdm import tqdm

from games.bots import at_random, duties, expert, from_memory
from games.bots.features import Features
from games.bots.habits import Observer
from games.bots.levels import Choose
from games.bots.local_game import LocalGame
from games.bots.value_network import ValueNetwork
from games.engine.rule_sets import compose
from games.engine.rules import Rules
from games.engine.shuffle import SEED_BYTES

Json = dict[str, Any]
Floats = NDArray[np.float64]

PATH = Path(__file__).resolve().parents[1] / "games" / "bots" / "value_network.json"
RANDOM_RIVALS = 0.2
"""The share of games against ``random``; the others are against ``memory``."""
WHIM = 0.1
"""How often the learner chooses at random, so that every ask occurs."""
NOISE_SHARE = 0.5
"""How often it otherwise chooses among several good asks."""
NOISE_WORTH = 0.02
BOOKS = {2: 0.05, 4: 0.25}
"""By seats, the bonus for each book above the mean of the others; with more seats fewer win."""
UNITS = 24
PASSES = 6
BATCH = 256
STEP = 2e-3

TABLES: Mapping[str, tuple[Sequence[tuple[str, Sequence[str]]], int]] = {
    "rank 4": ([("classic", ())], 4000),
    "rank 2": ([("pairs", ())], 750),
    "rank 4 asked": ([("pagat", ()), ("pagat_authors", ())], 250),
    "card 4": ([("bicycle_authors", ()), ("classic", ("specific_card",))], 300),
    "card 2": ([("pairs", ("specific_card",))], 500),
}
"""By table: the rules played in turn, and the number of games per round."""


class Lesson(NamedTuple):
    """The features of the learner's asks in one game, and the result of the game."""

    asks: list[Features]
    result: float


def main() -> None:
    """Train the tables named on the command line, and write them to the file."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--tables", nargs="*", default=[*TABLES], choices=TABLES)
    parser.add_argument("--seats", nargs="*", type=int, default=[*BOOKS], choices=BOOKS)
    parser.add_argument("--rounds", type=int, default=6)
    parser.add_argument("--games", type=int, help="for each round of each table")
    parser.add_argument("--processes", type=int, help="default: one per core")
    options = parser.parse_args()
    with Pool(options.processes) as pool:
        for name in options.tables:
            for seats in options.seats:
                played, usual = TABLES[name]
                count = options.games or usual
                rules = [compose(preset, overlays) for preset, overlays in played]
                table = f"{name} {min(seats, 3)}"
                learned: ValueNetwork | None = None
                net = Net(Random(table))
                features: list[Features] = []
                results: list[float] = []
                for number in range(options.rounds):
                    play = partial(_lesson, rules, seats, learned)
                    seeds = range(number * count, (number + 1) * count)
                    # In order, so that the same seeds give the same file.
                    lessons = pool.imap(play, seeds, chunksize=10)
                    label = f"{table}, round {number + 1}"
                    for lesson in tqdm(lessons, total=len(seeds), desc=label):
                        features += lesson.asks
                        results += [lesson.result] * len(lesson.asks)
                    net.fit(np.array(features, dtype=float), np.array(results))
                    learned = net.network()
                    add_entry(PATH, table, learned._asdict())


def _lesson(rules: Sequence[Rules], seats: int, learned: ValueNetwork | None, seed: int) -> Lesson:
    """Play one game."""
    rng = Random(seed)
    me = seed % seats
    rival: Choose = at_random.choose if rng.random() < RANDOM_RIVALS else from_memory.choose
    game = LocalGame(rules[seed % len(rules)], seats=seats, seed=rng.randbytes(SEED_BYTES))
    asks: list[Features] = []
    written = game.history(me)[0]["rules"]
    observer, read = Observer(written, seats), 0
    while (seat := game.to_act) is not None:
        view, history = game.view(seat), game.history(seat)
        if seat != me:
            game.act(rival(view, history, rng))
            continue
        actions = duties.asks_or_duty(view, rng)
        if actions[0]["type"] != "ask":
            game.act(actions[0])
            continue
        # To follow the game takes less than to read its whole history at each ask.
        observer.follow(history[read:])
        read = len(history)
        position = expert.features_from(view, written, observer.knowledge, observer.habits)
        if rng.random() < WHIM:
            action = rng.choice(actions)
        elif learned is None:
            action = from_memory.choose(view, history, rng)
        else:
            noise = NOISE_WORTH if rng.random() < NOISE_SHARE else 0.0
            worths = [
                worth - noise * log(rng.expovariate(1) + 1e-9)
                for worth in expert.ask_values(learned, position, actions)
            ]
            action = actions[worths.index(max(worths))]
        asks.append(position.features(action))
        game.act(action)
    books = [len(seat_view["books"]) for seat_view in game.view(me)["seats"]]
    lead = books[me] - (sum(books) - books[me]) / (seats - 1)
    return Lesson(asks, game.shares()[me] + BOOKS[seats] * lead)


class Net:
    """The network in training: one hidden layer of rectified units, fitted by Adam."""

    def __init__(self, rng: Random) -> None:
        self._rng = np.random.default_rng(rng.getrandbits(32))
        inputs = len(Features._fields)
        self._weights: list[Floats] = [
            self._rng.normal(0, 0.7 / inputs**0.5, (inputs, UNITS)),
            np.zeros(UNITS),
            self._rng.normal(0, 0.4 / UNITS**0.5, UNITS),
            np.zeros(1),
        ]
        self._means = [np.zeros_like(weight) for weight in self._weights]
        self._squares = [np.zeros_like(weight) for weight in self._weights]
        self._steps = 0

    def fit(self, features: Floats, results: Floats) -> None:
        """Train for ``PASSES`` epochs, with smaller steps at the end."""
        batches = len(results) // BATCH
        for number in range(PASSES):
            step = STEP * {PASSES - 1: 0.1, PASSES - 2: 0.3}.get(number, 1.0)
            order = self._rng.permutation(len(results))
            for batch in range(batches):
                chosen = order[batch * BATCH : (batch + 1) * BATCH]
                self._learn(features[chosen], results[chosen], step)

    def network(self) -> ValueNetwork:
        """Return the network in the form that the expert reads, without the constant of all
        asks.
        """
        weights, offsets, counts, _ = self._weights
        return ValueNetwork(_rounded(weights.T), _rounded(offsets), _rounded(counts))

    def _learn(self, features: Floats, results: Floats, step: float) -> None:
        weights, offsets, counts, constant = self._weights
        units = np.maximum(0, features @ weights + offsets)
        error = (units @ counts + constant - results) / len(results)
        back = np.outer(error, counts) * (units > 0)
        slopes = [features.T @ back, back.sum(axis=0), units.T @ error, error.sum(keepdims=True)]
        self._steps += 1
        for weight, mean, square, slope in zip(
            self._weights, self._means, self._squares, slopes, strict=True
        ):
            mean += 0.1 * (slope - mean)
            square += 0.001 * (slope * slope - square)
            fair_mean = mean / (1 - 0.9**self._steps)
            fair_square = square / (1 - 0.999**self._steps)
            weight -= step * fair_mean / (np.sqrt(fair_square) + 1e-8)


def _rounded(numbers: Floats) -> Any:
    return np.round(numbers, 3).tolist()


def add_entry(path: Path, name: str, entry: Json) -> None:
    """Write an entry of a file of networks, which has one on each line."""
    written: Json = json.loads(path.read_text()) if path.exists() else {}
    written[name] = entry
    lines = [f"  {json.dumps(key)}: {json.dumps(written[key])}" for key in sorted(written)]
    path.write_text("{\n" + ",\n".join(lines) + "\n}\n")


if __name__ == "__main__":
    main()
