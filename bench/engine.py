"""Compare the engine with OpenSpiel's C++ ``go_fish``, driven from Python, and replay with play.

Each side plays whole games of the classic rules with random legal actions, including the deal. The
sides alternate round by round, so that a slow moment of the machine affects both. CPU time is
measured, so that other programs have little effect.
"""

import json
import os
import platform
import random
import sys
from collections.abc import Callable, Iterator
from importlib.metadata import version
from pathlib import Path
from statistics import median
from time import process_time
from typing import NamedTuple

from games.engine import build, legal, move_texts
from games.engine.cards import full_pack
from games.engine.commands import Command, Create, Deal, DrawDealer, Start, TakeSeat
from games.engine.decide import execute, step
from games.engine.evolve import evolve
from games.engine.rule_sets import compose
from games.engine.state import NEW, State
from games.engine.table import Table

try:
    import pyspiel
except ImportError:
    pyspiel = None

SEATS = (2, 4)
ROUNDS = 15
GAMES = 100
PACK = full_pack(0)


class Round(NamedTuple):
    """The cost of some games."""

    seconds: float
    asks: int

    @property
    def microseconds(self) -> float:
        """CPU time per ask."""
        return self.seconds / self.asks * 1e6


Play = Callable[[random.Random], int]
"""Plays one game and returns its number of asks."""


def main() -> None:
    """Print the figures for each number of seats."""
    _print_heading()
    for seats in SEATS:
        start = _started(seats)
        sides = {"play": _our_game(start)}
        if pyspiel is not None:
            sides["OpenSpiel"] = _openspiel_game(seats)
        sides["play, frozen states"] = _stepped_game(start)
        sides["play, log written"] = _written_game(start)
        sides["replay, log read"] = _replayed_game(start)
        _print_figures(seats, _measure(sides, label=f"{seats} seats"))


def _measure(sides: dict[str, Play], *, label: str) -> dict[str, list[Round]]:
    """Return the rounds of each side, without a first warm-up round."""
    rng = random.Random(1)
    rounds: dict[str, list[Round]] = {name: [] for name in sides}
    for number in _with_progress(ROUNDS + 1, label=label):
        for name, play in sides.items():
            measured = _round(play, rng)
            if number:
                rounds[name].append(measured)
    return rounds


def _round(play: Play, rng: random.Random) -> Round:
    began = process_time()
    asks = sum(play(rng) for _ in range(GAMES))
    return Round(process_time() - began, asks)


def _our_game(start: State) -> Play:
    return lambda rng: _played(start, rng).asks


def _stepped_game(start: State) -> Play:
    """Return a function that plays as the service does: each command on a frozen state."""

    def play(rng: random.Random) -> int:
        _, state = step(start, Deal(tuple(rng.sample(PACK, len(PACK)))))
        while state.turn is not None:
            _, state = step(state, rng.choice(legal.asks(Table(state), state.turn)))
        return state.asks

    return play


def _written_game(start: State) -> Play:
    """Return a function that plays, and writes the events as the text of a log."""

    def play(rng: random.Random) -> int:
        table = _played(start, rng)
        _written(table)
        return table.asks

    return play


def _replayed_game(start: State) -> Play:
    """Return a function that reads the events of a log from JSON values, and applies them."""
    rng = random.Random(2)
    logs = [json.loads(_written(_played(start, rng))) for _ in range(GAMES)]
    schema = move_texts.NEWEST
    return lambda rng: evolve(start, move_texts.events_from_json(rng.choice(logs), schema)).asks


def _openspiel_game(seats: int) -> Play:
    game = pyspiel.load_game("go_fish", {"players": seats})

    def play(rng: random.Random) -> int:
        asks = 0
        state = game.new_initial_state()
        while not state.is_terminal():
            if state.is_chance_node():
                # OpenSpiel's own sampler: it draws ranks, which are not equally likely.
                action, _ = pyspiel.sample_action(state.chance_outcomes(), rng.random())
            else:
                action = rng.choice(state.legal_actions())
                asks += 1
            state.apply_action(action)
        return asks

    return play


def _played(start: State, rng: random.Random) -> Table:
    """Return the table at the end of one game."""
    table = Table(start)
    execute(table, Deal(tuple(rng.sample(PACK, len(PACK)))))
    while table.turn is not None:
        execute(table, rng.choice(legal.asks(table, table.turn)))
    return table


def _written(table: Table) -> str:
    return move_texts.write(Start(), table.events).events


def _started(seats: int) -> State:
    """Return the state of a classic game before its first deal."""
    state = NEW
    opening: tuple[Command, ...] = (
        Create(compose("classic"), seats, commitment=""),
        *(TakeSeat(seat) for seat in range(seats)),
        Start(),
        DrawDealer(0),
    )
    for command in opening:
        _, state = step(state, command)
    return state


def _print_heading() -> None:
    rival = "no OpenSpiel here" if pyspiel is None else f"OpenSpiel {version('open-spiel')}"
    print(
        f"{_processor()}, {os.cpu_count()} cores; Python {platform.python_version()}; {rival};"
        f" the {build.loaded()} engine"
    )
    print(f"Classic rules, random asks; CPU time, medians of {ROUNDS} rounds of {GAMES} games")
    if pyspiel is None:
        print(
            "pyspiel is not installed: only our own figures follow (requirements/bench.txt has it)"
        )


def _print_figures(seats: int, rounds: dict[str, list[Round]]) -> None:
    print(f"\n{seats} seats             µs an ask   asks a game")
    for name, measured in rounds.items():
        micros = median(one.microseconds for one in measured)
        asks = sum(one.asks for one in measured) / (ROUNDS * GAMES)
        print(f"{name:20}{micros:10.2f}{asks:14.1f}")
    play, replay = rounds["play"], rounds["replay, log read"]
    if "OpenSpiel" in rounds:
        print(f"Play takes {_ratio(play, rounds['OpenSpiel']):.2f} times OpenSpiel's time an ask.")
    print(
        f"Replay is {_ratio(play, replay):.2f} times as fast as play,"
        f" {_ratio(rounds['play, log written'], replay):.2f} times if play writes its log."
    )


def _ratio(rounds: list[Round], others: list[Round]) -> float:
    """Return the median ratio of rounds that ran one after the other."""
    pairs = zip(rounds, others, strict=True)
    return median(one.microseconds / other.microseconds for one, other in pairs)


def _processor() -> str:
    cpuinfo = Path("/proc/cpuinfo")
    lines = cpuinfo.read_text().splitlines() if cpuinfo.exists() else []
    names = (line.partition(":")[2].strip() for line in lines if line.startswith("model name"))
    return next(names, platform.processor() or platform.machine())


def _with_progress(total: int, *, label: str) -> Iterator[int]:
    """Yield the numbers below ``total``; show a progress bar on a terminal."""
    for number in range(total):
        if sys.stderr.isatty():
            bar = "#" * number + "." * (total - number)
            print(f"\r{label} [{bar}]", end="", file=sys.stderr, flush=True)
        yield number
    if sys.stderr.isatty():
        print("\r\033[K", end="", file=sys.stderr, flush=True)


if __name__ == "__main__":
    main()
