"""Learns what positions are worth to the expert, from games that it plays against itself and ``memory``.

For each rank in play, as a seat saw it, it is noted which kind it was of, and afterwards how many books of it the
seat still made, less the mean of the others. A table holds the line through these results for each kind. The next
round plays by this table. The result is committed as ``games/bots/worth.json``.
"""

import argparse
import json
from collections.abc import Iterable, Iterator, Sequence
from functools import partial
from multiprocessing import Pool
from pathlib import Path
from random import Random
from typing import Any, NamedTuple

from tqdm import tqdm

from games.bots import at_random, expert, from_memory, worth
from games.bots.levels import Choose
from games.bots.local_game import LocalGame
from games.bots.prospects import Kind
from games.bots.worth import Worth
from games.engine.presets import compose
from games.engine.rules import Rules
from games.engine.shuffle import SEED_BYTES

Json = dict[str, Any]
Sums = tuple[float, float, float, float, float]
"""Over the cases of one kind: their number, chance, chance², result, chance × result."""

PATH = Path(worth.__file__).with_name("worth.json")
WHIM = 0.06
"""How often a player does anything, so that every kind of position comes up."""
LOOKS = 0.5
"""How many of the positions are noted."""
FADING = 0.25
"""What the cases of a round weigh after the next one, which is played by a better table."""
PRIOR = 8.0
"""Cases of result 0 by which a rarely seen kind is kept modest."""

TABLES = {
    "rank 4": ("classic", (), 1000),
    "rank 2": ("pairs", (), 250),
    "card 4": ("classic", ("specific_card",), 250),
    "card 2": ("pairs", ("specific_card",), 250),
}
"""By table: what is played, and in how many games of two seats a round; of more seats fewer teach as much."""


class Note(NamedTuple):
    """A rank as a seat saw it, and how many books of it were laid by then."""

    seat: int
    rank: str
    kind: Kind
    chance: float
    laid: int


def main() -> None:
    """Learn the tables named on the command line, and write them into the file of all."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--tables", nargs="*", default=[*TABLES], choices=TABLES)
    parser.add_argument("--seats", nargs="*", type=int, default=[2, 4])
    parser.add_argument("--rounds", type=int, default=4)
    parser.add_argument("--games", type=int, help="of two seats, for each round of each table")
    parser.add_argument("--processes", type=int, default=None)
    parser.add_argument("--go-on", action="store_true", help="begin with the table there is")
    options = parser.parse_args()
    with Pool(options.processes) as pool:
        for name in options.tables:
            for seats in options.seats:
                preset, overlays, usual = TABLES[name]
                count = (options.games or usual) * 2 // seats
                rules = compose(preset, overlays)
                table = worth.table_name(rules.as_options(), seats=seats)
                learned = worth.tables()[table] if options.go_on else {}
                totals: dict[Kind, Sums] = {}
                for number in range(options.rounds):
                    play = partial(_cases, rules, seats, learned)
                    seeds = range(number * count, (number + 1) * count)
                    # In order: sums of floats depend on it, and the same seeds shall give the same file.
                    games = pool.imap(play, seeds, chunksize=10)
                    label = f"{table}, round {number + 1}"
                    totals = {kind: _faded(sums) for kind, sums in totals.items()}
                    for cases in tqdm(games, total=len(seeds), desc=label):
                        _add(totals, cases)
                    learned = {kind: _line(sums) for kind, sums in totals.items()}
                    _write(table, learned)


def _cases(rules: Rules, seats: int, learned: Worth, seed: int) -> list[tuple[Kind, float, float]]:
    """Play one game; return the kind, the chance and the result of each rank noted."""
    rng = Random(seed)
    # What others make of a position tells nothing of what the learner would.
    learners = set(rng.sample(range(seats), seats // 2))
    learner = partial(expert.choose_by, learned) if learned else from_memory.choose
    game = LocalGame(rules, seats=seats, seed=rng.randbytes(SEED_BYTES))
    notes: list[Note] = []
    while (seat := game.to_act) is not None:
        for other in learners:
            if rng.random() < LOOKS:
                notes += _notes(game, other)
        choose: Choose = learner if seat in learners else from_memory.choose
        if rng.random() < WHIM:
            choose = at_random.choose
        game.act(choose(game.view(seat), game.history(seat), rng))
    laid = [[book["rank"] for book in seat["books"]] for seat in game.view(0)["seats"]]
    return [(note.kind, note.chance, _result(note, laid)) for note in notes]


def _notes(game: LocalGame, seat: int) -> Iterator[Note]:
    view = game.view(seat)
    if view["phase"] != "ask":
        return
    outlook = expert.outlook(view, game.history(seat))
    laid = [book["rank"] for other in view["seats"] for book in other["books"]]
    for rank, kind, chance in outlook.kinds(is_mine=view["turn"] == seat):
        yield Note(seat, rank, kind, chance, laid.count(rank))


def _result(note: Note, laid: Sequence[Sequence[str]]) -> float:
    """Return the books of the rank that the seat made since, less the mean of the others."""
    counts = [books.count(note.rank) for books in laid]
    since = sum(counts) - note.laid
    if not since:
        return 0.0
    # Of two books of a rank it is not known which came later: each counts as likely.
    share = since / sum(counts)
    mine = counts[note.seat]
    return share * (mine - (sum(counts) - mine) / (len(counts) - 1))


def _add(totals: dict[Kind, Sums], cases: Iterable[tuple[Kind, float, float]]) -> None:
    for kind, chance, result in cases:
        n, x, xx, y, xy = totals.get(kind, (0.0, 0.0, 0.0, 0.0, 0.0))
        totals[kind] = (n + 1, x + chance, xx + chance * chance, y + result, xy + chance * result)


def _faded(sums: Sums) -> Sums:
    n, x, xx, y, xy = sums
    return n * FADING, x * FADING, xx * FADING, y * FADING, xy * FADING


def _line(sums: Sums) -> tuple[float, float]:
    """Return the result at chance 0, and how much more it is at chance 1."""
    n, x, xx, y, xy = sums
    mean, result = x / n, y / (n + PRIOR)
    spread = xx - n * mean * mean
    slope = (xy - x * y / n) / (spread + PRIOR / 4)
    return result - slope * mean, slope


def _write(table: str, learned: Worth) -> None:
    written = json.loads(PATH.read_text()) if PATH.exists() else {}
    written[table] = worth.to_json(learned)
    lines = [f"  {json.dumps(name)}: {json.dumps(written[name])}" for name in sorted(written)]
    PATH.write_text("{\n" + ",\n".join(lines) + "\n}\n")


if __name__ == "__main__":
    main()
