"""Analyse games again whose analysis is of older models or failed. Safe while games are played.

Run it after an upgrade that changed the models. Until then readers get the older analyses. It uses
one core next to the referee's. With --all it also rebuilds those of the current models.
"""

from threading import Event
from typing import Any

from django.core.management.base import BaseCommand, CommandParser
from django.db.models import Exists, OuterRef

from games.log import ids
from games.management import walk
from games.reports import worker
from games.reports.models import GameAnalysis


class Command(BaseCommand):
    help = __doc__

    def add_arguments(self, parser: CommandParser) -> None:
        walk.add_arguments(parser)
        parser.add_argument(
            "--all", action="store_true", help="also analyses of the current models"
        )

    def handle(self, *args: Any, games: list[str], after: str | None, **options: Any) -> None:
        stop, rebuilt, failed = Event(), 0, 0

        def rebuild(game_id: int, print_line: walk.PrintLine) -> None:
            nonlocal rebuilt, failed
            row = worker.rebuild(game_id, stop, again=options["all"])
            if row is None:
                return
            rebuilt += row.status == GameAnalysis.Status.DONE
            if row.status == GameAnalysis.Status.FAILED:
                failed += 1
                print_line(f"FAILED  {ids.to_text(game_id)}  {row.fault}")

        analyses = GameAnalysis.objects.filter(game=OuterRef("pk"))
        wanted = walk.chosen(games, after=after).filter(Exists(analyses))
        count = walk.each(wanted, rebuild, command=self, title="Analysing")
        self.stdout.write(f"Games with an analysis: {count}. Rebuilt: {rebuilt}, failed: {failed}.")
