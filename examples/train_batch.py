"""Train a player in the batch environment, and let it play against `memory`.

`python examples/train_batch.py` needs `requirements/learn.txt`. The policy is linear: it weighs
some features of each ask, and chooses by softmax. It learns by policy gradient against a rival
that asks for what a seat certainly holds, as `memory` does. `memory` itself then measures it.
"""

import argparse
import sys
from math import sqrt
from pathlib import Path
from random import Random
from time import monotonic
from typing import Any

sys.path.append(str(Path(__file__).parents[1]))  # the engine of this clone
try:
    import numpy as np

    from games.bots.batch import BatchGames, observed
except ModuleNotFoundError as missing:
    needed = "pip install --require-hashes -r requirements/learn.txt"
    sys.exit(f"{missing.name} is not installed. Run: {needed}")

from games.bots import levels
from games.bots.local_game import LocalGame
from games.bots.numbers import Actions
from games.engine.rule_sets import compose

FEATURES = (
    "certain cards",
    "is certain",
    "chance of a card",
    "expected cards",
    "own cards",
    "completes a book",
    "others know the rank",
    "chance, others know the rank",
    "own cards, is certain",
    "own cards, chance",
    "cards unseen",
)
RIVAL = np.array([8, 30, 6, 0, 0, 0, 0, 0, 0, 0, 0], np.float32)
"""The weights of a rival like `memory`."""


def features(seen: Any, layout: dict[str, slice], seats: int) -> Any:
    """Return the features of each ask, in the shape (tables, places, ranks, features)."""
    part = {name: seen[:, where].astype(np.float32) for name, where in layout.items()}
    own, unseen = part["hand"], 4 - part["hand"] - 4 * part["laid"]
    hidden = {}
    for place in range(1, seats):
        known = part[f"known_{place}"]
        unseen = unseen - known
        hidden[place] = np.maximum(part[f"hand_size_{place}"] - known.sum(1, keepdims=True), 0)
    unseen = np.maximum(unseen, 0)
    everywhere = np.maximum(part["stock"] + sum(hidden.values()), 1)
    exposed = part["known_0"] > 0
    rows = []
    for place in range(1, seats):
        known = part[f"known_{place}"]
        share = np.minimum(np.minimum(part[f"places_{place}"], hidden[place]) / everywhere, 1)
        chance = np.where(known > 0, 1, 1 - (1 - share) ** unseen)
        expected = known + unseen * share
        rows.append(
            np.stack(
                [
                    known,
                    known > 0,
                    chance,
                    expected,
                    own,
                    own + known >= 4,
                    exposed,
                    exposed * chance,
                    own * (known > 0),
                    own * chance,
                    unseen,
                ],
                axis=-1,
            )
        )
    return np.stack(rows, axis=1)


def softmax(ratings: Any, masks: Any) -> Any:
    """Return the chances of the legal actions."""
    ratings = np.where(masks, ratings, -np.inf)
    chances = np.exp(ratings - ratings.max(axis=1, keepdims=True))
    return chances / chances.sum(axis=1, keepdims=True)


