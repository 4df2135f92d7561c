"""Compute the p-value of a number of hits, when each try has its own chance."""

from collections.abc import Sequence
from math import erfc, exp, pi, sqrt

MOST_EXACT = 200


def chance_of_as_many(hits: int, chances: Sequence[float]) -> float:
    """Return the probability of this many hits or more.

    Exact up to ``MOST_EXACT`` tries. Above, the refined normal approximation (Volkova 1996), whose
    error is negligible here.

    >>> chance_of_as_many(2, [0.5, 0.5])
    0.25
    """
    if hits <= 0:
        return 1.0
    if len(chances) <= MOST_EXACT:
        return _exact(hits, chances)
    mean = sum(chances)
    variance = sum(chance * (1 - chance) for chance in chances)
    if not variance:
        return float(hits <= mean)
    third = sum(chance * (1 - chance) * (1 - 2 * chance) for chance in chances)
    at = (hits - 0.5 - mean) / sqrt(variance)
    density = exp(-at * at / 2) / sqrt(2 * pi)
    skew = third / (variance * sqrt(variance))
    tail = erfc(at / sqrt(2)) / 2 + skew * (at * at - 1) * density / 6
    return min(max(tail, 0.0), 1.0)


def _exact(hits: int, chances: Sequence[float]) -> float:
    """Add one try after the other; ``odds[n]`` is the chance of n hits so far, the last one of
    more.
    """
    odds = [1.0] + [0.0] * hits
    for chance in chances:
        odds[hits] += odds[hits - 1] * chance
        for number in range(hits - 1, 0, -1):
            odds[number] += (odds[number - 1] - odds[number]) * chance
        odds[0] *= 1 - chance
    return min(odds[hits], 1.0)
