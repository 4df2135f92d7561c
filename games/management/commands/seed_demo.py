"""Fill a database with games that are over, that run and that are disputed, by all presets, to try the service with.

Prints the accounts that it opens, with random passwords: they are shown this once. Not for production.
"""

from collections.abc import Sequence
from random import SystemRandom
from typing import Any

from django.conf import settings
from django.core.management.base import BaseCommand, CommandError, CommandParser
from django.utils import timezone
from tqdm import tqdm

from games.disputes.models import Dispute, DisputeStatus
from games.management.demo import cast as casting
from games.management.demo import scenes
from games.management.demo.cast import Cast


class Command(BaseCommand):
    help = __doc__

    def add_arguments(self, parser: CommandParser) -> None:
        parser.add_argument(
            "--add", action="store_true", help="although a demonstration is there already"
        )

    def handle(self, *args: Any, add: bool, **options: Any) -> None:
        if settings.PRODUCTION:
            raise CommandError("This is a demonstration, and not for production.")
        if not add and casting.is_gathered():
            raise CommandError("The demonstration is there already. To add another: --add")
        now = timezone.now()
        rng = SystemRandom()
        cast = casting.gather(now=now)
        self._print_accounts(cast)
        acts = list(scenes.acts())
        filed = [
            dispute
            for act in tqdm(acts, desc="Playing", unit="game", disable=None)
            if (dispute := scenes.perform(act, cast, now=now, rng=rng)) is not None
        ]
        self._print_ruling(filed)
        self.stdout.write(f"Games: {len(acts)}, of them disputed: {len(filed)}.")

    def _print_accounts(self, cast: Cast) -> None:
        """Print the accounts at once, so that they are known even if the rest is cut off."""
        self.stdout.write(f"Log in at /{settings.ADMIN_PATH} as")
        for login in cast.desk:
            name = login.user.username
            self.stdout.write(f"  {name:<18} {login.password:<18} {login.purpose}")
        players = ", ".join(player.username for player in cast.players)
        self.stdout.write(f"Players: {players}, with the password {cast.players_password}")
        self.stdout.flush()

    def _print_ruling(self, filed: Sequence[Dispute]) -> None:
        """Print the dispute of somebody who was warned, and may read the ruling and appeal."""
        for dispute in filed:
            dispute.refresh_from_db()
            if dispute.status == DisputeStatus.RULED and dispute.accused is not None:
                warned = dispute.accused.username
                self.stdout.write(f"Ruled on, and {warned} may appeal: {dispute.public_id}")
                break
