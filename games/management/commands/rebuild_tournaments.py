"""Compute tables, results and standings of tournaments again, from the logs and the decisions.

Safe while tournaments run: each is locked for as long as its own takes. Prints those that changed.
"""

from typing import Any

from django.core.management.base import BaseCommand, CommandError, CommandParser

from games.engine.refusals import MalformedEntry
from games.log import ids
from games.log.reader import error_summary
from games.play.inbox import TournamentStatus
from games.tournaments import results
from games.tournaments.models import Tournament
from games.tournaments.refusals import TournamentNotFound


class Command(BaseCommand):
    help = __doc__

    def add_arguments(self, parser: CommandParser) -> None:
        parser.add_argument(
            "tournaments",
            nargs="*",
            metavar="TOURNAMENT",
            help="ids of tournaments; default: all that have started",
        )

    def handle(self, *args: Any, tournaments: list[str], **options: Any) -> None:
        begun = Tournament.objects.exclude(status=TournamentStatus.OPEN).order_by("pk")
        numbers = list(map(_number, tournaments)) or list(begun.values_list("pk", flat=True))
        changed, failed = 0, 0
        for number in numbers:
            try:
                if results.rebuild(number):
                    changed += 1
                    self.stdout.write(f"CHANGED {ids.to_text(number)}")
            except TournamentNotFound:
                raise CommandError(f"There is no tournament {ids.to_text(number)}.") from None
            except MalformedEntry as error:
                failed += 1
                self.stdout.write(f"FAILED  {ids.to_text(number)}  {error_summary(error)}")
        self.stdout.write(f"Tournaments: {len(numbers)}. Changed: {changed}, failed: {failed}.")


def _number(text: str) -> int:
    number = ids.from_text(text)
    if number is None:
        raise CommandError(f"{text} is no id of a tournament.")
    return number
