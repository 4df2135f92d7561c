"""Train the networks of ``master`` by policy gradient, one for each preset and number of seats.

The learner starts as the expert and plays thousands of tables at once (``bench.master``) against
``memory``, experts, an earlier state of itself and ``random``. Each of its asks becomes more or
less likely by what came of it, compared with what a second network expected (proximal policy
optimisation with generalised advantages). The same seed gives the same weights on the same machine.
Writes ``games/bots/master_networks.json`` and its manifest.
"""

import argparse
import json
import os
from collections.abc import Mapping, Sequence
from multiprocessing import get_context
from pathlib import Path
from time import process_time
from typing import Any, NamedTuple

import numpy as np
from tqdm import tqdm

from bench.master.ask_arrays import Floats
from bench.master.field import LEARNER, NO_ASKS, Ends, Field, Lesson, chances
from bench.master.known_games import KnownGames
from bench.master.nets import Net
from bench.train_expert import add_entry
from games.bots.value_network import ValueNetwork, network_for
from games.engine.rule_sets import compose

Json = dict[str, Any]

ROOT = Path(__file__).resolve().parents[1]
PATH = ROOT / "games" / "bots" / "master_networks.json"


class Table(NamedTuple):
    """How one preset and number of seats are trained."""

    games: int
    start: str | None = None
    """The table whose network it starts from; None for the expert's."""
    units: int = 32


TABLES: Mapping[str, Table] = {
    "classic 4": Table(400_000, units=48),
    "pagat 4": Table(400_000, units=48),
    "classic 2": Table(400_000, units=48),
    "pagat 2": Table(150_000, units=48),
    "pairs 2": Table(400_000),
    "pairs 4": Table(700_000),
    "bicycle_authors 4": Table(40_000),
    "bicycle 4": Table(150_000, "classic 4"),
    "bicycle 2": Table(150_000, "classic 2"),
    "pagat_authors 4": Table(120_000, "pagat 4"),
    "bicycle_authors 5": Table(30_000, "bicycle_authors 4"),
    "classic 6": Table(80_000, "classic 4"),
    "bicycle 5": Table(80_000, "classic 4"),
    "classic 3": Table(150_000, "classic 4"),
    "bicycle 3": Table(150_000, "classic 4"),
    "pagat 6": Table(80_000, "pagat 4"),
}
"""By preset and seats. Two seats who are dealt all cards know each hand; with six, ``pairs`` and
``pagat_authors`` gained nothing in this time. Tables that are not listed play with the network of
the nearest one that is.
"""
PRESETS = ("classic", "bicycle", "pagat", "pagat_authors", "pairs", "bicycle_authors")
ROUND = 24
"""How many asks the learner makes at each table, about, before it learns from them."""
MIX = {"memory": 0.75, "expert": 0.12, "earlier": 0.08, "random": 0.05}
"""How often each rival takes all other seats of a table."""
SNAPSHOTS = 10
"""How often the learner's earlier state is renewed."""
LEAD = {2: 0.05}
"""By seats, the bonus for each book above the mean of the others; 0.1 with more seats."""
DOUBT = 0.02
"""The expert's values divided by this are the logarithms of the learner's first odds."""
STUDIED = ("pagat", "pairs", "bicycle_authors")
"""Presets for which the expert was trained with few games, so that its network is fitted first."""
STUDY_ROUNDS, STUDY_PASSES, STUDY_BATCH, STUDY_RATE = 7, 5, 512, 2e-3
STUDY_STEPS = 96
"""The least number of asks in a round, in which most games end."""
STUDY_WHIM = 0.1
"""How often an ask is random, so that every ask occurs."""
STUDY_LEAD = (0.05, 0.25)
"""With two and with more seats, as in ``bench.train_expert``."""
RATE = (4e-3, 2e-3)
"""The first steps, and those from another table's network."""
CRITIC_UNITS, CRITIC_RATE = 32, 2e-3
PASSES = 2
BATCH = 2048
"""The number of asks to learn from in one step, about."""
LATER = 0.9
"""How much an ask is judged by what came after the learner's next ask; 1 for the result alone."""
CLIP = 0.2
"""How far the odds of an ask change by one round."""
JUDGED = 12_000
"""The number of games that measure a network."""


class Task(NamedTuple):
    """One table to train."""

    preset: str
    seats: int
    games: int
    seed: int
    start: ValueNetwork | None = None
    """The network to start from; None for the expert's."""
    number: int = 0
    tables: int = 2048

    @property
    def name(self) -> str:
        """The key of the network in the file."""
        return f"{self.preset} {self.seats}"


