"""Print a link with which a member of the staff enrols a second factor, within an hour."""

from typing import Any

from django.core.management.base import BaseCommand, CommandError, CommandParser
from django.db import transaction
from django.urls import reverse
from django.utils import timezone

from accounts.credentials import codes
from accounts.models import User
from games.desk import audit
from games.play.models import Action
from gofish_api.server import startup


class Command(BaseCommand):
    help = __doc__

    def add_arguments(self, parser: CommandParser) -> None:
        parser.add_argument("username", metavar="USERNAME", help="username of the account")
        parser.add_argument(
            "--reset", action="store_true", help="remove the second factor, and print no link"
        )

    def handle(self, *args: Any, username: str, reset: bool, **options: Any) -> None:
        try:
            account = User.objects.get_by_natural_key(username)
        except User.DoesNotExist:
            raise CommandError(f"There is no account {username}.") from None
        if not reset and not (account.is_staff and account.is_active):
            raise CommandError(f"{account} may not enter the admin: give it staff status first.")
        with transaction.atomic():
            if reset:
                codes.remove(account.pk)
            else:
                code = codes.make_link(account)
            done = Action.FACTOR_REMOVED if reset else Action.ENROLMENT_LINK
            audit.record(account, done, account, "manage.py second_factor", now=timezone.now())
        if reset:
            self.stdout.write(f"{account} has no second factor now.")
        else:
            self.stdout.write(f"{startup.address()}{reverse('admin:enrol')}?code={code}")
