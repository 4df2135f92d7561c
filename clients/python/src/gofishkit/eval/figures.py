"""The figures of a run, computed from its results."""

from collections import Counter
from collections.abc import Callable, Iterable, Sequence
from math import nan, sqrt
from statistics import fmean, variance
from typing import Any, NamedTuple

from gofishkit.shares import Z, wilson

Json = dict[str, Any]

FEWEST_DEALS = 10
"""With fewer, the spread of the deals is too uncertain for an interval."""
BINS = 10
AGES = (("0-2", 0, 2), ("3-8", 3, 8), ("9-20", 9, 20), ("over 20", 21, 10**9))
"""How many asks ago the evidence was."""
PLACES = 4


class Belief(NamedTuple):
    """A chance that a model was asked for."""

    deal: int
    chance: float | None
    """None without an answer."""
    fair: float | None
    """The rules-only posterior; None if its error was too great."""
    holds: int
    age: int | None
    method: str


def figures(results: Sequence[Json], *, games_per_deal: int) -> Json:
    """Return the figures of one column, from the games of whole deals."""
    sizes = Counter(result["deal"] for result in results)
    whole = {deal for deal, size in sizes.items() if size == games_per_deal}
    counted = [result for result in results if result["deal"] in whole]
    return {
        "games": len(counted),
        "deals": len(whole),
        "not_counted": len(results) - len(counted),
        "play": _play(counted) if counted else None,
        "beliefs": beliefs(_beliefs(counted)),
        "certain": _certain(counted),
    }


def _play(results: Sequence[Json]) -> Json:
    shares = [result["share"] for result in results]
    low, high = wilson(fmean(shares), len(shares))
    asks = {
        name: sum(result["asks"][name] for result in results)
        for name in ("own", "repaired", "substituted")
    }
    decisions = sum(asks.values())
    own = {name: sum(r["own"][name] for r in results) for name in results[0]["own"]}
    rivals = {name: sum(r["rivals"][name] for r in results) for name in results[0]["rivals"]}
    costs = [cost for result in results for cost in result["costs"] or ()]
    return {
        "share": _rounded(fmean(shares)),
        "share_interval": [_rounded(low), _rounded(high)],
        "margin": mean_of(results, lambda result: result["margin"]),
        **_without_luck(results),
        "decisions": decisions,
        "asks": asks,
        "illegal_share": _part(asks["repaired"] + asks["substituted"], decisions),
        "illegal_answers": sum(result["illegal"] for result in results),
        "accuracy": None if not costs else _rounded(max(0.0, 100 * (1 - fmean(costs)))),
        "accuracy_half": None
        if len(costs) < 2
        else _rounded(100 * Z * sqrt(variance(costs) / len(costs))),
        "own": own,
        "rivals": rivals,
    }


def _without_luck(results: Sequence[Json]) -> Json:
    """Return the margin without luck, and how many games it saves; None without a model."""
    if any(result["luck"] is None for result in results):
        return {"margin_without_luck": None, "variance_ratio": None, "games_saved": None}
    plain = by_deal(results, lambda result: result["margin"])
    fair = by_deal(results, lambda result: result["margin"] - result["luck"])
    ratio = None
    if len(plain) >= FEWEST_DEALS and variance(plain):
        ratio = variance(fair) / variance(plain)
    return {
        "margin_without_luck": mean_of(results, lambda result: result["margin"] - result["luck"]),
        "variance_ratio": ratio and _rounded(ratio),
        "games_saved": ratio and _rounded(1 - ratio),
    }


def by_deal(results: Sequence[Json], value: Callable[[Json], float]) -> list[float]:
    """Return the mean of each deal, whose games depend on each other."""
    deals: dict[int, list[float]] = {}
    for result in results:
        deals.setdefault(result["deal"], []).append(value(result))
    return [fmean(values) for values in deals.values()]


def mean_of(results: Sequence[Json], value: Callable[[Json], float]) -> Json:
    """Return a mean over deals with half of its 95 % interval; None with few deals."""
    means = by_deal(results, value)
    return _mean([(mean, 1) for mean in means])


