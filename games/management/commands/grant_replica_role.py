"""Do nothing: accepted through 0.3, because scripts run it after every migrate."""

from typing import Any

from django.core.management.base import BaseCommand, CommandParser


class Command(BaseCommand):
    help = "Does nothing: there is no read replica any more. Remove it from your scripts."

    def add_arguments(self, parser: CommandParser) -> None:
        parser.add_argument("role", help="is ignored")

    def handle(self, *args: Any, **options: Any) -> None:
        self.stderr.write(self.help)
