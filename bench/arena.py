"""Let the bots play each other, and report each bot's share of the wins with its 95 % interval.

One player sits among rivals of one level, on each seat in turn. The winners of a tie share the win.
The engine runs directly, without a database. Times are CPU time per choice. Exits with status 1 if
a share is below its gate.

Where there is a value model, a second table has shares and margins with the luck of the cards taken
out. Its intervals are narrower, the means the same but for chance.
"""

import argparse
import sys
from collections.abc import Iterator, Sequence
from math import fsum, sqrt
from multiprocessing import Pool
from pathlib import Path
from random import Random
from statistics import variance
from time import thread_time
from typing import NamedTuple

from matplotlib import pyplot, rcParams
from tqdm import tqdm

from games.analysis.reading import from_local
from games.analysis.record import Record
from games.analysis.report import AnalysisUnavailable, luck_of, supported
from games.bots.levels import LEVELS
from games.bots.local_game import LocalGame
from games.engine import build
from games.engine.presets import PRESETS
from games.engine.rule_sets import compose
from games.engine.shuffle import SEED_BYTES

PLOT = Path("var/arena.svg")


class Pairing(NamedTuple):
    """One player against rivals of one level."""

    preset: str
    seats: int
    player: str
    rival: str


class Played(NamedTuple):
    """One game of the player."""

    share: float
    """The player's part of the win, from 0 to 1."""
    margin: float
    """Books less the mean of all seats."""
    share_luck: float | None
    margin_luck: float | None
    """What the cards gave; None without a value model."""
    seconds: list[float]
    """The time of each choice."""


class Measured(NamedTuple):
    """A mean with half the width of its 95 % interval."""

    mean: float
    half: float


class Corrected(NamedTuple):
    """The games of a pairing with and without luck."""

    share: Measured
    margin: Measured
    plain_margin: Measured
    share_games: float
    """The part of the games that gives the same interval of the share without luck."""
    margin_games: float


class Result(NamedTuple):
    """The result of all games of a pairing."""

    pairing: Pairing
    games: int
    share: float
    margin: float
    """Half the width of the 95 % interval."""
    mean_ms: float
    slow_ms: float
    """The 99th percentile."""
    corrected: Corrected | None
    """None without a value model."""


GATES = {
    Pairing("classic", 2, "memory", "random"): 0.56,
    Pairing("classic", 4, "memory", "random"): 0.81,
    Pairing("classic", 2, "expert", "random"): 0.60,
    Pairing("classic", 4, "expert", "random"): 0.79,
    Pairing("classic", 2, "expert", "memory"): 0.53,
    Pairing("classic", 4, "expert", "memory"): 0.37,
}
"""The minimum share of each pairing."""


def main() -> None:
    """Play every pairing and print the table."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument(
        "--games", type=int, default=2000, help="for each pairing of the classic game"
    )
    parser.add_argument("--others", type=int, default=400, help="for each pairing of other presets")
    parser.add_argument("--processes", type=int, help="default: one per core")
    parser.add_argument("--presets", nargs="*", default=[*PRESETS], choices=PRESETS)
    parser.add_argument("--seats", nargs="*", type=int, default=[2, 4], choices=range(2, 7))
    parser.add_argument("--player", choices=LEVELS, help="only this player")
    parser.add_argument("--rival", choices=LEVELS, help="only against this level")
    parser.add_argument("--plot", type=Path, default=PLOT, help="file for the plot: %(default)s")
    options = parser.parse_args()
    pairings = [
        pairing
        for preset in options.presets
        for seats in options.seats
        for pairing in _pairings(preset, seats)
        if options.player in (None, pairing.player) and options.rival in (None, pairing.rival)
    ]
    games = [
        (pairing, number)
        for pairing in pairings
        for number in range(options.games if pairing.preset == "classic" else options.others)
    ]
    played: dict[Pairing, list[Played]] = {pairing: [] for pairing in pairings}
    with Pool(options.processes) as pool:
        results = pool.imap_unordered(_play, games, chunksize=20)
        for pairing, game in tqdm(results, total=len(games), unit="game"):
            played[pairing].append(game)
    table = [_result(pairing, games) for pairing, games in played.items()]
    print(f"The engine is {build.loaded()}.")
    print("\n".join(_lines(table)))
    print("\n".join(["", *_corrected_lines(table)]))
    _draw(table, options.plot)
    sys.exit(any(result.share < GATES.get(result.pairing, 0) for result in table))


def _pairings(preset: str, seats: int) -> Iterator[Pairing]:
    yield Pairing(preset, seats, "forgetful", "random")
    yield Pairing(preset, seats, "memory", "random")
    yield Pairing(preset, seats, "expert", "random")
    yield Pairing(preset, seats, "expert", "memory")


def _play(task: tuple[Pairing, int]) -> tuple[Pairing, Played]:
    """Play one game of a pairing; its number determines the seed and the player's seat."""
    pairing, number = task
    rng = Random(f"{pairing} {number}")
    seats = pairing.seats
    mine = number % seats
    game = LocalGame(compose(pairing.preset), seats=seats, seed=rng.randbytes(SEED_BYTES))
    seconds = []
    while (seat := game.to_act) is not None:
        choose = LEVELS[pairing.player if seat == mine else pairing.rival]
        view, history = game.view(seat), game.history(seat)
        began = thread_time()
        action = choose(view, history, rng)
        if seat == mine:
            seconds.append(thread_time() - began)
        game.act(action)
    books = [len(laid) for laid in game.state.books]
    share_luck, margin_luck = _luck(from_local(game), mine)
    margin = books[mine] - sum(books) / seats
    return pairing, Played(game.shares()[mine], margin, share_luck, margin_luck, seconds)