def beliefs(rows: Sequence[Belief]) -> Json:
    """Return the figures of chances: all scores are of the same answered questions."""
    answered = [row for row in rows if row.chance is not None and row.fair is not None]
    methods = {
        name: sum(row.method == name for row in rows) for name in ("counted", "sampled", "left out")
    }
    scored = sum(row.fair is not None for row in rows)
    ages = [
        (name, [row for row in answered if row.age is not None and low <= row.age <= high])
        for name, low, high in AGES
    ]
    ages.append(("none", [row for row in answered if row.age is None]))
    return {
        "questions": len(rows),
        "methods": methods,
        "answered_share": _part(len(answered), scored),
        **_scores(answered),
        **decomposition(answered),
        "by_age": {name: {"questions": len(some), **_scores(some)} for name, some in ages},
        "reliability": reliability(answered),
    }


def _scores(rows: Sequence[Belief]) -> Json:
    def clustered(value: Callable[[Belief], float]) -> Json | None:
        deals: dict[int, list[float]] = {}
        for row in rows:
            deals.setdefault(row.deal, []).append(value(row))
        return _mean([(sum(each), len(each)) for each in deals.values()]) if rows else None

    return {
        "brier": clustered(lambda row: (_chance(row) - row.holds) ** 2),
        "brier_posterior": clustered(lambda row: (_fair(row) - row.holds) ** 2),
        "distance": clustered(lambda row: (_chance(row) - _fair(row)) ** 2),
    }


def reliability(rows: Sequence[Belief]) -> list[Json]:
    """Return for each tenth of stated chances how many there are, their mean, and the share of
    questions that were true.
    """
    bins: list[list[Belief]] = [[] for _ in range(BINS)]
    for row in rows:
        bins[min(BINS - 1, int(_chance(row) * BINS))].append(row)
    return [
        {
            "count": len(each),
            "stated": _rounded(fmean(map(_chance, each))),
            "actual": _rounded(fmean(row.holds for row in each)),
        }
        for each in bins
        if each
    ]


def decomposition(rows: Sequence[Belief]) -> Json:
    """Return Murphy's parts of the Brier score: calibration is 0 if stated chances come true as
    often as stated, resolution is greater the more they differ from the base rate.
    """
    if not rows:
        return {"calibration": None, "resolution": None, "base_rate": None}
    rate = fmean(row.holds for row in rows)
    bins = reliability(rows)
    calibration = sum(each["count"] * (each["stated"] - each["actual"]) ** 2 for each in bins)
    resolution = sum(each["count"] * (each["actual"] - rate) ** 2 for each in bins)
    return {
        "calibration": _rounded(calibration / len(rows)),
        "resolution": _rounded(resolution / len(rows)),
        "base_rate": _rounded(rate),
    }


def _certain(results: Sequence[Json]) -> Json:
    """Return how often a named card was certain, and how often a certain card was named."""
    rows = [row for result in results for row in result["certain"]]
    named = [row for row in rows if row[0]]
    there = [row for row in rows if row[2]]
    return {
        "questions": len(rows),
        "named": len(named),
        "right": _part(sum(bool(row[1]) for row in named), len(named)),
        "there": len(there),
        "found": _part(sum(bool(row[0] and row[1]) for row in there), len(there)),
    }


def beliefs_of(result: Json) -> dict[str, float]:
    """Return the mean scores of the answered questions of one game; NaN if there are none."""
    rows = beliefs(_beliefs([result]))
    names = ("brier", "brier_posterior", "distance")
    return {name: rows[name]["mean"] if rows[name] else nan for name in names}


def _beliefs(results: Sequence[Json]) -> list[Belief]:
    return [Belief(result["deal"], *row) for result in results for row in result["beliefs"]]


def _chance(row: Belief) -> float:
    assert row.chance is not None
    return row.chance


def _fair(row: Belief) -> float:
    assert row.fair is not None
    return row.fair


def _mean(clusters: Sequence[tuple[float, int]]) -> Json:
    """Return the mean over clusters, each a sum and a count, with half of its 95 % interval."""
    count = sum(size for _, size in clusters)
    mean = sum(total for total, _ in clusters) / count
    if len(clusters) < FEWEST_DEALS:
        return {"mean": _rounded(mean), "half": None}
    squares = sum((total - mean * size) ** 2 for total, size in clusters)
    error = sqrt(squares * len(clusters) / (len(clusters) - 1)) / count
    return {"mean": _rounded(mean), "half": _rounded(Z * error)}


def _part(count: int, of: int) -> float | None:
    return _rounded(count / of) if of else None


def _rounded(value: float) -> float:
    return round(value, PLACES) + 0.0  # no negative zero


def columns_of(results: Iterable[Json]) -> dict[str, list[Json]]:
    """Return the results by column, in the order of games."""
    columns: dict[str, list[Json]] = {}
    for result in results:
        columns.setdefault(result["column"], []).append(result)
    return columns
