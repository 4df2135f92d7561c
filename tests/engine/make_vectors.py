"""Write the test vectors of the shuffle, which every implementation of it must give: `python -m
tests.engine.make_vectors`.

The shuffle is fixed forever, so this is run again only when a vector is added or can no more
occur.
"""

import json
from pathlib import Path
from typing import Any

from games.engine import shuffle
from games.engine.cards import card_text
from games.engine.shuffle import Entropy

FILE = Path(__file__).parents[1] / "vectors" / "shuffle.json"

SEEDS = (bytes(32), bytes(range(32)), bytes([255]) * 32)
ENTROPIES: tuple[Entropy, ...] = (
    (),
    ((0, "seven herrings"),),
    ((1, "ünïcödé ♥ 🂱"), (0, " "), (5, "1:looks like another seat")),
)
CONTRIBUTIONS = ("x", " ", "x" * 128, "🂱" * 128, "ünïcödé ♥", "\xa0", "\u200b")
NO_CONTRIBUTIONS = (
    *("", "x" * 129, "🂱" * 129, "a\n", "a\n1:b", "\r", "\t", "\0", "\x1f", "\x7f", "\x80", "\x9f"),
    *("\u2028", "\u2029", "\ud800", "a\udfff"),
)
BOUNDS = (1, 2, 3, 6, 51, 52, 53, 2**31 + 1, 2**32 - 1, 2**32)
"""A number below 2³¹ + 1 is read again half of the time, so that wrong rejection shows."""


def vectors() -> dict[str, Any]:
    """Return a commitment a seed, and packs and numbers under labels that games use."""
    return {
        "commitments": [
            {"seed": seed.hex(), "commitment": shuffle.commitment(seed)} for seed in SEEDS
        ],
        "contributions": {"accepted": list(CONTRIBUTIONS), "refused": list(NO_CONTRIBUTIONS)},
        "packs": [
            {
                **_source(seed, entropy, label),
                "jokers": jokers,
                "pack": _pack(seed, entropy, label, jokers),
            }
            for seed, entropy, label, jokers in (
                (SEEDS[0], ENTROPIES[0], "deal 1", 0),
                (SEEDS[0], ENTROPIES[0], "deal 2", 0),
                (SEEDS[0], ENTROPIES[0], "dealer", 0),
                (SEEDS[1], ENTROPIES[1], "deal 1", 1),
                (SEEDS[1], ENTROPIES[2], "deal 1", 2),
                (SEEDS[2], ENTROPIES[2], "deal 100", 2),
            )
        ],
        "numbers": [
            {
                **_source(SEEDS[1], ENTROPIES[2], f"cut {place}"),
                "bound": bound,
                "number": shuffle.number_below(SEEDS[1], ENTROPIES[2], f"cut {place}", bound=bound),
            }
            for place in (1, 2, 3)
            for bound in BOUNDS
        ],
    }


def _source(seed: bytes, entropy: Entropy, label: str) -> dict[str, Any]:
    return {"seed": seed.hex(), "entropy": [list(given) for given in entropy], "label": label}


def _pack(seed: bytes, entropy: Entropy, label: str, jokers: int) -> str:
    pack = shuffle.shuffled_pack(seed, entropy, label, joker_count=jokers)
    return "".join(card_text(card) for card in pack)


if __name__ == "__main__":
    one_a_line = json.dumps(vectors()).replace("[{", "[\n{").replace("}, {", "},\n{")
    FILE.write_text(one_a_line + "\n")
