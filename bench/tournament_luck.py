"""Simulate tournaments: how many rounds until the better of two levels is in front, and what a
clique that plays for one of its members gains.

    python -m bench.tournament_luck --write

One player of a field is of the better level, the others of the other one. Games between them are
played by the engine, once, and drawn again and again for the tables of simulated tournaments, which
are paired and counted as the service does. Two players are compared who were named before. The
members of a clique tell each other their cards: their leader asks them for what they hold, and they
ask the leader for nothing. The leader is of the level of all others. ``--write`` writes the tables
to `docs/tournaments.md`.
"""

import argparse
import itertools
from collections import Counter
from collections.abc import Iterable, Iterator, Mapping, Sequence
from functools import partial
from itertools import combinations
from math import ceil, sqrt
from multiprocessing import Pool
from multiprocessing.pool import Pool as WorkerPool
from pathlib import Path
from random import Random
from statistics import NormalDist, fmean, stdev
from typing import Any, NamedTuple

from tqdm import tqdm

from games.bots.levels import LEVELS
from games.bots.local_game import LocalGame
from games.engine.cards import cards_in, rank_text
from games.engine.rule_sets import compose
from games.engine.shuffle import SEED_BYTES
from games.tournaments import place_points, ranking
from games.tournaments.pairing import assignment, round_robin, seating
from games.tournaments.pairing.assignment import Contender
from games.tournaments.pairing.seating import Sitter
from games.tournaments.pairing.table_sizes import divide
from games.tournaments.place_points import UNIT
from games.tournaments.ranking import TableResult
from tests.readme_tables import rendered, with_block

PAGE = Path(__file__).parent.parent / "docs/tournaments.md"
PLAYERS = 16
FORMATS = (
    ("rounds", 2),
    ("rounds", 4),
    ("round robin", 2),
    ("round robin", 4),
    ("arena", 2),
    ("arena", 4),
)
LEVEL_PAIRS = (("memory", "random"), ("expert", "memory"))
"""The better level, and the other one."""
SHOWN = (5, 15, 30)
MOST_ROUNDS = 100
"""Rounds that are simulated; beyond them the normal distribution says how many it takes."""
WANTED = 0.95
FIRST, NAMED = 0, 1
"""The better player of a field, or the leader of its clique, and the player that they are compared
with.
"""
LEADER, HELPER, LEVEL = "leader", "helper", "memory"
"""The members of a clique, and the level of all players of its tournament."""
HELPERS = 3
CLIQUE_ROUNDS = 9

Ending = tuple[tuple[int, ...], tuple[int, ...]]
"""The scores and the winners of a game, by seat."""
Kinds = tuple[str, ...]
"""What each player is: a level, ``LEADER`` or ``HELPER``."""


class Field(NamedTuple):
    """What tournaments are simulated with."""

    format: str
    seats: int
    kinds: Kinds
    games: Mapping[Kinds, Sequence[Ending]]
    """By table, the games that are drawn."""


def main() -> None:
    """Print both tables."""
    parser = argparse.ArgumentParser(description=__doc__.partition("\n")[0])
    parser.add_argument("--games", type=int, default=2000, help="played for each kind of table")
    parser.add_argument("--tournaments", type=int, default=200, help="simulated of each kind")
    parser.add_argument("--preset", default="classic")
    parser.add_argument("--processes", type=int, help="default: one per core")
    parser.add_argument("--write", action="store_true", help=f"write {PAGE.name}")
    options = parser.parse_args()
    with Pool(options.processes) as pool:
        tables = {"luck": [*_luck(options, pool)], "clique": [*_clique(options, pool)]}
    heads = {
        "luck": [
            *("format", "seats", "the better", "the others"),
            *(f"in front after {rounds}" for rounds in SHOWN),
            "rounds for 95 %",
        ],
        "clique": ["format", "seats", "first, alone", "first, with helpers", "helpers' mean place"],
    }
    for name, rows in tables.items():
        games = options.games if name == "luck" else _of_clique(options)
        note = (
            f"`{options.preset}`, {PLAYERS} players; {games} games of each kind of table, "
            f"{options.tournaments} tournaments of each row."
        )
        lines = [*rendered(heads[name], rows), "", note]
        print("\n".join([*lines, ""]))
        if options.write:
            PAGE.write_text(with_block(PAGE.read_text(), f"tournament-{name}", lines))


