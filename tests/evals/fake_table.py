"""Evaluate the fake models, and write what was measured to `docs/evaluation.md`.

.venv/bin/python -m tests.evals.fake_table [--deals 40]
"""

import argparse
import asyncio
from collections.abc import Iterator
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Any

from gofishkit.eval.asking import Patience
from gofishkit.eval.budget import Limits
from gofishkit.eval.endpoint import ChatEndpoint
from gofishkit.eval.journal import Journal
from gofishkit.eval.report import as_markdown, report_of
from gofishkit.eval.running import Run
from gofishkit.eval.settings import Settings
from tests.evals.fake_endpoint import serving
from tests.evals.fake_models import FAKES
from tests.servers import ROOT

PAGE = ROOT / "docs" / "evaluation.md"
HEAD = ("fake model", "won", "without luck", "accuracy", "illegal", "Brier", "rules alone")
DISTANCE = ("distance", "known")


def evaluated(url: str, name: str, file: Path, **options: Any) -> dict[str, Any]:
    """Return the report of a fake model."""
    journal = Journal.start(file, Settings(model=name, address=url, **options), "table")
    patience = Patience(seconds=60)

    async def play() -> None:
        model = ChatEndpoint(journal.settings)
        outcome = await Run(journal, model, Limits(), patience=patience, at_once=4).play()
        await model.aclose()
        assert not outcome.left, outcome

    asyncio.run(play())
    journal.close()
    return report_of(journal)


def row(name: str, report: dict[str, Any]) -> Iterator[str]:
    """Yield the cells of a fake model."""
    [column] = report["columns"].values()
    play, beliefs = column["play"], column["beliefs"]
    known = FAKES[name].distance
    yield name
    yield f"{play['share']:.0%}"
    yield _mean(play["margin_without_luck"], 2)
    yield (
        "-" if play["accuracy"] is None else f"{play['accuracy']:.0f} ± {play['accuracy_half']:.0f}"
    )
    yield f"{play['illegal_share']:.0%}"
    for figure in ("brier", "brier_posterior", "distance"):
        yield _mean(beliefs[figure], 3)
    yield "-" if known is None else f"{known:.4g}"


def _mean(value: dict[str, float] | None, places: int) -> str:
    return "-" if value is None else f"{value['mean']:.{places}f} ± {value['half']:.{places}f}"


def main() -> None:
    """Evaluate, print the table, and write it."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--deals", type=int, default=40)
    options = parser.parse_args()
    rows = []
    with serving() as (url, _), TemporaryDirectory() as folder:
        for name in FAKES:
            report = evaluated(url, name, Path(folder) / f"{name}.jsonl", deals=options.deals)
            rows.append([*row(name, report)])
            print(*rows[-1], sep=" | ", flush=True)
    lines = [*as_markdown([(*HEAD, *DISTANCE), *rows])]
    page = PAGE.read_text()
    start = page.index(lines[0][: lines[0].index("won")])
    end = page.index("\n\n", start)
    PAGE.write_text(page[:start] + "\n".join(lines) + page[end:])


if __name__ == "__main__":
    main()