def _luck(record: Record, seat: int) -> tuple[float, float] | tuple[None, None]:
    """Return the luck of the seat in the share of the win and in the margin."""
    try:
        supported(record.rules, record.seats)
    except AnalysisUnavailable:
        return None, None
    luck = luck_of(record)
    return luck.shares[seat], luck.margins[seat]


def _result(pairing: Pairing, games: Sequence[Played]) -> Result:
    share = _measured([game.share for game in games])
    seconds = sorted(second for game in games for second in game.seconds)
    return Result(
        pairing,
        games=len(games),
        share=share.mean,
        margin=share.half,
        mean_ms=1000 * fsum(seconds) / len(seconds),
        slow_ms=1000 * seconds[int(0.99 * len(seconds))],
        corrected=_corrected(games),
    )


def _corrected(games: Sequence[Played]) -> Corrected | None:
    shares, margins = [game.share for game in games], [game.margin for game in games]
    fair_shares = [game.share - game.share_luck for game in games if game.share_luck is not None]
    fair_margins = [
        game.margin - game.margin_luck for game in games if game.margin_luck is not None
    ]
    if len(fair_shares) < 2 or not variance(shares) or not variance(margins):
        return None
    return Corrected(
        share=_measured(fair_shares),
        margin=_measured(fair_margins),
        plain_margin=_measured(margins),
        share_games=variance(fair_shares) / variance(shares),
        margin_games=variance(fair_margins) / variance(margins),
    )


def _measured(values: Sequence[float]) -> Measured:
    mean = fsum(values) / len(values)
    squares = fsum((value - mean) ** 2 for value in values) / max(1, len(values) - 1)
    return Measured(mean, 1.96 * sqrt(squares / len(values)))


def _lines(table: Sequence[Result]) -> Iterator[str]:
    """Yield the lines of the table in Markdown."""
    yield "| preset | seats | player | against | games | wins | gate | ms a choice, mean | 99 of 100 below |"
    yield "|---|---|---|---|---|---|---|---|---|"
    for result in table:
        preset, seats, player, rival = result.pairing
        gate = GATES.get(result.pairing)
        yield (
            f"| `{preset}` | {seats} | `{player}` | {_rivals(rival, seats)} | {result.games} "
            f"| {result.share:.1%} ± {100 * result.margin:.1f} | {'' if gate is None else f'{gate:.0%}'} "
            f"| {result.mean_ms:.2f} | {result.slow_ms:.2f} |"
        )


def _corrected_lines(table: Sequence[Result]) -> Iterator[str]:
    """Yield the lines of the table without luck in Markdown."""
    yield (
        "| preset | seats | player | against | games | wins without luck | games needed "
        "| books ahead | without luck | games needed |"
    )
    yield "|---|---|---|---|---|---|---|---|---|---|"
    for result in table:
        if (fair := result.corrected) is None:
            continue
        preset, seats, player, rival = result.pairing
        yield (
            f"| `{preset}` | {seats} | `{player}` | {_rivals(rival, seats)} | {result.games} "
            f"| {fair.share.mean:.1%} ± {100 * fair.share.half:.1f} | {fair.share_games:.0%} "
            f"| {fair.plain_margin.mean:+.2f} ± {fair.plain_margin.half:.2f} "
            f"| {fair.margin.mean:+.2f} ± {fair.margin.half:.2f} | {fair.margin_games:.0%} |"
        )


def _rivals(level: str, seats: int) -> str:
    return f"`{level}`" if seats == 2 else f"{seats - 1} × `{level}`"


def _draw(table: Sequence[Result], path: Path) -> None:
    """Plot the shares with their intervals, and the gates."""
    rcParams["svg.hashsalt"] = "arena"
    rcParams["svg.fonttype"] = "none"
    figure, axes = pyplot.subplots(figsize=(8, 0.8 + 0.22 * len(table)), layout="constrained")
    places = range(len(table))
    axes.errorbar(
        [100 * result.share for result in table],
        places,
        xerr=[100 * result.margin for result in table],
        fmt="o",
        markersize=3,
        capsize=2,
        label="share of the wins, 95 % interval",
    )
    gated = [place for place in places if table[place].pairing in GATES]
    axes.plot(
        [100 * GATES[table[place].pairing] for place in gated], gated, "|", color="C3", label="gate"
    )
    axes.plot(
        [100 / result.pairing.seats for result in table],
        places,
        ".",
        color="0.7",
        label="by chance",
    )
    axes.set_yticks(places, [_label(result.pairing) for result in table], fontsize=7)
    axes.invert_yaxis()
    axes.set_xlim(0, 100)
    axes.set_xlabel("%")
    axes.grid(axis="x", alpha=0.3)
    axes.legend(fontsize=7, loc="lower right")
    path.parent.mkdir(exist_ok=True)
    figure.savefig(path, metadata={"Date": None})


def _label(pairing: Pairing) -> str:
    rivals = pairing.rival if pairing.seats == 2 else f"{pairing.seats - 1} × {pairing.rival}"
    return f"{pairing.preset}, {pairing.player} against {rivals}"


if __name__ == "__main__":
    main()
