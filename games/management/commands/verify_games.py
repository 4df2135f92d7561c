"""Verify the logs of games, and the stored positions against the logs.

Exits with 0 if every check passes, else with 1.
"""

import sys
from typing import Any

from django.core.management.base import BaseCommand, CommandParser

from games.log import replay
from games.log.models import GameStatus
from games.management import walk


class Command(BaseCommand):
    help = __doc__

    def add_arguments(self, parser: CommandParser) -> None:
        walk.add_arguments(parser)
        parser.add_argument("--status", choices=GameStatus.values, help="only games of this status")

    def handle(
        self, *args: Any, games: list[str], after: str | None, status: str | None, **options: Any
    ) -> None:
        wanted = walk.chosen(games, after=after)
        if status is not None:
            wanted = wanted.filter(status=status)
        moves = broken = unknown = 0

        def check(game_id: int, print_line: walk.PrintLine) -> None:
            nonlocal moves, broken, unknown
            report = replay.check(game_id)
            moves += report.moves
            broken += bool(report.faults)
            unknown += not report.knows_rules
            for fault in report.faults:
                print_line(f"BROKEN  {report.game}  {fault}")

        count = walk.each(wanted, check, command=self, title="Verifying")
        self.stdout.write(f"Games checked: {count}, broken: {broken}. Verified moves: {moves}.")
        if unknown:
            self.stdout.write(
                f"Games with an unknown rules version: {unknown}. Only their digests were checked."
            )
        if broken:
            sys.exit(1)
