"""Forget digests of addresses that are older than ``ADDRESSES_KEPT_DAYS``. Run it once a day."""

from typing import Any

from django.core.management.base import BaseCommand
from django.utils import timezone

from games.disputes import addresses


class Command(BaseCommand):
    help = __doc__

    def handle(self, *args: Any, **options: Any) -> None:
        count = addresses.purge(now=timezone.now())
        self.stdout.write(f"{count} addresses forgotten.")
