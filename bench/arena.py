"""Let the bots play each other, and report each bot's share of the wins with its 95 % interval.

One player sits among rivals of one level. Each deal is played on each seat, and an interval is that
of the means of deals. All players against a rival play the same deals. The winners of a tie share
the win. The engine runs directly, without a database. Times are CPU time per choice. Exits with
status 1 if a gate is missed.

Where there is a value model, a second table has shares and margins with the luck of the cards taken
out. Its intervals are narrower, the means the same but for chance.
"""

import argparse
import sys
from collections.abc import Iterator, Sequence
from math import ceil, fsum, sqrt
from multiprocessing import Pool
from pathlib import Path
from random import Random
from statistics import fmean, median, variance
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
from games.engine.cards import Seat
from games.engine.presets import PRESETS
from games.engine.rule_sets import compose
from games.engine.shuffle import SEED_BYTES

PLOT = Path("var/arena.svg")
TIMED = 50
"""How many deals of a pairing measure times."""
FAIR = 400
"""How many deals of a pairing are also reported without luck, which takes most of their time."""


class Pairing(NamedTuple):
    """One player against rivals of one level."""

    preset: str
    seats: int
    player: str
    rival: str


class Played(NamedTuple):
    """The games of a deal, with the player on each seat: the means, and the time of each choice."""

    share: float
    """The player's part of the win, from 0 to 1."""
    margin: float
    """Books less the mean of all seats."""
    share_luck: float | None
    margin_luck: float | None
    """What the cards gave; None without a value model, and in later deals."""
    seconds: list[float]


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
    shares: list[float]
    """By deal."""
    share: Measured
    seconds: list[float]
    corrected: Corrected | None
    """None without a value model."""


LEAGUE = (
    ("forgetful", "random"),
    ("memory", "random"),
    ("expert", "random"),
    ("expert", "memory"),
    ("master", "memory"),
    ("master", "expert"),
)
"""Who plays against whom at every table."""
GATES = {
    Pairing("classic", 2, "memory", "random"): 0.56,
    Pairing("classic", 4, "memory", "random"): 0.81,
    Pairing("classic", 2, "expert", "random"): 0.60,
    Pairing("classic", 4, "expert", "random"): 0.79,
    Pairing("classic", 2, "expert", "memory"): 0.53,
    Pairing("classic", 4, "expert", "memory"): 0.37,
    Pairing("classic", 2, "master", "memory"): 0.575,
    Pairing("classic", 4, "master", "memory"): 0.49,
    Pairing("classic", 2, "master", "expert"): 0.515,
    Pairing("classic", 4, "master", "expert"): 0.30,
    Pairing("bicycle", 2, "master", "memory"): 0.52,
    Pairing("bicycle", 4, "master", "memory"): 0.45,
    Pairing("pagat", 2, "master", "memory"): 0.56,
    Pairing("pagat", 4, "master", "memory"): 0.36,
}
"""The minimum share of each pairing."""
BETTER = {("pairs", 2): 5, ("pairs", 4): 10, ("pagat_authors", 4): 1, ("bicycle_authors", 4): 1}
"""The presets and seats where ``master`` wins more than ``expert`` against ``memory``, by more than
the error of the difference; and how many times the usual games show it.
"""
NO_WORSE = {
    Pairing(preset, min(6, compose(preset).players_max), "master", "expert") for preset in PRESETS
}
"""Where the player wins no less than each of the rivals, but for the error."""


