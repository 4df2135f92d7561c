"""Add demonstration data: finished, running and disputed games of every preset.

Prints the accounts that it creates with random passwords, which are not shown again.
Refuses in production.
"""

from collections.abc import Sequence
from random import SystemRandom
from typing import Any

from django.conf import settings
from django.core.management.base import BaseCommand, CommandError, CommandParser
from django.utils import timezone
from tqdm import tqdm

from games.desk.models import Dispute, DisputeStatus
from games.management import demo_complaints, demo_people, demo_scenes
from games.management.demo_people import Cast


class Command(BaseCommand):
    help = __doc__

    def add_arguments(self, parser: CommandParser) -> None:
        parser.add_argument(
            "--add", action="store_true", help="add the data again, with new accounts"
        )

    def handle(self, *args: Any, add: bool, **options: Any) -> None:
        if settings.PRODUCTION:
            raise CommandError("Demonstration data is not for production.")
        if not add and demo_people.is_gathered():
            raise CommandError("The demonstration data exists already. Use --add to add it again.")
        now = timezone.now()
        rng = SystemRandom()
        cast = demo_people.gather(now=now)
        self._print_accounts(cast)
        acts = list(demo_scenes.acts())
        filed = [
            filing
            for act in tqdm(acts, desc="Playing", unit="game", disable=None)
            if (filing := demo_scenes.perform(act, cast, now=now, rng=rng)) is not None
        ]
        for complaint, dispute in filed:
            demo_complaints.settle(complaint, dispute, cast, now=now)
            dispute.refresh_from_db()
        disputes = [filing.dispute for filing in filed]
        demo_people.add(cast, disputes, now=now)
        self._print_ruling(disputes)
        self.stdout.write(f"Games: {len(acts)}. Disputed games: {len(filed)}.")

    def _print_accounts(self, cast: Cast) -> None:
        """Print the accounts before the games are played, in case the command is interrupted."""
        self.stdout.write(f"Log in at /{settings.ADMIN_PATH} as")
        for login in cast.desk:
            name = login.user.username
            self.stdout.write(f"  {name:<18} {login.password:<18} {login.purpose}")
        players = ", ".join(player.username for player in cast.players)
        self.stdout.write(f"Players: {players}. Their password: {cast.players_password}")
        self.stdout.flush()

    def _print_ruling(self, filed: Sequence[Dispute]) -> None:
        """Print a dispute in which a player was warned, so they can read the ruling and appeal."""
        for dispute in filed:
            dispute.refresh_from_db()
            if dispute.status == DisputeStatus.RULED and dispute.accused is not None:
                warned = dispute.accused.username
                self.stdout.write(
                    f"Dispute with a ruling that {warned} can appeal against: {dispute.public_id}"
                )
                break
