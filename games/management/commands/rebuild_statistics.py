"""Count the results of all players from their games again. Safe while games are played.

Run it after an upgrade that says so, when no process of the old code is left. Games that newer code
has stored are left out.
"""

from typing import Any

from django.core.management.base import BaseCommand, CommandParser
from django.db.models import Exists, OuterRef

from accounts.models import User
from games.log.models import Seat
from games.management import walk
from games.play import statistics
from games.play.models import PlayerStatistics


class Command(BaseCommand):
    help = __doc__

    def add_arguments(self, parser: CommandParser) -> None:
        parser.add_argument(
            "--after",
            metavar="ACCOUNT",
            type=int,
            default=0,
            help="only accounts with a greater number, to resume after it",
        )

    def handle(self, *args: Any, after: int, **options: Any) -> None:
        differed = 0

        def rebuild_one(account_id: int, print_line: walk.PrintLine) -> None:
            nonlocal differed
            differed += statistics.rebuild(account_id)

        own = {"account": OuterRef("pk")}
        accounts = User.objects.filter(
            Exists(Seat.objects.filter(**own)) | Exists(PlayerStatistics.objects.filter(**own)),
            pk__gt=after,
        )
        count = walk.each(
            accounts.order_by("pk"),
            rebuild_one,
            command=self,
            title="Counting",
            unit="account",
            name=str,
        )
        self.stdout.write(f"Accounts: {count}. Rows that differed, by account: {differed}.")
