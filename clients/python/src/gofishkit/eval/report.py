"""The report of a run: JSON for a leaderboard, and a table for terminals and Markdown."""

import json
from collections.abc import Callable, Iterator, Sequence
from pathlib import Path
from typing import Any

from gofishkit.bots.memory import UnusableFile
from gofishkit.eval.budget import Limits
from gofishkit.eval.figures import columns_of, figures
from gofishkit.eval.journal import FORMAT, Journal
from gofishkit.printing import printable

Json = dict[str, Any]
Cells = Sequence[str]

MOST_REPORT = 8 * 1024 * 1024
MOST_CELL = 60


def report_of(journal: Journal) -> Json:
    """Return the report with everything that another run needs to repeat it."""
    settings, totals = journal.settings, journal.totals
    prices = journal.starts[-1]["limits"] if journal.starts else {}
    limits = Limits(**{name: value for name, value in prices.items() if value is not None})
    columns = columns_of(journal.results[number] for number in sorted(journal.results))
    planned = len(settings.games())
    return {
        "gofish_eval": FORMAT,
        "run": journal.header,
        "games": {"planned": planned, "over": len(journal.results)},
        "columns": {
            name: figures(results, games_per_deal=settings.games_per_deal)
            for name, results in columns.items()
        },
        "usage": {
            "answers": totals.answers,
            "prompt_tokens": totals.answered.prompt,
            "answer_tokens": totals.answered.answer,
            "cost": round(limits.price(totals.answered), 6),
            "answers_without_reported_tokens": totals.estimated,
        },
        "lost": {
            "requests": totals.faults.total() + len(totals.open),
            "faults": dict(sorted(totals.faults.items())),
            "cut_off": len(totals.open),
            "tokens": sum(totals.used()) - sum(totals.answered),
            "cost": round(limits.price(totals.used()) - limits.price(totals.answered), 6),
            "reported_beyond_limit": totals.excess,
        },
        "starts": journal.starts,
    }


def read_report(file: Path) -> Json:
    """Return a report of this version.

    :raises UnusableFile: if the file is none.
    """
    try:
        if file.stat().st_size > MOST_REPORT:
            raise UnusableFile(f"{file} is too long for a report.")
        found = json.loads(file.read_bytes())
    except OSError as error:
        raise UnusableFile(f"{file} cannot be read: {error.strerror}.") from error
    except (ValueError, RecursionError):
        found = None
    if not isinstance(found, dict) or "gofish_eval" not in found:
        raise UnusableFile(f"{file} is not a report. Write one with gofish eval report RUN --json.")
    if found["gofish_eval"] != FORMAT:
        raise UnusableFile(
            f"{file} is a report of format {found['gofish_eval']!r}; this version reads {FORMAT}."
        )
    try:
        board([found])  # has every figure that is shown
    except (KeyError, TypeError, ValueError, AttributeError):
        raise UnusableFile(f"{file} is damaged, or was written by another version.") from None
    return found


def table_of(report: Json) -> list[Cells]:
    """Return the rows of the report, the head first: a column for each set of rules."""
    columns = report["columns"]
    head = (_name(report), *columns)
    return [head, *((label, *map(show, columns.values())) for label, show in ROWS)]


def notes_of(report: Json) -> Iterator[str]:
    """Yield sentences below the table."""
    games, usage, lost = report["games"], report["usage"], report["lost"]
    yield f"{games['over']} of {games['planned']} games are over."
    yield (
        f"{usage['answers']} answers used {usage['prompt_tokens']} tokens of prompts and "
        f"{usage['answer_tokens']} of answers; cost {usage['cost']:.4f}."
    )
    if usage["answers_without_reported_tokens"]:
        yield "The endpoint reported no tokens: they are counted as the most that is possible."
    if lost["requests"]:
        kinds = ", ".join(f"{count} × {kind}" for kind, count in lost["faults"].items())
        yield printable(
            f"{lost['requests']} requests got no answer ({kinds or 'cut off'}) and are no play; at "
            f"most {lost['tokens']} tokens, cost {lost['cost']:.4f}."
        )
    if lost["reported_beyond_limit"]:
        yield (
            f"The endpoint reported {lost['reported_beyond_limit']} tokens more than its requests "
            "allowed: it ignores the limit of answers. Check what it charges."
        )


def board(reports: Sequence[Json]) -> list[Cells]:
    """Return the rows of a leaderboard, the best margin first."""
    head = (
        *("model", "rules", "against", "games", "won", "margin", "without luck", "illegal"),
        *("Brier", "rules-only", "distance"),
    )
    rows = []
    for report in reports:
        settings = report["run"]["settings"]
        for column, found in report["columns"].items():
            if found["play"] is None:
                continue
            play, beliefs = found["play"], found["beliefs"]
            cells = (
                *(_name(report), column, str(settings["against"]), str(found["games"])),
                *(_percent(play["share"]), _mean(play["margin"])),
                *(_mean(play["margin_without_luck"]), _percent(play["illegal_share"])),
                *(_mean(beliefs[name]) for name in ("brier", "brier_posterior", "distance")),
            )
            rows.append((play["margin"]["mean"], cells))
    return [head, *(cells for _, cells in sorted(rows, key=lambda row: -row[0]))]


