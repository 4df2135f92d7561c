"""What the games of a contest show: wins, margin, luck, and where the bot loses."""

from collections.abc import Iterator, Sequence
from math import sqrt
from statistics import fmean, stdev
from typing import NamedTuple

from gofishkit.local import Contest, LocalResult
from gofishkit.profile import Profile
from gofishkit.shares import Z, interval

FEWEST_DEALS = 30
"""With fewer, the spread of the deals is too uncertain for an interval."""


class Mean(NamedTuple):
    """A mean over deals, with half of its 95 % interval; None with few deals."""

    value: float
    half: float | None


class Summary(NamedTuple):
    """All results of a contest."""

    shares: Sequence[float]
    margin: Mean
    """Books of the bot less the mean of all seats, in a game."""
    without_luck: Mean | None
    """The same without what the cards gave; None without a model."""
    bot: Profile
    rivals: Profile


def summary_of(results: Sequence[LocalResult]) -> Summary:
    """Return what results show."""
    lucks = [result.margin - result.luck for result in results if result.luck is not None]
    return Summary(
        shares=[result.share for result in results],
        margin=_mean(results, [result.margin for result in results]),
        without_luck=_mean(results, lucks) if len(lucks) == len(results) else None,
        bot=Profile.total(result.bot for result in results),
        rivals=Profile.total(result.rivals for result in results),
    )


def lines(summary: Summary, contest: Contest, no_luck: str) -> Iterator[str]:
    """Yield the lines for a terminal; ``no_luck`` says why luck is not taken out."""
    games, seats = len(summary.shares), contest.seats
    yield f"{games} games: {games // seats} deals, each with the bot on every seat."
    yield f"{interval(summary.shares)} Equal players win {1 / seats:.1%}."
    yield f"Books ahead of the mean of the table, in a game: {_signed(summary.margin)}."
    if summary.without_luck is None:
        yield no_luck
    else:
        yield f"Without the luck of the cards: {_signed(summary.without_luck)}."
    bot, rivals = summary.bot, summary.rivals
    yield ""
    yield f"{'':28}{'your bot':>10}{contest.against:>12}"
    yield f"{'asks in a game and seat':28}{_per_game(bot, summary, 1)}" + _per_game(
        rivals, summary, seats - 1, width=12
    )
    for title, own, others in (
        ("asks that hit", bot.hits, rivals.hits),
        ("that could not hit", bot.hopeless, rivals.hopeless),
        ("that left a sure card", bot.overlooked, rivals.overlooked),
    ):
        yield f"{title:28}{_part(own, bot.asks):>10}{_part(others, rivals.asks):>12}"
    if bot.hopeless:
        yield "Could not hit: the seat answered go fish to this rank and has not drawn since."
    if bot.overlooked:
        yield (
            "Left a sure card: the ask missed, while a seat that asked for a rank, or got cards of "
            "it, still had them."
        )


def _mean(results: Sequence[LocalResult], values: Sequence[float]) -> Mean:
    """Return the mean over deals: games of one deal depend on each other."""
    deals: dict[int, list[float]] = {}
    for result, value in zip(results, values, strict=True):
        deals.setdefault(result.deal, []).append(value)
    means = [fmean(deal) for deal in deals.values()]
    if len(means) < FEWEST_DEALS:
        return Mean(fmean(means), None)
    return Mean(fmean(means), Z * stdev(means) / sqrt(len(means)))


def _signed(mean: Mean) -> str:
    if mean.half is None:
        return f"{mean.value:+.2f} (fewer than {FEWEST_DEALS} deals: no interval)"
    return f"{mean.value:+.2f} ± {mean.half:.2f}"


def _per_game(profile: Profile, summary: Summary, seats: int, width: int = 10) -> str:
    return f"{profile.asks / len(summary.shares) / seats:{width}.1f}"


def _part(count: int, asks: int) -> str:
    return f"{count / asks:.1%}" if asks else "-"
