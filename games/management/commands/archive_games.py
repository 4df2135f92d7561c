"""Archive games that ended long ago: each becomes one compressed row, and its moves leave the log.

Everything reads them from there. Each game is a transaction of its own, so the command can be
stopped and started again at any time. Exits with 0 if every game was archived, else with 1.
"""

import re
import sys
from argparse import ArgumentTypeError
from datetime import datetime, timedelta
from typing import Any

from django.core.management.base import BaseCommand, CommandError, CommandParser
from django.db import connection
from django.db.models import Exists, OuterRef, Q, QuerySet, Sum
from django.utils import timezone

from games.desk.models import WAITING, Dispute
from games.log import archive_rows, archiving, ids, reader
from games.log.archive_frames import ArchiveUnreadable, Unarchivable
from games.log.archive_rows import MOST_SAMPLES, TooFewSamples
from games.log.models import Game, GameStatus, Move
from games.management import walk

_MAY_DELETE = "SELECT has_table_privilege('games_move', 'DELETE')"


class Command(BaseCommand):
    help = __doc__

    def add_arguments(self, parser: CommandParser) -> None:
        parser.add_argument(
            "--older-than",
            required=True,
            type=_days,
            metavar="DAYS",
            help="only games that ended this long ago, such as 90d",
        )
        parser.add_argument(
            "--dry-run", action="store_true", help="count the games and change nothing"
        )
        parser.add_argument(
            "--train-dictionary",
            action="store_true",
            help="train a new dictionary with these games first, as is done if there is none",
        )
        parser.add_argument(
            "--after", metavar="GAME", help="only games with a greater id, to resume after it"
        )

    def handle(
        self,
        *args: Any,
        older_than: timedelta,
        dry_run: bool,
        train_dictionary: bool,
        after: str | None,
        **options: Any,
    ) -> None:
        now = timezone.now()
        games = archivable(before=now - older_than)
        if after is not None:
            games = games.filter(pk__gt=walk.read_id(after))
        if dry_run:
            moves = games.aggregate(moves=Sum("position__version"))["moves"] or 0
            self.stdout.write(f"Games to archive: {games.count()}. Moves: {moves}.")
            return
        self._check_rights()
        dictionary = archive_rows.newest()
        if dictionary is None or train_dictionary:
            dictionary = self._train(games, now=now) or dictionary
        if not self._archive(games, dictionary, now=now):
            sys.exit(1)

    def _archive(self, games: QuerySet[Game], dictionary: int | None, *, now: datetime) -> bool:
        """Archive games one by one, and print the sums; return whether none failed."""
        archived = moves = size = failed = 0

        def archive(game_id: int, print_line: walk.PrintLine) -> None:
            nonlocal archived, moves, size, failed
            try:
                done = archiving.archive(game_id, among=games, dictionary_id=dictionary, now=now)
            except (ArchiveUnreadable, Unarchivable) as error:
                failed += 1
                print_line(f"NOT ARCHIVED  {ids.to_text(game_id)}  {error}")
                return
            if done is not None:
                archived, moves, size = archived + 1, moves + done.moves, size + done.size

        walk.each(games, archive, command=self, title="Archiving")
        self.stdout.write(
            f"Games archived: {archived}. Moves: {moves}, {size / max(moves, 1):.1f} bytes each. "
            f"Not archived: {failed}."
        )
        return not failed

    def _train(self, games: QuerySet[Game], *, now: datetime) -> int | None:
        """Train a dictionary with the newest of these games, and print how it went."""
        newest = games.order_by("-pk").values_list("pk", flat=True)[:MOST_SAMPLES]
        try:
            number = archive_rows.train(map(reader.stored_in_log, newest), now=now)
        except TooFewSamples as error:
            self.stdout.write(f"No dictionary was trained. {error}")
            return None
        self.stdout.write(f"Trained dictionary {number}.")
        return number

    def _check_rights(self) -> None:
        if connection.vendor != "postgresql":
            return
        with connection.cursor() as cursor:
            cursor.execute(_MAY_DELETE)
            if cursor.fetchone() != (True,):
                raise CommandError(
                    "This role may not archive. Run the command as a role of its own: see "
                    "manage.py grant_archive_role."
                )


def _days(text: str) -> timedelta:
    """Parse a number of days, such as ``90d``."""
    if not re.fullmatch("[0-9]{1,5}d", text):
        raise ArgumentTypeError(f"{text!r} is not a number of days, such as 90d.")
    return timedelta(days=int(text[:-1]))


def archivable(*, before: datetime) -> QuerySet[Game]:
    """Return the games that ended before a time and are in the log, by id.

    Leaves out a game with a dispute that waits for a ruling, or that was ruled on since: rulings,
    undoings and appeals follow each other closely.
    """
    disputes = Dispute.objects.filter(
        Q(status__in=WAITING) | Q(ruled_at__gte=before), game=OuterRef("pk")
    )
    first_moves = Move.objects.filter(game=OuterRef("pk"), number=1)
    over = Game.objects.filter(status=GameStatus.OVER, finished_at__lt=before)
    return over.filter(~Exists(disputes), Exists(first_moves)).order_by("pk")
