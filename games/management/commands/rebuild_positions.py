"""Make the stored positions of games anew from their logs. A log that does not hold is left alone.

Exits with 0 if every position is now what its log says, 1 if not.
"""

import sys
from typing import Any

from django.core.management.base import BaseCommand, CommandParser

from games.log import rebuild
from games.management import walk


class Command(BaseCommand):
    help = __doc__

    def add_arguments(self, parser: CommandParser) -> None:
        walk.add_arguments(parser)

    def handle(self, *args: Any, games: list[str], after: str | None, **options: Any) -> None:
        differed = refused = 0

        def rebuild_one(game_id: int, print_line: walk.PrintLine) -> None:
            nonlocal differed, refused
            report = rebuild.rebuild(game_id)
            differed += report.differed
            refused += bool(report.faults)
            for fault in report.faults:
                print_line(f"NOT REBUILT  {report.game}  {fault}")

        count = walk.each(
            walk.chosen(games, after=after), rebuild_one, command=self, title="Rebuilding"
        )
        self.stdout.write(
            f"Games: {count}. Positions that differed and were made anew: {differed}. "
            f"Logs that do not hold: {refused}."
        )
        if refused:
            sys.exit(1)
