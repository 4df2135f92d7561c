"""Learn by policy gradient to choose asks: `python examples/learn.py` prints the learning curve.

It needs `requirements/learn.txt`. The policy rates each legal ask by three features of what the
seat has seen, and chooses by the ratings. Wins make the choices of their games more likely.
"""

import argparse
import sys
from pathlib import Path
from typing import Any

sys.path.append(str(Path(__file__).parents[1]))  # the engine of this clone
try:
    import numpy as np

    from games.bots.gym_env import OneSeatEnv
except ModuleNotFoundError as missing:
    needed = "pip install --require-hashes -r requirements/learn.txt"
    sys.exit(f"{missing.name} is not installed. Run: {needed}")

FEATURES = ("the seat asked for the rank", "cards of it in hand", "asked the seat lately")


def features(env: OneSeatEnv) -> tuple[list[int], Any]:
    """Return the numbers of the legal actions, and a row of features for each."""
    history, view = env.table.game.history(0), env.table.game.view(0)
    asked, wanted = dict[tuple[int, str], float](), set[tuple[int, str]]()
    for at, event in enumerate(history):
        if event["type"] == "asked":
            asked.pop((event["seat"], event["rank"]), None)
            wanted.add((event["seat"], event["rank"]))
            if event["seat"] == 0:
                asked[event["target"], event["rank"]] = at / len(history)
        if event["type"] == "cards_given":
            wanted.discard((event["seat"], event["cards"][0][0]))
    hand = [card[0] for card in view["seats"][0]["hand"]]
    legal = env.table.actions.legal(view)
    asks = ((action["target"], action["rank"]) for action in legal.values())
    rows = [(ask in wanted, hand.count(ask[1]) / 3, asked.get(ask, 0)) for ask in asks]
    return [*legal], np.array(rows, dtype=np.float64)


def play(env: OneSeatEnv, weights: Any, rng: np.random.Generator) -> tuple[float, Any]:
    """Play a game; return its reward, and the direction that makes its choices more likely."""
    env.reset(seed=int(rng.integers(2**32)))
    gradients, is_over = [], False
    while not is_over:
        actions, rows = features(env)
        chances = np.exp(rows @ weights) / np.exp(rows @ weights).sum()
        chosen = rng.choice(len(actions), p=chances)
        gradients.append(rows[chosen] - chances @ rows)
        _, reward, is_over, _, _ = env.step(np.int64(actions[chosen]))
    return reward, np.mean(gradients, axis=0)


if __name__ == "__main__":
    parser = argparse.ArgumentParser(
        description="Learn by policy gradient to choose asks. 1,000 games take half a minute.",
        formatter_class=argparse.ArgumentDefaultsHelpFormatter,
    )
    parser.add_argument("--games", type=int, default=1500, help="to learn from")
    parser.add_argument("--measured", type=int, default=500, help="games played afterwards")
    options, env, rewards = parser.parse_args(), OneSeatEnv(("random",)), list[float]()
    rng, weights, rate, part = np.random.default_rng(1), np.zeros(3), 0.5, 250
    for number in range(1, options.games + 1):
        reward, gradient = play(env, weights, rng)
        rewards.append(reward)
        weights += rate * reward * gradient
        if number % part == 0:
            won = f"won {np.mean(rewards[-part:]) + 0.5:.1%} of the last {part}"
            print(f"{number:6} of {options.games} games: {won}", flush=True)
    for feature, weight in zip(FEATURES, weights, strict=True):
        print(f"weight of '{feature}': {weight:.2f}")
    print(f"Playing {options.measured} games with these weights.", flush=True)
    shares = [play(env, weights, rng)[0] + 0.5 for _ in range(options.measured)]
    print(f"Won {np.mean(shares):.1%} of {options.measured} games.")