def main() -> None:
    """Train the tables named on the command line, and write them to the file."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--tables", nargs="*", default=[*PRESETS], choices=PRESETS)
    parser.add_argument("--seats", nargs="*", type=int, default=[2, 3, 4, 5, 6])
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--games", type=int, help="for each table")
    parser.add_argument("--processes", type=int, default=os.cpu_count())
    parser.add_argument(
        "--output",
        type=Path,
        default=PATH.parent,
        help="folder of the files; a network to start from that they lack is the project's",
    )
    options = parser.parse_args()
    chosen = [
        Task(preset, int(seats), options.games or TABLES[name].games, options.seed)
        for name, (preset, seats) in zip(TABLES, map(str.split, TABLES), strict=True)
        if preset in options.tables and int(seats) in options.seats
    ]
    if not chosen:
        parser.error(f"no such table. The tables are: {', '.join(TABLES)}.")
    options.output.mkdir(parents=True, exist_ok=True)
    path = options.output / PATH.name
    os.environ["OPENBLAS_NUM_THREADS"] = "1"  # for the same sums; read when a process starts
    with get_context("spawn").Pool(options.processes) as pool:
        for is_first in True, False:
            tasks = [
                task._replace(start=_read(path, TABLES[task.name].start), number=number)
                for number, task in enumerate(chosen)
                if (TABLES[task.name].start is None) == is_first
            ]
            for name, network, made in pool.imap_unordered(_train, tasks):
                tqdm.write(f"{name}: {made}")
                add_entry(path, name, network._asdict())
                add_entry(path.with_suffix(".manifest.json"), name, made)


def _read(path: Path, name: str | None) -> ValueNetwork | None:
    if name is None:
        return None
    known = json.loads(PATH.read_text())
    if path.exists():
        known |= json.loads(path.read_text())
    return ValueNetwork(**known[name])


def _train(task: Task) -> tuple[str, ValueNetwork, Json]:
    network, made = train(task)
    return task.name, network, made | judged(task, network)


def train(task: Task) -> tuple[ValueNetwork, Json]:
    """Return the network of a table, and how it was made."""
    began = process_time()
    school = School(task)
    played, rounds, snapshots = 0, 0, 1
    with tqdm(total=task.games, desc=task.name, unit="game", position=task.number % 2) as bar:
        while played < task.games:
            left = 1 - played / task.games
            is_warm = rounds > 1  # the critic learns first
            shares = school.learn(rate=RATE[task.start is not None] * min(1, left / 0.7) * is_warm)
            rounds += 1
            played += len(shares)
            bar.update(len(shares))
            bar.set_postfix(wins=f"{shares.sum() / max(1, len(shares)):.3f}")
            if is_warm and played > task.games * snapshots / SNAPSHOTS:
                school.remember()
                snapshots += 1
    network = school.learner.network()
    return network, {
        "seed": task.seed,
        "games": played,
        "rounds": rounds,
        "units": len(network.counts),
        "start": TABLES[task.name].start or "expert",
        "seconds": round(process_time() - began),
        "numpy": np.__version__,
    }


class School:
    """The learner of one table, its critic and its tables in play."""

    def __init__(self, task: Task) -> None:
        """Deal, with a learner that plays like the expert."""
        self._rng = rng = np.random.default_rng([task.seed, *task.name.encode()])
        learned = network_for(compose(task.preset).as_options(), seats=task.seats)
        expert = Net.grown(learned, len(learned.counts), rng, scale=1)
        self._critic = Net.grown(None, CRITIC_UNITS, rng, scale=1)
        seed = int(rng.integers(2**62))
        games = KnownGames(task.preset, seats=task.seats, tables=task.tables, seed=seed)
        units = TABLES[task.name].units
        start, scale = task.start, 1.0
        if not start:
            start, scale = learned, 1 / DOUBT
        units = max(units, len(start.counts))
        self.learner = Net.grown(start, units, rng, scale=scale)
        players: list[Net | str] = [self.learner, "memory", expert, expert, "random"]
        self._field = Field(games, players, [*MIX.values()], explores=True)
        self._seats, self._steps = task.seats, ROUND * task.seats
        self._lead = LEAD.get(task.seats, 0.1)
        if not task.start and task.preset in STUDIED:
            self.learner = Net.grown(self._study(learned, units), units, rng, scale=scale)
            self._field.players[LEARNER] = self.learner

    def _study(self, start: ValueNetwork, units: int) -> ValueNetwork:
        """Fit a network to the results of asks that are chosen by its values; return it."""
        values = Net.grown(start, units, self._rng, scale=1)
        features: list[Floats] = []
        played: list[tuple[Lesson, Ends]] = []
        steps = max(STUDY_STEPS, self._steps)
        self._field.whim = STUDY_WHIM
        for known in range(STUDY_ROUNDS):
            for _ in range(steps):
                lesson, ends = self._field.step()
                features.append(lesson.asks.features[:, lesson.chosen])
                played.append((lesson._replace(asks=NO_ASKS), ends))
            if not known:
                continue
            # The games of the last round go on. To learn only from those that ended would be to
            # learn from the short ones.
            nothing = [np.zeros(len(lesson.tables), np.float32) for lesson, _ in played]
            gains = self._gains(played, nothing, later=1, lead=STUDY_LEAD[self._seats > 2])
            is_used = np.concatenate([gain[1] for gain in gains[:-steps]]) > 0
            x = np.concatenate(features[:-steps], axis=1).T[is_used]
            wanted = np.concatenate([gain[0] for gain in gains[:-steps]])[is_used]
            for number in range(STUDY_PASSES):
                rate = STUDY_RATE * {STUDY_PASSES - 1: 0.1, STUDY_PASSES - 2: 0.3}.get(number, 1)
                order = self._rng.permutation(len(wanted))
                for first in range(0, len(order), STUDY_BATCH):
                    chosen = order[first : first + STUDY_BATCH]
                    asked = x[chosen].T
                    hidden = values.units(asked)
                    values.add_slopes(asked, hidden, wanted[chosen] - values.values(hidden))
                    values.climb(rate, len(chosen))
            network = values.network()
            self._field.players[LEARNER] = Net.grown(network, units, self._rng, scale=1 / DOUBT)
        self._field.whim = 0
        return network

    def remember(self) -> None:
        """Let the learner as it is now be the earlier one."""
        self._field.players[[*MIX].index("earlier") + 1] = self.learner.copy()

    def learn(self, *, rate: float) -> Floats:
        """Play a round, learn from all asks whose outcome is known, and return the shares of the
        win in the games that ended.
        """
        played = [self._field.step() for _ in range(self._steps)]
        lessons = [lesson for lesson, _ in played]
        views = [lesson.asks.features[:, lesson.best] for lesson in lessons]
        expected = [self._critic.values(self._critic.units(view)) for view in views]
        gains = self._gains(played, expected, later=LATER, lead=self._lead)
        group = max(1, BATCH * self._field.games.seats // self._field.games.tables)
        for _ in range(PASSES):
            order = self._rng.permutation(len(lessons))
            for first in range(0, len(order), group):
                count = 1
                for number in order[first : first + group]:
                    gain, is_known = gains[number]
                    count += int(is_known.sum())
                    if rate:
                        self._add_asks(lessons[number], gain)
                    units = self._critic.units(views[number])
                    error = gain + expected[number] - self._critic.values(units)
                    self._critic.add_slopes(views[number], units, error * is_known)
                self._critic.climb(CRITIC_RATE, count)
                if rate:
                    self.learner.climb(rate, count)
        return np.concatenate([ends.shares for _, ends in played])

    def _gains(
        self,
        played: Sequence[tuple[Lesson, Ends]],
        expected: Sequence[Floats],
        *,
        later: float,
        lead: float,
    ) -> list[tuple[Floats, Floats]]:
        """Return for each ask how much more came of it than expected, and whether that is known."""
        tables = self._field.games.tables
        lead *= self._field.games.rules.book_size / 4
        value, gain, is_known = (np.zeros(tables, np.float32) for _ in range(3))
        gains = []
        for (lesson, ends), values in zip(reversed(played), reversed(expected), strict=True):
            value[ends.tables] = ends.shares + np.float32(lead) * ends.leads
            gain[ends.tables], is_known[ends.tables] = 0, 1
            at = lesson.tables
            gain[at] = (value[at] - values + np.float32(later) * gain[at]) * is_known[at]
            gains.append((gain[at], is_known[at]))
            value[at], is_known[at] = values, 1
        return gains[::-1]

    def _add_asks(self, lesson: Lesson, gain: Floats) -> None:
        """Make the asks that gained more likely, but not beyond the clip."""
        asks = lesson.asks
        units = self.learner.units(asks.features)
        odds = chances(asks, self.learner.values(units))
        ratio = odds[lesson.chosen] / np.exp(lesson.log_chances)
        is_far = np.where(gain > 0, ratio > 1 + CLIP, ratio < 1 - CLIP)
        weight = gain * ratio * ~is_far
        by_value = -odds * np.repeat(weight, asks.counts)
        by_value[lesson.chosen] += weight
        self.learner.add_slopes(asks.features, units, by_value)


def judged(task: Task, network: ValueNetwork) -> Json:
    """Return percentages of wins with half the width of their 95 % intervals."""
    expert = network_for(compose(task.preset).as_options(), seats=task.seats)
    return {
        "against_memory": share(task, network, "memory"),
        "expert_against_memory": share(task, expert, "memory"),
        "against_experts": share(task, network, expert),
    }


def share(
    task: Task, network: ValueNetwork | str, rival: ValueNetwork | str
) -> tuple[float, float]:
    """Return the part of the wins of a network at one seat, on each in turn, in percent."""
    rng = np.random.default_rng(0)
    player, other = (
        net if isinstance(net, str) else Net.grown(net, len(net.counts), rng, scale=1)
        for net in (network, rival)
    )
    tables = JUDGED // (2 * task.seats)
    games = KnownGames(task.preset, seats=task.seats, tables=tables, seed=2**40 + task.seed)
    field = Field(games, [player, other], [1], False)
    played, shares = np.zeros(tables, int), []
    while (active := played < 2 * task.seats).any():
        _, ends = field.step(active)
        played[ends.tables] += 1
        shares.append(ends.shares)
    results = np.concatenate(shares)
    half = 1.96 * results.std() / len(results) ** 0.5
    return round(100 * float(results.mean()), 2), round(100 * float(half), 2)


if __name__ == "__main__":
    main()
