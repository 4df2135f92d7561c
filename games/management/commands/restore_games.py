"""Write the moves of archived games to the log again. Their archived rows stay.

Run it before a return to a release that does not know the archive. Exits with 0 if every game was
restored, else with 1.
"""

import sys
from typing import Any

from django.core.management.base import BaseCommand, CommandError, CommandParser
from django.db.models import Exists, OuterRef

from games.log import archiving, ids
from games.log.archive_frames import ArchiveUnreadable
from games.log.models import ArchivedGame
from games.management import walk


class Command(BaseCommand):
    help = __doc__

    def add_arguments(self, parser: CommandParser) -> None:
        walk.add_arguments(parser, without="required without --all")
        parser.add_argument("--all", action="store_true", help="all archived games")

    def handle(self, *args: Any, games: list[str], after: str | None, **options: Any) -> None:
        if bool(games) == options["all"]:
            raise CommandError("Name the games to restore, or use --all.")
        restored = moves = failed = 0

        def restore(game_id: int, print_line: walk.PrintLine) -> None:
            nonlocal restored, moves, failed
            try:
                missing = archiving.restore(game_id)
            except ArchiveUnreadable as error:
                failed += 1
                print_line(f"NOT RESTORED  {ids.to_text(game_id)}  {error}")
                return
            restored, moves = restored + bool(missing), moves + missing

        archived = Exists(ArchivedGame.objects.filter(game=OuterRef("pk")))
        chosen = walk.chosen(games, after=after).filter(archived)
        walk.each(chosen, restore, command=self, title="Restoring")
        self.stdout.write(f"Games restored: {restored}. Moves: {moves}. Not restored: {failed}.")
        if failed:
            sys.exit(1)
