"""What a bot won, and how often it gave no legal action, as sentences."""

from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from math import sqrt

from gofishkit.printing import printable

Z = 1.96
"""Standard errors on each side of a 95 % interval."""
SHOWN_REASONS = 5


def interval(shares: Sequence[float]) -> str:
    """Return the share of the wins with its 95 % interval as a sentence."""
    if not shares:
        return "No share of the wins yet."
    mean = sum(shares) / len(shares)
    low, high = wilson(mean, len(shares))
    return f"Won {mean:.1%} of {len(shares)} (95 % interval: {low:.1%} to {high:.1%})."


def wilson(share: float, games: int) -> tuple[float, float]:
    """Return Wilson's interval of a share of the wins: it holds for few games too.

    Ties make the true interval narrower. Games of one deal hardly depend on each other: measured
    with two seats the error is that of independent games, with four a sixth smaller.

    >>> [round(end, 3) for end in wilson(1.0, 3)]
    [0.438, 1.0]
    """
    square = Z * Z / games
    centre = (share + square / 2) / (1 + square)
    half = sqrt(share * (1 - share) * square + square * square / 4) / (1 + square)
    return max(0.0, centre - half), min(1.0, centre + half)


def faults(failed: int, refused: int, reasons: Mapping[str, int]) -> Iterator[str]:
    """Yield lines on choices of a bot that failed or that the rules refused, and why how often."""
    yield (
        f"{failed} choices of the bot failed and {refused} were refused by the rules. "
        "After two in one position, a random action was played."
    )
    for reason, times in Counter(reasons).most_common(SHOWN_REASONS):
        yield f"{times} × {printable(reason)}"
    if len(reasons) > SHOWN_REASONS:
        yield f"and {len(reasons) - SHOWN_REASONS} other reasons"
