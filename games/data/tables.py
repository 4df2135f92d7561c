"""Write the tables of a dump as Parquet; needs `requirements/data.in`."""

from collections.abc import Iterable, Mapping, Sequence
from pathlib import Path
from typing import Any

from games.data.columns import TABLES, Column
from games.data.refusals import DumpFailed

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
    """Write the rows of a table in these folders to one file in ``target``; each folder is a row
    group.
    """
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
