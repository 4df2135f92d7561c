"""Delete digests of IP addresses older than ``ADDRESSES_KEPT_DAYS``.

The referee does it every hour.
"""

from threading import Event
from typing import Any

from django.core.management.base import BaseCommand

from gofish_api import housekeeping


class Command(BaseCommand):
    help = __doc__

    def handle(self, *args: Any, **options: Any) -> None:
        count = housekeeping.purge("addresses", Event())
        self.stdout.write(f"Digests of addresses deleted: {count}.")
