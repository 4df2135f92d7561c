"""Prometheus metrics of play in this process. No label names a game."""

from collections.abc import Sequence
from typing import Literal

from django.db import transaction
from prometheus_client import Counter, Gauge, Histogram

from games.engine.events import CardDrawn, CardsGiven, Event, GoFish
from games.log.reader import LoggedMove

Author = Literal["person", "bot", "referee"]

MOVES = Counter("gofish_moves", "Moves that were committed.", ["author"])
ASKS = Counter(
    "gofish_asks",
    "Asks by outcome: cards given, a catch from the stock, or nothing.",
    ["result"],
)
FRAME_DELAY = Histogram(
    "gofish_frame_delay_seconds",
    "From the moment that a move was judged, just before its commit, to its frame on the way to the readers.",
    buckets=(0.001, 0.0025, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 10),
)
ANALYSES = Counter(
    "gofish_analyses",
    "Tries to analyse a game: done, unavailable, failed, or lost to be tried again.",
    ["result"],
)
ANALYSIS_SECONDS = Counter("gofish_analysis_seconds", "Duration of these tries.", ["result"])
OUTAGES = Counter("gofish_outages", "Times in which no command could be committed.")
OUTAGE_SECONDS = Counter("gofish_outage_seconds", "Duration of these times.")
CLOCKS_GIVEN_BACK = Counter(
    "gofish_clocks_given_back", "Clocks of games that got the time of an outage back."
)
WEBHOOK_TRIES = Counter(
    "gofish_webhook_tries", "Tries to deliver to a webhook: delivered or failed.", ["result"]
)
OPEN_STREAMS = Gauge(
    "gofish_open_streams",
    "Connections held open: streams of games and accounts, and waits.",
    ["kind"],
)

for _kind in ("game", "games", "tv", "account", "moves", "match"):
    OPEN_STREAMS.labels(_kind)  # shown as 0 from the start

_COMMITTED = {author: MOVES.labels(author) for author in ("person", "bot", "referee")}
_RESULTS = {result: ASKS.labels(result) for result in ("given", "caught", "fished")}


def count(author: Author, moves: Sequence[LoggedMove]) -> None:
    """Count a command's move and the referee's moves after it, after their commit."""

    def committed() -> None:
        _COMMITTED[author].inc()
        if len(moves) > 1:
            _COMMITTED["referee"].inc(len(moves) - 1)
        result = result_of(moves[0].events)
        if result is not None:
            _RESULTS[result].inc()

    transaction.on_commit(committed, robust=True)


def result_of(events: Sequence[Event]) -> str | None:
    """Return the result of an ask that ended among these events, or None."""
    result = None
    for event in events:
        if isinstance(event, CardsGiven):
            return "given"
        if isinstance(event, GoFish):
            result = "fished"
        elif isinstance(event, CardDrawn) and event.public and result == "fished":
            return "caught"
    return result
