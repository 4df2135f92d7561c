"""Learn by policy gradient to choose asks, and print the learning curve.

    python examples/learn.py                   # learns, then plays 2,000 games against `random`

It needs `requirements/learn.in`. The policy rates each legal ask by three features of what the seat
has seen, and chooses in proportion to the exponentials of the ratings. Games that were won make
their choices more likely, games that were lost less.
"""

import argparse

import numpy as np
from numpy.typing import NDArray

from games.bots.gym_env import OneSeatEnv

Floats = NDArray[np.float64]
RATE, CURVE = 0.5, 500


def features(env: OneSeatEnv) -> tuple[list[int], Floats]:
    """Return the numbers of the legal actions, and a row of features for each."""
    game, wanted, missed = (
        env.table.game,
        dict[tuple[int, str], int](),
        dict[tuple[int, str], int](),
    )
    history, view = game.history(0), game.view(0)
    for at, event in enumerate(history):
        if event["type"] == "asked":
            missed.pop((event["seat"], event["rank"]), None)
            wanted[event["seat"], event["rank"]] = at
            if event["seat"] == 0:
                missed[event["target"], event["rank"]] = at
        if event["type"] == "cards_given":
            wanted.pop((event["seat"], event["cards"][0][0]), None)
    hand = [card[0] for card in view["seats"][0]["hand"]]
    legal = env.table.actions.legal(view)
    asks = [(action["target"], action["rank"]) for action in legal.values()]
    rows = [
        (ask in wanted, hand.count(ask[1]) / 3, missed.get(ask, 0) / (len(history) + 1))
        for ask in asks
    ]
    return [*legal], np.array(rows, dtype=np.float64)


def play(env: OneSeatEnv, weights: Floats, rng: np.random.Generator) -> tuple[float, Floats]:
    """Play a game; return its reward, and the direction that makes its choices more likely."""
    env.reset(seed=int(rng.integers(2**32)))
    gradient, is_over, reward, count = np.zeros_like(weights), False, 0.0, 0
    while not is_over:
        actions, rows = features(env)
        chances = np.exp(rows @ weights - (rows @ weights).max())
        chances /= chances.sum()
        chosen = rng.choice(len(actions), p=chances)
        gradient += rows[chosen] - chances @ rows
        count += 1
        _, reward, is_over, _, _ = env.step(np.int64(actions[chosen]))
    return reward, gradient / count


def main() -> None:
    """Learn, then measure the share of the wins."""
    parser = argparse.ArgumentParser(description=(__doc__ or "").partition("\n")[0])
    parser.add_argument("--games", type=int, default=2000, help="to learn from")
    parser.add_argument("--measured", type=int, default=2000, help="games played afterwards")
    options = parser.parse_args()
    env, rng, weights = OneSeatEnv(("random",)), np.random.default_rng(1), np.zeros(3)
    rewards: list[float] = []
    for number in range(1, options.games + 1):
        reward, gradient = play(env, weights, rng)
        rewards.append(reward)
        weights += RATE * reward * gradient
        if number % CURVE == 0:
            print(
                f"{number:6} games: {np.mean(rewards[-CURVE:]) + 0.5:.1%}, weights {weights.round(2)}"
            )
    shares = [play(env, weights, rng)[0] + 0.5 for _ in range(options.measured)]
    print(f"Won {np.mean(shares):.1%} of {options.measured} games.")


if __name__ == "__main__":
    main()
