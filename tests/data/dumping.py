"""Run `dump_games` in tests, and read what it wrote."""

import json
from importlib.util import find_spec
from io import StringIO
from pathlib import Path
from typing import Any

import zstandard
from django.core.management import call_command
from django.test import override_settings
from django.utils import timezone

KEY = "Zr7-unit-tests-hide-nothing-3kQpXw9vBn2LdF5sTgYh8cAe"


def run(directory: Path, *options: str, key: str = KEY) -> tuple[int, str]:
    """Dump the games of this month; return the exit status and what was printed."""
    printed = StringIO()
    month = timezone.now().strftime("%Y-%m")
    with override_settings(DUMP_KEY=key):
        try:
            call_command(
                *("dump_games", "--month", month, "--output", str(directory), *options),
                stdout=printed,
                stderr=printed,
            )
        except SystemExit as left:
            return int(left.code or 0), printed.getvalue()
    return 0, printed.getvalue()


def folder(directory: Path, number: int = 1) -> Path:
    """Return the folder of this month's dump."""
    return directory / f"{timezone.now():%Y-%m}.{number}"


def partial(directory: Path) -> Path:
    """Return the folder of a dump that is not finished."""
    return directory / f"{timezone.now():%Y-%m}.partial"


def games_in(directory: Path, number: int = 1) -> list[Any]:
    """Return the records of a dump."""
    with zstandard.open(folder(directory, number) / "games.jsonl.zst", "rt") as lines:
        return [json.loads(line) for line in lines]


def manifest(directory: Path, number: int = 1) -> Any:
    """Return the manifest of a dump."""
    return json.loads((folder(directory, number) / "manifest.json").read_bytes())


def tables_if_installed() -> tuple[str, ...]:
    """Return the option that writes tables, if they can be written."""
    return ("--parquet",) if find_spec("pyarrow") else ()


def files(directory: Path) -> dict[str, bytes]:
    """Return every file below a directory with its bytes; of compressed ones also their text, and
    of tables every value.
    """
    found = {
        str(p.relative_to(directory)): p.read_bytes() for p in directory.rglob("*") if p.is_file()
    }
    for name, data in [*found.items()]:
        if name.endswith(".zst"):
            found[f"{name} as text"] = zstandard.ZstdDecompressor().stream_reader(data).read()
        if name.endswith(".parquet"):
            found[f"{name} as text"] = _text_of_table(directory / name)
    return found


def _text_of_table(path: Path) -> bytes:
    """Return all values of a table; its names and statistics stand in the file as they are."""
    from pyarrow import parquet

    return json.dumps(parquet.read_table(path).to_pylist(), default=str).encode()
