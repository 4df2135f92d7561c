"""Compare how well rating systems predict games of the built-in bots.

    python -m bench.rate_check

Plays fresh games of 2 to 6 seats with several players of each level, without a database. Each
system predicts a game, then learns its result. The figure of a system is the mean log-loss of its
predictions minus that of a uniform guess: the lower, the better. Exits with status 1 below a gate.

    python -m bench.rate_check --anchor master --games 12000

Prints the anchor of a level in each family: the rating which games against all levels, whose
anchors are fixed, change by 0 in the mean.
"""

import argparse
import secrets
import sys
from collections.abc import Iterator, Sequence
from math import fsum, log, sqrt
from multiprocessing import Pool
from pathlib import Path
from random import Random
from typing import NamedTuple

from tqdm import tqdm

from bench.rating_systems import Defaults, Elo, Ours, RatingSystem
from games.bots.levels import LEVELS
from games.bots.local_game import LocalGame
from games.engine.rule_sets import compose
from games.engine.shuffle import SEED_BYTES
from games.ratings.pools import FAMILIES, places
from games.ratings.skill import ANCHOR_SIGMA, VERSIONS, Skill, anchor, rate
from tests.readme_tables import rendered, with_block

PAGE = Path(__file__).parent.parent / "docs" / "ratings.md"
PLAYERS_A_LEVEL = 3
"""So that no player is certain to meet the others of a level, and six seats have six players."""
PLAYERS = [level for level in LEVELS for _ in range(PLAYERS_A_LEVEL)]
"""The level of each player."""
OURS, DEFAULTS = "ours", "OpenSkill with its defaults"
ELO_PAIRS, ELO_SHARED = "Elo, K = 32 for each pair", "Elo, K = 32 for each game"
MOST_SEATS = 6
LEAST_GAIN = 0.13
"""By how much our predictions must be better than a uniform guess."""


class Played(NamedTuple):
    """The result of a game: its players, their places from 0 with ties, and the winners."""

    players: list[int]
    places: tuple[int, ...]
    shares: tuple[float, ...]
    """Each seat's part of the win, from 0 to 1."""


class Figure(NamedTuple):
    """A mean with half the width of its 95 % interval."""

    mean: float
    margin: float

    def __str__(self) -> str:
        return f"{self.mean:+.4f} ± {self.margin:.4f}"


def main() -> None:
    """Play, print the table, and check the gates."""
    parser = argparse.ArgumentParser(description=__doc__.partition("\n")[0])
    parser.add_argument("--games", type=int, default=3500)
    parser.add_argument("--preset", default="classic")
    parser.add_argument("--seed", default=secrets.token_hex(4), help="default: a fresh one")
    parser.add_argument("--processes", type=int, help="default: one per core")
    parser.add_argument("--anchor", choices=LEVELS, help="only print the anchors of this level")
    parser.add_argument("--write", action="store_true", help="write the table to docs/ratings.md")
    options = parser.parse_args()
    if options.anchor:
        for family, presets in FAMILIES.items():
            played = games_of(presets, options)
            print(f"{family}: {anchor_of(options.anchor, family, played):.1f}")
        return
    played = games_of([options.preset], options)
    ours = Ours()
    systems: dict[str, RatingSystem] = {
        OURS: ours,
        DEFAULTS: Defaults(),
        ELO_PAIRS: Elo(32),
        ELO_SHARED: Elo(32, is_shared=True),
    }
    losses = {name: losses_of(system, played) for name, system in systems.items()}
    lines = [
        f"{len(played):,} games of `{options.preset}`; seed `{options.seed}`.",
        "",
        *table(losses),
        "",
        *by_seats(losses, played),
        "",
        *final_ratings(ours),
    ]
    print("\n".join(lines))
    if options.write:
        PAGE.write_text(with_block(PAGE.read_text(), "rate-check", lines))
    failures = list(failed_gates(losses))
    print("\n".join(failures) or "All gates are passed.")
    sys.exit(bool(failures))


def games_of(presets: Sequence[str], options: argparse.Namespace) -> list[Played]:
    """Play games of these presets in turn."""
    tasks = [
        (presets[number % len(presets)], options.seed, number) for number in range(options.games)
    ]
    with Pool(options.processes) as pool:
        results = pool.imap(play, tasks, chunksize=10)
        return list(tqdm(results, total=len(tasks), unit="game"))


