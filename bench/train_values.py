"""Train the value models of the analysis: play games, fit networks, measure them on other games.

Games are stored in ``var/values`` and are not played again, so that a run that was interrupted
goes on where it ended. The results are committed: the weights with their manifest in
``games/analysis/values``, and the reliability plot in ``docs``.
"""

import argparse
import json
from collections.abc import Mapping, Sequence
from pathlib import Path
from random import Random
from time import process_time
from typing import Any, NamedTuple

import numpy as np
from tqdm import tqdm

from bench import calibration, value_games
from bench.calibration import Array, Bin
from bench.value_games import Games
from bench.value_nets import Net, ask_slope, full_slope, margins_of, shares_of, win_share_of
from games.analysis.values import weights
from games.analysis.values.full_features import full_features
from games.analysis.values.situation import Situation
from games.engine.cards import RANKS
from games.engine.rule_sets import compose

Json = dict[str, Any]

GAMES = {2: 12000, 3: 9000, 4: 9000}
CHUNK = 100
STORE = Path("var/values")
FOLDER = Path(weights.__file__).parent
MANIFEST = FOLDER / "manifest.json"
PLOT = Path("docs/analysis-calibration.svg")
HELD_OUT = (5, 7, 9)
"""Games whose number ends with one of these are not learned from. None of them explores."""
NETWORKS = 2
"""How many networks each model has. Each learns from games that the others do not see."""
FULL_UNITS, FULL_PASSES = 24, 8
DEALS = 40_000
SCALE_GAMES = 200
"""Natural games in which asks at random are compared with the best ones."""


class AskLessons(NamedTuple):
    """How ``Q_seat`` learns."""

    later: float
    """How much the value of an ask depends on the value one more move later; 1 for the result."""
    units: int
    passes: int
    knows_levels: bool
    """Whether it also learns from asks that the levels chose. The networks then read the level of
    each seat, so that an ask is not good because a good player chose it. What is written is for
    players who go on like the expert.
    """


ASK_LESSONS = {
    2: AskLessons(0.9, 24, 30, False),
    3: AskLessons(1.0, 32, 30, True),
    4: AskLessons(1.0, 32, 30, True),
}


