"""Rate finished games that wait, as the referee does; with --rebuild compute all ratings again.

Safe while games are played and rated. A rebuild that is stopped is finished by the referee, or by
the next run.
"""

from typing import Any

from django.core.management.base import BaseCommand, CommandParser
from tqdm import tqdm

from games.ratings import rater
from games.ratings.models import RatedGame, RatingGeneration

Status = RatingGeneration.Status


class Command(BaseCommand):
    help = __doc__

    def add_arguments(self, parser: CommandParser) -> None:
        parser.add_argument(
            "--rebuild",
            action="store_true",
            help="read every result from its log again, in the stored order",
        )

    def handle(self, *args: Any, rebuild: bool, **options: Any) -> None:
        if rebuild:
            self._rebuild()
        else:
            rater.catch_up()
            self.stdout.write(f"Rated games: {RatedGame.objects.count()}.")

    def _rebuild(self) -> None:
        started = rater.rebuild()
        generation: RatingGeneration | None = started
        with tqdm(desc="Rating", unit="game", disable=None) as bar:
            while generation is not None and generation.status == Status.BUILDING:
                rater.step(wait=True)
                generation = RatingGeneration.objects.filter(pk=started.pk).first()
                bar.total = RatedGame.objects.count()
                bar.update(0 if generation is None else generation.through - bar.n)
        if generation is None or generation.status == Status.RETIRED:
            self.stdout.write("A later generation has replaced this one.")
            return
        self.stdout.write(
            f"Rated games: {generation.through}. "
            f"Rows that differed from the log: {generation.repaired}. "
            f"Generation {generation.number} is live."
        )