def _luck(options: argparse.Namespace, pool: WorkerPool) -> Iterator[list[object]]:
    """Yield for each format how often the better of two named players is in front."""
    for better, other in LEVEL_PAIRS:
        players = (better, *(other,) * (PLAYERS - 1))
        games = _games(options.preset, players, (2, 3, 4), options.games, pool)
        for name, seats in FORMATS:
            field = Field(name, seats, players, games)
            gaps = pool.map(partial(_gaps, field), range(options.tournaments))
            shown = [_percent([gap[rounds - 1] > (0, 0) for gap in gaps]) for rounds in SHOWN]
            yield [name, seats, better, other, *shown, _needed(gaps)]


def _gaps(field: Field, number: int) -> list[tuple[float, float]]:
    """Return by round how far the first player is before the named one, in points and margin."""
    found = []
    for standings in simulate(field, MOST_ROUNDS, Random(f"{field[:3]} {number}")):
        first, named = standings[FIRST], standings[NAMED]
        points = first.points - named.points
        found.append((points / UNIT, 0.0 if points else first.mean_margin - named.mean_margin))
    return found


def _needed(gaps: Sequence[Sequence[tuple[float, float]]]) -> str:
    """Return after how many rounds the better player is in front often enough."""
    wanted = WANTED * len(gaps)
    fronts = [sum(gap[number] > (0, 0) for gap in gaps) for number in range(MOST_ROUNDS)]
    behind = [number for number, front in enumerate(fronts, 1) if front < wanted]
    if not behind or behind[-1] < MOST_ROUNDS * 2 / 3:
        return str(behind[-1] + 1 if behind else 1)
    points = [gap[-1][0] for gap in gaps]
    ratio = NormalDist().inv_cdf(WANTED) * stdev(points) / fmean(points)
    return f"about {ceil(MOST_ROUNDS * ratio**2)}"


def _clique(options: argparse.Namespace, pool: WorkerPool) -> Iterator[list[object]]:
    """Yield for each format what a clique gains for its leader."""
    players = (LEADER, *(HELPER,) * HELPERS, *(LEVEL,) * (PLAYERS - 1 - HELPERS))
    games = _games(options.preset, players, (2, 4), _of_clique(options), pool)
    for name, seats in FORMATS:
        if name == "arena":
            continue
        fields = [Field(name, seats, each, games) for each in ((LEVEL,) * PLAYERS, players)]
        alone, helped = (
            pool.map(partial(_places, each), range(options.tournaments)) for each in fields
        )
        firsts = [_percent([places[FIRST] == 1 for places in each]) for each in (alone, helped)]
        helpers = fmean(place for places in helped for place in places[1 : 1 + HELPERS])
        yield [name, seats, *firsts, f"{helpers:.1f}"]