def main() -> None:
    """Train for the numbers of seats on the command line."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--seats", nargs="*", type=int, default=[*GAMES], choices=GAMES)
    parser.add_argument("--games", type=int, help="for each number of seats")
    options = parser.parse_args()
    for seats in options.seats:
        train(seats, options.games or GAMES[seats])
    calibration.draw(_curves(), PLOT)


def train(seats: int, count: int) -> None:
    """Play and learn games of this number of seats; write the weights and the manifest."""
    games = play(seats, count)
    began = process_time()
    learned = np.array([number % 10 not in HELD_OUT for number in range(count)])
    full = [_fit_full(games, learned, fold) for fold in range(NETWORKS)]
    shares = np.mean([shares_of(net.outputs(games.positions)) for net in full], axis=0)
    lessons = ASK_LESSONS[seats]
    targets = _later_values(games, shares, lessons.later)
    asks = [_fit_asks(games, learned, targets, lessons, fold) for fold in range(NETWORKS)]
    deals = {preset: _deal_values(preset, seats, full) for preset in weights.PRESETS_COVERED}
    written: Json = {
        "deal_shares": {preset: shares for preset, (shares, _) in deals.items()},
        "deal_margins": {preset: margins for preset, (_, margins) in deals.items()},
        "full": [net.written() for net in full],
        "asks": [net.written(value_games.ASK_INPUTS) for net in asks],
    }
    models = weights.models_from({**written, "random_cost": 1.0})
    games_of_scale = range(count, count + SCALE_GAMES)
    written["random_cost"] = round(value_games.random_cost(models, seats, games_of_scale), 5)
    (FOLDER / f"weights_{seats}.json").write_text(_lines(written))
    manifest = json.loads(MANIFEST.read_text()) if MANIFEST.exists() else {}
    manifest |= {
        "version": weights.VERSION,
        "family": weights.FAMILY,
        "presets": list(weights.PRESETS_COVERED),
        "made_by": "python -m bench.train_values",
        "levels": value_games.MIX,
        "explored_asks_of_even_games": value_games.WHIM,
    }
    manifest[str(seats)] = {
        "games": count,
        "seeds": f"values {seats} 0 to values {seats} {count - 1}",
        "held_out_games": int((~learned).sum()),
        "fitting_seconds": round(process_time() - began),
        **_errors(games, learned, shares, full),
        "asks": {**lessons._asdict(), **_ask_errors(games, learned, asks, lessons)},
    }
    MANIFEST.write_text(json.dumps(manifest, indent=1, sort_keys=True) + "\n")


def play(seats: int, games: int) -> Games:
    """Return the games, after playing those that are not stored."""
    STORE.mkdir(parents=True, exist_ok=True)
    parts = []
    for start in tqdm(range(0, games, CHUNK), desc=f"games of {seats} seats", unit="chunk"):
        path = STORE / f"{seats}-{start}.npz"
        if not path.exists():
            value_games.save(value_games.play_chunk(seats, range(start, start + CHUNK)), path)
        parts.append(value_games.load(path))
    return value_games.merged(parts)


def _fit_full(games: Games, learned: Array, fold: int) -> Net:
    chosen = learned[games.position_game] & (games.position_game // 10 % NETWORKS == fold)
    results = games.results[games.position_game[chosen]]
    inputs = games.positions[chosen]
    net = Net(inputs.shape[-1], FULL_UNITS, 2, seed=fold)
    net.fit(inputs, results, full_slope, passes=FULL_PASSES, label=f"V_full {fold + 1}")
    return net


def _fit_asks(games: Games, learned: Array, targets: Array, lessons: AskLessons, fold: int) -> Net:
    explored = games.position_game[games.ask_places[:, 0]]
    chosen = learned[explored]
    inputs = _ask_inputs(games, games.asks, games.ask_places, lessons)
    places = games.ask_places
    if lessons.knows_levels:
        natural = games.position_game[games.choice_places[:, 0]]
        more = _ask_inputs(games, games.choices, games.choice_places, lessons)
        inputs = np.concatenate([inputs, more])
        places = np.concatenate([places, games.choice_places])
        chosen = np.concatenate([chosen, learned[natural]])
    else:
        chosen = chosen & (explored // 10 % NETWORKS == fold)
    net = Net(inputs.shape[1], lessons.units, 1, seed=fold)
    net.fit(
        inputs[chosen],
        targets[places[:, 0], places[:, 1]][chosen],
        ask_slope,
        passes=lessons.passes,
        label=f"Q_seat {fold + 1}",
    )
    return net


def _ask_inputs(games: Games, asks: Array, places: Array, lessons: AskLessons) -> Array:
    """Return the inputs, and after them those of the levels: all 0 if each seat has the expert."""
    if not lessons.knows_levels:
        return asks
    seats = games.results.shape[1]
    names = [*value_games.MIX]
    assert names[-1] == "expert"
    levels = np.array(
        [
            [names.index(level) for level in value_games.levels_of(seats, number)]
            for number in range(len(games.results))
        ]
    )
    of_game = games.position_game[places[:, 0]]
    all_seats = np.eye(len(names))[levels[of_game]]
    mine = all_seats[np.arange(len(places)), places[:, 1]]
    others = (all_seats.sum(axis=1) - mine) / (seats - 1)
    explores = (of_game % 2 == 0)[:, None]
    return np.concatenate([asks, mine[:, :-1], others[:, :-1], explores], axis=1)


def _later_values(games: Games, shares: Array, later_weight: float) -> Array:
    """Return by position and seat the mean of the shares from then on, the result at the end.

    Later ones count less where the weight is below 1, which is less noisy than the result alone.
    """
    later = shares.copy()
    last = -1
    for place in range(len(later) - 1, -1, -1):
        game = games.position_game[place]
        if game != last:
            later[place] = games.results[game, :, 0]
            last = game
        else:
            later[place] = (1 - later_weight) * later[place] + later_weight * later[place + 1]
    return later


def _deal_values(
    preset: str, seats: int, full: Sequence[Net]
) -> tuple[list[list[float]], list[list[float]]]:
    """Return by network the mean shares and margins after the deal, from the first seat on."""
    rules = compose(preset)
    size = rules.hand_counts(seats=seats, dealer=0)[0]
    rng = Random(f"deals {preset} {seats}")
    none = (0,) * len(RANKS)
    rows = []
    pack = [rank for rank in range(len(RANKS)) for _ in range(4)]
    for _ in range(DEALS):
        rng.shuffle(pack)
        hands = [pack[seat * size : (seat + 1) * size] for seat in range(seats)]
        parts = [[part.count(rank) for rank in range(len(RANKS))] for part in hands]
        books = tuple(row.count(4) for row in parts)
        held = tuple(tuple(number % 4 for number in row) for row in parts)
        rest = pack[seats * size :]
        stock = tuple(rest.count(rank) for rank in range(len(RANKS)))
        dealt = Situation(held, (none,) * seats, stock, books, 0, rules.extra_turn_on_book)
        rows.append([full_features(dealt, seat) for seat in range(seats)])
    outputs = [net.outputs(np.array(rows)) for net in full]
    return (
        [np.round(shares_of(output).mean(axis=0), 5).tolist() for output in outputs],
        [np.round(margins_of(output).mean(axis=0), 5).tolist() for output in outputs],
    )


def _errors(games: Games, learned: Array, shares: Array, full: Sequence[Net]) -> Json:
    """Return the errors on the games that no network has seen."""
    held_out = ~learned[games.position_game]
    of_game = games.position_game[held_out]
    results = games.results[of_game]
    margins = np.mean([margins_of(net.outputs(games.positions[held_out])) for net in full], axis=0)
    full_bins = calibration.bins(shares[held_out].ravel(), results[..., 0].ravel())
    return {
        "full": {
            "calibration_error": round(calibration.expected_error(full_bins), 4),
            "square_error": round(float(((shares[held_out] - results[..., 0]) ** 2).mean()), 4),
            "square_error_of_equal_shares": round(
                float(((1 / results.shape[1] - results[..., 0]) ** 2).mean()), 4
            ),
            "margin_square_error": round(float(((margins - results[..., 1]) ** 2).mean()), 3),
            "margin_variance": round(float((results[..., 1] ** 2).mean()), 3),
            "by_preset": _by_preset(games, held_out, shares),
            "bins": [_rounded(part) for part in full_bins],
        },
    }


def _ask_errors(games: Games, learned: Array, asks: Sequence[Net], lessons: AskLessons) -> Json:
    """Return the errors on asks that levels chose in games that no network has seen."""
    places, seats = games.choice_places.T
    of_game = games.position_game[places]
    natural = ~learned[of_game]
    inputs = _ask_inputs(games, games.choices, games.choice_places, lessons)[natural]
    happened = games.results[of_game[natural], seats[natural], 0]
    predicted = np.mean([win_share_of(net.outputs(inputs)) for net in asks], axis=0)
    bins = calibration.bins(predicted, happened)
    return {
        "calibration_error": round(calibration.expected_error(bins), 4),
        "square_error": round(float(((predicted - happened) ** 2).mean()), 4),
        "explored_asks": int(learned[games.position_game[games.ask_places[:, 0]]].sum()),
        "bins": [_rounded(part) for part in bins],
    }


def _by_preset(games: Games, held_out: Array, shares: Array) -> Mapping[str, float]:
    errors = {}
    presets = weights.PRESETS_COVERED
    for number, preset in enumerate(presets):
        chosen = held_out & (games.position_game // 2 % len(presets) == number)
        results = games.results[games.position_game[chosen], :, 0]
        error = calibration.expected_error(
            calibration.bins(shares[chosen].ravel(), results.ravel())
        )
        errors[preset] = round(error, 4)
    return errors


def _curves() -> Mapping[str, Sequence[Bin]]:
    manifest = json.loads(MANIFEST.read_text())
    return {
        f"{name}, {seats} seats": [Bin(*values) for values in manifest[str(seats)][model]["bins"]]
        for seats in GAMES
        if str(seats) in manifest
        for model, name in (("full", "all cards"), ("asks", "what the asker knows"))
    }


def _rounded(part: Bin) -> tuple[float, float, int]:
    return round(part.predicted, 4), round(part.happened, 4), part.weight


def _lines(written: Json) -> str:
    """Return JSON with one member per line, and one network per line."""
    lines = []
    for name, value in written.items():
        if isinstance(value, list):
            text = "[\n  " + ",\n  ".join(json.dumps(item) for item in value) + "\n ]"
        else:
            text = json.dumps(value)
        lines.append(f" {json.dumps(name)}: {text}")
    return "{\n" + ",\n".join(lines) + "\n}\n"


if __name__ == "__main__":
    main()