def as_markdown(rows: Sequence[Cells]) -> Iterator[str]:
    """Yield the lines of a table."""
    head, *rest = [[_cell(text).replace("|", "\\|") for text in row] for row in rows]
    for row in (head, ["---"] * len(head), *rest):
        yield f"| {' | '.join(row)} |"


def as_text(rows: Sequence[Cells]) -> Iterator[str]:
    """Yield the lines of a table for a terminal."""
    shown = [[*map(_cell, row)] for row in rows]
    widths = [max(map(len, column)) for column in zip(*shown, strict=True)]
    for first, *rest in shown:
        cells = (f"{text:>{width}}" for text, width in zip(rest, widths[1:], strict=True))
        yield "  ".join([f"{first:{widths[0]}}", *cells]).rstrip()


def _cell(text: str) -> str:
    return printable(text)[:MOST_CELL]


def _name(report: Json) -> str:
    settings = report["run"]["settings"]
    marks = [
        name
        for name, is_on in (("legal", settings["lists_legal"]), ("notes", settings["has_notes"]))
        if is_on
    ]
    return str(settings["model"]) + "".join(f" +{mark}" for mark in marks)


def _percent(value: float | None) -> str:
    return "-" if value is None else f"{value:.1%}"


def _number(value: float | None) -> str:
    return "-" if value is None else f"{value:.3f}"


def _mean(value: Json | None, sign: str = "") -> str:
    if value is None:
        return "-"
    half = "" if value["half"] is None else f" ± {value['half']:.3f}"
    return f"{value['mean']:{sign}.3f}{half}"


def _interval(column: Json) -> str:
    play = column["play"]
    low, high = play["share_interval"]
    return f"{play['share']:.1%} ({low:.1%}-{high:.1%})"


def _played(show: Callable[[Json], str]) -> Callable[[Json], str]:
    """Return what shows a figure of the play, and a dash without games."""
    return lambda column: "-" if column["play"] is None else show(column)


def _asks(name: str, who: str = "own") -> Callable[[Json], str]:
    def show(column: Json) -> str:
        profile = column["play"][who]
        return _percent(profile[name] / profile["asks"] if profile["asks"] else None)

    return _played(show)


def _accuracy(column: Json) -> str:
    play = column["play"]
    if play["accuracy"] is None:
        return "-"
    half = play["accuracy_half"]
    return f"{play['accuracy']:.1f}" + ("" if half is None else f" ± {half:.1f}")


def _age(name: str) -> Callable[[Json], str]:
    def show(column: Json) -> str:
        some = column["beliefs"]["by_age"][name]
        return f"{_mean(some['brier'])} / {_mean(some['brier_posterior'])}"

    return show


ROWS: Sequence[tuple[str, Callable[[Json], str]]] = (
    ("games", lambda column: str(column["games"])),
    ("won (95 % interval)", _played(_interval)),
    ("margin in books", _played(lambda column: _mean(column["play"]["margin"], "+"))),
    (
        "margin without luck",
        _played(lambda column: _mean(column["play"]["margin_without_luck"], "+")),
    ),
    ("variance ratio", _played(lambda column: _number(column["play"]["variance_ratio"]))),
    ("games saved", _played(lambda column: _percent(column["play"]["games_saved"]))),
    ("turns", _played(lambda column: str(column["play"]["decisions"]))),
    ("first answer illegal", _played(lambda column: _percent(column["play"]["illegal_share"]))),
    ("asks repaired", _played(lambda column: str(column["play"]["asks"]["repaired"]))),
    ("asks substituted", _played(lambda column: str(column["play"]["asks"]["substituted"]))),
    ("accuracy of own asks", _played(_accuracy)),
    ("own asks that hit", _asks("hits")),
    ("own asks that could not hit", _asks("hopeless")),
    ("own asks that left a sure card", _asks("overlooked")),
    ("questions", lambda column: str(column["beliefs"]["questions"])),
    ("answered", lambda column: _percent(column["beliefs"]["answered_share"])),
    ("Brier score", lambda column: _mean(column["beliefs"]["brier"])),
    ("Brier of the rules alone", lambda column: _mean(column["beliefs"]["brier_posterior"])),
    ("distance to the rules alone", lambda column: _mean(column["beliefs"]["distance"])),
    ("calibration", lambda column: _number(column["beliefs"]["calibration"])),
    ("resolution", lambda column: _number(column["beliefs"]["resolution"])),
    *(
        (f"Brier / rules alone, evidence {name} asks ago", _age(name))
        for name in ("0-2", "3-8", "9-20", "over 20")
    ),
    ("Brier / rules alone, no evidence", _age("none")),
    ("certain cards named: right", lambda column: _percent(column["certain"]["right"])),
    ("certain cards found", lambda column: _percent(column["certain"]["found"])),
    (
        "rules alone counted / sampled / left out",
        lambda column: " / ".join(map(str, column["beliefs"]["methods"].values())),
    ),
)
"""The label of each row, and what shows a column's figure."""