def _of_clique(options: argparse.Namespace) -> int:
    """Return how many games are played for each table of a clique, of which there are many."""
    count: int = options.games
    return max(count // 4, 1)


def _places(field: Field, number: int) -> list[int]:
    """Return the place of each player after ``CLIQUE_ROUNDS`` rounds."""
    *_, standings = simulate(field, CLIQUE_ROUNDS, Random(f"{field[:3]} {number}"))
    order = [(each.points, each.mean_margin) for each in standings]
    return [1 + sum(other > own for other in order) for own in order]


def _percent(found: Sequence[bool]) -> str:
    share = fmean(found)
    return f"{100 * share:.0f} ± {196 * sqrt(share * (1 - share) / len(found)):.0f} %"


# --- games ----------------------------------------------------------------------------------------


def played(preset: str, kinds: Kinds, number: int) -> Ending:
    """Play a game with these players by seat; a helper alone with the leader gives up."""
    if len(kinds) == 2 and {*kinds} == {LEADER, HELPER}:
        return (1, 0) if kinds[0] == LEADER else (0, 1), (kinds.index(LEADER),)
    rng = Random(f"{preset} {kinds} {number}")
    game = LocalGame(compose(preset), seats=len(kinds), seed=rng.randbytes(SEED_BYTES))
    while (seat := game.to_act) is not None:
        game.act(_chosen(game, seat, kinds, rng))
    outcome = game.state.series or game.state.result
    assert outcome is not None
    return tuple(len(laid) for laid in game.state.books), tuple(outcome.winners)


def _chosen(game: LocalGame, seat: int, kinds: Kinds, rng: Random) -> dict[str, Any]:
    """Return what a seat does. The leader of a clique takes what its helpers hold."""
    view, kind = game.view(seat), kinds[seat]
    choice = LEVELS[LEVEL if kind in (LEADER, HELPER) else kind](view, game.history(seat), rng)
    asks = [each for each in view["legal_actions"] if each["type"] == "ask"]
    if kind == LEADER:
        held = {
            (other, rank_text(card // 4))
            for other, of in enumerate(kinds)
            if of == HELPER
            for card in cards_in(game.state.hands[other])
        }
        better = [each for each in asks if (each["target"], each["rank"]) in held]
        return rng.choice(better) if better else choice
    if kind == HELPER and LEADER in kinds and choice.get("target") == kinds.index(LEADER):
        others = [each for each in asks if each["target"] != choice["target"]]
        return rng.choice(others) if others else choice
    return choice


def _table_of(kinds: Iterable[str]) -> Kinds:
    """Return the players of a table; members of a clique without their leader, or a leader without
    helpers, play as all others.
    """
    table = tuple(kinds)
    if LEADER in table and HELPER in table:
        return table
    return tuple(LEVEL if kind in (LEADER, HELPER) else kind for kind in table)


def _games(
    preset: str, players: Kinds, sizes: Iterable[int], count: int, pool: WorkerPool
) -> dict[Kinds, list[Ending]]:
    """Play the games of each table that these players can have."""
    tables = {
        _table_of(table)
        for size in sizes
        for table in itertools.product({*players}, repeat=size)
        if not Counter(table) - Counter(players)
    }
    return {
        table: pool.map(partial(played, preset, table), range(count), chunksize=20)
        for table in tqdm(sorted(tables), unit="table")
    }


# --- tournaments ----------------------------------------------------------------------------------


class Standing:
    """What a player has in a simulated tournament."""

    def __init__(self) -> None:
        self.points = self.margin = self.games = self.first = self.dealt = 0
        self.met = Counter[int]()

    @property
    def mean_margin(self) -> float:
        return self.margin / max(self.games, 1)


def simulate(field: Field, rounds: int, chance: Random) -> Iterator[list[Standing]]:
    """Yield the standings after each round; in an arena, whenever as many games are over."""
    standings = [Standing() for _ in field.kinds]
    points = place_points.table_for(field.seats)
    tables = _tables_of_arena if field.format == "arena" else _tables_of_rounds
    of_round = len(field.kinds) // field.seats
    for over, table in enumerate(tables(field, standings, chance), 1):
        _play(field, table, standings, points, chance)
        if over % of_round == 0:
            yield standings
        if over == of_round * rounds:
            return


def _tables_of_rounds(
    field: Field, standings: list[Standing], chance: Random
) -> Iterator[list[int]]:
    count = len(field.kinds)
    drawn = chance.sample(range(count), count)
    plan = round_robin.plan(count, seats=field.seats) if field.format == "round robin" else None
    for number in itertools.count():
        if plan is None:
            yield from _paired(field, standings, range(count), chance)
        else:
            for table in plan[number % len(plan)]:
                yield [drawn[player] for player in table]


def _tables_of_arena(
    field: Field, standings: list[Standing], chance: Random
) -> Iterator[list[int]]:
    """Yield the tables in the order of their ends: games last from one to three minutes, and all
    who are free are paired every three seconds, if there are enough.
    """
    free, playing = {*range(len(field.kinds))}, list[tuple[float, list[int]]]()
    for now in itertools.count(step=3):
        for end, table in sorted(playing):
            if end <= now:
                yield table
                playing.remove((end, table))
                free |= {*table}
        if len(free) >= max(field.seats - 1, 2):
            for table in _paired(field, standings, sorted(free), chance):
                free -= {*table}
                playing.append((now + chance.uniform(60, 180), table))


def _paired(
    field: Field, standings: list[Standing], players: Sequence[int], chance: Random
) -> list[list[int]]:
    """Return the tables of these players, by seat."""
    rests = -1 if field.format == "arena" else 0  # there, who played least is seated first
    contenders = [
        Contender(n, standings[n].points, standings[n].met, rests * standings[n].games)
        for n in players
    ]
    sizes = divide(len(contenders), seats=field.seats)
    paired = assignment.next_round(contenders, sizes, chance=chance).tables
    return [[contender.number for contender in table] for table in paired]


def _play(
    field: Field,
    table: Sequence[int],
    standings: list[Standing],
    points: place_points.PlacePoints,
    chance: Random,
) -> None:
    """Draw the ending of a game of these players, and note it."""
    sitters = [Sitter(n, standings[n].first, standings[n].dealt) for n in table]
    seated = seating.order_of(sitters, chance=chance)
    scores, winners = chance.choice(field.games[_table_of(field.kinds[n] for n in seated)])
    result = TableResult(tuple(seated), scores, winners, left=())
    for seat in ranking.score(result, points):
        own = standings[seat.player]
        own.points += seat.points
        own.margin += seat.margin
        own.games += 1
    standings[seated[0]].first += 1
    standings[seated[-1]].dealt += 1
    for one, other in combinations(seated, 2):
        standings[one].met[other] += 1
        standings[other].met[one] += 1


if __name__ == "__main__":
    main()
