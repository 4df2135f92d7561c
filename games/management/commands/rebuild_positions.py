"""Rebuild the stored positions of games from their logs. Skips games with a broken log.

Exits with 0 if every position now matches its log, else with 1.
"""

import sys
from typing import Any

from django.core.management.base import BaseCommand, CommandParser

from games.log import replay
from games.management import walk


class Command(BaseCommand):
    help = __doc__

    def add_arguments(self, parser: CommandParser) -> None:
        walk.add_arguments(parser)

    def handle(self, *args: Any, games: list[str], after: str | None, **options: Any) -> None:
        differed = refused = 0

        def rebuild_one(game_id: int, print_line: walk.PrintLine) -> None:
            nonlocal differed, refused
            report = replay.rebuild(game_id)
            differed += report.differed
            refused += bool(report.faults)
            for fault in report.faults:
                print_line(f"NOT REBUILT  {report.game}  {fault}")

        count = walk.each(
            walk.chosen(games, after=after), rebuild_one, command=self, title="Rebuilding"
        )
        self.stdout.write(
            f"Games: {count}. Positions that differed and were rebuilt: {differed}. "
            f"Broken logs: {refused}."
        )
        if refused:
            sys.exit(1)