def anchor_of(level: str, family: str, played: Sequence[Played]) -> float:
    """Return the rating of a level which these games change by 0 in the mean."""
    low, high = 0.0, 100.0
    while high - low > 0.05:
        mu = (low + high) / 2
        skills = [
            Skill(mu, ANCHOR_SIGMA) if each == level else anchor(family, each, VERSIONS[each])
            for each in PLAYERS
        ]
        gained = fsum(
            after.mu - mu
            for players, ranking, _ in played
            for player, after in zip(
                players, rate([skills[each] for each in players], ranking), strict=True
            )
            if PLAYERS[player] == level
        )
        low, high = (mu, high) if gained > 0 else (low, mu)
    return high


def losses_of(system: RatingSystem, played: Sequence[Played]) -> list[float]:
    """Return the log-loss of each prediction minus that of a uniform guess.

    The winners of a tie share the win.
    """
    losses = []
    for players, ranking, shares in played:
        expected = system.predict(players)
        loss = -fsum(share * log(p) for share, p in zip(shares, expected, strict=True) if share)
        losses.append(loss - log(len(players)))
        system.learn(players, ranking)
    return losses


def table(losses: dict[str, list[float]]) -> Iterator[str]:
    """Yield the lines of the table in Markdown."""
    head = ("system", "log-loss minus uniform", "second half", "minus ours, paired")
    rows = []
    for name, own in losses.items():
        paired = "–" if name == OURS else str(_difference(own, losses[OURS]))
        rows.append((name, str(_figure(own)), str(_figure(own[len(own) // 2 :])), paired))
    yield from rendered(head, rows)


def by_seats(losses: dict[str, list[float]], played: Sequence[Played]) -> Iterator[str]:
    """Yield the means by number of seats."""
    counts = range(2, MOST_SEATS + 1)
    rows = [
        (name, *(f"{_figure(list(_of(own, played, seats=count))).mean:+.3f}" for count in counts))
        for name, own in losses.items()
    ]
    yield from rendered(("by number of seats", *map(str, counts)), rows)


def final_ratings(ours: Ours) -> Iterator[str]:
    """Yield the mean of the last ratings of each level's players."""
    by_level: dict[str, list[Skill]] = {level: [] for level in LEVELS}
    for player, skill in ours.skills.items():
        by_level[PLAYERS[player]].append(skill)
    rows = [
        (
            f"`{level}`",
            f"{fsum(skill.mu for skill in skills) / len(skills):.1f}",
            f"{fsum(skill.sigma for skill in skills) / len(skills):.1f}",
        )
        for level, skills in by_level.items()
        if skills
    ]
    yield from rendered(("level", "rating, mean of its players", "uncertainty"), rows)


def failed_gates(losses: dict[str, list[float]]) -> Iterator[str]:
    """Yield a sentence for each gate that is not passed."""
    ours = _figure(losses[OURS])
    if ours.mean > -LEAST_GAIN:
        yield f"Ours is better than a uniform guess by {-ours.mean:.4f}, not by {LEAST_GAIN}."
    for name in (ELO_PAIRS, ELO_SHARED):
        gain = _difference(losses[name], losses[OURS])
        if gain.mean <= gain.margin:
            yield f"The interval of {name}, minus ours, {gain}, does not exclude 0."


def play(task: tuple[str, str, int]) -> Played:
    """Play one game; its number and the seed decide everything."""
    preset, seed, number = task
    rng = Random(f"{seed} {number}")
    rules = compose(preset)
    most = min(MOST_SEATS, rules.players_max)
    players = rng.sample(range(len(PLAYERS)), rng.randint(2, most))
    game = LocalGame(rules, seats=len(players), seed=rng.randbytes(SEED_BYTES))
    while (seat := game.to_act) is not None:
        choose = LEVELS[PLAYERS[players[seat]]]
        game.act(choose(game.view(seat), game.history(seat), rng))
    result = game.state.result
    assert result is not None
    return Played(players, places(result.scores, winners=result.winners), game.shares())


def _of(values: Sequence[float], played: Sequence[Played], *, seats: int) -> Iterator[float]:
    return (value for value, game in zip(values, played, strict=True) if len(game.players) == seats)


def _difference(losses: Sequence[float], others: Sequence[float]) -> Figure:
    return _figure([mine - other for mine, other in zip(losses, others, strict=True)])


def _figure(values: Sequence[float]) -> Figure:
    mean = fsum(values) / max(1, len(values))
    variance = fsum((value - mean) ** 2 for value in values) / max(1, len(values) - 1)
    return Figure(mean, 1.96 * sqrt(variance / max(1, len(values))))


if __name__ == "__main__":
    main()