def train(preset: str, seats: int, *, tables: int, updates: int, rate: float) -> Any:
    """Return the weights learned; print the learner's share of the wins now and then."""
    games = BatchGames(preset, seats=seats, tables=tables, seed=1)
    layout, rng, learner = games.layout(), np.random.default_rng(2), np.arange(tables) % seats
    weights: Any = np.array([1, 2, 1, 0, 0, 0, 0, 0, 0, 0, 0], np.float32)
    momentum: Any = np.zeros_like(weights)
    gradients = np.zeros((tables, weights.size), np.float32)
    began, won = monotonic(), list[float]()
    total: Any = np.zeros_like(weights)
    count = done = 0
    while done < updates:
        masks, rows = games.masks(), features(games.observe(), layout, seats)
        rows = rows.reshape(tables, -1, weights.size)
        is_mine = games.turn == learner
        chances = softmax(np.where(is_mine[:, None], rows @ weights, rows @ RIVAL), masks)
        chosen = (chances.cumsum(1) < rng.random(tables, np.float32)[:, None]).sum(1)
        chosen = np.where(
            masks[np.arange(tables), chosen % masks.shape[1]], chosen, masks.argmax(1)
        )
        mean = np.einsum("ta,taf->tf", chances, rows)
        gradients += (rows[np.arange(tables), chosen] - mean) * is_mine[:, None]
        over = games.step(chosen)
        if not over.any():
            continue
        rewards = games.shares()[over, learner[over]] - 1 / seats
        won += (rewards + 1 / seats).tolist()
        total, count = total + rewards @ gradients[over], count + int(over.sum())
        gradients[over] = 0
        games.deal(over)
        if count >= tables:
            momentum = 0.9 * momentum + total / count
            weights = weights + rate * momentum
            total, count, done = np.zeros_like(weights), 0, done + 1
            if done % 10 == 0:
                part = won[-10 * tables :]
                print(
                    f"{done:4} of {updates} updates, {len(won)} games, "
                    f"{(monotonic() - began) / 60:.1f} minutes: won {np.mean(part):.1%}",
                    flush=True,
                )
    return weights


def play(preset: str, seats: int, weights: Any, rival: str, number: int) -> float:
    """Return the share of a game that the trained player wins on one seat among rivals."""
    rng, mine = Random(number), number % seats
    game = LocalGame(compose(preset), seats=seats, seed=rng.randbytes(32))
    actions = Actions(game.state.rules, seats=seats)
    layout = BatchGames(preset, seats=seats, tables=1).layout()
    while (seat := game.to_act) is not None:
        view, history = game.view(seat), game.history(seat)
        if seat != mine:
            game.act(levels.choose(rival, view, history, rng))
            continue
        legal = {n: action for n, action in actions.legal(view).items() if action["type"] == "ask"}
        if not legal:
            game.act(levels.choose(rival, view, history, rng))  # a cut, or a misdeal
            continue
        rows = features(observed(view, history)[None], layout, seats).reshape(-1, len(FEATURES))
        game.act(legal[max(legal, key=lambda n: float(rows[n] @ weights))])
    return game.shares()[mine]


def wilson(share: float, games: int) -> tuple[float, float]:
    """Return the 95 % interval of a share."""
    z = 1.96
    middle = share + z * z / (2 * games)
    half = z * sqrt(share * (1 - share) / games + z * z / (4 * games * games))
    return (middle - half) / (1 + z * z / games), (middle + half) / (1 + z * z / games)


if __name__ == "__main__":
    parser = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.ArgumentDefaultsHelpFormatter
    )
    parser.add_argument("--preset", default="classic")
    parser.add_argument("--seats", type=int, default=2)
    parser.add_argument("--tables", type=int, default=2048)
    parser.add_argument("--updates", type=int, default=60)
    parser.add_argument("--rate", type=float, default=1.0)
    parser.add_argument("--rival", default="memory", choices=levels.LEVELS)
    parser.add_argument("--measured", type=int, default=4000, help="games against the rival")
    options = parser.parse_args()
    began = monotonic()
    learned = train(
        options.preset,
        options.seats,
        tables=options.tables,
        updates=options.updates,
        rate=options.rate,
    )
    print(f"Trained in {(monotonic() - began) / 60:.1f} minutes.")
    for feature, weight in zip(FEATURES, learned, strict=True):
        print(f"weight of '{feature}': {weight:.2f}")
    shares = [
        play(options.preset, options.seats, learned, options.rival, number)
        for number in range(options.measured)
    ]
    low, high = wilson(float(np.mean(shares)), options.measured)
    print(
        f"Won {np.mean(shares):.1%} of {options.measured} games against {options.rival} "
        f"(95 % interval {low:.1%} to {high:.1%})."
    )
