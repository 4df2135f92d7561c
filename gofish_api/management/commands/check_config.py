"""Check the settings and all that they name: databases, role, migrations, notifications, cache,
mail, clock and disk. Exits with 0 if all is well, else with 1.
"""

import sys
from typing import Any

from django.core.management.base import BaseCommand, CommandParser

from gofish_api.management import configuration


class Command(BaseCommand):
    help = __doc__

    def add_arguments(self, parser: CommandParser) -> None:
        parser.add_argument("--mail-to", default="", metavar="ADDRESS", help="send an e-mail there")

    def handle(self, *args: Any, mail_to: str, **options: Any) -> None:
        problems = 0
        for finding in configuration.findings(mail_to):
            problems += not finding.is_ok
            mark = self.style.SUCCESS("ok     ") if finding.is_ok else self.style.ERROR("PROBLEM")
            self.stdout.write(f"{mark}  {finding.subject:10}  {finding.text}")
        if problems:
            sys.exit(1)
