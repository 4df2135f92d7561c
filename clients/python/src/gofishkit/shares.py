"""What a bot won, as a sentence."""

from collections.abc import Sequence
from math import sqrt


def interval(shares: Sequence[float]) -> str:
    """Return the share of the wins with its 95 % interval as a sentence."""
    if not shares:
        return "No share of the wins yet."
    mean = sum(shares) / len(shares)
    spread = sum((share - mean) ** 2 for share in shares) / max(len(shares) - 1, 1)
    return f"Won {mean:.1%} ± {100 * 1.96 * sqrt(spread / len(shares)):.1f} of {len(shares)}."
