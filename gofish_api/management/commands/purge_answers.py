"""Delete answers stored for retries that are older than 24 hours.

The referee does it every hour.
"""

from threading import Event
from typing import Any

from django.core.management.base import BaseCommand

from gofish_api import housekeeping


class Command(BaseCommand):
    help = __doc__

    def handle(self, *args: Any, **options: Any) -> None:
        count = housekeeping.purge("answers", Event())
        self.stdout.write(f"Stored answers deleted: {count}.")
