"""`gofish local`: the progress and the result of games in this process."""

import argparse
import sys

from rich.console import Console
from rich.progress import BarColumn, MofNCompleteColumn, Progress, TextColumn, TimeRemainingColumn

from games.bots.levels import LEVELS
from games.engine.refusals import RulesRefused
from gofishkit.local import Contest, play
from gofishkit.shares import interval


def run(options: argparse.Namespace, command: tuple[str, ...]) -> int:
    """Play the games and print the bot's share of the wins; return the exit status."""
    contest = Contest(
        target=options.bot or "",
        command=command,
        against=options.against,
        preset=options.preset,
        seats=options.seats,
        seed=options.seed,
        seconds=options.seconds,
    )
    shares, refusals, shown = list[float](), 0, list[str]()
    columns = (BarColumn(), MofNCompleteColumn(), TextColumn("{task.description}"))
    with Progress(*columns, TimeRemainingColumn(), console=Console(stderr=True)) as progress:
        task = progress.add_task("", total=options.games)
        try:
            for result in play(contest, options.games, processes=options.processes):
                shares.append(result.share)
                refusals += len(result.refusals)
                shown += result.refusals[: 5 - len(shown)]
                progress.update(task, advance=1, description=f"{sum(shares) / len(shares):.1%}")
        except KeyError as unknown:
            print(f"There is no level {unknown}. Levels: {', '.join(LEVELS)}.", file=sys.stderr)
            return 1
        except (ImportError, RulesRefused) as error:
            print(f"{type(error).__name__}: {error}", file=sys.stderr)
            return 1
    if refusals:
        print(f"{refusals} choices were refused or failed, such as:", *shown, sep="\n  ")
    print(interval(shares))
    return 0
