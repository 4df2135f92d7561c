"""Answer three questions with a dump of games: `python examples/dump_questions.py DIR PLOT.svg`.

DIR is the folder of a dump with tables. It needs duckdb, pandas and matplotlib.
"""

import argparse
import sys
from pathlib import Path
from typing import Any

try:
    import duckdb
    import matplotlib
except ModuleNotFoundError as missing:
    sys.exit(f"{missing.name} is not installed. Run: pip install duckdb pandas matplotlib")
matplotlib.use("svg")
from matplotlib import pyplot

QUESTIONS = {
    "How often do asks hit that should hit with this chance?": """
        SELECT round(odds[chosen + 1], 1) AS estimated, avg(hit::INT) AS hits
        FROM asks WHERE hit IS NOT NULL AND chosen IS NOT NULL
        GROUP BY estimated ORDER BY estimated""",
    "Who does not take a certain hit?": """
        SELECT CASE kind WHEN 'person' THEN 'people' ELSE player END AS who,
            avg((coalesce(provable[chosen + 1], '') <> 'hit')::INT) AS not_taken
        FROM asks WHERE list_contains(provable, 'hit') GROUP BY who ORDER BY not_taken""",
    "How much is it worth to ask first?": """
        WITH first AS (SELECT game, arg_min(seat, move) AS seat FROM asks GROUP BY game)
        SELECT seats::VARCHAR AS seats,
            avg(list_contains(winners, first.seat)::INT / len(winners)) * seats - 1 AS advantage
        FROM games JOIN first USING (game) WHERE len(winners) > 0
        GROUP BY games.seats ORDER BY games.seats""",
}


def answers(folder: Path) -> dict[str, Any]:
    """Return a table for each question: a column to plot against, and one of shares."""
    with duckdb.connect() as database:
        for table in ("games", "asks"):
            path = str(folder / f"{table}.parquet").replace("'", "''")
            database.execute(f"CREATE VIEW {table} AS FROM '{path}'")
        return {question: database.sql(query).df() for question, query in QUESTIONS.items()}


def plot(tables: dict[str, Any], path: Path) -> None:
    """Draw a plot of each table next to each other."""
    figure, axes = pyplot.subplots(1, len(tables), figsize=(12, 3.6), layout="constrained")
    for axis, (question, table) in zip(axes, tables.items(), strict=True):
        x, y = table.columns
        if table[x].dtype.kind == "f":
            axis.plot(table[x], table[y], "o-")
            axis.plot([0, 1], [0, 1], ":", color="grey")
        else:
            axis.bar(table[x], table[y])
        axis.set(title=question, xlabel=x, ylabel=y)
        axis.title.set_fontsize(9)
    figure.savefig(path, metadata={"Date": None})


if __name__ == "__main__":
    parser = argparse.ArgumentParser(description=__doc__.partition(":")[0])
    parser.add_argument("folder", type=Path, metavar="DIR")
    parser.add_argument("plot", type=Path, metavar="PLOT.svg")
    chosen = parser.parse_args()
    found = answers(chosen.folder)
    for asked, answer in found.items():
        print(f"{asked}\n{answer.to_string(index=False)}\n")
    plot(found, chosen.plot)
