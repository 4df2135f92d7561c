"""Estimate the hardware for 10,000 to 100 million games a day, and write it to `docs/sizes.md`.

    python -m bench.sizes

`FIGURES` has all measured and assumed values; everything else is computed from them.
"""

from collections.abc import Callable, Iterator
from math import ceil
from pathlib import Path
from typing import NamedTuple

from tests.readme_tables import rendered, with_block

PAGE = Path(__file__).parent.parent / "docs/sizes.md"
DAY = 24 * 3600
GAMES_A_DAY = (10_000, 1_000_000, 100_000_000)


class Figure(NamedTuple):
    """A measured or assumed value, and its source."""

    value: float
    unit: str
    says: str
    source: str


LOG_SIZE = "`python -m tests.postgres -- python -m bench.log_size`"
WAL = "`python -m tests.postgres --durable -- python -m bench.wal`"
ASSUMED = "assumed"

FIGURES = {
    "moves": Figure(75, "", "moves of a game", LOG_SIZE),
    "move": Figure(285, "B", "a move on disk, with its index and its share of the game", LOG_SIZE),
    "wal": Figure(
        1_456,
        "B",
        "write-ahead log of a move and of all rows written with it, without full pages",
        WAL,
    ),
    "answer": Figure(369, "B", "an answer stored for a day, with its indexes", WAL),
    "ask": Figure(1.06, "ms", "processor time of the API for an ask", "`make bench`"),
    "sql_ask": Figure(0.37, "ms", "processor time of PostgreSQL for an ask", "`make bench`"),
    "state": Figure(0.81, "ms", "processor time of the API for a state", "`make bench`"),
    "sql_state": Figure(0.14, "ms", "processor time of PostgreSQL for a state", "`make bench`"),
    "stream": Figure(
        15.4, "kB", "memory of an open stream", "`python -m tests.postgres -- python -m bench.live`"
    ),
    "frames": Figure(
        0.5, "ms", "processor time of a stream process for a move that it shows", ASSUMED
    ),
    "states": Figure(0.5, "", "states that are read for each move", ASSUMED),
    "readers": Figure(3, "", "streams that follow a game", ASSUMED),
    "minutes": Figure(15, "min", "length of a game", ASSUMED),
    "peak": Figure(3, "", "times the mean, in the busiest hour", ASSUMED),
    "busy": Figure(0.5, "", "share of a core that is used at the peak", ASSUMED),
    "days": Figure(365, "d", "kept on disk", ASSUMED),
}


def _of(name: str) -> float:
    return FIGURES[name].value


def moves_a_second(games: int) -> float:
    """Return the moves per second at the peak."""
    return games * _of("moves") / DAY * _of("peak")


def cores(games: int, ask: str, state: str) -> float:
    """Return the cores that asks and states need at the peak."""
    milliseconds = _of(ask) + _of("states") * _of(state)
    return moves_a_second(games) * milliseconds / 1000 / _of("busy")


def open_games(games: int) -> float:
    """Return the number of concurrent games at the peak."""
    return games * _of("minutes") * 60 / DAY * _of("peak")


def open_streams(games: int) -> float:
    """Return the number of open streams at the peak."""
    return open_games(games) * _of("readers")


def stream_cores(games: int) -> float:
    """Return the cores that streams need: each move is read once for all its streams."""
    return moves_a_second(games) * _of("frames") / 1000 / _of("busy")


def log_bytes_a_day(games: int) -> float:
    """Return the bytes that the log grows per day."""
    return games * _of("moves") * _of("move")


ROWS: dict[str, Callable[[int], str]] = {
    "moves a second, at the peak": lambda games: _short(moves_a_second(games)),
    "games at once, at the peak": lambda games: _short(open_games(games)),
    "cores for the API": lambda games: _whole(cores(games, "ask", "state")),
    "cores for PostgreSQL": lambda games: _whole(cores(games, "sql_ask", "sql_state")),
    "open streams": lambda games: _short(open_streams(games)),
    "memory for them": lambda games: _bytes(open_streams(games) * _of("stream") * 1e3),
    "cores for them": lambda games: _whole(stream_cores(games)),
    "the log grows a day": lambda games: _bytes(log_bytes_a_day(games)),
    "disk, kept as long as assumed": lambda games: _bytes(log_bytes_a_day(games) * _of("days")),
    "stored answers": lambda games: _bytes(games * _of("moves") * _of("answer")),
    "write-ahead log a second, at the peak": lambda games: _bytes(
        moves_a_second(games) * _of("wal")
    ),
    "what is written goes to": lambda games: _shape(cores(games, "sql_ask", "sql_state")),
}


def figures() -> Iterator[str]:
    """Yield the table of measured and assumed values."""
    rows = [
        (figure.says, f"{figure.value:g} {figure.unit}".strip(), figure.source)
        for figure in FIGURES.values()
    ]
    return rendered(["figure", "", "from"], rows)


def sizes() -> Iterator[str]:
    """Yield the table of computed values."""
    head = ["games a day", *(f"{games:,}" for games in GAMES_A_DAY)]
    rows = [(name, *(compute(games) for games in GAMES_A_DAY)) for name, compute in ROWS.items()]
    return rendered(head, rows)


def brought_up_to_date(text: str) -> str:
    """Return the page's text with both tables computed again."""
    return with_block(with_block(text, "figures", figures()), "sizes", sizes())


def _shape(sql_cores: float) -> str:
    if sql_cores <= 2:
        return "one small PostgreSQL"
    if sql_cores <= 64:
        return "one PostgreSQL, partitions by month"
    return f"shards by game: {ceil(sql_cores / 32)} of 32 cores"


def _whole(count: float) -> str:
    return "below 1" if count < 1 else f"{ceil(count):,}"


def _short(count: float) -> str:
    return f"{float(f'{count:.2g}'):,.0f}"


def _bytes(count: float) -> str:
    for unit in ("B", "kB", "MB", "GB", "TB"):
        if count < 1000:
            return f"{count:.2g} {unit}" if count < 10 else f"{count:.0f} {unit}"
        count /= 1000
    return f"{count:.2g} PB" if count < 10 else f"{count:,.0f} PB"


if __name__ == "__main__":
    PAGE.write_text(brought_up_to_date(PAGE.read_text()))
