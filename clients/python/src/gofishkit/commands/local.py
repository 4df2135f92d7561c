"""`gofish local`: the progress and the result of games without a server."""

import argparse
import sys
from collections import Counter
from contextlib import nullcontext
from datetime import UTC, datetime
from pathlib import Path

from rich.console import Console
from rich.progress import BarColumn, MofNCompleteColumn, Progress, TextColumn, TimeRemainingColumn

from games.analysis.report import AnalysisUnavailable, supported
from games.bots.levels import LEVELS
from games.engine.refusals import RulesRefused
from games.engine.rule_sets import compose
from gofishkit.commands.bot import FAULTY, command_of, log_to_terminal
from gofishkit.local import Contest, LocalResult, play
from gofishkit.shares import faults
from gofishkit.summary import lines, summary_of


def run(options: argparse.Namespace) -> int:
    """Play the games and print what they show; return the exit status."""
    log_to_terminal()
    contest = Contest(
        target=options.bot or "",
        command=tuple(command_of(options)),
        against=options.against,
        preset=options.preset,
        seats=options.seats,
        seed=options.seed,
        seconds=options.seconds,
        has_luck=not options.no_luck,
        recorded_at=datetime.now(UTC) if options.record else None,
    )
    try:
        results = played(contest, options)
    except KeyError as unknown:
        print(f"There is no level {unknown}. Levels: {', '.join(LEVELS)}.", file=sys.stderr)
        return 1
    except RulesRefused as error:
        print(f"{type(error).__name__}: {error}", file=sys.stderr)
        return 1
    except FileExistsError:
        print(f"{options.record} exists. Delete it, or choose another file.", file=sys.stderr)
        return 1
    except OSError as error:
        print(f"{options.record} cannot be written: {error.strerror}.", file=sys.stderr)
        return 1
    print(*lines(summary_of(results), contest, _why_no_luck(contest)), sep="\n")
    failed = sum(result.failed for result in results)
    refused = sum(result.refused for result in results)
    if not failed + refused:
        return 0
    reasons = Counter(reason for result in results for reason in result.reasons)
    print("", *faults(failed, refused, reasons), sep="\n")
    return FAULTY


def played(contest: Contest, options: argparse.Namespace) -> list[LocalResult]:
    """Play whole deals, write their transcripts, and return the results without them.

    Raises as ``play`` does.

    :raises FileExistsError: if the file for transcripts exists.
    :raises OSError: if a transcript cannot be written.
    """
    games = -(-options.games // contest.seats) * contest.seats
    file: Path | None = options.record
    results, shares = list[LocalResult](), 0.0
    playing = play(contest, games, processes=options.processes)
    columns = (BarColumn(), MofNCompleteColumn(), TextColumn("{task.description}"))
    with (
        Progress(*columns, TimeRemainingColumn(), console=Console(stderr=True)) as progress,
        nullcontext() if file is None else file.open("x") as written,
    ):
        task = progress.add_task("", total=games)
        for result in playing:
            if written is not None and result.transcript is not None:
                written.write(result.transcript)
            results.append(result._replace(transcript=None))
            shares += result.share
            progress.update(task, advance=1, description=f"{shares / len(results):.1%}")
    return results


def _why_no_luck(contest: Contest) -> str:
    try:
        supported(compose(contest.preset), contest.seats)
    except AnalysisUnavailable as unavailable:
        return f"{unavailable} The luck of the cards is in these figures."
    return "The luck of the cards is in these figures (--no-luck)."
