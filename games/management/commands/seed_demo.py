"""Fill a database with games that are over, that run and that are disputed, by all presets, to try the service with.

Prints the accounts that it opens, with random passwords: they are shown this once. Not for production.
"""

from random import SystemRandom
from typing import Any

from django.conf import settings
from django.core.management.base import BaseCommand, CommandError, CommandParser
from django.utils import timezone
from tqdm import tqdm

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
        self._tell(cast)
        acts = list(scenes.acts())
        for act in tqdm(acts, desc="Playing", unit="game", disable=None):
            scenes.perform(act, cast, now=now, rng=rng)
        disputed = sum(act.complaint is not None for act in acts)
        self.stdout.write(f"Games: {len(acts)}, of them disputed: {disputed}.")

    def _tell(self, cast: Cast) -> None:
        """Print the accounts at once, so that they are known even if the rest is cut off."""
        self.stdout.write(f"Log in at /{settings.ADMIN_PATH} as")
        for login in cast.desk:
            name = login.user.username
            self.stdout.write(f"  {name:<18} {login.password:<18} {login.purpose}")
        players = ", ".join(player.username for player in cast.players)
        self.stdout.write(f"Players: {players}, with the password {cast.players_password}")
        self.stdout.flush()
