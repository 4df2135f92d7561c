"""Forget the answers kept for retries that are older than 24 hours. Run it once a day."""

from typing import Any

from django.core.management.base import BaseCommand
from django.utils import timezone

from games import idempotency


class Command(BaseCommand):
    help = __doc__

    def handle(self, *args: Any, **options: Any) -> None:
        count = idempotency.purge(now=timezone.now())
        self.stdout.write(f"{count} answers forgotten.")
