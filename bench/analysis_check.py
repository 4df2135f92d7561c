"""Measure the analysis: accuracy by player, luck on average, what luck explains, and times."""

import argparse
import json
from collections.abc import Iterator, Sequence
from math import inf, sqrt
from random import Random
from statistics import fmean, variance
from time import process_time
from typing import NamedTuple

from tqdm import tqdm

from bench import judged_games
from games.analysis.report import luck_of
from games.analysis.report.analysing import analyse
from games.analysis.report.shapes import Analysis, to_json
from games.analysis.values.full_value import FullValue
from games.analysis.values.weights import PRESETS_COVERED
from games.engine.rule_sets import compose


class JudgedGame(NamedTuple):
    """A game of players drawn at random, with its analysis; ``seconds`` of processor time."""

    players: Sequence[str]
    result: FullValue
    luck: FullValue
    analysis: Analysis
    seconds: float


class Estimate(NamedTuple):
    """A mean and its standard error."""

    mean: float
    error: float


def main() -> None:
    """Play games of players chosen at random, analyse them, and print the figures."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--seats", nargs="*", type=int, default=[2, 3, 4])
    parser.add_argument("--games", type=int, default=1000)
    options = parser.parse_args()
    for seats in options.seats:
        games = range(options.games)
        judged = [
            judged_game(seats, number) for number in tqdm(games, desc=f"{seats} seats", unit="game")
        ]
        print("\n".join(_lines(seats, judged)))


def judged_game(seats: int, number: int) -> JudgedGame:
    """Play and analyse the game with this number."""
    name = f"check {seats} {number}"
    players = Random(name).choices([*judged_games.PLAYERS], k=seats)
    rules = compose(PRESETS_COVERED[number % len(PRESETS_COVERED)])
    played = judged_games.play(rules, players, name)
    luck = luck_of(played.record)
    began = process_time()
    analysis = analyse(played.record)
    json.dumps(to_json(analysis))
    seconds = process_time() - began
    return JudgedGame(players, FullValue(played.shares, played.margins), luck, analysis, seconds)


def accuracy_of(player: str, games: Sequence[JudgedGame]) -> Estimate:
    """Return the mean accuracy of the player."""
    values = [
        player_analysis.accuracy.value
        for game in games
        for name, player_analysis in zip(game.players, game.analysis.players, strict=True)
        if name == player and player_analysis.accuracy is not None
    ]
    return estimate(values)


def share_of(player: str, games: Sequence[JudgedGame]) -> Estimate:
    """Return the mean share of the win of the player."""
    return estimate(
        [
            share
            for game in games
            for name, share in zip(game.players, game.result.shares, strict=True)
            if name == player
        ]
    )


def estimate(values: Sequence[float]) -> Estimate:
    """Return the mean of the values with its standard error."""
    if len(values) < 2:
        return Estimate(fmean(values) if values else 0.0, inf)
    return Estimate(fmean(values), sqrt(variance(values) / len(values)))


def part_left(results: Sequence[float], luck: Sequence[float]) -> float:
    """Return the variance of the results without luck, as a part of their whole variance."""
    corrected = [result - part for result, part in zip(results, luck, strict=True)]
    return variance(corrected) / variance(results)


def _lines(seats: int, games: Sequence[JudgedGame]) -> Iterator[str]:
    yield f"{seats} seats, {len(games)} games"
    for player in judged_games.PLAYERS:
        share, accuracy = share_of(player, games), accuracy_of(player, games)
        count = sum(game.players.count(player) for game in games)
        yield (
            f"| `{player}` | {count} | {share.mean:.1%} ± {196 * share.error:.1f} "
            f"| {accuracy.mean:.1f} ± {1.96 * accuracy.error:.1f} |"
        )
    first = [game.result for game in games]
    luck = [game.luck for game in games]
    for name, results, parts in (
        ("share", [result.shares[0] for result in first], [result.shares[0] for result in luck]),
        ("margin", [result.margins[0] for result in first], [result.margins[0] for result in luck]),
    ):
        mean = estimate(parts)
        yield (
            f"{name}: luck {mean.mean:+.4f}, {mean.mean / mean.error:+.2f} standard errors; "
            f"variance left {part_left(results, parts):.3f}"
        )
    seconds = [game.seconds for game in games]
    yield f"seconds of a game: mean {fmean(seconds):.3f}, most {max(seconds):.3f}"


if __name__ == "__main__":
    main()
