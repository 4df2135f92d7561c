"""The tables of a dump: what they say of positions, and that common programs read them."""

import re
import subprocess
import sys
import warnings
from pathlib import Path
from typing import Any

import pytest
import zstandard

from tests.data.dumping import folder, run
from tests.log.archives import finished
from tests.servers import ROOT

for needed in ("duckdb", "pandas", "pyarrow"):
    pytest.importorskip(needed, reason=f"{needed} of requirements/dev.in is not installed")

pytestmark = [pytest.mark.django_db]


@pytest.fixture
def dump(tmp_path: Path) -> Path:
    finished()
    assert run(tmp_path, "--parquet")[0] == 0
    return folder(tmp_path)


def test_duckdb_and_pandas_read_the_same_rows(dump: Path) -> None:
    import duckdb
    import pandas

    for table in ("games", "moves", "asks"):
        path = dump / f"{table}.parquet"
        assert len(duckdb.read_parquet(str(path))) == len(pandas.read_parquet(path)) > 0


def test_an_ask_has_its_position_and_what_was_provable(dump: Path) -> None:
    import pyarrow.parquet

    asks = pyarrow.parquet.read_table(dump / "asks.parquet").to_pylist()
    for ask in asks:
        hit = any(card in ask["hands"][ask["target"]][::2] for card in ask["rank"])
        assert ask["hit"] == hit
        assert ask["legal"][ask["chosen"]] == f"{ask['target']}:{ask['rank']}"
        assert len(ask["legal"]) == len(ask["odds"]) == len(ask["provable"])
        for place, legal in enumerate(ask["legal"]):
            target, rank = legal.split(":")
            held = rank in ask["hands"][int(target)][::2]
            assert ask["provable"][place] in (None, "hit" if held else "miss")
        assert ask["stock"] + sum(len(hand) // 2 for hand in ask["hands"]) <= 52
    assert any("hit" in ask["provable"] for ask in asks)


@pytest.mark.slow
def test_mlcroissant_accepts_the_metadata_and_reads_the_tables(dump: Path) -> None:
    mlcroissant: Any = pytest.importorskip("mlcroissant")
    with warnings.catch_warnings():
        warnings.simplefilter("ignore")
        dataset = mlcroissant.Dataset(jsonld=dump / "croissant.json")
        row = next(iter(dataset.records(record_set="games")))

    assert not dataset.metadata.ctx.issues.errors
    assert row["games/seats"] == 2


@pytest.mark.slow
def test_the_samples_of_the_documentation_run(dump: Path) -> None:
    samples = re.findall(r"```python\n(.*?)```", (ROOT / "docs/data.md").read_text(), re.DOTALL)
    with zstandard.open(dump / "games.jsonl.zst", "rt") as lines:
        games = lines.read()

    printed = [
        subprocess.run(
            [sys.executable, "-I", "-c", sample],
            cwd=dump,
            input=games,
            capture_output=True,
            text=True,
            check=True,
        ).stdout
        for sample in samples
    ]

    assert len(printed) == 3
    for text, shown in zip(printed, ("hits", "std", "2 seats"), strict=True):
        assert shown in text


@pytest.mark.slow
def test_the_example_answers_its_questions_with_plots(dump: Path, tmp_path: Path) -> None:
    plot = tmp_path / "plot.svg"
    done = subprocess.run(
        [sys.executable, "examples/dump_questions.py", str(dump), str(plot)],
        cwd=ROOT,
        capture_output=True,
        text=True,
        check=False,
    )

    assert done.returncode == 0, done.stderr
    assert done.stdout.count("?") == 3
    assert "<svg" in plot.read_text()