def main() -> None:
    """Play every pairing and print the table."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--games", type=int, default=4000, help="for each pairing that is gated")
    parser.add_argument("--others", type=int, default=400, help="for each other pairing")
    parser.add_argument("--processes", type=int, help="default: one per core")
    parser.add_argument("--presets", nargs="*", default=[*PRESETS], choices=PRESETS)
    parser.add_argument(
        "--seats",
        nargs="*",
        type=int,
        default=[2, 4, 6],
        choices=range(2, 7),
        help="default: 2 4 6; a preset for fewer players takes as many as it can",
    )
    parser.add_argument("--player", nargs="*", default=[*LEVELS], choices=LEVELS)
    parser.add_argument("--rival", nargs="*", default=[*LEVELS], choices=LEVELS)
    parser.add_argument("--plot", type=Path, default=PLOT, help="file for the plot: %(default)s")
    options = parser.parse_args()
    pairings = [
        Pairing(preset, seats, player, rival)
        for preset in options.presets
        for seats in sorted({min(seats, compose(preset).players_max) for seats in options.seats})
        for player, rival in LEAGUE
        if player in options.player and rival in options.rival
    ]
    deals = [
        (pairing, number)
        for pairing in pairings
        for number in range(ceil(_games(pairing, options.games, options.others) / pairing.seats))
    ]
    if not pairings:
        parser.error("none of these players has one of these rivals.")
    played: dict[Pairing, list[Played]] = {pairing: [] for pairing in pairings}
    with Pool(options.processes) as pool:
        results = pool.imap(_play, deals, chunksize=10)
        for pairing, deal in tqdm(results, total=len(deals), unit="deal"):
            played[pairing].append(deal)
    table = [_result(pairing, found) for pairing, found in played.items()]
    print(f"The engine is {build.loaded()}.")
    print("\n".join([*_lines(table), "", *_time_lines(table), "", *_corrected_lines(table)]))
    _draw(table, options.plot)
    missed = [*_missed(table)]
    print("".join(f"\nMissed: {sentence}" for sentence in missed))
    sys.exit(bool(missed))


def _games(pairing: Pairing, gated: int, others: int) -> int:
    """Return how many games to play."""
    if pairing.rival == "memory" and (times := BETTER.get(pairing[:2])):
        return gated * times
    return gated if pairing in GATES or pairing in NO_WORSE else others


def _missed(table: Sequence[Result]) -> Iterator[str]:
    """Yield a sentence for each gate that the results miss."""
    for pairing, _, share, *_ in table:
        least = GATES.get(pairing, 0)
        if pairing in NO_WORSE and share.mean + share.half < 1 / pairing.seats:
            least = 1 / pairing.seats
        if share.mean < least:
            yield f"{_label(pairing)}: {share.mean:.1%} is below the gate, {least:.1%}."
    for (preset, seats), gain in _gains(table).items():
        if (preset, seats) in BETTER and gain.mean < gain.half:
            yield f"{preset}, {seats} seats: master is not better than expert beyond the error."


def _gains(table: Sequence[Result]) -> dict[tuple[str, int], Measured]:
    """Return by preset and seats how much more ``master`` wins than ``expert`` of the same deals,
    against ``memory``.
    """
    shares = {result.pairing: result.shares for result in table}
    gains = {}
    for preset, seats in _tables(table):
        better, other = (
            shares.get(Pairing(preset, seats, level, "memory"), [])
            for level in ("master", "expert")
        )
        if both := [*zip(better, other, strict=False)]:
            gains[preset, seats] = _measured([share - less for share, less in both])
    return gains


def _play(task: tuple[Pairing, int]) -> tuple[Pairing, Played]:
    """Play a deal of a pairing, whose number determines the seed, with the player on each seat."""
    pairing, _ = task
    games = [_play_seat(task, mine) for mine in range(pairing.seats)]
    shares, margins, share_luck, margin_luck, seconds = zip(*games, strict=True)
    return pairing, Played(
        fmean(shares),
        fmean(margins),
        None if None in share_luck else fmean(share_luck),
        None if None in margin_luck else fmean(margin_luck),
        [second for each in seconds for second in each],
    )


def _play_seat(task: tuple[Pairing, int], mine: Seat) -> Played:
    pairing, number = task
    seats = pairing.seats
    rng = Random(f"{pairing._replace(player='master')} {number}")
    game = LocalGame(compose(pairing.preset), seats=seats, seed=rng.randbytes(SEED_BYTES))
    seconds = []
    while (seat := game.to_act) is not None:
        choose = LEVELS[pairing.player if seat == mine else pairing.rival]
        view, history = game.view(seat), game.history(seat)
        began = thread_time()
        action = choose(view, history, rng)
        if seat == mine and number < TIMED:
            seconds.append(thread_time() - began)
        game.act(action)
    books = [len(laid) for laid in game.state.books]
    share_luck, margin_luck = _luck(from_local(game), mine) if number < FAIR else (None, None)
    margin = books[mine] - sum(books) / seats
    return Played(game.shares()[mine], margin, share_luck, margin_luck, seconds)


def _luck(record: Record, seat: int) -> tuple[float, float] | tuple[None, None]:
    """Return the luck of the seat in the share of the win and in the margin."""
    try:
        supported(record.rules, record.seats)
    except AnalysisUnavailable:
        return None, None
    luck = luck_of(record)
    return luck.shares[seat], luck.margins[seat]


def _result(pairing: Pairing, deals: Sequence[Played]) -> Result:
    shares = [deal.share for deal in deals]
    return Result(
        pairing,
        shares=shares,
        share=_measured(shares),
        seconds=[second for deal in deals for second in deal.seconds],
        corrected=_corrected(deals[:FAIR]),
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
    """Yield the table of shares in Markdown: a line for each preset and number of seats."""
    league, gains = _league(table), _gains(table)
    heads = [f"`{player}` : `{rival}`" for player, rival in league]
    if gains:
        heads.append("`master` less `expert`, both : `memory`")
    yield f"| preset | seats | {' | '.join(heads)} |"
    yield "|---" * (2 + len(heads)) + "|"
    found = {result.pairing: result for result in table}
    for preset, seats in _tables(table):
        cells = [_cell(found[Pairing(preset, seats, *pair)]) for pair in league]
        if gain := gains.get((preset, seats)):
            gate = " (> 0)" if (preset, seats) in BETTER else ""
            cells.append(f"{100 * gain.mean:+.1f} ± {100 * gain.half:.1f}{gate}")
        yield f"| `{preset}` | {seats} | {' | '.join(cells)} |"


def _tables(table: Sequence[Result]) -> list[tuple[str, int]]:
    """Return the presets with their numbers of seats."""
    return [*dict.fromkeys(result.pairing[:2] for result in table)]


def _league(table: Sequence[Result]) -> list[tuple[str, str]]:
    """Return who of the league played whom."""
    return [pair for pair in LEAGUE if any(each.pairing[2:] == pair for each in table)]


def _cell(result: Result) -> str:
    gate = GATES.get(result.pairing)
    share = f"{100 * result.share.mean:.1f} ± {100 * result.share.half:.1f}"
    return share if gate is None else f"{share} ({100 * gate:g})"


def _time_lines(table: Sequence[Result]) -> Iterator[str]:
    """Yield the table of milliseconds a choice in Markdown: median, mean, and 99 % below."""
    seconds: dict[tuple[str, int], list[float]] = {}
    for result in table:
        seconds.setdefault((result.pairing.player, result.pairing.seats), []).extend(result.seconds)
    yield "| ms a choice | seats | median | mean | 99 of 100 below |"
    yield "|---|---|---|---|---|"
    for (player, seats), taken in sorted(seconds.items()):
        slow = sorted(taken)[int(0.99 * len(taken))]
        figures = (1000 * figure for figure in (median(taken), fmean(taken), slow))
        yield f"| `{player}` | {seats} | {' | '.join(f'{each:.2f}' for each in figures)} |"


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
            f"| `{preset}` | {seats} | `{player}` | {_rivals(rival, seats)} "
            f"| {min(FAIR, len(result.shares)) * seats} "
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
    tables = _tables(table)
    figure, axes = pyplot.subplots(figsize=(8, 1 + 0.3 * len(tables)), layout="constrained")
    league = _league(table)
    for number, (player, rival) in enumerate(league):
        results = [each for each in table if each.pairing[2:] == (player, rival)]
        shift = 0.6 * (number + 1) / (len(league) + 1) - 0.3
        places = [tables.index(each.pairing[:2]) + shift for each in results]
        axes.errorbar(
            [100 * each.share.mean for each in results],
            places,
            xerr=[100 * each.share.half for each in results],
            color=f"C{number}",
            fmt="o",
            markersize=3,
            capsize=2,
            label=f"{player} against {rival}, 95 % interval",
        )
        gates = [
            (place, GATES.get(each.pairing)) for place, each in zip(places, results, strict=True)
        ]
        for place, gate in gates:
            if gate is not None:
                axes.plot([100 * gate], [place], "|", color=f"C{number}", markersize=9)
    axes.plot([], [], "|", color="0.3", label="gate")
    chance = [100 / seats for _, seats in tables]
    axes.plot(chance, range(len(tables)), ".", color="0.7", label="by chance")
    axes.set_yticks(
        range(len(tables)), [f"{preset}, {n} seats" for preset, n in tables], fontsize=8
    )
    axes.invert_yaxis()
    axes.set_xlim(0, 100)
    axes.set_xlabel("%")
    axes.grid(axis="x", alpha=0.3)
    axes.legend(fontsize=7, loc="lower right")
    path.parent.mkdir(parents=True, exist_ok=True)
    figure.savefig(path, metadata={"Date": None})


def _label(pairing: Pairing) -> str:
    rivals = pairing.rival if pairing.seats == 2 else f"{pairing.seats - 1} × {pairing.rival}"
    return f"{pairing.preset}, {pairing.player} against {rivals}"


if __name__ == "__main__":
    main()
