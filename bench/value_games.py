"""Play games of all levels for ``bench/train_values.py``, and record what the models learn from."""

from collections.abc import Sequence
from pathlib import Path
from random import Random
from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from games.analysis.values.ask_value import AskPosition, ask_inputs, win_share
from games.analysis.values.following import Follower
from games.analysis.values.full_features import full_features
from games.analysis.values.situation import situation_of
from games.analysis.values.weights import PRESETS_COVERED, Models
from games.bots.features import Features
from games.bots.levels import LEVELS
from games.bots.local_game import LocalGame
from games.engine import legal
from games.engine.cards import RANKS, Seat
from games.engine.commands import Ask
from games.engine.rule_sets import compose
from games.engine.shuffle import SEED_BYTES

Numbers = NDArray[np.float32]
Places = NDArray[np.int32]

MIX = {"random": 2, "forgetful": 2, "memory": 3, "expert": 4}
"""How often each level sits on a seat."""
WHIM = 0.25
"""How often an ask of an exploring game is at random, for all levels alike."""


ASK_INPUTS = len(Features._fields) + 1


class Games(NamedTuple):
    """Recorded games. A position is the situation after a move, from the deal on."""

    positions: Numbers
    """By position, seat and feature."""
    position_game: Places
    """By position, the number of its game."""
    results: Numbers
    """By game and seat: the share of the win, and the margin in books."""
    asks: Numbers
    """By explored ask, its inputs."""
    ask_places: Places
    """By explored ask: the position after it, and the seat that asked."""
    choices: Numbers
    """By ask that a level chose, its inputs."""
    choice_places: Places
    """By such ask: the position after it, and the seat that asked."""


def play_chunk(seats: int, numbers: Sequence[int]) -> Games:
    """Play the games with these numbers. Even ones explore, odd ones are natural."""
    parts = [_play(seats, number) for number in numbers]
    return merged(parts)


def merged(parts: Sequence[Games]) -> Games:
    """Return the games of all parts together."""
    starts = np.cumsum([0, *(len(part.positions) for part in parts)])
    columns = []
    for name in Games._fields:
        arrays = [getattr(part, name) for part in parts]
        if name.endswith("_places"):
            arrays = [
                array + np.array([start, 0], dtype=np.int32)
                for array, start in zip(arrays, starts[:-1], strict=True)
            ]
        columns.append(np.concatenate(arrays))
    return Games(*columns)


def save(games: Games, path: Path) -> None:
    """Write the games; the file is whole or absent."""
    unfinished = path.with_suffix(".tmp.npz")
    np.savez(unfinished, **games._asdict())
    unfinished.rename(path)


def load(path: Path) -> Games:
    """Read saved games."""
    with np.load(path) as arrays:
        return Games(*(arrays[name] for name in Games._fields))


def levels_of(seats: int, number: int) -> list[str]:
    """Return the level on each seat of the game with this number."""
    return _opened(seats, number)[2]


def random_cost(models: Models, seats: int, numbers: Sequence[int]) -> float:
    """Return the mean cost of an ask at random, over all asks of natural games."""
    costs = []
    for number in numbers:
        rng, game, levels = _opened(seats, number)
        rules = game.state.rules
        follower = Follower(rules, seats)
        read = 0
        while (seat := game.to_act) is not None:
            for event in game.events[read:]:
                follower.follow(event)
            read = len(game.events)
            if asks := legal.asks(follower.table, seat):
                position = AskPosition(follower, seat)
                values = [
                    win_share(
                        models,
                        ask_inputs(position.features(ask), has_book_bonus=rules.extra_turn_on_book),
                    )
                    for ask in asks
                ]
                costs.append(max(values) - sum(values) / len(values))
            game.act(LEVELS[levels[seat]](game.view(seat), game.history(seat), rng))
    return sum(costs) / len(costs)


def _opened(seats: int, number: int) -> tuple[Random, LocalGame, list[str]]:
    """Return the game with this number, the level of each seat, and the randomness of choices."""
    rng = Random(f"values {seats} {number}")
    rules = compose(PRESETS_COVERED[number // 2 % len(PRESETS_COVERED)])
    levels = rng.choices([*MIX], [*MIX.values()], k=seats)
    return rng, LocalGame(rules, seats=seats, seed=rng.randbytes(SEED_BYTES)), levels


def _play(seats: int, number: int) -> Games:
    rng, game, levels = _opened(seats, number)
    rules = game.state.rules
    follower = Follower(rules, seats)
    read = 0
    positions: list[list[list[float]]] = []
    asks: list[list[float]] = []
    places: list[tuple[int, Seat]] = []
    chosen: list[list[float]] = []
    chosen_places: list[tuple[int, Seat]] = []
    while True:
        for event in game.events[read:]:
            follower.follow(event)
        read = len(game.events)
        if follower.table.hands:
            situation = situation_of(follower)
            positions.append([full_features(situation, seat) for seat in range(seats)])
        if (seat := game.to_act) is None:
            break
        view = game.view(seat)
        legal = [action for action in view["legal_actions"] if action["type"] == "ask"]
        action = LEVELS[levels[seat]](view, game.history(seat), rng)
        if legal:
            is_explored = number % 2 == 0 and rng.random() < WHIM
            if is_explored:
                action = rng.choice(legal)
            if is_explored or rng.random() < 0.2:
                ask = Ask(seat, action["target"], RANKS.index(action["rank"]))
                inputs = ask_inputs(
                    AskPosition(follower, seat).features(ask),
                    has_book_bonus=rules.extra_turn_on_book,
                )
                (asks if is_explored else chosen).append(inputs)
                (places if is_explored else chosen_places).append((len(positions), seat))
        game.act(action)
    books = [len(laid) for laid in game.state.books]
    mean = sum(books) / seats
    results = [[share, laid - mean] for share, laid in zip(game.shares(), books, strict=True)]
    return Games(
        positions=np.array(positions, dtype=np.float32),
        position_game=np.full(len(positions), number, dtype=np.int32),
        results=np.array([results], dtype=np.float32),
        asks=np.array(asks, dtype=np.float32).reshape(len(asks), ASK_INPUTS),
        ask_places=np.array(places, dtype=np.int32).reshape(len(places), 2),
        choices=np.array(chosen, dtype=np.float32).reshape(len(chosen), ASK_INPUTS),
        choice_places=np.array(chosen_places, dtype=np.int32).reshape(len(chosen_places), 2),
    )
