"""Count hits that a seat could not know, and the seats that it asked: observed, expected, p-value.

Each try has its own chance. The model is an honest player with perfect memory. The tail is the
chance that such a player has as many or more.
"""

from collections.abc import Iterable, Sequence
from math import erfc, exp, pi, sqrt
from typing import Literal, NamedTuple

from games.desk.review.asks import AnsweredAsk
from games.engine.cards import Seat

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
    """Add one try after the other; ``odds[n]`` is the chance of n hits so far, the last of more."""
    odds = [1.0] + [0.0] * hits
    for chance in chances:
        odds[hits] += odds[hits - 1] * chance
        for number in range(hits - 1, 0, -1):
            odds[number] += (odds[number - 1] - odds[number]) * chance
        odds[0] *= 1 - chance
    return min(odds[hits], 1.0)


Weight = Literal["too few", "nothing unusual", "weak", "moderate", "strong"]

FEWEST = 8
"""Fewer tries are no evidence."""


class HitCount(NamedTuple):
    """An observed count over a number of tries, and the expected one."""

    tries: int
    observed: int
    expected: float
    tail: float
    """The chance of as many or more by honest play."""

    @property
    def weight(self) -> Weight:
        """How much evidence this is."""
        if self.tries < FEWEST:
            return "too few"
        if self.tail > 0.05:
            return "nothing unusual"
        if self.tail > 0.005:
            return "weak"
        return "moderate" if self.tail > 0.0005 else "strong"

    @property
    def words(self) -> str:
        """How much evidence this is, in a sentence."""
        if self.weight == "too few":
            return f"Too few to tell: {self.tries} of at least {FEWEST}."
        if self.weight == "nothing unusual":
            return "Nothing unusual."
        once_in = f"one honest seat in {_rounded(1 / self.tail)}" if self.tail > 1e-6 else None
        return f"{self.weight.capitalize()} evidence: {once_in or 'hardly any honest seat'} does as well."


class SeatHits(NamedTuple):
    """How a seat asked."""

    seat: Seat
    asks: int
    sure: int
    hopeless: int
    guesses: HitCount
    """The asks whose answer the seat could not know, and how many of them hit."""


class Pair(NamedTuple):
    """How one seat asked another."""

    seat: Seat
    target: Seat
    asks: int
    """How often it asked this target."""
    asks_of_all: int
    """How often it asked any seat."""
    choices: HitCount
    """Asks with a free choice between seats, and how many went to this target; expected is no
    preference.

    An ask of the only seat with the highest chance is left out, because memory explains it. Neither
    a player with a good memory nor one who asks at random shows a preference.
    """
    guesses: HitCount
    given: int
    """Cards that the target handed over."""
    in_vain: int
    """Hopeless asks although a certain hit was known elsewhere: each shows the target a rank."""


def by_seat(asks: Iterable[AnsweredAsk], *, seats: int) -> list[SeatHits]:
    """Return how each seat asked."""
    own: list[list[AnsweredAsk]] = [[] for _ in range(seats)]
    for ask in asks:
        own[ask.seat].append(ask)
    return [_seat(seat, judged) for seat, judged in enumerate(own)]


def by_pair(asks: Sequence[AnsweredAsk], *, seats: int) -> list[Pair]:
    """Return how each seat asked each other seat."""
    return [
        _pair(seat, target, [ask for ask in asks if ask.seat == seat])
        for seat in range(seats)
        for target in range(seats)
        if seat != target
    ]


def _seat(seat: Seat, asks: Sequence[AnsweredAsk]) -> SeatHits:
    grades = [ask.grade for ask in asks]
    return SeatHits(
        seat,
        asks=len(asks),
        sure=grades.count("sure"),
        hopeless=grades.count("hopeless"),
        guesses=_guesses(asks),
    )


def _pair(seat: Seat, target: Seat, asks: Sequence[AnsweredAsk]) -> Pair:
    choices = [ask for ask in asks if ask.targets > 1 and (ask.target != target or ask.equals > 1)]
    even = [1 / (ask.equals if ask.equals > 1 else ask.targets) for ask in choices]
    chosen = sum(ask.target == target for ask in choices)
    between = [ask for ask in asks if ask.target == target]
    return Pair(
        seat,
        target,
        asks=len(between),
        asks_of_all=len(asks),
        choices=HitCount(len(choices), chosen, sum(even), chance_of_as_many(chosen, even)),
        guesses=_guesses(between),
        given=sum(ask.given for ask in between),
        in_vain=sum(ask.grade == "hopeless" and ask.knew_better for ask in between),
    )


def _guesses(asks: Iterable[AnsweredAsk]) -> HitCount:
    open_asks = [ask for ask in asks if ask.grade in ("likely", "open")]
    chances = [ask.chance for ask in open_asks]
    hits = sum(ask.is_hit for ask in open_asks)
    return HitCount(len(open_asks), hits, sum(chances), chance_of_as_many(hits, chances))


def _rounded(number: float) -> str:
    """Round to two significant figures."""
    digits = 10 ** max(len(str(int(number))) - 2, 0)
    return f"{round(number / digits) * digits:,}"
