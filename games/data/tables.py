"""Write the tables of a dump as Parquet. Their columns have a name, a type and a meaning.

Writing needs `requirements/data.in`; documents on the columns need only this module.
"""

from collections.abc import Iterable, Mapping, Sequence
from pathlib import Path
from typing import Any, Literal, NamedTuple


class DumpFailed(Exception):
    """A dump cannot be written; ``str()`` says why, and what to do."""


Type = Literal["int", "float", "text", "bool", "date", "ints", "floats", "texts", "bools"]


class Column(NamedTuple):
    """One column. Types in the plural are lists."""

    name: str
    type: Type
    meaning: str


_GAME = Column("game", "int", "Number of the game in this dump.")
_MOVE = Column("move", "int", "Number of the move in the log of the game.")

TABLES: dict[str, tuple[Column, ...]] = {
    "games": (
        _GAME,
        Column("date", "date", "Day on which it ended, UTC."),
        Column("preset", "text", "Preset of the rules."),
        Column("overlays", "texts", "Overlays on the preset."),
        Column("rules", "text", "Every option of the rules, as JSON."),
        Column("seats", "int", "Number of seats."),
        Column("turn_seconds", "int", "Time limit of a turn; null without one."),
        Column("rated", "bool", "Whether it changed ratings."),
        Column("players", "texts", "By seat: pseudonym, username of a bot, or level."),
        Column("kinds", "texts", "By seat: person, bot, or built_in."),
        Column("left", "ints", "Seats that left the game before its end."),
        Column("reason", "text", "Why it ended, as in the last event of the game."),
        Column("scores", "ints", "Points by seat, after rulings."),
        Column("winners", "ints", "Seats that won; null if it does not count, after a ruling."),
        Column("ruled", "bool", "Whether the referee ruled on it."),
        Column("luck", "floats", "By seat: win share that cards gave it; null without analysis."),
    ),
    "moves": (
        _GAME,
        _MOVE,
        Column("by", "int", "Seat that moved; null for the referee."),
        Column("type", "text", "Type of the event. A move has one row for each of its events."),
        Column("seat", "int", "Seat that the event is about."),
        Column("to", "int", "Seat asked, given cards, or next."),
        Column("rank", "text", "Rank asked for, or of the book."),
        Column("cards", "text", "Cards such as 7H2C; of a deal the whole pack, top first."),
        Column("reason", "text", "Reason of the event, if it has one."),
    ),
    "asks": (
        _GAME,
        _MOVE,
        Column("by_referee", "bool", "Whether the referee asked, since time had run out."),
        Column("seat", "int", "Seat that asked."),
        Column("player", "text", "Who played the seat at that moment."),
        Column("kind", "text", "person, bot, or built_in; also for a bot that stood in."),
        Column("target", "int", "Seat that was asked."),
        Column("rank", "text", "Rank asked for."),
        Column("card", "text", "Card asked for, in rules where asks name one."),
        Column("hit", "bool", "Whether cards were given; null for a void ask."),
        Column("hands", "texts", "By seat: its cards before the ask, such as 7H2C."),
        Column("books", "ints", "By seat: number of its books before the ask."),
        Column("stock", "int", "Number of cards in the stock."),
        Column("legal", "texts", "Legal asks, such as 2:7 or 2:7H."),
        Column("chosen", "int", "Place of the ask in legal, from 0; null for an illegal call."),
        Column(
            "provable", "texts", "Of each legal ask: hit, miss, or null if neither was certain."
        ),
        Column("odds", "floats", "Of each legal ask: chance to hit, as the bots estimate it."),
        Column("exact", "floats", "Of each legal ask: chance over all deals that fit."),
        Column("exact_error", "float", "Greatest standard error in exact; 0 if it was counted."),
        Column("cost", "float", "Win chance that the ask cost; null without analysis."),
    ),
}
"""The tables by name. Every card text is rank and suit, such as TS."""


try:
    import pyarrow
    from pyarrow import parquet
except ModuleNotFoundError:
    pyarrow = None

COMPRESSION = "zstd"


def check_installed() -> None:
    """Check that Parquet can be written.

    :raises DumpFailed: if pyarrow is not installed.
    """
    if pyarrow is None:
        raise DumpFailed(
            "Parquet needs pyarrow. Run: pip install --require-hashes -r requirements/data.txt"
        )


def libraries() -> Mapping[str, str]:
    """Return the versions of the libraries that decide the bytes of tables."""
    return {"pyarrow": pyarrow.__version__}


def write(folder: Path, rows: Mapping[str, Sequence[Mapping[str, Any]]]) -> None:
    """Write a file ``NAME.parquet`` for each table."""
    for name, columns in TABLES.items():
        table = pyarrow.Table.from_pylist(rows[name], schema=_schema(columns))
        parquet.write_table(table, folder / f"{name}.parquet", compression=COMPRESSION)


def join(parts: Iterable[Path], target: Path, name: str) -> None:
    """Write the rows of a table in these folders to one file; each folder is a row group."""
    path = target / f"{name}.parquet"
    schema = _schema(TABLES[name])
    with parquet.ParquetWriter(path, schema, compression=COMPRESSION) as writer:
        for part in parts:
            writer.write_table(parquet.read_table(part / path.name, schema=schema))


def _schema(columns: Sequence[Column]) -> Any:
    types = {
        "int": pyarrow.int32(),
        "float": pyarrow.float32(),
        "text": pyarrow.string(),
        "bool": pyarrow.bool_(),
        "date": pyarrow.date32(),
    }
    lists = {f"{name}s": pyarrow.list_(kind) for name, kind in types.items()}
    return pyarrow.schema([(column.name, {**types, **lists}[column.type]) for column in columns])
