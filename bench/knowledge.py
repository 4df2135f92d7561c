"""Measure what it costs to compute what a seat could know, in games of the `memory` bot.

python -m bench.knowledge --preset classic --seats 4 --games 3
"""

from argparse import ArgumentParser
from collections.abc import Iterator
from random import Random
from time import process_time

from games.analysis.knowledge.posterior import QUICK, THOROUGH, knowledge
from games.analysis.knowledge.reading import Json
from games.bots import levels
from games.bots.knowledge import memory_start
from games.bots.local_game import LocalGame
from games.engine.rule_sets import compose
from games.engine.rules import Rules

EVERY = 7
"""How many moves lie between two positions."""


def positions(rules: Rules, seats: int, games: int) -> Iterator[list[Json]]:
    """Yield what a random seat saw, at positions of these games."""
    random = Random(5)
    for number in range(games):
        game = LocalGame(rules, seats=seats, seed=number.to_bytes(32))
        moves = 0
        while (seat := game.to_act) is not None:
            view, history = game.view(seat), game.history(seat)
            game.act(levels.choose("memory", view, history, random))
            moves += 1
            if moves % EVERY == 0:
                seen = game.history(random.randrange(seats))
                yield seen[memory_start(seen) :]


def main() -> None:
    """Print how many positions were counted, the processor time and the errors."""
    parser = ArgumentParser(description=__doc__)
    parser.add_argument("--preset", default="classic")
    parser.add_argument("--seats", type=int, nargs="+", default=[2, 3, 4, 5, 6])
    parser.add_argument("--games", type=int, default=3)
    parser.add_argument("--thorough", action="store_true")
    options = parser.parse_args()
    rules = compose(options.preset)
    effort = THOROUGH if options.thorough else QUICK
    print("| seats | positions | counted | ms, median | ms, most | error, most |")
    print("|---|---|---|---|---|---|")
    for seats in options.seats:
        times, errors = [], []
        for seen in positions(rules, seats, options.games):
            begin = process_time()
            found = knowledge(seen, rules, seats=seats, effort=effort)
            times.append(1000 * (process_time() - begin))
            errors.append(found.error)
        times.sort()
        counted = sum(not error for error in errors) / len(errors)
        row = [seats, len(times), f"{counted:.0%}", f"{times[len(times) // 2]:.0f}"]
        print("|", " | ".join(map(str, [*row, f"{times[-1]:.0f}", f"{max(errors):.3f}"])), "|")


if __name__ == "__main__":
    main()
