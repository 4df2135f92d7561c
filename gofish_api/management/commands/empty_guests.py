"""Empty accounts of guests who never played and were idle for ``GUEST_DAYS``.

The referee does it every hour.
"""

from threading import Event
from typing import Any

from django.core.management.base import BaseCommand

from gofish_api import housekeeping


class Command(BaseCommand):
    help = __doc__

    def handle(self, *args: Any, **options: Any) -> None:
        count = housekeeping.empty_guests(Event())
        self.stdout.write(f"Guest accounts emptied: {count}.")
