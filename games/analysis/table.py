"""Write an analysis as lines of plain text, for a terminal."""

from collections.abc import Iterator, Sequence

from games.analysis.report import Analysis
from games.analysis.report.shapes import JudgedAsk, PlayerAnalysis, RankAsk
from games.engine.cards import rank_text

_PLAYERS = ("seat", "asks", "accuracy", "luck", "of the deal", "of draws")
_ASKS = ("move", "seat", "ask", "result", "chance", "win", "best ask", "win", "cost")


def lines(analysis: Analysis) -> Iterator[str]:
    """Yield the lines: players, asks, turning points. Chances are in percent of the win."""
    yield (
        f"{analysis.seats} seats, family {analysis.family}, models of version {analysis.model}. "
        "The opinion of a model."
    )
    yield ""
    yield from _table(_PLAYERS, [_player(player) for player in analysis.players])
    yield ""
    yield from _table(_ASKS, [_ask(ask) for ask in analysis.asks])
    if analysis.turning_points:
        yield ""
    for point in analysis.turning_points:
        yield f"{point.text} ({_signed(point.change)} for seat {point.seat})"


def _player(player: PlayerAnalysis) -> Sequence[str]:
    accuracy, luck = player.accuracy, player.luck
    return (
        str(player.seat),
        str(player.asks),
        "-" if accuracy is None else f"{accuracy.value:.1f} ± {accuracy.error:.1f}",
        f"{_signed(luck.value)} ± {100 * luck.error:.1f}",
        _signed(luck.deal),
        _signed(luck.draws),
    )


def _ask(ask: JudgedAsk) -> Sequence[str]:
    certain = {"hit": "certain", "miss": "none"}
    return (
        str(ask.number),
        str(ask.seat),
        _words(ask.ask),
        "hit" if ask.hit else "miss",
        _percent(ask.hit_chance) if ask.provable is None else certain[ask.provable],
        _percent(ask.win),
        _words(ask.best.ask),
        _percent(ask.best.win),
        _percent(ask.cost),
    )


def _words(ask: RankAsk) -> str:
    return f"{rank_text(ask.rank)} of seat {ask.target}"


def _percent(chance: float) -> str:
    return f"{100 * chance:.1f}"


def _signed(share: float) -> str:
    return f"{100 * share:+.1f}"


def _table(heads: Sequence[str], rows: Sequence[Sequence[str]]) -> Iterator[str]:
    """Yield the rows below their heads, in columns as wide as their longest text."""
    widths = [max(map(len, column)) for column in zip(heads, *rows, strict=True)]
    for row in (heads, *rows):
        cells = (text.ljust(width) for text, width in zip(row, widths, strict=True))
        yield "  ".join(cells).rstrip()
